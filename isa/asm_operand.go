package isa

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

type nodeKind uint8

const (
	nodeNumber nodeKind = iota
	nodeReg
	nodeName   // a bare name: "off", "attr0.x", a symbol
	nodeString // "01pip"
	nodeCall   // name(args)
	nodeList   // [args], only as a modifier's value
	nodeFields // {field: arg, ...}
)

// node is an operand as written.
type node struct {
	kind           nodeKind
	col            int
	text           string // of names, strings, calls and named registers
	code           uint16 // registers: source code and size; dwords is 0 for a name that has no size of its own
	dwords         int
	num            Value
	twice          bool // of numbers: begins with two minus signs
	args           []node
	field          string // of values in braces: the field's name
	neg, abs, sext bool
	number         bool // written with "@"
}

// modifier is a word behind the operands, with its value if it has one.
type modifier struct {
	name string
	col  int
	val  *node
}

// register is what a register name stands for.
type register struct {
	code   uint16
	dwords int
}

// registerNames are the names of all registers and special operands of a generation, tuples
// excepted.
func registerNames(g Gen) map[string]register {
	m := map[string]register{}
	add := func(name string, r register) {
		m[name] = r
		if short, ok := strings.CutPrefix(name, "src_"); ok {
			m[short] = r // both spellings are LLVM's
		}
	}
	for code := uint16(0); code < 2*CodeVGPR; code++ {
		one, ok1 := RegName(g, code, 1)
		two, ok2 := RegName(g, code, 2)
		switch {
		case ok1 && !isNameStart(one[0]): // a constant
		case ok1 && ok2 && one == two:
			add(one, register{code, 0})
		case ok1:
			add(one, register{code, 1})
			fallthrough
		default:
			if ok2 && !strings.Contains(two, "[") {
				add(two, register{code, 2})
			}
		}
	}
	return m
}

// tuple finds the registers "v[first:last]". The error says what is wrong with the numbers.
func (t *table) tuple(letter string, first, last int64) (register, error) {
	names := t.registers()
	if last < first {
		return register{}, fmt.Errorf("the first register comes behind the last: %s[%d:%d]", letter, first, last)
	}
	r, ok := names[fmt.Sprintf("%s%d", letter, first)]
	if !ok || first < 0 {
		return r, errors.New(t.registerRange(letter, first))
	}
	r.dwords = int(min(last-first, 1<<16)) + 1
	if _, ok = RegName(t.has.Gen(), r.code, r.dwords); !ok {
		if _, ok := names[fmt.Sprintf("%s%d", letter, last)]; !ok {
			return r, errors.New(t.registerRange(letter, last))
		}
		return r, fmt.Errorf("there is no tuple of %d registers: %s[%d:%d]", r.dwords, letter, first, last)
	}
	return r, nil
}

// registerRange says which registers there are instead of one with too high a number.
func (t *table) registerRange(letter string, n int64) string {
	names := t.registers()
	last := 0
	for last < 512 {
		if _, ok := names[fmt.Sprintf("%s%d", letter, last+1)]; !ok {
			break
		}
		last++
	}
	return fmt.Sprintf("register index is out of range: there is no %s%d on %v, the last is %s%d", letter, n, t.has.Gen(),
		letter, last)
}

// isTuple reports whether the name is one that brackets follow: "v[0:1]".
func isTuple(name string) bool { return name == "v" || name == "s" || name == "ttmp" }

// isRegister reports whether the name is a register's.
func (r *textReader) isRegister(name string) bool {
	if _, ok := r.registerOf(name); ok {
		return true
	}
	if env, ok := r.env.(RegisterEnv); ok {
		s, ok := env.Substitute(name)
		return ok && s.n.kind == nodeReg
	}
	return false
}

