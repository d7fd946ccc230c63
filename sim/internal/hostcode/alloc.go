package hostcode

import (
	"errors"
	"math"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
)

// emitter emits the operations and stores of a slice.
type emitter func(a *assembler, l *lanes, f form) error

// form is for which slices code is.
type form struct {
	full    bool  // EXEC has all lanes
	exact   bool  // each NaN is chosen where it arises; otherwise, where there is one, the slice is left undone
	dense   bool  // lanes lie one behind the other wherever an access of global memory may find that
	past    int   // bytes of a row from where rax is to the slice
	unclean label // where the code jumps if the slice is left, before it stores anything
	fixed   *fixtures
}

// backend is what the code around slices needs to know of them.
type backend struct {
	emit    emitter
	fill    func(a *assembler, r int, f fixture)
	permute func(a *assembler, p *permutation, full bool)
	lanes   int // of a slice
	regs    int // that hold values
}

func backendOf(t Tier) backend {
	if t == AVX2 {
		fill := func(a *assembler, r int, f fixture) {
			s := &ymm{slice: &slice{assembler: a}}
			s.machine = s
			s.fill(r, f)
		}
		permute := func(a *assembler, p *permutation, full bool) { (&ymm{slice: &slice{assembler: a}}).permute(p, full) }
		return backend{emitAVX2, fill, permute, 8, numY}
	}
	fill := func(a *assembler, r int, f fixture) {
		s := &zmm{slice: &slice{assembler: a}}
		s.machine = s
		s.fill(r, f)
	}
	permute := func(a *assembler, p *permutation, full bool) { (&zmm{slice: &slice{assembler: a}}).permute(p, full) }
	return backend{emitAVX512, fill, permute, 16, numZ}
}

// errRegisters says that a run needs more registers than there are: a shorter one may not.
var errRegisters = errors.New("too few registers")

// slice is what is emitted of the lanes of a host register, whatever the back end. Values are in
// vector registers from the operation that makes them or first needs them to the last one that
// reads them; where there are too few, the one that is needed last is stored.
type slice struct {
	*assembler
	*lanes
	machine  machine
	minMax   bool // min and max follow MODE's denormals
	full     bool // see form
	exact    bool
	dense    bool
	past     int
	unclean  label
	fixed    *fixtures
	checked  bool // something has been looked at for NaNs
	at       int  // operation
	reg      []int
	in       []int  // register of each value, -1
	spilled  []int  // slot of each value, -1
	slots    []int  // value in each slot, -1
	nan, den []bool // values that may be NaN without a choice, denormal though they should be flushed
	noted    []bool // values of which it is or will be noted where they are NaN
	held     []int  // registers that the operation needs
	err      error
}

// machine is what differs between hosts.
type machine interface {
	load(r int, o operand)
	store(o operand, r int)
	broadcast(r int, o operand) // a dword of memory in all lanes
	lessOne(r int)              // subtracts 1
	maskLoad(r int, v int)      // a mask as it was, where vector registers hold masks
	laneNumbers(r int)
	firstAt(r int) // puts into rcx what the first lane has
	constant(k uint32) (o operand, bcast bool)
	constant64(k uint64) (o operand, bcast bool)
	broadcast64(r int, o operand)
	embeds() bool             // an operand in memory may be a dword for all lanes
	check(a, b int)           // notes lanes in which one of two registers is NaN
	checkWide(r int)          // leaves the slice where one of doubles is NaN
	flushed(r int, wide bool) // makes a denormal of a register zero of its sign, of doubles where wide
	operation(o *op)          // emits an operation that is in no table below
	two(p evexOp, d, a, b int, commutes bool)
	shift(p, imm evexOp, d, a, n int)
	mulHigh(p evexOp, d, a, b int)
	arith(p evexOp, d, a, b int, wide bool)
	forget(last func(v int) bool) // frees what only the machine knows
}

func newSlice(a *assembler, l *lanes, f form, regs int) *slice {
	n := len(l.values)
	return &slice{assembler: a, lanes: l, minMax: l.has.Has(isa.FeatureMinMaxDenorm), full: f.full,
		exact: f.exact, dense: f.dense, past: f.past, unclean: f.unclean, fixed: f.fixed,
		reg: fill(regs - len(f.fixed.vector)), in: fill(n), spilled: fill(n), slots: fill(spillSlots),
		nan: make([]bool, n), den: make([]bool, n), noted: make([]bool, n)}
}

func fill(n int) []int {
	x := make([]int, n)
	for i := range x {
		x[i] = -1
	}
	return x
}

