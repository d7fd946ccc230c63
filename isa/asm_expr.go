package isa

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Value is what an expression yields: an integer, a floating-point number, or, where Expr is not
// nil, a number that is not known yet.
type Value struct {
	Int     int64  // the integer, where Known
	Float   string // the text of a floating-point number, sign included, halfSuffix behind it; empty for integers
	Expr    *Expr  // nil: the value is known
	literal bool   // of lit(...): never an inline constant
}

// Known reports whether the value is an integer that is known.
func (v Value) Known() bool { return v.Expr == nil && v.Float == "" }

// Expr is an expression with symbols whose values are not known where it stands.
type Expr struct {
	// Op is the operator or function ("+", "max"). A leaf has none: it is a symbol, where Symbol is
	// not nil, or Int.
	Op       string
	Args     []*Expr // of the operator or function
	Symbol   any     // what [Env.Symbol] made of a name
	Modifier string  // of a symbol: "rel32@lo" of "name@rel32@lo"
	Int      int64   // the value of a leaf that is a number
	Col      int     // where it begins, from 1
}

// Env is what surrounds a statement of assembly text: the symbols of its expressions. Errors are
// shown at the name or the expression.
type Env interface {
	// Symbol is what a name in an expression stands for: an integer, or an Expr that is a leaf.
	// Names are also "." and references to numbered labels ("1b", "1f").
	Symbol(name, modifier string) (Value, error)
	// Fold is the value of an expression that must be known at this place; the error says why it is
	// not.
	Fold(e *Expr) (int64, error)
}

// exprFunctions are the functions of expressions by the least and the largest number of arguments.
// LLVM AMDGPUMCExpr.
var exprFunctions = map[string][2]int{"max": {1, 64}, "or": {1, 64}, "extrasgprs": {3, 3}, "totalnumvgprs": {2, 2}, "alignto": {2, 2},
	"occupancy": {7, 7}}

// precedence of the binary operators, the tightest highest: LLVM's, which are C's but for shifts
// and bitwise operators above + and -.
func precedence(op string) int {
	switch op {
	case "||":
		return 1
	case "&&":
		return 2
	case "==", "!=", "<>", "<", "<=", ">", ">=", "<@", "<=@", ">@", ">=@":
		return 3
	case "+", "-":
		return 4
	case "|", "&", "^", "!":
		return 5
	case "*", "/", "%", "<<", ">>", "//", "%%", ">>>":
		return 6
	}
	return 0
}

// Apply is the result of an operator or function of expressions. Comparisons give -1 or 0, "&&",
// "||" and "!" 1 or 0, a shift is of unsigned numbers, as in LLVM.
func Apply(g Gen, op string, args ...int64) (int64, error) {
	truth := func(b bool) (int64, error) { return -int64(b2u(b)), nil }
	if n := len(args); n == 0 || op == "extrasgprs" && n != 3 || op == "occupancy" && n != 7 {
		return 0, fmt.Errorf("%s cannot have %d arguments", op, n)
	}
	a := args[0]
	if len(args) == 1 {
		switch op {
		case "-":
			return -a, nil
		case "+":
			return a, nil
		case "~":
			return ^a, nil
		case "!":
			return int64(b2u(a == 0)), nil
		}
	}
	switch op {
	case "max":
		for _, v := range args {
			a = max(a, v)
		}
		return a, nil
	case "or":
		for _, v := range args {
			a |= v
		}
		return a, nil
	case "extrasgprs":
		return g.Features().ExtraSGPRs(args[0] != 0, args[1] != 0, args[2] != 0), nil
	case "occupancy":
		return occupancyOf(args), nil
	}
	if op == "?:" && len(args) == 3 {
		if a != 0 {
			return args[1], nil
		}
		return args[2], nil
	}
	if len(args) != 2 {
		return 0, errors.New("no operator " + op)
	}
	b := args[1]
	switch op {
	case "totalnumvgprs":
		return max(a, b), nil // accumulation registers are no part of these generations
	case "alignto":
		if b <= 0 || a > 1<<62-b {
			return 0, errors.New("alignto takes a positive alignment")
		}
		return (a + b - 1) / b * b, nil
	case "+":
		return a + b, nil
	case "-":
		return a - b, nil
	case "|":
		return a | b, nil
	case "&":
		return a & b, nil
	case "^":
		return a ^ b, nil
	case "!": // or not
		return a | ^b, nil
	case "*":
		return a * b, nil
	case "<<":
		return int64(uint64(a) << uint64(b)), nil
	case ">>":
		return int64(uint64(a) >> uint64(b)), nil
	case "&&":
		return int64(b2u(a != 0 && b != 0)), nil
	case "||":
		return int64(b2u(a != 0 || b != 0)), nil
	case "==":
		return truth(a == b)
	case "!=", "<>":
		return truth(a != b)
	case "<":
		return truth(a < b)
	case "<=":
		return truth(a <= b)
	case ">":
		return truth(a > b)
	case ">=":
		return truth(a >= b)
	case "<@":
		return truth(uint64(a) < uint64(b))
	case "<=@":
		return truth(uint64(a) <= uint64(b))
	case ">@":
		return truth(uint64(a) > uint64(b))
	case ">=@":
		return truth(uint64(a) >= uint64(b))
	case ">>>":
		return a >> min(uint64(b), 63), nil
	}
	if b == 0 {
		return 0, errors.New("division by zero")
	}
	switch op {
	case "//":
		return int64(uint64(a) / uint64(b)), nil
	case "%%":
		return int64(uint64(a) % uint64(b)), nil
	}
	if b == -1 { // the least number has no negative
		return map[string]int64{"/": -a, "%": 0}[op], nil
	}
	if op == "/" {
		return a / b, nil
	}
	return a % b, nil
}

