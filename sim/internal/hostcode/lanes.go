package hostcode

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// value is what a vector operation reads or gives: a slice of a row, or a mask of a slice.
type value struct {
	kind  valueKind
	k     uint64 // valueConst, valueConst64
	code  uint16 // valueRow, valueHeld: the row's number; valueScalar, valueMaskIn: source code
	float numbers
	at    int   // valueOp: the operation, before some are taken out
	uses  []int // operations that read it; that behind the last is the end
}

// numbers are what a value is the result of, as arithmetic: such a value may be a NaN that nobody has
// chosen, or a denormal that has to be flushed, as long as only arithmetic reads it.
type numbers uint8

const (
	noNumbers numbers = iota
	singles
	doubles
)

type valueKind uint8

const (
	valueOp valueKind = iota
	valueRow
	valueHeld     // a row that is held
	valuePermuted // source 0 of DPP
	valueScalar
	valueConst
	valueConst64 // in each half of a pair
	valueLane    // the number of the lane
	valueMaskIn
	valueMaskOp
)

// op is a vector operation.
type op struct {
	kind  isa.HostKind
	d     int // value
	arg   [3]int
	k     uint32
	flush bool   // denormal results become zero
	lds   *place // of opLoad and opStore
}

// mayBeDense reports whether the lanes of an access of global memory may lie one behind the other.
func (o *op) mayBeDense() bool { return o.lds.Bytes == 4 }

// place is a dword of an element of LDS, whose address is an operand, or of memory.
type place struct {
	*engine.LDSPart
	dword  int
	window int // see ldsParts
}

// Operations that recipes do not have. Numbers of 64 bits are in two values: of every four lanes, one
// has the first two, and one the last two.
const (
	opUnpackLo  = isa.NumHostKinds + iota // of low and high dwords, the first half
	opUnpackHi                            // and the second one
	opEven                                // of two halves, the low dwords
	opOdd                                 // the high dwords
	opFromF32Lo                           // of singles, the first half as doubles
	opFromF32Hi                           // the second half
	opToF32                               // of two halves, the singles
	opToI32                               // the integers
	opRoundHalf                           // to a half, as [isa.HostHF32], and to a single again
	opLeave                               // the slice is left where a mask has a lane; no result
	opLoad                                // from LDS
	opStore                               // to LDS; no result
)

// lanes is what the vector instructions of a step compute in each slice: operations in order, and
// what is stored at the end.
type lanes struct {
	ops     []op
	values  []value
	rows    [256]int // value of each vector register, -1: as it was
	order   []uint8  // vector registers that are stored
	masks   map[uint16]int
	dests   []uint16  // masks that are stored
	copies  []rowCopy // rows that are held
	exec    int       // mask that goes to EXEC too, -1: none
	execAt  int       // where in the wave the mask of the active lanes is
	list    []inst
	dpp     *inst // the instruction, where it has DPP
	exact   bool  // for slices that have been left
	twice   bool  // exact makes a difference
	fp      *isa.FPMode
	has     isa.Features
	float   bool           // there is arithmetic with singles whose NaNs have to be looked for
	unclean bool           // there is arithmetic at all
	was     map[uint16]int // values of rows and masks as they were, of scalars
	consts  map[uint64]int // dwords
	wides   map[uint64]int // of 64 bits
	halves  map[int]int    // singles of halves; see half.go
	flushed map[int]int    // halves without denormals: what they have been made of
}

// rowCopy is a value that is stored in place n of the wave's held rows.
type rowCopy struct {
	v, n int
}