// inRow is the slice of a row, or of what is as long, which begins at a register and disp. rax counts the bytes up
// to its end from -256 on.
func (s *slice) inRow(base, disp int) operand { return memIndex(base, rax, disp+256+s.past) }

// inMask is that of a mask in the wave. rbx counts its bytes.
func (s *slice) inMask(disp int) operand { return memIndex(rdi, rbx, disp+s.past/32) }

// numbers are those of the slice's lanes, where rax is 0 at its end.
func (s *slice) numbers(lanes int) (list []uint32) {
	for i := range lanes {
		list = append(list, uint32(64+s.past/4+i))
	}
	return list
}

// operations emits all of them.
func (s *slice) operations() {
	for s.at = range s.ops {
		o := &s.ops[s.at]
		s.settle(o)
		s.operation(o)
		if o.d >= 0 && s.noted[o.d] {
			s.note(o.d)
		}
		s.free()
	}
	s.at = len(s.ops)
	for _, h := range s.copies { // before rows are stored: it may be what they held
		s.bits(h.v)
		s.machine.store(s.inRow(rdi, offHeldV+256*h.n), s.need(h.v))
		s.held = s.held[:0]
	}
	for _, n := range s.order {
		s.bits(s.rows[n])
		s.held = s.held[:0]
	}
}

// Operations that all back ends have, as one instruction or a form of it.
var (
	plain = map[isa.HostKind]evexOp{isa.HostAdd: vAdd, isa.HostSub: vSub, isa.HostMul: vMul, isa.HostAnd: vAnd,
		isa.HostAndNot: vAndN, isa.HostOr: vOr, isa.HostXor: vXor, isa.HostMinU: vMinU, isa.HostMaxU: vMaxU,
		isa.HostMinI: vMinI, isa.HostMaxI: vMaxI, isa.HostRAdd: vFAdd, isa.HostRSub: vFSub, isa.HostRMul: vFMul,
		isa.HostRDiv: vFDiv, isa.HostWAdd: wAdd, isa.HostWSub: wSub, isa.HostWMul: wMul, isa.HostWDiv: wDiv,
		isa.HostWAnd: wAnd, isa.HostWOr: wOr, isa.HostWXor: wXor, isa.HostWSubI: wSubI,
		opUnpackLo: vUnpackLo, opUnpackHi: vUnpackHi}
	ordered = map[isa.HostKind]bool{isa.HostSub: true, isa.HostAndNot: true, isa.HostRSub: true, isa.HostRDiv: true,
		isa.HostWSub: true, isa.HostWDiv: true, isa.HostWSubI: true, opUnpackLo: true, opUnpackHi: true}
	highProducts = map[isa.HostKind]evexOp{isa.HostMulHU: vMulU, isa.HostMulHI: vMulI}
	shifts       = map[isa.HostKind][2]evexOp{isa.HostShl: {vShl, vShlImm}, isa.HostShr: {vShr, vShrImm},
		isa.HostSar: {vSar, vSarImm}}
	ariths = map[isa.HostKind]evexOp{isa.HostFAdd: vFAdd, isa.HostFSub: vFSub, isa.HostFMul: vFMul, isa.HostDAdd: wAdd,
		isa.HostDSub: wSub, isa.HostDMul: wMul}
)

// operation emits an operation.
func (s *slice) operation(o *op) {
	a, b, m := o.arg[0], o.arg[1], s.machine
	if p, ok := plain[o.kind]; ok {
		if o.kind == isa.HostAndNot { // the host negates the first source
			a, b = b, a
		}
		m.two(p, o.d, a, b, !ordered[o.kind])
	} else if p, ok := shifts[o.kind]; ok {
		m.shift(p[0], p[1], o.d, a, b)
	} else if p, ok := highProducts[o.kind]; ok {
		m.mulHigh(p, o.d, a, b)
	} else if p, ok := ariths[o.kind]; ok {
		m.arith(p, o.d, a, b, o.kind >= isa.HostDAdd)
	} else if o.kind == isa.HostMov {
		s.copyTo(o.d, a)
	} else {
		m.operation(o)
	}
}

// behind makes f emit something behind the slices, which reads value v. Registers hold then what they do
// now.
func (s *slice) behind(v int, f func()) {
	in := s.in[v]
	s.late = append(s.late, func() {
		was := s.in[v]
		s.in[v] = in
		f()
		s.in[v] = was
	})
}

