package isa

import (
	"fmt"
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
)

// node is an operand as written.
type node struct {
	kind           nodeKind
	col            int
	text           string // of names, strings, calls and named registers
	code           uint16 // registers: source code and size; dwords is 0 for a name that has no size of its own
	dwords         int
	num            value
	args           []node
	neg, abs, sext bool
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

// registerNames are the names of all registers and special operands of a generation, tuples excepted.
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

// tuple finds the registers "v[first:last]".
func (t *table) tuple(letter string, first, last int64) (register, bool) {
	if first < 0 || last < first || last > 512 {
		return register{}, false
	}
	r, ok := t.registers()[fmt.Sprintf("%s%d", letter, first)]
	if !ok {
		return r, false
	}
	r.dwords = int(last-first) + 1
	_, ok = RegName(t.has.Gen(), r.code, r.dwords)
	return r, ok
}

// isTuple reports whether the name is one that brackets follow: "v[0:1]".
func isTuple(name string) bool { return name == "v" || name == "s" || name == "ttmp" }

// operand reads one operand. stop is the operator that ends it.
func (r *textReader) operand(stop string) (node, error) {
	if r.depth++; r.depth > maxNesting {
		return node{}, errAt(r.peek().col, "the operand nests too deeply")
	}
	defer func() { r.depth-- }()
	t := r.peek()
	switch {
	case r.accept("|"):
		n, err := r.operand("|")
		if err == nil {
			err = r.expect("|")
		}
		n.col, n.abs = t.col, true
		return n, err
	case r.is("-") && r.modifiedAhead():
		r.pos++
		n, err := r.operand(stop)
		if err == nil && n.neg {
			err = errAt(t.col, "negated twice")
		}
		n.col, n.neg = t.col, true
		return n, err
	case r.is("["):
		return r.registerList()
	case t.kind == tokString:
		r.pos++
		return node{kind: nodeString, col: t.col, text: t.text}, nil
	case t.kind == tokName:
		if a := r.ahead(1); a.kind == tokPunct && a.text == "(" {
			return r.call()
		} else if a.kind == tokPunct && a.text == "[" && isTuple(t.text) {
			return r.tuple()
		}
		if reg, ok := r.table.registers()[t.text]; ok {
			r.pos++
			return node{kind: nodeReg, col: t.col, text: t.text, code: reg.code, dwords: reg.dwords}, nil
		}
		if a := r.ahead(1); a.kind != tokPunct || precedence(a.text) == 0 || a.text == stop {
			r.pos++
			return node{kind: nodeName, col: t.col, text: t.text}, nil
		}
	}
	v, err := r.expr(stop)
	return node{kind: nodeNumber, col: t.col, num: v}, err
}

// modifiedAhead reports whether the minus sign ahead negates an operand, rather than being part of a number.
func (r *textReader) modifiedAhead() bool {
	t, u := r.ahead(1), r.ahead(2)
	if t.kind == tokPunct {
		return t.text == "|"
	}
	if t.kind != tokName {
		return false
	}
	if _, ok := r.table.registers()[t.text]; ok {
		return true
	}
	return u.kind == tokPunct && (u.text == "(" || u.text == "[" && isTuple(t.text))
}

// call reads name(args). abs, neg and sext are put on their argument; lit makes a literal.
func (r *textReader) call() (node, error) {
	t := r.next()
	r.pos++
	n := node{kind: nodeCall, col: t.col, text: t.text}
	for !r.accept(")") {
		if len(n.args) > 0 {
			if err := r.expect(","); err != nil {
				return n, err
			}
		}
		if len(n.args) >= 16 {
			return n, errAt(r.peek().col, "too many arguments")
		}
		a, err := r.operand("")
		if err != nil {
			return n, err
		}
		n.args = append(n.args, a)
	}
	switch t.text {
	case "abs", "neg", "sext", "lit":
	default:
		return n, nil
	}
	if len(n.args) != 1 {
		return n, errAt(t.col, "%s takes one operand", t.text)
	}
	a := n.args[0]
	a.col = t.col
	switch t.text {
	case "abs":
		a.abs, a.neg = true, false
	case "neg":
		a.neg = !a.neg
	case "sext":
		a.sext = true
	case "lit":
		if a.kind != nodeNumber {
			return n, errAt(t.col, "lit takes a number")
		}
		a.num.literal = true
	}
	return a, nil
}

// tuple reads v[first:last] or v[n].
func (r *textReader) tuple() (node, error) {
	t := r.next()
	r.pos++
	first, err := r.expr("")
	if err != nil {
		return node{}, err
	}
	last := first
	if r.accept(":") {
		if last, err = r.expr(""); err != nil {
			return node{}, err
		}
	}
	if err := r.expect("]"); err != nil {
		return node{}, err
	}
	reg, ok := r.table.tuple(t.text, first.v, last.v)
	if !ok || first.text+last.text != "" {
		return node{}, errAt(t.col, "there is no register %s[%d:%d] on %v", t.text, first.v, last.v, r.table.has.Gen())
	}
	return node{kind: nodeReg, col: t.col, text: t.text, code: reg.code, dwords: reg.dwords}, nil
}

// registerList reads [v0,v1,v2]: consecutive registers.
func (r *textReader) registerList() (node, error) {
	t := r.next()
	n := node{kind: nodeReg, col: t.col}
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
		return n, errAt(t.col, "the list is no register")
	}
	return n, nil
}

