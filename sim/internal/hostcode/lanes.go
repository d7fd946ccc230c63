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
	valueLane // the number of the lane
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
	dests  []uint16  // masks that are stored
	copies []rowCopy // rows that are held
	exec   int       // mask that goes to EXEC too, -1: none
	float  bool
	was    map[uint16]int // values of rows and masks as they were, of scalars
	consts map[uint32]int
}

// rowCopy is a value that is stored in place n of the wave's held rows.
type rowCopy struct {
	v, n int
}

// build makes the operations of vector instructions.
func build(list []inst) *lanes {
	l := &lanes{masks: map[uint16]int{}, was: map[uint16]int{}, consts: map[uint32]int{}, exec: -1}
	for i := range l.rows {
		l.rows[i] = -1
	}
	for i := range list {
		if h := list[i].hold; h != nil {
			l.copies = append(l.copies, rowCopy{l.source(nil, 0, h.Code, 0), int(h.At - engine.Held)})
			continue
		}
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

// Keys of lanes.was that are no codes.
const (
	maskIn     = 1 << 12 // is added to the code of a mask
	laneNumber = 1 << 13
)

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
	e := evaluation{lanes: l, in: in, half: -1, done: map[*isa.HostExpr]int{}}
	var d []int
	switch {
	case r.D == nil:
	case x.Inst.Form.Fmt == isa.VOP3P:
		d = []int{l.packed(in)}
	case r.DHi == nil:
		d = []int{e.value(r.D)}
	default:
		d = []int{e.value(r.D), e.value(r.DHi)}
	}
	out := -1
	if r.Out != nil {
		out = e.value(r.Out)
	}
	if len(d) == 1 {
		d[0] = l.placed(in, d[0])
	}
	for i, v := range d {
		if l.values[v].kind != valueOp {
			v = l.op(isa.HostMov, 0, v)
		}
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

// evaluation makes the operations of a recipe.
type evaluation struct {
	*lanes
	in   *inst
	half int // which half of packed sources, -1: all of other sources
	done map[*isa.HostExpr]int
}

// value is the value of an expression.
func (l *evaluation) value(e *isa.HostExpr) int {
	v, ok := l.done[e]
	if !ok {
		v = l.compute(e)
		l.done[e] = v
	}
	return v
}

func (l *evaluation) compute(e *isa.HostExpr) int {
	x := l.in.r.X
	switch e.Kind {
	case isa.HostA, isa.HostB, isa.HostC:
		return l.leaf(int(e.Kind-isa.HostA), 0)
	case isa.HostAHi, isa.HostBHi, isa.HostCHi:
		return l.leaf(int(e.Kind-isa.HostAHi), 1)
	case isa.HostD:
		return l.source(x, 0, l.in.r.D, 0)
	case isa.HostK:
		return l.constant(x.Literal())
	case isa.HostImm:
		return l.constant(e.K)
	case isa.HostIn:
		return l.mask(x.MaskIn())
	case isa.HostN:
		return l.laneNumber()
	case isa.HostFMad:
		p := l.op(isa.HostFMul, 0, l.value(e.X), l.value(e.Y))
		return l.op(isa.HostFAdd, 0, p, l.value(e.Z))
	case isa.HostSelect: // the mask last: there are few registers for them
		y, z := l.value(e.Y), l.value(e.Z)
		return l.op(e.Kind, 0, l.value(e.X), y, z)
	}
	args := make([]int, 0, 3)
	for _, y := range []*isa.HostExpr{e.X, e.Y, e.Z}[:e.Kind.Args()] {
		args = append(args, l.value(y))
	}
	return l.op(e.Kind, e.K, args...)
}

// leaf is a dword of source i as the recipe has it: with modifiers, which act on the last dword.
func (l *evaluation) leaf(i int, dword uint16) int {
	x := l.in.r.X
	v := l.source(x, i, l.in.r.Sources()[i], dword)
	if l.half >= 0 {
		return l.halfOf(x, i, v, l.half)
	}
	if int(dword)+1 == max(int(x.NS[i]), 1) {
		v = l.modified(x, i, v)
	}
	return v
}

// laneNumber is the number of each lane.
func (l *lanes) laneNumber() int {
	v, ok := l.was[laneNumber]
	if !ok {
		v = l.value(value{kind: valueLane})
		l.was[laneNumber] = v
	}
	return v
}

// packed is the result of an instruction on both halves of its sources.
func (l *lanes) packed(in *inst) int {
	var d [2]int
	for half := range d {
		e := evaluation{lanes: l, in: in, half: half, done: map[*isa.HostExpr]int{}}
		d[half] = e.value(in.recipe.D)
	}
	return l.op(isa.HostOr, 0, l.and(d[0], 0xffff), l.shift(isa.HostShl, d[1], 16))
}

// halfOf is what op_sel, op_sel_hi, neg_lo and neg_hi make of a packed source.
func (l *lanes) halfOf(x *engine.Bound, i int, v, half int) int {
	m := &x.Inst.Mod
	sel, neg := m.OpSel, m.Neg
	if half == 1 {
		sel, neg = m.OpSelHi, m.NegHi
	}
	if sel>>i&1 != 0 {
		v = l.shift(isa.HostShr, v, 16)
	} else {
		v = l.and(v, 0xffff)
	}
	if neg>>i&1 != 0 && x.Inst.Form.Args[0].Type == isa.V2F16 {
		v = l.op(isa.HostXor, 0, v, l.constant(0x8000))
	}
	return v
}

func (l *lanes) and(v int, mask uint32) int { return l.op(isa.HostAnd, 0, v, l.constant(mask)) }

func (l *lanes) shift(kind isa.HostKind, v int, n uint32) int {
	return l.op(kind, 0, v, l.constant(n))
}

// field is a field of some bits of a value.
func (l *lanes) field(v int, at, width uint32, signed bool) int {
	if signed {
		return l.shift(isa.HostSar, l.shift(isa.HostShl, v, 32-at-width), 32-width)
	}
	if v = l.shift(isa.HostShr, v, at); at+width < 32 {
		v = l.and(v, 1<<width-1)
	}
	return v
}

// subDword is the field that a select of SDWA names; width 32 is the whole dword.
func subDword(sel uint8) (at, width uint32) {
	switch {
	case sel < 4:
		return 8 * uint32(sel), 8
	case sel < 6:
		return 16 * uint32(sel-4), 16
	}
	return 0, 32
}

// modified applies the selects of SDWA, op_sel, abs and neg to the last dword of a source, as the
// executors do.
func (l *lanes) modified(x *engine.Bound, i int, v int) int {
	m := &x.Inst.Mod
	o := x.Operand(byte('a' + i))
	if x.Inst.Sub != isa.NoFormat && i < 2 {
		if at, width := subDword(m.SDWA.Sel[i]); width < 32 {
			v = l.field(v, at, width, m.SDWA.Sext[i])
		}
	}
	sign := uint32(1 << 31)
	if o.Type.Is16() {
		if m.OpSel>>i&1 != 0 {
			v = l.shift(isa.HostShr, v, 16)
		}
		sign = 1 << 15
	}
	if !o.Type.IsFloat() && x.Inst.Form.Desc.Flag&isa.HasMods == 0 {
		return v
	}
	if m.Abs>>i&1 != 0 {
		v = l.and(v, ^sign)
	}
	if m.Neg>>i&1 != 0 {
		v = l.op(isa.HostXor, 0, v, l.constant(sign))
	}
	return v
}

// placed puts a result of one dword where SDWA, op_sel and the rules of 16-bit results have it, as
// the executors do.
func (l *lanes) placed(in *inst, v int) int {
	x := in.r.X
	f, m := x.Inst.Form, &x.Inst.Mod
	is16 := x.Operand('d').Type.Is16()
	old := func() int { return l.source(x, 0, in.r.D, 0) }
	switch {
	case x.Inst.Sub == isa.SDWA:
		if is16 {
			v = l.and(v, 0xffff)
		}
		at, width := subDword(m.SDWA.DstSel)
		switch {
		case width == 32:
		case m.SDWA.DstUnused == 1: // sign-extended above, zeros below
			v = l.shift(isa.HostShl, l.field(v, 0, width, true), at)
		default:
			field := uint32(1<<width-1) << at
			v = l.and(l.shift(isa.HostShl, v, at), field)
			if m.SDWA.DstUnused == 2 {
				v = l.op(isa.HostOr, 0, v, l.and(old(), ^field))
			}
		}
	case !is16:
	case f.Fmt == isa.VOP3 && m.OpSel&8 != 0:
		v = l.op(isa.HostOr, 0, l.and(old(), 0xffff), l.shift(isa.HostShl, v, 16))
	case f.Keeps16() || f.Desc.Flag&isa.OpSel != 0:
		v = l.op(isa.HostOr, 0, l.and(old(), 0xffff0000), l.and(v, 0xffff))
	default:
		v = l.and(v, 0xffff)
	}
	return v
}

// op adds an operation; one on constants is its result, and one that changes nothing its operand.
func (l *lanes) op(kind isa.HostKind, k uint32, args ...int) int {
	if len(args) == 2 {
		a, b := &l.values[args[0]], &l.values[args[1]]
		if a.kind == valueConst && b.kind == valueConst {
			if v, ok := fold(kind, a.k, b.k); ok {
				return l.constant(v)
			}
		}
		if b.kind == valueConst {
			if v, ok := l.simple(kind, args[0], b.k); ok {
				return v
			}
		}
		if a.kind == valueConst && (kind == isa.HostAnd || kind == isa.HostOr || kind == isa.HostXor || kind == isa.HostAdd) {
			if v, ok := l.simple(kind, args[1], a.k); ok {
				return v
			}
		}
	}
	if kind == isa.HostSigns && l.values[args[0]].kind == valueConst {
		return l.constant(l.values[args[0]].k >> 7 & 0x01010101 * 0xff)
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

// fold computes an operation on constants.
func fold(kind isa.HostKind, a, b uint32) (uint32, bool) {
	switch kind {
	case isa.HostAdd:
		return a + b, true
	case isa.HostSub:
		return a - b, true
	case isa.HostAnd:
		return a & b, true
	case isa.HostOr:
		return a | b, true
	case isa.HostXor:
		return a ^ b, true
	case isa.HostShl:
		return a << (b & 31), true
	case isa.HostShr:
		return a >> (b & 31), true
	case isa.HostSar:
		return uint32(int32(a) >> (b & 31)), true
	}
	return 0, false
}

// simple is the result of an operation on a value and a constant where it is one of these.
func (l *lanes) simple(kind isa.HostKind, v int, k uint32) (int, bool) {
	switch kind {
	case isa.HostAdd, isa.HostOr, isa.HostXor, isa.HostShl, isa.HostShr, isa.HostSar:
		if k&31 == 0 && kind >= isa.HostShl || k == 0 {
			return v, true
		}
	case isa.HostAnd:
		if k == 0 {
			return l.constant(0), true
		}
		return v, k == ^uint32(0)
	}
	return 0, false
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
	for _, h := range l.copies {
		need[h.v] = true
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
	for _, h := range l.copies {
		use(h.v, len(kept))
	}
}
