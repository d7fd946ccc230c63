package hostcode

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// value is what a vector operation reads or gives: a slice of a row, or a mask of a slice.
type value struct {
	kind  valueKind
	k     uint32 // valueConst
	code  uint16 // valueRow: the register's number; valueScalar, valueMaskIn: source code
	float bool   // the result of arithmetic: see lanes
	uses  []int  // operations that read it; that behind the last is the end
}

type valueKind uint8

const (
	valueOp valueKind = iota
	valueRow
	valueScalar
	valueConst
	valueMaskIn
	valueMaskOp
)

// op is a vector operation.
type op struct {
	kind isa.HostKind
	d    int // value
	arg  [3]int
	k    uint32
}

// lanes is what the vector instructions of a step compute in each slice: operations in order, and
// what is stored at the end.
type lanes struct {
	ops    []op
	values []value
	rows   [256]int // value of each vector register, -1: as it was
	order  []uint8  // vector registers that are stored
	masks  map[uint16]int
	dests  []uint16 // masks that are stored
	exec   int      // mask that goes to EXEC too, -1: none
	float  bool
	was    map[uint16]int // values of rows and masks as they were, of scalars
	consts map[uint32]int
}

// build makes the operations of vector instructions.
func build(list []inst) *lanes {
	l := &lanes{masks: map[uint16]int{}, was: map[uint16]int{}, consts: map[uint32]int{}, exec: -1}
	for i := range l.rows {
		l.rows[i] = -1
	}
	for i := range list {
		l.inst(&list[i])
	}
	l.prune()
	return l
}

func (l *lanes) value(v value) int {
	l.values = append(l.values, v)
	return len(l.values) - 1
}

func (l *lanes) constant(k uint32) int {
	v, ok := l.consts[k]
	if !ok {
		v = l.value(value{kind: valueConst, k: k})
		l.consts[k] = v
	}
	return v
}

// source is the value of a dword of a source operand: vector register, scalar register or constant.
func (l *lanes) source(x *engine.Bound, i int, code, dword uint16) int {
	if code == engine.SrcConst {
		return l.constant(uint32(x.Const[i] >> (32 * dword)))
	}
	code += dword
	kind, n := valueScalar, code
	if code >= isa.CodeVGPR {
		kind, n = valueRow, code-isa.CodeVGPR
		if v := l.rows[n]; v >= 0 {
			return v
		}
	}
	v, ok := l.was[code]
	if !ok {
		v = l.value(value{kind: kind, code: n})
		l.was[code] = v
	}
	return v
}

const maskIn = 1 << 12 // in lanes.was, added to the code of a mask

// mask is the value of a mask.
func (l *lanes) mask(code uint16) int {
	if v, ok := l.masks[code]; ok {
		return v
	}
	v, ok := l.was[maskIn+code]
	if !ok {
		v = l.value(value{kind: valueMaskIn, code: code})
		l.was[maskIn+code] = v
	}
	return v
}

// inst adds the operations of an instruction.
func (l *lanes) inst(in *inst) {
	x, r := in.r.X, in.recipe
	done := map[*isa.HostExpr]int{}
	var expr func(e *isa.HostExpr) int
	expr = func(e *isa.HostExpr) int {
		if v, ok := done[e]; ok {
			return v
		}
		v := 0
		switch e.Kind {
		case isa.HostA, isa.HostB, isa.HostC:
			i := int(e.Kind - isa.HostA)
			v = l.modified(x, i, l.source(x, i, in.r.Sources()[i], 0))
		case isa.HostAHi, isa.HostBHi, isa.HostCHi:
			i := int(e.Kind - isa.HostAHi)
			v = l.source(x, i, in.r.Sources()[i], 1)
		case isa.HostD:
			v = l.source(x, 0, in.r.D, 0)
		case isa.HostK:
			v = l.constant(x.Literal())
		case isa.HostImm:
			v = l.constant(e.K)
		case isa.HostIn:
			v = l.mask(x.MaskIn())
		case isa.HostFMad:
			p := l.op(isa.HostFMul, 0, expr(e.X), expr(e.Y))
			v = l.op(isa.HostFAdd, 0, p, expr(e.Z))
		default:
			args := make([]int, 0, 3)
			for _, y := range []*isa.HostExpr{e.X, e.Y, e.Z}[:e.Kind.Args()] {
				args = append(args, expr(y))
			}
			v = l.op(e.Kind, e.K, args...)
		}
		done[e] = v
		return v
	}
	var d []int
	for _, e := range [...]*isa.HostExpr{r.D, r.DHi} {
		if e == nil {
			continue
		}
		v := expr(e)
		if l.values[v].kind != valueOp {
			v = l.op(isa.HostMov, 0, v)
		}
		d = append(d, v)
	}
	out := -1
	if r.Out != nil {
		out = expr(r.Out)
	}
	for i, v := range d {
		n := uint8(int(in.r.D-isa.CodeVGPR) + i)
		if l.rows[n] < 0 {
			l.order = append(l.order, n)
		}
		l.rows[n] = v
	}
	if out >= 0 && x.MaskDst != engine.NoMask {
		if _, ok := l.masks[x.MaskDst]; !ok {
			l.dests = append(l.dests, x.MaskDst)
		}
		l.masks[x.MaskDst] = out
		if x.Inst.Form.Desc.Writes("exec") {
			l.exec = out
		}
	}
}