// settle makes the sources of an operation be what registers have to hold, where it is no arithmetic.
func (s *slice) settle(o *op) {
	switch {
	case o.kind == isa.HostFCmp, o.kind >= isa.HostFAdd && o.kind < isa.HostFMin,
		o.kind >= isa.HostDAdd && o.kind <= isa.HostDFma:
		return
	case (o.kind == isa.HostFMin || o.kind == isa.HostFMax) && (!s.flush() || s.minMax):
		return
	case o.kind == opRoundHalf && !s.den[o.arg[0]]:
		return
	}
	for _, v := range o.arg {
		s.bits(v)
	}
}

// bits makes a value be what its register has to hold: for operations that are no arithmetic, and
// at the end.
func (s *slice) bits(v int) {
	if v < 0 || s.values[v].float == noNumbers || !s.den[v] && !s.nan[v] {
		return
	}
	r := s.need(v)
	s.note(v)
	if s.den[v] {
		s.machine.flushed(r, s.values[v].float == doubles)
		s.den[v] = false
		if slot := s.spilled[v]; slot >= 0 {
			s.slots[slot], s.spilled[v] = -1, -1
		}
	}
}

// note has it noted where a value is NaN, which a later one may do that is NaN there, too.
func (s *slice) note(v int) {
	if !s.nan[v] {
		return
	}
	s.nan[v] = false
	if s.noted[v] = true; s.covered(v, maxCover) {
		return
	}
	if r := s.need(v); s.values[v].float == doubles {
		s.machine.checkWide(r)
	} else {
		s.machine.check(r, r)
	}
}

// maxCover is how many operations on something is looked for that is NaN where a value is.
const maxCover = 6

// covered reports whether it is noted where another value is NaN, which is NaN wherever v is: a sum,
// difference or product with it, or the half of it.
func (s *slice) covered(v, depth int) bool {
	for _, u := range s.values[v].uses {
		if u == len(s.ops) || !spreadsNaN(s.ops[u].kind) {
			continue
		}
		w := s.ops[u].d
		switch {
		case s.noted[w]:
		case u >= s.at:
			s.noted[w] = true // once it is there
		case depth > 0 && s.covered(w, depth-1):
			s.noted[w], s.nan[w] = true, false
		case s.in[w] >= 0 && s.nan[w]:
			s.note(w)
		default:
			continue
		}
		return true
	}
	return false
}

// spreadsNaN reports whether an operation with a NaN gives one.
func spreadsNaN(k isa.HostKind) bool {
	return k == isa.HostFAdd || k == isa.HostFSub || k == isa.HostFMul || k == isa.HostFFma || k == opRoundHalf ||
		k >= isa.HostDAdd && k <= isa.HostDFma
}

func (s *slice) flush() bool { return s.fp.F32&isa.DenormOut == 0 }

// nextUse is the next operation that reads a value, from one on.
func (s *slice) nextUse(v, from int) int {
	for _, u := range s.values[v].uses {
		if u >= from {
			return u
		}
	}
	return math.MaxInt
}

// last reports whether nothing reads a value behind the operation.
func (s *slice) last(v int) bool { return s.nextUse(v, s.at+1) == math.MaxInt }

// take returns a register for a value, which is put there later.
func (s *slice) take(v int) int {
	best, far := -1, -1
	for r, old := range s.reg {
		if slices.Contains(s.held, r) {
			continue
		}
		if old < 0 {
			best = r
			break
		}
		if n := s.nextUse(old, s.at); n > far {
			best, far = r, n
		}
	}
	if best < 0 {
		s.err = errRegisters
		return 0
	}
	if old := s.reg[best]; old >= 0 {
		s.in[old] = -1
		if k := s.values[old].kind; (k == valueOp || k == valueMaskOp) && s.spilled[old] < 0 {
			slot := slices.Index(s.slots, -1)
			if slot < 0 {
				s.err = errRegisters
				return 0
			}
			s.slots[slot], s.spilled[old] = old, slot
			s.machine.store(mem(rdi, offSpill+64*slot), best)
		}
	}
	s.reg[best], s.in[v] = v, best
	s.held = append(s.held, best)
	s.fixed.most = max(s.fixed.most, len(s.reg)-s.unused())
	return best
}

// unused is how many registers have no value.
func (s *slice) unused() (n int) {
	for _, v := range s.reg {
		if v < 0 {
			n++
		}
	}
	return n
}

// free gives back registers whose values nothing reads any more.
func (s *slice) free() {
	s.held = s.held[:0]
	for r, v := range s.reg {
		if v >= 0 && s.last(v) {
			s.reg[r], s.in[v] = -1, -1
		}
	}
	for slot, v := range s.slots {
		if v >= 0 && s.last(v) {
			s.slots[slot], s.spilled[v] = -1, -1
		}
	}
	s.machine.forget(s.last)
}