// items reads everything behind the mnemonic. Commas may be missing between operands and stand before modifiers, as in LLVM.
func (r *textReader) items(isFlag func(string) bool) (nodes []node, mods []modifier, err error) {
	for first := true; r.peek().kind != tokEnd; first = false {
		if !first {
			if r.accept(",") || r.accept("&") {
				if r.peek().kind == tokEnd {
					return nil, nil, errAt(r.peek().col, "an operand is missing")
				}
			}
		}
		if len(nodes)+len(mods) > 32 {
			return nil, nil, errAt(r.peek().col, "too many operands")
		}
		t := r.peek()
		switch a := r.ahead(1); {
		case t.kind == tokName && a.kind == tokPunct && a.text == ":":
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
			mods = append(mods, modifier{t.text, t.col, &val})
		case t.kind == tokName && isFlag(t.text):
			r.pos++
			mods = append(mods, modifier{t.text, t.col, nil})
		default:
			n, err := r.operand("&")
			if err != nil {
				return nil, nil, err
			}
			nodes = append(nodes, n)
		}
	}
	return nodes, mods, nil
}

// list reads the value of a modifier in brackets.
func (r *textReader) list() (node, error) {
	n := node{kind: nodeList, col: r.next().col}
	for !r.accept("]") {
		if len(n.args) > 0 {
			if err := r.expect(","); err != nil {
				return n, err
			}
		}
		if len(n.args) >= 16 {
			return n, errAt(r.peek().col, "too many values")
		}
		x, err := r.operand("")
		if err != nil {
			return n, err
		}
		n.args = append(n.args, x)
	}
	return n, nil
}

// number is the value of a node that must be a number or a symbol.
func (r *textReader) number(n *node) (value, error) {
	switch {
	case n.neg || n.abs || n.sext:
	case n.kind == nodeNumber:
		return n.num, nil
	case n.kind == nodeName && r.symbol != nil:
		if v, ok := r.symbol(n.text); ok {
			return v, nil
		}
		return value{}, errAt(n.col, "the symbol %s is not defined", n.text)
	}
	return value{}, errAt(n.col, "expected a number")
}

// integer is the value of a node that must be an integer from min to max.
func (r *textReader) integer(n *node, lo, hi int64) (int64, error) {
	v, err := r.number(n)
	if err != nil {
		return 0, err
	}
	if v.text != "" {
		return 0, errAt(n.col, "expected an integer")
	}
	if v.v < lo || v.v > hi {
		return 0, errAt(n.col, "%d is not in %d to %d", v.v, lo, hi)
	}
	return v.v, nil
}