// occupancyOf is the number of waves that fit a SIMD: most waves, the granule and number of vector
// registers, the generation, the first guess, scalar and vector registers (LLVM
// IsaInfo::getOccupancyWithNumSGPRs and getNumWavesPerEUWithNumVGPRs).
func occupancyOf(args []int64) int64 {
	waves, granule, total, generation, n, sgprs, vgprs := args[0], args[1], args[2], args[3], args[4], args[5], args[6]
	if sgprs > 0 {
		bySGPR := waves
		const volcanicIslands, gfx10 = 3, 5 // AMDGPUSubtarget::Generation
		switch {
		case generation >= gfx10:
		case generation >= volcanicIslands:
			bySGPR = 8
			for _, limit := range []struct{ sgprs, waves int64 }{{80, 10}, {88, 9}, {100, 8}} {
				if sgprs <= limit.sgprs {
					bySGPR = limit.waves
					break
				}
				bySGPR = 7
			}
		default:
			bySGPR = 5
			for _, limit := range []struct{ sgprs, waves int64 }{{48, 10}, {56, 9}, {64, 8}, {72, 7}, {80, 6}} {
				if sgprs <= limit.sgprs {
					bySGPR = limit.waves
					break
				}
			}
		}
		n = min(n, bySGPR)
	}
	if vgprs > 0 && granule > 0 {
		rounded := (vgprs + granule - 1) / granule * granule
		n = min(n, min(max(total/rounded, 1), waves))
	}
	return n
}

// expr reads an expression. stop is an operator that ends it: "|" inside |...|.
func (r *textReader) expr(stop string) (Value, error) {
	x, err := r.binary(1, stop)
	if err != nil || !r.clrx() || !r.is("?") {
		return x, err
	}
	if r.depth++; r.depth > maxNesting {
		return x, errAt(r.peek().Col, "the expression nests too deeply")
	}
	defer func() { r.depth-- }()
	t := r.next()
	t.Text = "?:"
	y, err := r.expr(stop)
	if err != nil {
		return y, err
	}
	if err := r.expect(":"); err != nil {
		return y, err
	}
	z, err := r.expr(stop)
	if err != nil {
		return z, err
	}
	return r.combine(t, x, y, z)
}

// known is an expression that must be an integer that is known.
func (r *textReader) known(stop string) (int64, error) {
	t := r.peek()
	v, err := r.expr(stop)
	if err != nil {
		return 0, err
	}
	return r.mustKnow(v, t.Col)
}

// mustKnow is the integer of a value that must be known here.
func (r *textReader) mustKnow(v Value, col int) (int64, error) {
	switch {
	case v.Float != "":
		return 0, errAt(col, "expected an integer")
	case v.Expr != nil:
		n, err := r.env.Fold(v.Expr)
		if err != nil {
			return 0, errAt(col, "the value must be known here: %v", err)
		}
		return n, nil
	}
	return v.Int, nil
}

// combine makes the value of an operator.
func (r *textReader) combine(t Token, args ...Value) (Value, error) {
	ints := make([]int64, len(args))
	known := true
	for i, a := range args {
		if a.Float != "" {
			return a, errAt(t.Col, "arithmetic is on integers only")
		}
		ints[i] = a.Int
		known = known && a.Expr == nil
	}
	if known {
		n, err := Apply(r.table.has.Gen(), t.Text, ints...)
		if err != nil {
			return Value{}, errAt(t.Col, "%v", err)
		}
		return Value{Int: n}, nil
	}
	e := &Expr{Op: t.Text, Col: t.Col + 1, Args: make([]*Expr, len(args))}
	for i, a := range args {
		if e.Args[i] = a.Expr; a.Expr == nil {
			e.Args[i] = &Expr{Int: a.Int, Col: t.Col + 1}
		}
	}
	return Value{Expr: e}, nil
}