// where is a value in memory, and whether it is one dword.
func (s *slice) where(v int) (o operand, bcast bool) {
	switch x := &s.values[v]; x.kind {
	case valueRow:
		return s.inRow(rsi, 256*int(x.code)), false
	case valueHeld:
		return s.inRow(rdi, offHeldV+256*int(x.code)), false
	case valuePermuted:
		return s.inRow(rdi, offPermuted), false
	case valueScalar:
		return mem(rdi, offS+4*int(x.code)), true
	case valueConst:
		return s.machine.constant(uint32(x.k))
	case valueConst64:
		return s.machine.constant64(x.k)
	}
	return mem(rdi, offSpill+64*s.spilled[v]), false
}

// need brings a value into a register.
func (s *slice) need(v int) int {
	r := s.in[v]
	if r >= 0 {
		s.held = append(s.held, r)
		return r
	}
	switch s.values[v].kind {
	case valueMaskIn:
		r = s.take(v)
		s.machine.maskLoad(r, v)
		return r
	case valueLane:
		r = s.take(v)
		s.machine.laneNumbers(r)
		return r
	}
	if f, ok := s.fixture(v); ok {
		if r, ok := s.fixed.find(f); ok {
			return r
		}
		r = s.take(v)
		s.fill(r, f)
		return r
	}
	o, _ := s.where(v)
	r = s.take(v)
	s.machine.load(r, o)
	return r
}

// fixture is what a value is in all slices.
func (s *slice) fixture(v int) (f fixture, ok bool) {
	k := s.values[v].kind
	if k != valueScalar && k != valueConst && k != valueConst64 {
		return f, false
	}
	o, bcast := s.where(v)
	f = fixture{o: o}
	switch {
	case bcast && k == valueConst64:
		f.how = pairForAll
	case bcast:
		f.how = dwordForAll
	}
	return f, true
}

// fill brings what is the same in all slices into a register.
func (s *slice) fill(r int, f fixture) {
	switch f.how {
	case pairForAll:
		s.machine.broadcast64(r, f.o)
	case dwordForAll:
		s.machine.broadcast(r, f.o)
	case lessOne:
		s.machine.broadcast(r, f.o)
		s.machine.lessOne(r)
	default:
		s.machine.load(r, f.o)
	}
}

// fix is a register with what is the same in all slices: tmp, if there is no other one.
func (s *slice) fix(tmp int, how filling, o operand) int {
	f := fixture{how, o}
	if r, ok := s.fixed.find(f); ok {
		return r
	}
	s.fill(tmp, f)
	return tmp
}

// base is a general register with a quadword of memory that is the same in all slices: r15, if there is no
// other one.
func (s *slice) base(o operand) int {
	if r, ok := s.fixed.findGeneral(o); ok {
		return r
	}
	s.movTo(true, r15, o)
	return r15
}

// operand is a value as an operand that may be in memory.
func (s *slice) operand(v int) (o operand, bcast bool) {
	k := s.values[v].kind
	inMemory := false
	switch k {
	case valueConst, valueConst64:
		inMemory = true
	case valueScalar:
		inMemory = s.machine.embeds()
	case valueRow, valueHeld, valuePermuted, valueOp, valueMaskOp:
		inMemory = s.last(v)
	}
	if s.in[v] < 0 && inMemory {
		return s.where(v)
	}
	return regOp(s.need(v)), false
}

// result is a register for a result, which may be that of a source that nothing reads any more.
func (s *slice) result(d int, from ...int) int {
	for _, v := range from {
		if v >= 0 && s.in[v] >= 0 && s.last(v) {
			r := s.in[v]
			s.in[v] = -1
			s.reg[r], s.in[d] = d, r
			return r
		}
	}
	return s.take(d)
}

// copyTo emits a move of a value into the register of another one.
func (s *slice) copyTo(d, a int) {
	if in := s.in[a]; in >= 0 || s.values[a].kind == valueLane {
		in = s.need(a)
		s.machine.load(s.take(d), regOp(in))
		return
	}
	if f, ok := s.fixture(a); ok {
		if r, ok := s.fixed.find(f); ok {
			s.machine.load(s.take(d), regOp(r))
		} else {
			s.fill(s.take(d), f)
		}
		return
	}
	o, _ := s.where(a)
	s.machine.load(s.take(d), o)
}
