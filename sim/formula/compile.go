package formula

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Env is what a formula is evaluated for.
type Env struct {
	Lane   int64  // of a wave, 0 to 63
	Index  int64  // number of the element: of a buffer, of registers in a row; else the lane
	Active uint64 // the lanes that ballot and sum look at
	Of     any    // what else the variables of the caller's Scope need to know
}

// Var is what a name stands for. It is one of: an expression, a number, typed values.
type Var struct {
	Expr *Expr // the text that it stands for
	Type Type  // of Expr, if it has one, and of At

	// Number is the value of a variable that takes the type of what it meets. Fixed says that it is
	// the same in all lanes and elements.
	Number func(*Env) (int64, error)
	Fixed  bool

	// At is a value: with an index that of the lane or the element, else of the lane of Env.
	At    func(env *Env, index int64) (uint64, error)
	Index IndexUse
}

// IndexUse says whether a name takes an index.
type IndexUse uint8

// The uses of an index.
const (
	NoIndex   IndexUse = iota // it has none
	MayIndex                  // v0 is the own lane's, v0[3] that of lane 3
	MustIndex                 // a[3]
)

// Scope is what knows names.
type Scope interface {
	Lookup(name string) (Var, bool) // what the name stands for
	Names() []string                // for messages
}

// Formula is an expression of a type that can be evaluated.
type Formula struct {
	Type     Type // of the value
	Constant bool // it is the same in all lanes and elements
	eval     eval
}

// eval computes a value; it panics with an *Error.
type eval func(*Env) uint64

// Eval computes the bits of the value.
func (f *Formula) Eval(env *Env) (v uint64, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			err = e
		default:
			panic(e)
		}
	}()
	return f.eval(env), nil
}

// maxNodes is the most operations of a formula, with what its names stand for.
const maxNodes = 100_000

type compiler struct {
	scope  Scope
	types  map[*Expr]Type
	vars   map[*Expr]*Var
	nodes  int
	varies bool // something depends on the lane
	lanes  bool // inside of something over all lanes
}

// Compile makes a formula of an expression. Where want is Number the formula has its own type, or else
// def.
func (e *Expr) Compile(want, def Type, scope Scope) (*Formula, error) {
	c := &compiler{scope: scope, types: map[*Expr]Type{}, vars: map[*Expr]*Var{}}
	t, err := c.typeOf(e)
	if err != nil {
		return nil, err
	}
	if want == Number {
		if want = t; t == Number {
			want = def
		}
	}
	ev, err := c.compile(e, want)
	if err != nil {
		return nil, err
	}
	return &Formula{Type: want, Constant: !c.varies, eval: ev}, nil
}

// lookup finds what a name stands for.
func (c *compiler) lookup(e *Expr) (*Var, error) {
	if v := c.vars[e]; v != nil {
		return v, nil
	}
	v, ok := c.scope.Lookup(e.text)
	if !ok {
		if _, isType := FindType(e.text); isType {
			return nil, errorf(e.col, "%s is a type: %s(x) converts", e.text, e.text)
		}
		if slices.Contains(Functions(), e.text) {
			return nil, errorf(e.col, "%s is a function: give it its arguments, as in %s(...)", e.text, e.text)
		}
		msg := fmt.Sprintf("there is no %q here", e.text)
		if near := isa.Nearest(e.text, c.scope.Names()); near != "" {
			msg += fmt.Sprintf("; is it %s?", near)
		}
		return nil, errorf(e.col, "%s", msg)
	}
	use := v.Index
	switch {
	case e.op == "index" && (use == NoIndex || v.At == nil):
		return nil, errorf(e.col, "%s takes no index", e.text)
	case e.op == "name" && use == MustIndex:
		return nil, errorf(e.col, "%s has many elements: name one, as in %s[i]", e.text, e.text)
	}
	c.vars[e] = &v
	return &v, nil
}

