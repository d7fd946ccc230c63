package asm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

type symbolKind uint8

const (
	undefined symbolKind = iota
	label
	variable
	common
	fallback // has a value, but is not defined
)

// symbol is a name's meaning.
type symbol struct {
	name string
	kind symbolKind
	// A label's place.
	sec *section
	f   *fragment
	at  int
	// A variable's value.
	val isa.Value
	// Size and alignment of .comm, alignment of .amdgpu_lds.
	size, align int64
	lds         bool

	bind       uint8
	bound      bool // a directive says the binding
	vis        uint8
	typ        uint8
	sizeExpr   *isa.Value
	used       bool // in an expression
	predefined bool // not for the symbol table
	busy       bool // its value is being found
	index      int  // in Unit.Symbols
	pos        Pos
}

// numbered are the labels "1:" in order.
type numbered struct {
	defined []*symbol
	next    *symbol // what "1f" means now
}

// symbol finds or makes the symbol of a name.
func (a *assembler) symbol(name string) *symbol {
	if s := a.symbols[name]; s != nil {
		return s
	}
	s := &symbol{name: name, pos: a.current.pos}
	a.symbols[name] = s
	a.list = append(a.list, s)
	return s
}

// replace makes another symbol what the name meant so far, for expressions that hold it: they hold
// sym, so sym keeps its contents and a new one takes the name.
func (a *assembler) replace(sym, old *symbol) {
	// References are to sym; they see the old value through old.
	*old = *sym
	sym.val = isa.Value{}
	for _, e := range a.refs[sym] {
		e.Symbol = old
	}
	delete(a.refs, sym)
}

// assign gives a variable its value.
func (a *assembler) assign(sym *symbol, v isa.Value) {
	sym.kind, sym.val = variable, v
	sym.predefined = sym.predefined && strings.HasPrefix(sym.name, ".amdgcn.")
}

// where is a place as a message names it.
func (a *assembler) where(p Pos) string {
	if p.Line == 0 {
		return "the beginning"
	}
	return fmt.Sprintf("%s:%d", a.u.Files[p.File], p.Line)
}

// modifiers are what may follow "@" in an instruction or data.
var modifiers = map[string]uint32{"gotpcrel": RelocGotPCRel, "gotpcrel32@lo": RelocGotPCRel32Lo, "gotpcrel32@hi": RelocGotPCRel32Hi,
	"rel32@lo": RelocRel32Lo, "rel32@hi": RelocRel32Hi, "rel64": RelocRel64, "abs32@lo": RelocAbs32Lo, "abs32@hi": RelocAbs32Hi, "abs64": RelocAbs64}

// Symbol implements [isa.Env].
func (a *assembler) Symbol(name, modifier string) (isa.Value, error) {
	if modifier != "" {
		modifier = strings.ToLower(modifier)
		if _, ok := modifiers[modifier]; !ok {
			return isa.Value{}, fmt.Errorf(
				"there is no @%s: @rel32@lo, @rel32@hi, @gotpcrel32@lo, @gotpcrel32@hi, @abs32@lo and @abs32@hi are", modifier)
		}
	}
	if name == "." {
		return isa.Value{Expr: &isa.Expr{Symbol: a.here(), Modifier: modifier}}, nil
	}
	if n := len(name) - 1; n > 0 && name[0] >= '0' && name[0] <= '9' {
		sym, err := a.direction(name[:n], name[n])
		return isa.Value{Expr: &isa.Expr{Symbol: sym, Modifier: modifier}}, err
	}
	name = a.fullName(name)
	sym := a.symbols[name]
	if sym == nil {
		if len(a.symbols) >= a.most.symbols {
			return isa.Value{}, errors.New("too many symbols")
		}
		sym = a.symbol(name)
	}
	if (sym.kind == variable || sym.kind == fallback) && sym.val.Expr == nil && modifier == "" {
		sym.used = true
		return isa.Value{Int: sym.val.Int}, nil
	}
	sym.used = true
	e := &isa.Expr{Symbol: sym, Modifier: modifier}
	if sym.kind == variable {
		if a.refs == nil {
			a.refs = map[*symbol][]*isa.Expr{}
		}
		a.refs[sym] = append(a.refs[sym], e)
	}
	return isa.Value{Expr: e}, nil
}

// here is a symbol for the current place.
func (a *assembler) here() *symbol {
	f := a.sec.data()
	return &symbol{name: ".", kind: label, sec: a.sec, f: f, at: len(f.data), pos: a.current.pos}
}