// operand reads one operand. stop is the operator that ends it.
func (r *textReader) operand(stop string) (node, error) {
	if r.depth++; r.depth > maxNesting {
		return node{}, errAt(r.peek().Col, "the operand nests too deeply")
	}
	defer func() { r.depth-- }()
	t := r.peek()
	switch {
	case r.accept("|"):
		n, err := r.operand("|")
		if err == nil {
			err = r.expect("|")
		}
		n.col, n.abs = t.Col, true
		return n, err
	case r.is("-") && r.modifiedAhead():
		r.pos++
		n, err := r.operand(stop)
		if err == nil && n.neg {
			err = errAt(t.Col, "negated twice")
		}
		n.col, n.neg = t.Col, true
		return n, err
	case r.is("["):
		return r.registerList()
	case r.is("{") && !r.clrx():
		return r.fields()
	case t.Kind == TokString:
		r.pos++
		return node{kind: nodeString, col: t.Col, text: t.Text}, nil
	case t.Kind == TokName && !r.isFunction():
		if a := r.ahead(1); a.Kind == TokPunct && a.Text == "(" {
			return r.call()
		} else if a.Kind == TokPunct && a.Text == "[" && r.isTuple(t.Text) {
			return r.tuple()
		}
		if r.clrx() {
			// The one name of an operation with a minus sign.
			if strings.EqualFold(t.Text, "emit") && r.ahead(1).Text == "-" && strings.EqualFold(r.ahead(2).Text, "cut") {
				r.pos += 3
				return node{kind: nodeName, col: t.Col, text: clrxOperations[3]}, nil
			}
		}
		if reg, ok := r.registerOf(t.Text); ok {
			r.pos++
			n := r.register(t, reg)
			if r.clrx() && n.dwords > 1 && r.is("[") {
				return r.part(t, n)
			}
			return n, nil
		}
		if n, ok, err := r.substitute(); ok {
			return n, err
		}
		if letter := strings.TrimRight(t.Text, "0123456789"); isTuple(letter) && len(letter) < len(t.Text) {
			n, err := strconv.ParseInt(t.Text[len(letter):], 10, 32)
			if err != nil {
				n = math.MaxInt32
			}
			return node{}, errAt(t.Col, "%s", r.table.registerRange(letter, n))
		}
		if a := r.ahead(1); a.Kind != TokPunct || precedence(a.Text) == 0 || a.Text == stop {
			r.pos++
			return node{kind: nodeName, col: t.Col, text: t.Text}, nil
		}
	}
	number := r.clrx() && r.is("@")
	twice := r.is("-") && r.ahead(1).Kind == TokPunct && r.ahead(1).Text == "-"
	v, err := r.expr(stop)
	return node{kind: nodeNumber, col: t.Col, num: v, twice: twice, number: number}, err
}

// modifiedAhead reports whether the minus sign ahead negates an operand, rather than being part of
// a number.
func (r *textReader) modifiedAhead() bool {
	t, u := r.ahead(1), r.ahead(2)
	if t.Kind == TokPunct {
		return t.Text == "|" || t.Text == "["
	}
	if t.Kind != TokName {
		return false
	}
	if r.isRegister(t.Text) {
		return true
	}
	_, function := exprFunctions[t.Text]
	return u.Kind == TokPunct && (u.Text == "(" && !function || u.Text == "[" && r.isTuple(t.Text))
}

// call reads name(args). abs, neg and sext are put on their argument; lit makes a literal.
func (r *textReader) call() (node, error) {
	t := r.next()
	r.pos++
	if r.clrx() {
		t.Text = strings.ToLower(t.Text)
	}
	n := node{kind: nodeCall, col: t.Col, text: t.Text}
	for !r.accept(")") {
		if len(n.args) > 0 && !r.accept(",") {
			return n, errAt(r.peek().Col, "expected \")\" or \",\", found %s", r.peek())
		}
		if len(n.args) >= 16 {
			return n, errAt(r.peek().Col, "too many arguments")
		}
		a, err := r.operand("")
		if err != nil {
			return n, err
		}
		n.args = append(n.args, a)
	}
	switch t.Text {
	case "abs", "neg", "sext", "lit":
	default:
		return n, nil
	}
	if len(n.args) != 1 {
		return n, errAt(t.Col, "%s takes one operand", t.Text)
	}
	a := n.args[0]
	a.col = t.Col
	switch t.Text {
	case "abs":
		a.abs, a.neg = true, false
	case "neg":
		a.neg = !a.neg
	case "sext":
		a.sext = true
	case "lit":
		if a.kind != nodeNumber {
			return n, errAt(t.Col, "lit takes a number")
		}
		if a.num.Expr == nil && a.num.Float == "" && (a.num.Int < math.MinInt32 || a.num.Int > math.MaxUint32) {
			return n, errAt(t.Col, "lit takes a number of 32 bits")
		}
		a.num.literal = true
	}
	return a, nil
}

// tuple reads v[first:last] or v[n].
func (r *textReader) tuple() (node, error) {
	t := r.next()
	r.pos++
	first, err := r.known("")
	if err != nil {
		return node{}, err
	}
	last := first
	if r.accept(":") {
		if last, err = r.known(""); err != nil {
			return node{}, err
		}
	}
	if err := r.expect("]"); err != nil {
		return node{}, err
	}
	if r.clrx() {
		t.Text = strings.ToLower(t.Text)
	}
	reg, err := r.table.tuple(t.Text, first, last)
	if err != nil {
		return node{}, errAt(t.Col, "%v", err)
	}
	return r.register(t, reg), nil
}

// register is the node of a register.
func (r *textReader) register(t Token, reg register) node {
	switch end := int(reg.code) + max(reg.dwords, 1); {
	case reg.code >= CodeVGPR:
		r.vgprs = max(r.vgprs, end-CodeVGPR)
	case t.Text != "" && t.Text[0]|0x20 == 's' && (len(t.Text) == 1 || isDigit(t.Text[1])):
		r.sgprs = max(r.sgprs, end)
	}
	return node{kind: nodeReg, col: t.Col, text: t.Text, code: reg.code, dwords: reg.dwords}
}