// modified puts abs and neg around a source, as the executors do.
func (l *lanes) modified(x *engine.Bound, i int, v int) int {
	m := &x.Inst.Mod
	o := x.Operand(byte('a' + i))
	if !o.Type.IsFloat() && x.Inst.Form.Desc.Flag&isa.HasMods == 0 {
		return v
	}
	if m.Abs>>i&1 != 0 {
		v = l.op(isa.HostAnd, 0, v, l.constant(0x7fffffff))
	}
	if m.Neg>>i&1 != 0 {
		v = l.op(isa.HostXor, 0, v, l.constant(0x80000000))
	}
	return v
}

// op adds an operation; one on constants is its result.
func (l *lanes) op(kind isa.HostKind, k uint32, args ...int) int {
	if len(args) == 2 && l.values[args[0]].kind == valueConst && l.values[args[1]].kind == valueConst {
		a, b := l.values[args[0]].k, l.values[args[1]].k
		switch kind {
		case isa.HostAdd:
			return l.constant(a + b)
		case isa.HostSub:
			return l.constant(a - b)
		case isa.HostAnd:
			return l.constant(a & b)
		case isa.HostXor:
			return l.constant(a ^ b)
		case isa.HostShl:
			return l.constant(a << (b & 31))
		}
	}
	o := op{kind: kind, k: k, arg: [3]int{-1, -1, -1}}
	copy(o.arg[:], args)
	v := value{kind: valueOp, float: kind >= isa.HostFAdd && kind <= isa.HostFMax}
	if kind.Mask() {
		v.kind = valueMaskOp
	}
	l.float = l.float || kind.Float()
	o.d = l.value(v)
	l.ops = append(l.ops, o)
	return o.d
}

// prune takes out operations whose results nothing needs and notes who reads what.
func (l *lanes) prune() {
	need := make([]bool, len(l.values))
	for _, n := range l.order {
		need[l.rows[n]] = true
	}
	for _, v := range l.masks {
		need[v] = true
	}
	kept := make([]op, 0, len(l.ops))
	for i := len(l.ops) - 1; i >= 0; i-- {
		o := l.ops[i]
		if !need[o.d] {
			continue
		}
		for _, v := range o.arg {
			if v >= 0 {
				need[v] = true
			}
		}
		kept = append(kept, o)
	}
	l.ops = kept
	for i, j := 0, len(kept)-1; i < j; i, j = i+1, j-1 {
		kept[i], kept[j] = kept[j], kept[i]
	}
	use := func(v, at int) {
		u := &l.values[v].uses
		if n := len(*u); n == 0 || (*u)[n-1] != at {
			*u = append(*u, at)
		}
	}
	for i := range kept {
		for _, v := range kept[i].arg {
			if v >= 0 {
				use(v, i)
			}
		}
	}
	for _, n := range l.order {
		use(l.rows[n], len(kept))
	}
	for _, v := range l.masks {
		use(v, len(kept))
	}
}