func (r *textReader) binary(level int, stop string) (Value, error) {
	x, err := r.unary(stop)
	if err != nil {
		return x, err
	}
	for {
		t := r.peek()
		p := precedence(t.Text)
		if t.Kind != TokPunct || p < level || p == 0 || t.Text == stop {
			return x, nil
		}
		r.pos++
		y, err := r.binary(p+1, stop)
		if err != nil {
			return y, err
		}
		literal := x.literal || y.literal
		if x, err = r.combine(t, x, y); err != nil {
			return x, err
		}
		x.literal = literal
	}
}

// isFunction reports whether the next tokens call a function of expressions.
func (r *textReader) isFunction() bool {
	_, ok := exprFunctions[r.peek().Text]
	a := r.ahead(1)
	return ok && r.peek().Kind == TokName && a.Kind == TokPunct && a.Text == "("
}

func (r *textReader) unary(stop string) (Value, error) {
	if r.depth++; r.depth > maxNesting {
		return Value{}, errAt(r.peek().Col, "the expression nests too deeply")
	}
	defer func() { r.depth-- }()
	if r.isFunction() {
		return r.function()
	}
	t := r.next()
	switch {
	case t.Kind == TokInt:
		return Value{Int: t.Int}, nil
	case t.Kind == TokFloat && t.half:
		return Value{Float: t.Text + halfSuffix}, nil
	case t.Kind == TokFloat:
		return Value{Float: t.Text}, nil
	case t.Kind == TokName || t.Kind == TokString:
		return r.name(t)
	case t.Kind == TokPunct && t.Text == "(":
		x, err := r.expr("")
		if err != nil {
			return x, err
		}
		return x, r.expect(")")
	case t.Kind == TokPunct && t.Text == "@" && r.clrx():
		return r.unary(stop)
	case t.Kind == TokPunct && strings.Contains("-+~!", t.Text):
		x, err := r.unary(stop)
		if err != nil {
			return x, err
		}
		if x.Float != "" {
			switch {
			case t.Text == "-" && x.Float[0] == '-':
				x.Float = x.Float[1:]
			case t.Text == "-":
				x.Float = "-" + x.Float
			case t.Text != "+":
				return x, errAt(t.Col, "arithmetic is on integers only")
			}
			return x, nil
		}
		literal := x.literal
		x, err = r.combine(t, x)
		x.literal = literal
		return x, err
	}
	if a := r.peek(); t.Kind == TokPunct && t.Text == "\\" && a.Kind == TokName {
		return Value{}, errAt(t.Col, "\\%s is no parameter of the macro", a.Text)
	}
	if t.Kind == TokPunct && (t.Text == "#" || t.Text == "%") && !r.clrx() {
		return Value{}, errAt(t.Col, "unexpected %q: numbers and registers stand without a sign before them", t.Text)
	}
	return Value{}, errAt(t.Col, "expected an operand, found %s", t)
}

// name is the value of a symbol.
func (r *textReader) name(t Token) (Value, error) {
	name, modifier := t.Text, ""
	if t.Kind == TokName {
		name, modifier, _ = strings.Cut(name, "@")
	}
	if env, ok := r.env.(RegisterEnv); ok && t.Kind == TokName {
		if s, ok := env.Substitute(t.Text); ok && s.n.kind == nodeNumber {
			return s.n.num, nil
		}
	}
	if r.env == nil {
		return Value{}, errAt(t.Col, "%s is unknown here", t)
	}
	v, err := r.env.Symbol(name, modifier)
	if err != nil {
		return v, errAt(t.Col, "%v", err)
	}
	if v.Expr != nil {
		v.Expr.Col = t.Col + 1
	}
	return v, nil
}

// function reads name(argument, ...).
func (r *textReader) function() (Value, error) {
	t := r.next()
	r.pos++
	var args []Value
	for !r.accept(")") {
		if len(args) > 0 {
			if err := r.expect(","); err != nil {
				return Value{}, err
			}
		}
		v, err := r.binary(1, "")
		if err != nil {
			return v, err
		}
		args = append(args, v)
	}
	if n := exprFunctions[t.Text]; len(args) < n[0] || len(args) > n[1] {
		return Value{}, errAt(t.Col, "%s takes %s arguments, not %d", t.Text, countText(n), len(args))
	}
	return r.combine(t, args...)
}

func countText(n [2]int) string {
	if n[0] == n[1] {
		return strconv.Itoa(n[0])
	}
	return strconv.Itoa(n[0]) + " or more"
}