// registerList reads [v0,v1,v2]: consecutive registers.
func (r *textReader) registerList() (node, error) {
	t := r.next()
	n := node{kind: nodeReg, col: t.Col}
	for i := 0; !r.accept("]"); i++ {
		if i > 0 {
			if err := r.expect(","); err != nil {
				return n, err
			}
		}
		x, err := r.operand("")
		if err != nil {
			return n, err
		}
		switch {
		case x.kind != nodeReg || x.dwords != 1 || x.neg || x.abs || x.sext:
			return n, errAt(x.col, "a list in brackets holds single registers")
		case i == 0:
			n.code = x.code
		case x.code != n.code+uint16(i):
			return n, errAt(x.col, "the registers in brackets do not follow one another")
		}
		n.dwords++
	}
	if _, ok := RegName(r.table.has.Gen(), n.code, n.dwords); !ok || n.dwords == 0 {
		return n, errAt(t.Col, "there is no tuple of %d registers", n.dwords)
	}
	return n, nil
}

// items reads everything behind the mnemonic. Commas may be missing between operands and stand
// before modifiers, as in LLVM.
func (r *textReader) items(isFlag func(string) bool) (nodes []node, mods []modifier, err error) {
	for first := true; r.peek().Kind != TokEnd; first = false {
		if !first {
			counters := len(nodes) > 0 && nodes[len(nodes)-1].kind == nodeCall
			if r.accept(",") || counters && r.accept("&") {
				if r.peek().Kind == TokEnd {
					return nil, nil, errAt(r.peek().Col, "an operand is missing")
				}
			}
		}
		if len(nodes)+len(mods) > 32 {
			return nil, nil, errAt(r.peek().Col, "too many operands")
		}
		t := r.peek()
		switch a := r.ahead(1); {
		case t.Kind == TokName && a.Kind == TokPunct && a.Text == ":":
			r.pos += 2
			var val node
			if r.is("[") {
				val, err = r.list()
			} else {
				val, err = r.operand("")
			}
			if err != nil {
				return nil, nil, err
			}
			mods = append(mods, modifier{r.wordOf(t.Text), t.Col, &val})
		case t.Kind == TokName && isFlag(r.wordOf(t.Text)):
			r.pos++
			mods = append(mods, modifier{r.wordOf(t.Text), t.Col, nil})
		default:
			n, err := r.operand("")
			if err != nil {
				return nil, nil, err
			}
			nodes = append(nodes, n)
		}
	}
	return nodes, mods, nil
}

// wordOf is a modifier's name as modRows has it.
func (r *textReader) wordOf(name string) string {
	if !r.clrx() {
		return name
	}
	name = strings.ToLower(name)
	for to, m := range clrxMods {
		if name == m.also {
			return to
		}
	}
	return name
}

// list reads the value of a modifier in brackets.
func (r *textReader) list() (node, error) {
	n := node{kind: nodeList, col: r.next().Col}
	for !r.accept("]") {
		if len(n.args) > 0 {
			if err := r.expect(","); err != nil {
				return n, err
			}
		}
		if len(n.args) >= 16 {
			return n, errAt(r.peek().Col, "too many values")
		}
		x, err := r.operand("")
		if err != nil {
			return n, err
		}
		n.args = append(n.args, x)
	}
	return n, nil
}

// fields reads values with names, in braces.
func (r *textReader) fields() (node, error) {
	n := node{kind: nodeFields, col: r.next().Col}
	for !r.accept("}") {
		if len(n.args) > 0 {
			if err := r.expect(","); err != nil {
				return n, err
			}
		}
		name := r.peek()
		if name.Kind != TokName {
			return n, errAt(name.Col, "expected the name of a field, found %s", name)
		}
		if slices.ContainsFunc(n.args, func(x node) bool { return x.field == name.Text }) {
			return n, errAt(name.Col, "%s is given twice", name.Text)
		}
		r.pos++
		if err := r.expect(":"); err != nil {
			return n, err
		}
		x, err := r.operand("")
		if err != nil {
			return n, err
		}
		x.field = name.Text
		n.args = append(n.args, x)
	}
	return n, nil
}

// number is the value of a node that must be a number or a symbol.
func (r *textReader) number(n *node) (Value, error) {
	switch {
	case n.neg || n.abs || n.sext:
	case n.kind == nodeNumber:
		return n.num, nil
	case n.kind == nodeName && r.env != nil:
		return r.name(Token{Kind: TokName, Text: n.text, Col: n.col})
	}
	return Value{}, errAt(n.col, "expected a number")
}

// integer is the value of a node that must be an integer from lo to hi.
func (r *textReader) integer(n *node, lo, hi int64) (int64, error) {
	v, err := r.number(n)
	if err != nil {
		return 0, err
	}
	x, err := r.mustKnow(v, n.col)
	if err == nil && (x < lo || x > hi) {
		err = errAt(n.col, "%d is out of range: %d to %d are possible", x, lo, hi)
	}
	return x, err
}