// direction is what "1b" or "1f" means.
func (a *assembler) direction(number string, dir byte) (*symbol, error) {
	n := a.numbers[number]
	if n == nil {
		n = &numbered{}
		a.numbers[number] = n
	}
	if dir == 'b' {
		if len(n.defined) == 0 {
			return nil, fmt.Errorf("there is no label %s: before this line", number)
		}
		return n.defined[len(n.defined)-1], nil
	}
	if n.next == nil {
		n.next = &symbol{name: number + "f", pos: a.current.pos}
	}
	return n.next, nil
}

// Fold implements [isa.Env].
func (a *assembler) Fold(e *isa.Expr) (int64, error) {
	v, err := a.eval(e, false)
	if err != nil {
		return 0, err
	}
	if a.cancel(&v, false); v.add != nil || v.sub != nil {
		return 0, a.unknown([]reloc{v})
	}
	return v.c, nil
}

// label defines a label at the current place.
func (a *assembler) label(name string, at int) error {
	f := a.sec.data()
	if name[0] >= '0' && name[0] <= '9' {
		if strings.Trim(name, "0123456789") != "" {
			return errAt(at, "%s is no label: a name does not begin with a digit", name)
		}
		n := a.numbers[name]
		if n == nil {
			n = &numbered{}
			a.numbers[name] = n
		}
		sym := n.next
		n.next = nil
		if sym == nil {
			sym = &symbol{}
		}
		*sym = symbol{name: name, kind: label, sec: a.sec, f: f, at: len(f.data), pos: a.column(at).pos}
		n.defined = append(n.defined, sym)
		return nil
	}
	if isa.IsRegister(a.o.Target, name) {
		return errAt(at, "%s is a register and cannot be a label", name)
	}
	if a.clrx != nil {
		a.clrx.atLabel(name)
		name = a.clrx.own(name)
	}
	sym := a.symbol(name)
	if sym.kind != undefined && sym.kind != fallback {
		hint := ""
		if a.in != nil {
			hint = "; in a macro or loop, a label has \\@ in its name or is a number (1:)"
		}
		return errAt(at, "%s is defined twice: at %s too%s", name, a.where(sym.pos), hint)
	}
	sym.kind, sym.sec, sym.f, sym.at, sym.pos = label, a.sec, f, len(f.data), a.column(at).pos
	if a.sec.text() {
		a.kernelLabel = sym
	}
	return nil
}

// uses reports whether an expression depends on a symbol that is no variable yet.
func uses(e *isa.Expr, sym *symbol) bool {
	if sym.kind == variable {
		return false // it means the old value
	}
	seen := map[*symbol]bool{}
	var in func(e *isa.Expr) bool
	in = func(e *isa.Expr) bool {
		if s, ok := e.Symbol.(*symbol); ok {
			if s == sym {
				return true
			}
			if s.kind != variable || s.val.Expr == nil || seen[s] {
				return false
			}
			seen[s] = true
			return in(s.val.Expr)
		}
		for _, x := range e.Args {
			if in(x) {
				return true
			}
		}
		return false
	}
	return in(e)
}

// reloc is the value of an expression: a number, plus a symbol's address, minus another's.
type reloc struct {
	add, sub *symbol
	c        int64
	modifier string
}

// halves are how CLRX's dialect writes the halves of an address: by operation and number (CLRX
// documentation, ClrxAsmAmdCl2, "Relocations").
var halves = map[string]map[int64]string{"&": {1<<32 - 1: "abs32@lo"}, "%": {1 << 32: "abs32@lo"}, "%%": {1 << 32: "abs32@lo"},
	">>": {32: "abs32@hi"}, "/": {1 << 32: "abs32@hi"}, "//": {1 << 32: "abs32@hi"}}

var errRelocatable = errors.New(
	"the expression is no number, nor a symbol and a number, nor the difference of two symbols")