// floatConstant is the value of a name that every type of floats has.
func floatConstant(name string) (float64, bool) {
	switch name {
	case "inf":
		return math.Inf(1), true
	case "nan":
		return math.NaN(), true
	case "pi":
		return math.Pi, true
	}
	return 0, false
}

// typeOf is the type that an expression has of its own.
func (c *compiler) typeOf(e *Expr) (t Type, err error) {
	if t, ok := c.types[e]; ok {
		return t, nil
	}
	if c.nodes++; c.nodes > maxNodes {
		return 0, errorf(e.col, "the formula has more than %d operations, with what its names stand for", maxNodes)
	}
	switch e.op {
	case "number":
	case "name", "index":
		if _, ok := floatConstant(e.text); ok && e.op == "name" {
			break
		}
		if e.text == "true" || e.text == "false" {
			t = Bool
			break
		}
		var v *Var
		if v, err = c.lookup(e); err != nil {
			return 0, err
		}
		t = v.Type
		if v.Expr != nil && t == Number {
			t, err = c.typeOf(v.Expr)
		}
	case "group", "neg", "~":
		t, err = c.typeOf(e.args[0])
	case "<<", ">>":
		t, err = c.typeOf(e.args[0])
	case "!", "&&", "||", "==", "!=", "<", "<=", ">", ">=":
		t = Bool
	case "?:":
		t, err = c.join(e, e.args[1:])
	case "call":
		t, err = c.typeOfCall(e)
	default:
		t, err = c.join(e, e.args)
	}
	if err != nil {
		return 0, err
	}
	c.types[e] = t
	return t, nil
}

// join is the type of operands that have the same, Number where none has one.
func (c *compiler) join(at *Expr, args []*Expr) (t Type, err error) {
	for _, a := range args {
		u, err := c.typeOf(a)
		switch {
		case err != nil:
			return 0, err
		case t == Number:
			t = u
		case u != Number && u != t:
			name := at.op
			if at.op == "call" {
				name = at.text
			}
			return 0, errorf(at.col, "%s of %v and %v: convert one, as in %v(...)", name, t, u, t)
		}
	}
	return t, nil
}

// hasFloat reports whether a number in an expression without a type is one of floats.
func (c *compiler) hasFloat(e *Expr) bool {
	switch e.op {
	case "number":
		return !isHex(e.text) && strings.ContainsAny(e.text, ".eE") || strings.ContainsAny(e.text, "pP")
	case "name":
		if _, ok := floatConstant(e.text); ok {
			return true
		}
		if v := c.vars[e]; v != nil && v.Expr != nil {
			return c.hasFloat(v.Expr)
		}
		return false
	case "<<", ">>":
		return c.hasFloat(e.args[0])
	case "?:":
		return c.hasFloat(e.args[1]) || c.hasFloat(e.args[2])
	}
	for _, a := range e.args {
		if c.hasFloat(a) {
			return true
		}
	}
	return false
}

// own compiles an expression in its own type; numbers are i64 or f64.
func (c *compiler) own(args ...*Expr) ([]eval, Type, error) {
	t, err := c.join(args[0], args)
	if err != nil {
		return nil, 0, err
	}
	if t == Number {
		t = I64
		for _, a := range args {
			if c.hasFloat(a) {
				t = F64
			}
		}
	}
	var list []eval
	for _, a := range args {
		ev, err := c.compile(a, t)
		if err != nil {
			return nil, 0, err
		}
		list = append(list, ev)
	}
	return list, t, nil
}