// build makes the operations of vector instructions.
func build(list []inst, fp *isa.FPMode, has isa.Features, exact bool) *lanes {
	l := &lanes{masks: map[uint16]int{}, was: map[uint16]int{}, consts: map[uint64]int{}, wides: map[uint64]int{},
		halves: map[int]int{}, flushed: map[int]int{}, exec: -1, execAt: offExec, list: list, fp: fp, has: has, exact: exact}
	for i := range l.rows {
		l.rows[i] = -1
	}
	for i := range list {
		if h := list[i].hold; h != nil {
			l.copies = append(l.copies, rowCopy{l.source(nil, 0, h.Code, 0), int(h.At - engine.Held)})
			continue
		}
		if m := list[i].lds; m != nil {
			l.access(m)
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

func (l *lanes) constant(k uint32) int { return l.known(l.consts, valueConst, uint64(k)) }
func (l *lanes) wide(k uint64) int     { return l.known(l.wides, valueConst64, k) }

func (l *lanes) known(m map[uint64]int, kind valueKind, k uint64) int {
	v, ok := m[k]
	if !ok {
		v = l.value(value{kind: kind, k: k})
		m[k] = v
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
	permuted   = 1<<13 + 1
	heldRow    = 1 << 14 // is added to the number of a row
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
	if saturates(in.r, l.has) {
		r = &isa.Recipe{D: r.Sat, FP: r.FP}
	}
	if x.Inst.Sub == isa.DPP {
		l.dpp, l.execAt = in, offPermutedLanes
	}
	e := newEvaluation(l, in, -1)
	var d []int
	switch {
	case r.D == nil:
	case x.Inst.Form.Fmt == isa.VOP3P:
		d = []int{l.packed(in, r.D)}
	case r.DHi == nil:
		d = []int{e.value(r.D)}
	default:
		d = []int{e.value(r.D), e.value(r.DHi)}
	}
	out := -1
	if r.Out != nil {
		out = e.value(r.Out)
	}
	switch {
	case len(d) == 1 && x.Inst.Form.Fmt != isa.VOP3P:
		d[0] = l.placed(in, l.limited(in, d[0]))
	case len(d) == 2 && x.Inst.Mod.Clamp && in.resultType() == isa.F64:
		d[0], d[1] = l.clamped64(d[0], d[1])
	}
	for i, v := range d {
		if l.values[v].kind != valueOp {
			v = l.op(isa.HostMov, 0, v)
		}
		l.setRow(uint8(int(in.r.D-isa.CodeVGPR)+i), v)
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

// setRow makes an operation's value that of a vector register.
func (l *lanes) setRow(n uint8, v int) {
	if l.rows[n] < 0 {
		l.order = append(l.order, n)
	}
	l.rows[n] = v
}

// evaluation makes the operations of a recipe.
type evaluation struct {
	*lanes
	in    *inst
	half  int // which half of packed sources, -1: all of other sources
	done  map[*isa.HostExpr]int
	pairs map[*isa.HostExpr][2]int
	flush bool // arithmetic flushes denormal results
}

func newEvaluation(l *lanes, in *inst, half int) *evaluation {
	e := &evaluation{lanes: l, in: in, half: half, done: map[*isa.HostExpr]int{}, pairs: map[*isa.HostExpr][2]int{}}
	switch in.recipe.FP {
	case isa.HostByMode:
		e.flush = l.fp.F32&isa.DenormOut == 0
	case isa.HostFlushed:
		e.flush = true
	case isa.HostDouble:
		e.flush = l.fp.F64&isa.DenormOut == 0
	}
	return e
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
	case isa.HostIEEE:
		return l.truth(l.fp.IEEE)
	case isa.HostFrac:
		return l.truth(l.has.Has(isa.FeatureFrexp))
	case isa.HostIn:
		return l.mask(x.MaskIn())
	case isa.HostN:
		return l.laneNumber()
	case isa.HostFMad:
		p := l.arith(isa.HostFMul, 0, l.value(e.X), l.value(e.Y))
		return l.arith(isa.HostFAdd, 0, p, l.value(e.Z))
	case isa.HostSelect: // the mask last: there are few registers for them
		y, z := l.value(e.Y), l.value(e.Z)
		return l.op(e.Kind, 0, l.value(e.X), y, z)
	case isa.HostSure:
		return l.sure(e)
	case isa.HostFtz:
		return l.ftz(l.value(e.X))
	case isa.HostFtzIn:
		return l.ftzUnless(l.fp.F32&isa.DenormIn != 0, l.value(e.X))
	case isa.HostFtzOut:
		return l.ftzUnless(l.fp.F32&isa.DenormOut != 0, l.value(e.X))
	case isa.HostFtzMM:
		return l.ftzUnless(l.fp.F32&isa.DenormIn != 0 || !l.has.Has(isa.FeatureMinMaxDenorm), l.value(e.X))
	case isa.HostHF32:
		return l.ftz16Unless(isa.DenormOut, l.op(e.Kind, l.halfRounding(e.K), l.value(e.X)))
	case isa.HostF32H:
		return l.asSingle(l.ftz16Unless(isa.DenormIn, l.lowHalf(l.value(e.X))))
	case isa.HostLo, isa.HostHi, isa.HostF32W, isa.HostI32W, isa.HostWCmp:
		return l.narrow(e)
	}
	args := make([]int, 0, 3)
	for _, y := range []*isa.HostExpr{e.X, e.Y, e.Z}[:e.Kind.Args()] {
		args = append(args, l.value(y))
	}
	return l.arith(e.Kind, e.K, args...)
}

// sure is what an expression is in nearly all cases. Where it is something else, the slice is left
// and done again by code for all cases.
func (l *evaluation) sure(e *isa.HostExpr) int {
	l.twice, l.unclean = true, true
	if l.exact {
		return l.value(e.Y)
	}
	v := l.value(e.X)
	l.op(opLeave, 0, l.value(e.Z))
	return v
}

// arith adds an operation that may be arithmetic.
func (l *evaluation) arith(kind isa.HostKind, k uint32, args ...int) int {
	n := len(l.ops)
	v := l.op(kind, k, args...)
	if len(l.ops) > n {
		l.ops[n].flush = l.flush
	}
	return v
}

// truth is all ones, or zero.
func (l *lanes) truth(yes bool) int {
	if yes {
		return l.constant(^uint32(0))
	}
	return l.constant(0)
}

// ftz makes denormals be zero of their sign.
func (l *lanes) ftz(v int) int {
	small := l.op(isa.HostEq, 0, l.and(v, 0x7f800000), l.constant(0))
	return l.op(isa.HostSelect, 0, small, l.and(v, 1<<31), v)
}

func (l *lanes) ftzUnless(keep bool, v int) int {
	if keep {
		return v
	}
	return l.ftz(v)
}

// halfRounding is the host's number of how a conversion to halves rounds.
func (l *lanes) halfRounding(k uint32) uint32 {
	r := l.fp.F16
	switch {
	case k != 0:
		r = isa.FPRule(k - 1)
	case !l.has.Has(isa.FeatureF16):
		r = l.fp.F32
	}
	return [4]uint32{0, 2, 1, 3}[r&3]
}

// narrow is what comes from 64 bits.
func (l *evaluation) narrow(e *isa.HostExpr) int {
	if e.Kind == isa.HostWCmp {
		c := l.eachHalf(isa.HostWTrue, e.K, l.pair(e.X), l.pair(e.Y))
		return l.op(isa.HostNe, 0, l.op(opEven, 0, c[:]...), l.constant(0))
	}
	p := l.pair(e.X)
	if c := &l.values[p[0]]; c.kind == valueConst64 && p[0] == p[1] {
		switch e.Kind {
		case isa.HostLo:
			return l.constant(uint32(c.k))
		case isa.HostHi:
			return l.constant(uint32(c.k >> 32))
		}
	}
	return l.op(map[isa.HostKind]isa.HostKind{isa.HostLo: opEven, isa.HostHi: opOdd, isa.HostF32W: opToF32,
		isa.HostI32W: opToI32}[e.Kind], 0, p[:]...)
}

// pair are the halves of an expression of 64 bits.
func (l *evaluation) pair(e *isa.HostExpr) [2]int {
	p, ok := l.pairs[e]
	if !ok {
		p = l.computePair(e)
		l.pairs[e] = p
	}
	return p
}

func (l *evaluation) computePair(e *isa.HostExpr) [2]int {
	switch e.Kind {
	case isa.HostPair:
		return l.join(l.value(e.X), l.value(e.Y))
	case isa.HostWF32:
		x := l.value(e.X)
		return [2]int{l.op(opFromF32Lo, 0, x), l.op(opFromF32Hi, 0, x)}
	}
	args := make([][2]int, 0, 3)
	for _, y := range []*isa.HostExpr{e.X, e.Y, e.Z}[:e.Kind.Args()] {
		args = append(args, l.pair(y))
	}
	return l.eachHalf(e.Kind, e.K, args...)
}

// eachHalf adds an operation on each half.
func (l *evaluation) eachHalf(kind isa.HostKind, k uint32, args ...[2]int) (d [2]int) {
	for i := range d {
		var a []int
		for _, x := range args {
			a = append(a, x[i])
		}
		d[i] = l.arith(kind, k, a...)
	}
	return d
}

// join makes 64 bits of two dwords. Those that have just been taken apart are what they were.
func (l *lanes) join(lo, hi int) [2]int {
	a, b := &l.values[lo], &l.values[hi]
	if a.kind == valueConst && b.kind == valueConst {
		v := l.wide(a.k | b.k<<32)
		return [2]int{v, v}
	}
	if a.kind == valueOp && b.kind == valueOp {
		x, y := l.opOf(lo), l.opOf(hi)
		if x.kind == opEven && y.kind == opOdd && x.arg == y.arg {
			return [2]int{x.arg[0], x.arg[1]}
		}
	}
	return [2]int{l.op(opUnpackLo, 0, lo, hi), l.op(opUnpackHi, 0, lo, hi)}
}

// opOf is the operation that gives a value.
func (l *lanes) opOf(v int) *op { return &l.ops[l.values[v].at] }

// leaf is a dword of source i as the recipe has it: with modifiers, which act on the last dword.
func (l *evaluation) leaf(i int, dword uint16) int {
	x := l.in.r.X
	v := -1
	if l.dpp != nil && i == 0 {
		v = l.permuted()
	} else {
		v = l.source(x, i, l.in.r.Sources()[i], dword)
	}
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

// permuted is source 0 of the instruction with DPP.
func (l *lanes) permuted() int {
	v, ok := l.was[permuted]
	if !ok {
		v = l.value(value{kind: valuePermuted})
		l.was[permuted] = v
	}
	return v
}

// packed is the result of an instruction on both halves of its sources.
func (l *lanes) packed(in *inst, x *isa.HostExpr) int {
	var d [2]int
	for half := range d {
		d[half] = newEvaluation(l, in, half).value(x)
		if in.r.X.Inst.Mod.Clamp && in.resultType() == isa.V2F16 {
			d[half] = l.clamped(l.and(d[half], 0xffff), 0x8000, 0x7c00, 0x3c00)
		}
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

func (l *lanes) and(v int, mask uint32) int {
	if mask&0xffff == 0xffff && l.isHalf(v) {
		return v
	}
	return l.op(isa.HostAnd, 0, v, l.constant(mask))
}

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
	if (x.Inst.Sub == isa.SDWA || x.Inst.Sub == isa.SDWAB) && i < 2 {
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

// limited applies output modifiers to a result of one dword.
func (l *lanes) limited(in *inst, v int) int {
	m := &in.r.X.Inst.Mod
	if in.scales(l.fp) {
		nan := l.op(isa.HostLtU, 0, l.constant(0x7f800000), l.and(v, 0x7fffffff))
		factor := [4]uint32{1: 0x40000000, 2: 0x40800000, 3: 0x3f000000}[m.Omod&3]
		p := l.op(isa.HostFMul, 0, v, l.constant(factor))
		// Zero, or denormal. The host's rules may be such that it flushes nothing.
		zero := l.op(isa.HostEq, 0, l.and(p, 0x7f800000), l.constant(0))
		p = l.op(isa.HostSelect, 0, zero, l.constant(0), p)
		v = l.op(isa.HostSelect, 0, nan, v, p)
	}
	if m.Clamp {
		switch in.resultType() {
		case isa.F32:
			v = l.clamped(v, 1<<31, 0x7f800000, 0x3f800000)
		case isa.F16:
			v = l.clamped(l.and(v, 0xffff), 0x8000, 0x7c00, 0x3c00)
		}
	}
	return v
}

// clamped brings a number into 0 to 1, given the sign, infinity and one of its format.
func (l *lanes) clamped(v int, sign, inf, one uint32) int {
	zero := l.constant(0)
	r := l.op(isa.HostMinU, 0, v, l.constant(one))
	r = l.op(isa.HostSelect, 0, l.op(isa.HostNe, 0, l.and(v, sign), zero), zero, r)
	other := v
	if l.fp.DX10Clamp {
		other = zero
	}
	return l.op(isa.HostSelect, 0, l.op(isa.HostLtU, 0, l.constant(inf), l.and(v, sign-1)), other, r)
}

// clamped64 is clamped for doubles.
func (l *lanes) clamped64(lo, hi int) (int, int) {
	zero, one := l.constant(0), l.constant(0x3ff00000)
	choose := func(m, x, y int) int { return l.op(isa.HostSelect, 0, m, x, y) }
	low := choose(l.op(isa.HostLtU, 0, hi, one), lo, zero)
	low = choose(l.op(isa.HostLtI, 0, hi, zero), zero, low)
	high := choose(l.op(isa.HostLtI, 0, hi, zero), zero, l.op(isa.HostMinU, 0, hi, one))
	some := choose(l.op(isa.HostNe, 0, lo, zero), l.constant(1), zero)
	size := l.op(isa.HostOr, 0, l.and(hi, 0x7fffffff), some)
	otherLo, otherHi := lo, hi
	if l.fp.DX10Clamp {
		otherLo, otherHi = zero, zero
	}
	nan := func() int { return l.op(isa.HostLtU, 0, l.constant(0x7ff00000), size) }
	return choose(nan(), otherLo, low), choose(nan(), otherHi, high)
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
			if v, ok := fold(kind, uint32(a.k), uint32(b.k)); ok {
				return l.constant(v)
			}
		}
		if b.kind == valueConst {
			if v, ok := l.simple(kind, args[0], uint32(b.k)); ok {
				return v
			}
		}
		if a.kind == valueConst && (kind == isa.HostAnd || kind == isa.HostOr || kind == isa.HostXor || kind == isa.HostAdd) {
			if v, ok := l.simple(kind, args[1], uint32(a.k)); ok {
				return v
			}
		}
	}
	if kind == isa.HostSigns && l.values[args[0]].kind == valueConst {
		return l.constant(uint32(l.values[args[0]].k) >> 7 & 0x01010101 * 0xff)
	}
	o := op{kind: kind, k: k, arg: [3]int{-1, -1, -1}}
	copy(o.arg[:], args)
	v := value{kind: valueOp, at: len(l.ops)}
	switch {
	case kind.Mask():
		v.kind = valueMaskOp
	case kind >= isa.HostFAdd && kind <= isa.HostFMax, kind == opRoundHalf:
		v.float = singles
	case kind >= isa.HostDAdd && kind <= isa.HostDFma:
		v.float = doubles
	}
	l.float = l.float || v.float == singles
	l.unclean = l.unclean || v.float != noNumbers
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
		if !need[o.d] && o.kind != opLeave && o.kind != opStore {
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