// eval finds the value of an expression. Before the layout is known the distance of two labels is
// known if nothing between them has an unknown size.
func (a *assembler) eval(e *isa.Expr, final bool) (reloc, error) {
	if a.steps++; a.steps > a.most.steps {
		return reloc{}, errors.New("the expressions are too large")
	}
	switch {
	case e.Symbol != nil:
		s := e.Symbol.(*symbol)
		if s.kind == variable {
			if s.val.Expr == nil {
				return reloc{c: s.val.Int}, nil
			}
			if s.busy {
				return reloc{}, fmt.Errorf("%s depends on itself", s.name)
			}
			if a.evalDepth++; a.evalDepth > 4*maxNesting {
				a.evalDepth--
				return reloc{}, errors.New("symbols depend on one another too deeply")
			}
			s.busy = true
			v, err := a.eval(s.val.Expr, final)
			s.busy = false
			a.evalDepth--
			if e.Modifier != "" {
				v.modifier = e.Modifier
			}
			return v, err
		}
		return reloc{add: s, modifier: e.Modifier}, nil
	case e.Op == "":
		return reloc{c: e.Int}, nil
	}
	args := make([]reloc, len(e.Args))
	absolute := true
	for i, x := range e.Args {
		v, err := a.eval(x, final)
		if err != nil {
			return v, err
		}
		a.cancel(&v, final)
		args[i] = v
		absolute = absolute && v.add == nil && v.sub == nil
	}
	if absolute {
		ints := make([]int64, len(args))
		for i := range args {
			ints[i] = args[i].c
		}
		v, err := isa.Apply(a.o.Target.Gen, e.Op, ints...)
		return reloc{c: v}, err
	}
	switch {
	case len(args) == 1 && e.Op == "+":
		return args[0], nil
	case len(args) == 1 && e.Op == "-":
		x := args[0]
		return reloc{add: x.sub, sub: x.add, c: -x.c}, nil
	case len(args) == 2 && a.clrx != nil && args[1].add == nil && args[1].sub == nil && halves[e.Op][args[1].c] != "" &&
		args[0].modifier == "" && args[0].sub == nil:
		v := args[0]
		v.modifier = halves[e.Op][args[1].c]
		return v, nil
	case len(args) == 2 && (e.Op == "+" || e.Op == "-"):
		x, y := args[0], args[1]
		if e.Op == "-" {
			y.add, y.sub, y.c = y.sub, y.add, -y.c
		}
		// Each side may have both; what is in one place twice must cancel.
		adds, subs := [2]*symbol{x.add, y.add}, [2]*symbol{x.sub, y.sub}
		v := reloc{c: x.c + y.c, modifier: x.modifier + y.modifier}
		for i := range adds {
			for k := range subs {
				if adds[i] == nil || subs[k] == nil {
					continue
				}
				if d, ok := a.distance(adds[i], subs[k], final); ok {
					v.c += d
					adds[i], subs[k] = nil, nil
				}
			}
		}
		if adds[0] != nil && adds[1] != nil || subs[0] != nil && subs[1] != nil {
			return v, errRelocatable
		}
		if v.add = adds[0]; v.add == nil {
			v.add = adds[1]
		}
		if v.sub = subs[0]; v.sub == nil {
			v.sub = subs[1]
		}
		return v, nil
	case len(args) == 2 && (e.Op == "==" || e.Op == "!=" || e.Op == "<>") && args[0].add != nil &&
		args[0].add == args[1].add &&
		args[0].sub == nil && args[1].sub == nil:
		v, err := isa.Apply(a.o.Target.Gen, e.Op, args[0].c, args[1].c)
		return reloc{c: v}, err
	}
	return reloc{}, a.unknown(args)
}

// unknown is why the operands of an operator have no number.
func (a *assembler) unknown(args []reloc) error {
	for _, v := range args {
		for _, s := range [...]*symbol{v.add, v.sub} {
			if s != nil && s.kind == undefined {
				return fmt.Errorf("the symbol %s is not defined%s", s.name, a.nearest(s.name))
			}
		}
	}
	if len(args) == 1 && args[0].sub == nil && args[0].add != nil {
		return fmt.Errorf("%s is an address", args[0].add.name)
	}
	return errRelocatable
}

// cancel makes a number of the difference of two labels if that is known.
func (a *assembler) cancel(v *reloc, final bool) {
	if v.add != nil && v.sub != nil {
		if d, ok := a.distance(v.add, v.sub, final); ok {
			v.c += d
			v.add, v.sub = nil, nil
		}
	}
}

// distance is x - y if it is known.
func (a *assembler) distance(x, y *symbol, final bool) (int64, bool) {
	switch {
	case x == y:
		return 0, true
	case x.kind != label || y.kind != label || x.sec != y.sec:
		return 0, false
	case x.f == y.f:
		return int64(x.at) - int64(y.at), true
	case final:
		return x.offset() - y.offset(), true
	}
	if x.f.sub != y.f.sub {
		return 0, false
	}
	// All fragments between must have a size that is known.
	lo, hi, sign := y, x, int64(1)
	if lo.f.index > hi.f.index {
		lo, hi, sign = hi, lo, -1
	}
	d := int64(hi.at) - int64(lo.at)
	for i := lo.f.index; i < hi.f.index; i++ {
		f := x.sec.part(lo.f.sub)[i]
		if f.kind != fragData && f.kind != fragFixed {
			return 0, false
		}
		d += f.size()
	}
	return sign * d, true
}

// offsetIn is a label's offset in a section, 0 of what is not there.
func (s *symbol) offsetIn(sec *section) int64 {
	if s.kind != label || s.sec != sec {
		return 0
	}
	return s.offset()
}

// offset is a label's offset in its section after the layout.
func (s *symbol) offset() int64 { return s.f.off + int64(s.at) }