func isHex(s string) bool { return strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") }

// number is a number in a type.
func number(e *Expr, t Type, negative bool) (uint64, error) {
	s := e.text
	if len(s) > 400 {
		return 0, errorf(e.col, "this number has more than 400 characters")
	}
	pattern := isHex(s) && !strings.ContainsAny(s, ".pP")
	switch {
	case t == Bool:
		return 0, errorf(e.col, "%s is a number, not a condition", s)
	case pattern, t.Integer():
		base := 10
		if pattern {
			base, s = 16, s[2:]
		}
		v, err := strconv.ParseUint(s, base, 64)
		if err != nil && !pattern && strings.Trim(s, "0123456789") != "" {
			return 0, errorf(e.col, "%s is no integer, and the value is %v", s, t)
		}
		most := t.mask()
		if t.Signed() && !pattern {
			if most >>= 1; negative {
				most++
			}
		}
		if err != nil || v > most {
			return 0, errorf(e.col, "%s is beyond the range of %v", e.text, t)
		}
		return v, nil
	}
	bits := max(t.Bits(), 32)
	if t == F16 {
		bits = 64
	}
	f, err := strconv.ParseFloat(s, bits)
	if t == F16 && err == nil && math.Abs(f) < 1e5 && math.Abs(f) > 1e-9 {
		// A number beside the middle of two halves is not taken for the middle.
		if x, ok := new(big.Rat).SetString(s); ok {
			if c := x.Cmp(new(big.Rat).SetFloat64(f)); c != 0 {
				f = math.Nextafter(f, math.Inf(c))
			}
		}
	}
	if err != nil || t == F16 && math.Abs(f) >= 65520 {
		return 0, errorf(e.col, "%s is beyond the range of %v; for infinity write inf", s, t)
	}
	return t.round(f), nil
}

// compile makes the code of an expression in a type.
func (c *compiler) compile(e *Expr, t Type) (eval, error) {
	if c.nodes++; c.nodes > maxNodes {
		return nil, errorf(e.col, "the formula has more than %d operations, with what its names stand for", maxNodes)
	}
	own, err := c.typeOf(e)
	switch {
	case err != nil:
		return nil, err
	case own != Number && own != t && t == Bool:
		return nil, errorf(e.col, "this is %v, not a condition; compare it, as in x != 0", own)
	case own != Number && own != t:
		return nil, errorf(e.col, "this is %v, and %v is wanted: convert it, as in %v(...)", own, t, t)
	}
	switch e.op {
	case "number":
		v, err := number(e, t, false)
		return func(*Env) uint64 { return v }, err
	case "group":
		return c.compile(e.args[0], t)
	case "name", "index":
		return c.name(e, t)
	case "call":
		return c.call(e, t)
	case "neg":
		if a := e.args[0]; a.op == "number" && t != Bool {
			v, err := number(a, t, true)
			if err != nil {
				return nil, err
			}
			v = negate(v, t)
			return func(*Env) uint64 { return v }, nil
		}
		if t == Bool {
			return nil, errorf(e.col, "a condition has no sign")
		}
		x, err := c.compile(e.args[0], t)
		return func(env *Env) uint64 { return negate(x(env), t) }, err
	case "~":
		if !t.Integer() {
			return nil, errorf(e.col, "~ is of integers, and this is %v", t)
		}
		x, err := c.compile(e.args[0], t)
		m := t.mask()
		return func(env *Env) uint64 { return ^x(env) & m }, err
	case "!":
		x, err := c.compile(e.args[0], Bool)
		return func(env *Env) uint64 { return x(env) ^ 1 }, err
	case "?:":
		q, err := c.compile(e.args[0], Bool)
		if err != nil {
			return nil, err
		}
		a, err := c.compile(e.args[1], t)
		if err != nil {
			return nil, err
		}
		b, err := c.compile(e.args[2], t)
		return func(env *Env) uint64 {
			if q(env) != 0 {
				return a(env)
			}
			return b(env)
		}, err
	case "&&", "||":
		a, err := c.compile(e.args[0], Bool)
		if err != nil {
			return nil, err
		}
		b, err := c.compile(e.args[1], Bool)
		decided := uint64(0)
		if e.op == "||" {
			decided = 1
		}
		return func(env *Env) uint64 {
			if a(env) == decided {
				return decided
			}
			return b(env)
		}, err
	case "==", "!=", "<", "<=", ">", ">=":
		list, of, err := c.own(e.args...)
		if err != nil {
			return nil, err
		}
		if of == Bool && e.op != "==" && e.op != "!=" {
			return nil, errorf(e.col, "%s has no order of conditions", e.op)
		}
		return compare(e.op, of, list[0], list[1]), nil
	case "<<", ">>":
		return c.shift(e, t)
	}
	if t == Bool && e.op != "&" && e.op != "|" && e.op != "^" {
		return nil, errorf(e.col, "%s is of numbers, not of conditions", e.op)
	}
	f := arithmetic(e, t)
	if f == nil {
		return nil, errorf(e.col, "%s is of integers, and this is %v", e.op, t)
	}
	a, err := c.compile(e.args[0], t)
	if err != nil {
		return nil, err
	}
	b, err := c.compile(e.args[1], t)
	return func(env *Env) uint64 { return f(a(env), b(env)) }, err
}

// negate is -x: of floats the other sign, also of a NaN.
func negate(x uint64, t Type) uint64 {
	if t.Float() {
		return x ^ 1<<(t.Bits()-1)
	}
	return -x & t.mask()
}

// name makes the code of a variable.
func (c *compiler) name(e *Expr, t Type) (eval, error) {
	if f, ok := floatConstant(e.text); ok && e.op == "name" {
		if !t.Float() {
			return nil, errorf(e.col, "%s is of floats, and the value is %v", e.text, t)
		}
		v := t.round(f)
		return func(*Env) uint64 { return v }, nil
	}
	if e.text == "true" || e.text == "false" {
		v := map[string]uint64{"true": 1}[e.text]
		return func(*Env) uint64 { return v }, nil
	}
	v, err := c.lookup(e)
	if err != nil {
		return nil, err
	}
	col := e.col
	fail := func(err error) {
		if err != nil {
			panic(errorf(col, "%v", err))
		}
	}
	switch {
	case v.Expr != nil:
		ev, err := c.compile(v.Expr, t)
		if err != nil {
			return nil, errorf(e.col, "%s: %s", e.text, err.(*Error).Msg)
		}
		return ev, nil
	case v.Number != nil:
		if t == Bool {
			return nil, errorf(e.col, "%s is a number, not a condition", e.text)
		}
		c.varies = c.varies || !v.Fixed
		return func(env *Env) uint64 {
			n, err := v.Number(env)
			fail(err)
			if t.Float() {
				return t.round(float64(n))
			}
			return uint64(n) & t.mask()
		}, nil
	case e.op == "index":
		c.varies = true
		at, _, err := c.own(e.args[0])
		if err != nil {
			return nil, err
		}
		of := c.types[e.args[0]]
		switch {
		case of == Number && c.hasFloat(e.args[0]), of != Number && !of.Integer():
			return nil, errorf(e.args[0].col, "an index is an integer")
		case of == Number:
			of = I64
		}
		return func(env *Env) uint64 {
			x, err := v.At(env, of.int(at[0](env)))
			fail(err)
			return x
		}, nil
	}
	c.varies = c.varies || !v.Fixed
	return func(env *Env) uint64 {
		x, err := v.At(env, env.Lane)
		fail(err)
		return x
	}, nil
}

func (c *compiler) shift(e *Expr, t Type) (eval, error) {
	if !t.Integer() {
		return nil, errorf(e.col, "%s is of integers, and this is %v", e.op, t)
	}
	a, err := c.compile(e.args[0], t)
	if err != nil {
		return nil, err
	}
	count, of, err := c.own(e.args[1])
	if err != nil {
		return nil, err
	}
	if !of.Integer() {
		return nil, errorf(e.args[1].col, "a shift is by an integer, and this is %v", of)
	}
	n, m, left, col := count[0], t.mask(), e.op == "<<", e.col
	return func(env *Env) uint64 {
		x, by := a(env), n(env)
		if of.int(by) < 0 && of.Signed() {
			panic(errorf(col, "a shift by %d", of.int(by)))
		}
		switch {
		case left:
			return x << by & m
		case t.Signed():
			return uint64(t.int(x)>>by) & m
		}
		return x >> by
	}, nil
}

// arithmetic is an operator in a type; nil where the type does not have it.
func arithmetic(e *Expr, t Type) func(a, b uint64) uint64 {
	m, col := t.mask(), e.col
	switch e.op {
	case "&":
		if !t.Float() {
			return func(a, b uint64) uint64 { return a & b }
		}
	case "|":
		if !t.Float() {
			return func(a, b uint64) uint64 { return a | b }
		}
	case "^":
		if !t.Float() {
			return func(a, b uint64) uint64 { return a ^ b }
		}
	case "+":
		return pick(t, func(a, b uint64) uint64 { return (a + b) & m },
			func(a, b float32) float32 { return a + b }, func(a, b float64) float64 { return a + b })
	case "-":
		return pick(t, func(a, b uint64) uint64 { return (a - b) & m },
			func(a, b float32) float32 { return a - b }, func(a, b float64) float64 { return a - b })
	case "*":
		return pick(t, func(a, b uint64) uint64 { return (a * b) & m },
			func(a, b float32) float32 { return a * b }, func(a, b float64) float64 { return a * b })
	case "/", "%":
		whole := func(a, b uint64) uint64 {
			switch {
			case b == 0:
				panic(errorf(col, "a division by 0"))
			case t.Signed() && e.op == "/":
				if t.int(b) == -1 { // the most negative number has no opposite
					return -a & m
				}
				return uint64(t.int(a)/t.int(b)) & m
			case t.Signed():
				if t.int(b) == -1 {
					return 0
				}
				return uint64(t.int(a)%t.int(b)) & m
			case e.op == "/":
				return a / b
			}
			return a % b
		}
		if e.op == "%" {
			return pick(t, whole, func(a, b float32) float32 { return float32(math.Mod(float64(a), float64(b))) }, math.Mod)
		}
		return pick(t, whole, func(a, b float32) float32 { return a / b }, func(a, b float64) float64 { return a / b })
	}
	return nil
}

// pick chooses an operation by type. Half precision is computed in f64 and rounded once more: sums, products,
// quotients and remainders of 11 bits come out right.
func pick(t Type, whole func(a, b uint64) uint64, single func(a, b float32) float32,
	double func(a, b float64) float64) func(a, b uint64) uint64 {
	switch t {
	case F16:
		return func(a, b uint64) uint64 { return t.round(double(t.float(a), t.float(b))) }
	case F32:
		return func(a, b uint64) uint64 {
			return t.round(float64(single(math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)))))
		}
	case F64:
		return func(a, b uint64) uint64 { return t.round(double(t.float(a), t.float(b))) }
	}
	return whole
}

// compare makes a comparison. A NaN is not equal to anything, nor less or greater.
func compare(op string, t Type, a, b eval) eval {
	bit := map[bool]uint64{true: 1}
	return func(env *Env) uint64 {
		x, y := a(env), b(env)
		switch {
		case t.Float():
			f, g := t.float(x), t.float(y)
			return bit[holds(op, f < g, f == g, f > g)]
		case t.Signed():
			i, j := t.int(x), t.int(y)
			return bit[holds(op, i < j, i == j, i > j)]
		}
		return bit[holds(op, x < y, x == y, x > y)]
	}
}

// holds reports whether a comparison holds of two values that are so.
func holds(op string, less, equal, greater bool) bool {
	switch op {
	case "==":
		return equal
	case "!=":
		return !equal
	case "<":
		return less
	case "<=":
		return less || equal
	case ">":
		return greater
	}
	return greater || equal
}
