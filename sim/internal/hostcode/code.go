package hostcode

import (
	"errors"
	"maps"
	"slices"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Where host code finds the state of a wave.
const (
	offS        = int(unsafe.Offsetof(engine.Wave{}.S))
	offExec     = offS + 4*isa.CodeExecLo
	offSCC      = int(unsafe.Offsetof(engine.Wave{}.SCC))
	offVWritten = int(unsafe.Offsetof(engine.Wave{}.VWritten))
	offSWritten = int(unsafe.Offsetof(engine.Wave{}.SWritten))
	offSpill    = engine.ScratchOffset
	offHeldS    = engine.HeldOffset
	offHeldV    = engine.HeldOffset + 4*engine.HeldScalars
	offPermuted = engine.PermutedOffset
	spillSlots  = engine.ScratchBytes/64 - 1
	offMXCSR    = offSpill + 64*spillSlots

	offPermutedLanes = engine.PermutedLanesOffset
)

// errScalar says that a scalar instruction needs more registers than there are.
var errScalar = errors.New("too many scalar values")

// coder makes the code of a unit.
type coder struct {
	*assembler
	backend backend
	fp      isa.FPMode
	has     isa.Features
	prog    *engine.ProgramCore
	swrite  scalars
	outside []func() error // code that goes behind

	lanesWritten map[uint8]uint64 // lanes of vector registers that scalar instructions write, by register
}

// newCoder begins code.
func newCoder(p *engine.ProgramCore, b backend, fp isa.FPMode) *coder {
	return &coder{assembler: newAssembler(), backend: b, prog: p, fp: fp, has: p.Features(),
		lanesWritten: map[uint8]uint64{}}
}

// compile makes the code of a unit whose instructions are given; loop says that the branch at its
// end leads to its beginning.
func compile(p *engine.ProgramCore, list []inst, loop bool, b backend, fp isa.FPMode) (code []byte, err error) {
	c := newCoder(p, b, fp)
	steps := plan(list, &fp)
	modes, several := controls(steps)
	float := several || modes[0] != mxcsr
	if float {
		c.legacy(false, 3, mem(rdi, offMXCSR), 0, 0x0f, 0xae)
	}
	if float && !several {
		c.setMXCSR(modes[0])
	}
	again, out := c.label(), c.label()
	c.place(again)
	now := uint32(0) // what the register holds, 0: something
	dests, err := c.steps(steps, func(i int) {
		if several && modes[i] != now {
			now = modes[i]
			c.setMXCSR(now)
		}
	})
	if err != nil {
		return nil, err
	}
	c.legacy(true, 1, regOp(r8), 0, 0xff) // dec r8
	last := list[len(list)-1].recipe
	if last == nil || last.Jump == nil {
		c.legacy(false, rax, regOp(rax), 0, 0x31)
	} else {
		taken, err := c.branch(&list[len(list)-1])
		if err != nil {
			return nil, err
		}
		c.set(taken, regOp(rax))
		if loop {
			c.jump(not(taken), out)
			c.legacy(true, r8, regOp(r8), 0, 0x85)
			c.jump(jne, again)
			c.place(out)
		}
	}
	c.wrote(dests)
	if float {
		c.legacy(false, 2, mem(rdi, offMXCSR), 0, 0x0f, 0xae)
	}
	c.emit(0xc3)
	for i := 0; i < len(c.outside); i++ { // they add more
		if err := c.outside[i](); err != nil {
			return nil, err
		}
	}
	return c.finish(), nil
}

// steps emits steps; set is called before the vector instructions of each. It returns the vector registers of
// which it is still to be noted that they have been written, in the lanes of EXEC.
func (c *coder) steps(steps []*step, set func(i int)) (dests []uint8, err error) {
	once := true // EXEC stays the same: what is written is noted at the end
	var built []*lanes
	for _, s := range steps {
		built = append(built, build(s.vectors, &c.fp, c.has, false))
		for i := range s.scalars {
			_, w := s.scalars[i].scalarUses()
			once = once && w[1]>>(isa.CodeExecLo&63) == 0
		}
		once = once && !s.exec
	}
	for i, s := range steps {
		for j := range s.scalars {
			if err := c.scalar(&s.scalars[j]); err != nil {
				return nil, err
			}
		}
		l := built[i]
		if len(l.ops) == 0 && len(l.copies) == 0 {
			continue
		}
		set(i)
		if l.dpp != nil {
			c.permute(l.dpp)
		}
		if err := c.lanes(l); err != nil {
			return nil, err
		}
		if once && l.execAt == offExec {
			for _, n := range l.order {
				if !slices.Contains(dests, n) {
					dests = append(dests, n)
				}
			}
		} else {
			c.wroteV(l.order)
		}
		c.putMasks(l)
	}
	return dests, nil
}

// wrote notes what has been written: vector registers in the lanes of EXEC, and what the coder has noted.
func (c *coder) wrote(dests []uint8) {
	c.wroteVectors(dests)
	for i, m := range c.swrite {
		if m != 0 {
			c.movImm(rcx, m)
			c.legacy(true, rcx, mem(rdi, offSWritten+8*i), 0, 0x09)
		}
	}
	c.swrite = scalars{}
}

// wroteVectors is wrote for vector registers.
func (c *coder) wroteVectors(dests []uint8) {
	if len(dests) > 0 {
		c.legacy(true, r9, mem(rdi, offExec), 0, 0x8b)
		c.wroteV(dests)
	}
	for _, n := range slices.Sorted(maps.Keys(c.lanesWritten)) {
		c.movImm(rcx, c.lanesWritten[n])
		c.legacy(true, rcx, mem(rdi, offVWritten+8*int(n)), 0, 0x09)
	}
	clear(c.lanesWritten)
}

// controls are what the host's floating-point control has to hold in each step, and whether it is
// not the same in all of them. What a step has no need of is as in the others.
func controls(steps []*step) (list []uint32, several bool) {
	var all control
	for _, s := range steps {
		all = s.control.with(all)
	}
	for i, s := range steps {
		list = append(list, mxcsr|all.with(s.control).value)
		several = several || list[i] != list[0]
	}
	return list, several
}

func (c *coder) setMXCSR(v uint32) { c.legacy(false, 2, memConst(c.konst(v)), 0, 0x0f, 0xae) }

func (c *coder) movImm(r int, v uint64) {
	rex := byte(0x40)
	if r >= 8 {
		rex |= 1
	}
	if v>>32 == 0 {
		if rex != 0x40 {
			c.emit(rex)
		}
		c.emit(0xb8 | byte(r&7))
		c.imm32(uint32(v))
		return
	}
	c.emit(rex|8, 0xb8|byte(r&7))
	c.imm32(uint32(v))
	c.imm32(uint32(v >> 32))
}

// set emits a SETcc for the condition of a jump.
func (c *coder) set(condition byte, o operand) { c.legacy(false, 0, o, 0, 0x0f, condition+0x10) }

// not is the other condition.
func not(condition byte) byte { return condition ^ 1 }

// branch emits what a conditional branch looks at, and returns the condition in which it is taken.
func (c *coder) branch(in *inst) (taken byte, err error) {
	e := newScalarExpr(c, in)
	taken = e.condition(in.recipe.Jump)
	return taken, e.err
}

// wroteV notes that vector registers have been written in the lanes of r9.
func (c *coder) wroteV(rows []uint8) {
	for _, n := range rows {
		c.legacy(true, r9, mem(rdi, offVWritten+8*int(n)), 0, 0x09)
	}
}

// putMasks stores the mask results.
func (c *coder) putMasks(l *lanes) {
	for i, code := range l.dests {
		c.legacy(true, r10+i, mem(rdi, offS+4*int(code)), 0, 0x89)
		c.swrite.add(code, 2)
		if l.exec >= 0 && l.masks[code] == l.exec && code != isa.CodeExecLo {
			c.legacy(true, r10+i, mem(rdi, offExec), 0, 0x89)
			c.swrite.add(isa.CodeExecLo, 2)
		}
	}
}

// lanes emits the vector instructions of a step: for all lanes active, and for some.
func (c *coder) lanes(l *lanes) error {
	some, done := c.label(), c.label()
	c.legacy(true, r9, mem(rdi, l.execAt), 0, 0x8b)
	for i := range l.dests {
		c.legacy(false, r10+i, regOp(r10+i), 0, 0x31)
	}
	c.legacy(true, 7, regOp(r9), 1, 0x83) // cmp r9, -1
	c.emit(0xff)
	c.jump(jne, some)
	if err := c.loop(l, form{full: true, dense: l.mayBeDense()}, some, done); err != nil {
		return err
	}
	c.place(done)
	c.outside = append(c.outside, func() error {
		c.place(some)
		if err := c.loop(l, form{}, some, done); err != nil {
			return err
		}
		c.jump(0, done)
		return nil
	})
	return nil
}

// mayBeDense reports whether there are accesses of global memory that are faster where all their lanes lie one
// behind the other.
func (l *lanes) mayBeDense() bool {
	return slices.ContainsFunc(l.ops, func(o op) bool { return o.lds != nil && o.lds.window > 0 && o.mayBeDense() })
}

// hasMasks reports whether slices read masks as they were before.
func (l *lanes) hasMasks() bool {
	return l.twice || slices.ContainsFunc(l.values, func(v value) bool { return v.kind == valueMaskIn })
}

// loop emits the loop over the slices. Another form of it may go to done, and it may go to that of some lanes, which
// is for all, too.
func (c *coder) loop(l *lanes, f form, some, done label) error {
	top, sparse := c.label(), c.label()
	f.unclean, f.fixed = c.label(), &fixtures{counting: true}
	// What is made first only counts.
	code, fixups, labels, late := len(c.code), len(c.fixups), len(c.labels), len(c.late)
	if err := c.backend.emit(c.assembler, l, f); err != nil {
		return err
	}
	size := len(c.code) - code
	c.code, c.fixups, c.labels, c.late = c.code[:code], c.fixups[:fixups], c.labels[:labels], c.late[:late]
	f.fixed.choose(c.backend.regs, []int{r10, r11, r12, r13}[len(l.dests):])

	masks := !f.full || l.hasMasks()
	c.movNegative(rax, -256)
	if masks {
		c.zero(rbx)
	}
	if f.dense {
		c.outside = append(c.outside, func() error {
			c.place(sparse)
			if err := c.loop(l, form{full: true}, some, done); err != nil {
				return err
			}
			c.jump(0, done)
			return nil
		})
	}
	c.fill(&f)
	c.leave(l, &f, sparse, some)
	c.place(top)
	// Short slices are made several times: there are as many less instructions that count.
	bytes := 4 * c.backend.lanes
	times := 256 / bytes
	for times > 1 && times*size > maxUnrolled {
		times /= 2
	}
	var unclean, next []label
	for i := range times {
		f.past = i * bytes
		if i > 0 {
			f.unclean = c.label()
		}
		if err := c.backend.emit(c.assembler, l, f); err != nil {
			return err
		}
		unclean, next = append(unclean, f.unclean), append(next, c.label())
		c.place(next[i])
		c.putOff()
	}
	// advance goes on by some slices.
	advance := func(n int) {
		add := func(r, n int) {
			if int(int8(n)) != n {
				c.imm(true, 0, r, uint32(n))
				return
			}
			c.legacy(true, 0, regOp(r), 1, 0x83)
			c.emit(byte(n))
		}
		if n != 0 && masks {
			add(rbx, n*c.backend.lanes/8)
		}
		if n != 0 {
			add(rax, n*bytes)
		}
	}
	if times*bytes < 256 {
		advance(times)
		c.jump(jne, top)
	}
	for i := range l.dests {
		if f.fixed.other[i] {
			c.legacy(true, 2, regOp(r10+i), 0, 0xf7) // not
		}
	}
	if !l.unclean {
		for _, u := range unclean {
			c.place(u)
		}
		return nil
	}
	c.outside = append(c.outside, func() error {
		again := c.label()
		for i, u := range unclean {
			c.place(u)
			advance(i)
			c.call(again)
			advance(-i)
			c.jump(0, next[i])
		}
		c.place(again)
		if l.twice {
			l = build(l.list, l.fp, l.has, true)
		}
		exact := f
		exact.exact, exact.past, exact.fixed = true, 0, &fixtures{other: f.fixed.other}
		if err := c.backend.emit(c.assembler, l, exact); err != nil {
			return err
		}
		c.fill(&f)
		c.emit(0xc3)
		c.putOff()
		return nil
	})
	return nil
}

// maxUnrolled is the most bytes of code of slices that a loop has one behind the other.
const maxUnrolled = 640

// fill fills the registers of fixtures.
func (c *coder) fill(f *form) {
	for _, w := range f.fixed.wanted {
		if r, ok := f.fixed.general[w.o]; ok && w.general {
			c.movTo(true, r, w.o)
		} else if r, ok := f.fixed.vector[w.fixture]; ok && !w.general {
			c.backend.fill(c.assembler, r, w.fixture)
		}
	}
}

// leave goes to other forms of a loop, where lanes do not lie one behind the other, and where a fixture is not as it
// has to be.
func (c *coder) leave(l *lanes, f *form, sparse, some label) {
	for _, w := range f.fixed.wanted {
		if _, ok := f.fixed.vector[w.fixture]; ok && w.how == lessOne {
			c.legacy(false, 7, w.o, 1, 0x83) // cmp dword, imm8
			c.emit(0)
			c.jump(je, some)
		}
	}
	if !f.dense {
		return
	}
	seen := map[int]bool{}
	for i := range l.ops {
		o := &l.ops[i]
		if o.lds == nil || o.lds.window == 0 || !o.mayBeDense() || seen[o.lds.window] {
			continue
		}
		seen[o.lds.window] = true
		at := inPlace(o.lds.window-1, engine.PlaceDense)
		if r, ok := f.fixed.general[at]; ok {
			c.test(true, r)
		} else {
			c.legacy(true, 7, at, 1, 0x83) // cmp qword, imm8
			c.emit(0)
		}
		c.jump(je, sparse)
	}
}

// putOff puts outside what the slice has left for there.
func (c *coder) putOff() {
	for _, f := range c.late {
		c.outside = append(c.outside, func() error { f(); return nil })
	}
	c.late = nil
}

// scalar emits a scalar instruction.
func (c *coder) scalar(in *inst) error {
	if h := in.hold; h != nil {
		for i := 0; i < int(h.N); i += 2 {
			wide := i+1 < int(h.N)
			c.legacy(wide, rax, mem(rdi, offS+4*(int(h.Code)+i)), 0, 0x8b)
			c.legacy(wide, rax, mem(rdi, offHeldS+4*(int(h.At-engine.Held)+i)), 0, 0x89)
		}
		return nil
	}
	e := newScalarExpr(c, in)
	x, r := in.r.X, in.recipe
	d, exec, scc, lane := -1, -1, -1, -1
	sccWide := false
	if r.D != nil {
		d, _ = e.eval(r.D)
	}
	if r.Exec != nil {
		exec, _ = e.eval(r.Exec)
	}
	compared := r.SCC != nil && e.compares(r.SCC)
	if r.SCC != nil && !compared {
		scc, sccWide = e.eval(r.SCC)
	}
	known, fixed := uint8(0), false
	if r.Lane != nil {
		if known, fixed = e.fixedLane(r.Lane); !fixed {
			lane, _ = e.eval(r.Lane)
		}
	}
	if e.err != nil {
		return e.err
	}
	switch {
	case compared:
		c.set(e.condition(r.SCC), mem(rdi, offSCC))
	case scc >= 0:
		c.legacy(sccWide, scc, regOp(scc), 0, 0x85)
		c.set(jne, mem(rdi, offSCC))
	}
	switch {
	case fixed:
		n := in.r.D - isa.CodeVGPR
		c.legacy(false, d, mem(rsi, 256*int(n)+4*int(known)), 0, 0x89)
		c.lanesWritten[uint8(n)] |= 1 << known
	case lane >= 0:
		c.putLane(in.r.D-isa.CodeVGPR, d, lane, e.take())
	case d >= 0:
		c.legacy(x.ND > 1, d, mem(rdi, offS+4*int(in.r.D)), 0, 0x89)
		c.swrite.add(in.r.D, max(x.ND, 1))
	}
	if exec >= 0 {
		c.legacy(true, exec, mem(rdi, offExec), 0, 0x89)
		c.swrite.add(isa.CodeExecLo, 2)
	}
	return e.err
}

// putLane stores register d into the lane of vector register n that register lane has; tmp is at
// hand.
func (c *coder) putLane(n uint16, d, lane, tmp int) {
	c.lane(lane)
	c.legacy(false, d, memLane(n), 0, 0x89)
	c.movImm(tmp, 1)
	c.legacy(false, rcx, regOp(lane), 0, 0x8b)
	c.legacy(true, 4, regOp(tmp), 0, 0xd3) // shl tmp, cl
	c.legacy(true, tmp, mem(rdi, offVWritten+8*int(n)), 0, 0x09)
}

// lane makes rcx be where the lane that a register has lies in a row.
func (c *coder) lane(r int) {
	c.legacy(false, rcx, regOp(r), 0, 0x8b)
	c.legacy(false, 4, regOp(rcx), 1, 0x83) // and ecx, 63
	c.emit(63)
	c.legacy(false, 4, regOp(rcx), 1, 0xc1) // shl ecx, 2
	c.emit(2)
}

// memLane is the dword of vector register n of which rcx says where it lies in the row.
func memLane(n uint16) operand { return memIndex(rsi, rcx, 256*int(n)) }

// scalarExpr evaluates expressions of a scalar instruction in general registers.
type scalarExpr struct {
	*coder
	in   *inst
	left map[*isa.HostExpr]int // how often it will be read
	done map[*isa.HostExpr]scalarValue
	used uint // registers
	err  error
}

// scalarValue is a value in a register, which has 64 bits where it is wide; others are zero-extended.
type scalarValue struct {
	reg  int
	wide bool
}

// scalarRegs hold values; rcx is for shifts.
var scalarRegs = [...]int{rax, rdx, rbx, r9, r10, r11, r12, r13, r15}

func newScalarExpr(c *coder, in *inst) *scalarExpr {
	e := &scalarExpr{coder: c, in: in, left: map[*isa.HostExpr]int{}, done: map[*isa.HostExpr]scalarValue{}}
	each(in.recipe, func(x *isa.HostExpr) {
		for _, y := range [...]*isa.HostExpr{x.X, x.Y, x.Z} {
			e.left[y]++
		}
	})
	for _, x := range results(in.recipe) {
		e.left[x]++
	}
	return e
}

func (e *scalarExpr) take() int {
	for i, r := range scalarRegs {
		if e.used>>i&1 == 0 {
			e.used |= 1 << i
			return r
		}
	}
	e.err = errScalar
	return rax
}

// release counts a read of an expression and frees its register behind the last one.
func (e *scalarExpr) release(x *isa.HostExpr) {
	if e.left[x]--; e.left[x] == 0 {
		if v, ok := e.done[x]; ok {
			e.used &^= 1 << slices.Index(scalarRegs[:], v.reg)
		}
	}
}

// over takes over the register of an expression that is read for the last time, or copies it.
func (e *scalarExpr) over(x *isa.HostExpr, wide bool) int {
	p := e.done[x].reg
	if e.left[x] == 1 {
		delete(e.done, x)
		return p
	}
	r := e.take()
	e.legacy(wide, r, regOp(p), 0, 0x8b)
	return r
}

// second is the second operand of an operation of the host.
type second struct {
	operand
	wide  bool
	known bool   // it is a constant
	k     uint64 // this
}

// second is an expression as such an operand: what is in memory stays there.
func (e *scalarExpr) second(x *isa.HostExpr) second {
	b := e.in.r.X
	code, n, i := uint16(0), uint8(0), 0
	switch _, done := e.done[x]; {
	case done:
		v := e.done[x]
		return second{operand: regOp(v.reg), wide: v.wide}
	case x.Kind == isa.HostK:
		return second{known: true, k: uint64(uint32(b.Imm))}
	case x.Kind == isa.HostImm:
		return second{known: true, k: uint64(int64(int32(x.K)))}
	case x.Kind == isa.HostA:
		code, n = e.in.r.A, b.NS[0]
	case x.Kind == isa.HostB:
		code, n, i = e.in.r.B, b.NS[1], 1
	case x.Kind == isa.HostD:
		code, n = e.in.r.D, b.ND
	case x.Kind == isa.HostVCC:
		code, n = isa.CodeVCCLo, 2
	case x.Kind == isa.HostExec:
		code, n = isa.CodeExecLo, 2
	default:
		r, wide := e.eval(x)
		return second{operand: regOp(r), wide: wide}
	}
	if code == engine.SrcConst {
		v := b.Const[i]
		if n < 2 {
			v = uint64(uint32(v))
		}
		return second{known: true, k: v, wide: n > 1}
	}
	return second{operand: mem(rdi, offS+4*int(code)), wide: n > 1}
}

// ready makes an operand be one that an instruction of a width may have: in a register, if it is not a constant
// that fits, or memory of as many bits.
func (e *scalarExpr) ready(x *isa.HostExpr, q second, wide, konst bool) second {
	switch {
	case q.known && konst && (!wide || uint64(int64(int32(q.k))) == q.k):
		return q
	case !q.known && (!q.mem || q.wide == wide):
		return q
	}
	r, _ := e.eval(x)
	return second{operand: regOp(r), wide: q.wide}
}

// apply emits an operation of a register and an operand: op has the register as the destination, ext is its number
// in the group of 0x81.
func (e *scalarExpr) apply(wide bool, r int, q second, op byte, ext int) {
	if q.known {
		e.imm(wide, ext, r, uint32(q.k))
		return
	}
	e.legacy(wide, r, q.operand, 0, op)
}

// orders are the conditions of comparisons.
var orders = map[isa.HostKind]byte{isa.HostEq: je, isa.HostNe: jne, isa.HostLtU: jb, isa.HostLeU: jbe, isa.HostLtI: jl,
	isa.HostLeI: jle}

// compares reports whether an expression is a comparison that is read once.
func (e *scalarExpr) compares(x *isa.HostExpr) bool {
	_, ok := orders[x.Kind]
	return ok && e.left[x] == 1
}

// condition emits what sets the host's flags, and returns the condition in which an expression is not zero.
func (e *scalarExpr) condition(x *isa.HostExpr) byte {
	byteIs := func(k byte) {
		e.legacy(false, 7, mem(rdi, offSCC), 1, 0x80) // cmp byte, imm8
		e.emit(k)
	}
	zero := func(x *isa.HostExpr) bool { return x.Kind == isa.HostImm && x.K == 0 }
	switch {
	case x.Kind == isa.HostSCC:
		byteIs(0)
		return jne
	case x.Kind == isa.HostEq && x.X.Kind == isa.HostSCC && zero(x.Y):
		byteIs(0)
		return je
	case x.Kind == isa.HostVCC || x.Kind == isa.HostExec:
		e.legacy(true, 7, e.second(x).operand, 1, 0x83) // cmp qword, imm8
		e.emit(0)
		return jne
	case e.compares(x):
		e.compare(x)
		return orders[x.Kind]
	}
	r, wide := e.eval(x)
	e.legacy(wide, r, regOp(r), 0, 0x85)
	return jne
}

// compare emits a comparison.
func (e *scalarExpr) compare(x *isa.HostExpr) {
	p, pw := e.eval(x.X)
	q := e.second(x.Y)
	wide := pw || q.wide
	e.apply(wide, p, e.ready(x.Y, q, wide, true), 0x3b, immCmp)
}

// source loads scalar source i, which code names.
func (e *scalarExpr) source(code uint16, n uint8, i int) scalarValue {
	r := e.take()
	if code == engine.SrcConst {
		v := e.in.r.X.Const[i]
		if n < 2 {
			v = uint64(uint32(v))
		}
		e.movImm(r, v)
	} else {
		e.legacy(n > 1, r, mem(rdi, offS+4*int(code)), 0, 0x8b)
	}
	return scalarValue{r, n > 1}
}

func (e *scalarExpr) constant(v uint64, wide bool) scalarValue {
	r := e.take()
	e.movImm(r, v)
	return scalarValue{r, wide}
}

// fixedLane is the lane that an expression names where that is known.
func (e *scalarExpr) fixedLane(x *isa.HostExpr) (lane uint8, ok bool) {
	if x.Kind == isa.HostB && e.in.r.B == engine.SrcConst {
		return uint8(e.in.r.X.Const[1] & 63), true
	}
	return 0, false
}

// eval evaluates an expression into a register. Nothing writes that before it has been released as
// often as it is read.
func (e *scalarExpr) eval(x *isa.HostExpr) (r int, wide bool) {
	v, ok := e.done[x]
	if !ok {
		v = e.compute(x)
		e.done[x] = v
	}
	return v.reg, v.wide
}

// compute emits the code of an expression.
func (e *scalarExpr) compute(x *isa.HostExpr) scalarValue {
	b := e.in.r.X
	switch x.Kind {
	case isa.HostA:
		return e.source(e.in.r.A, b.NS[0], 0)
	case isa.HostB:
		return e.source(e.in.r.B, b.NS[1], 1)
	case isa.HostD:
		return e.source(e.in.r.D, b.ND, 0)
	case isa.HostVCC:
		return e.source(isa.CodeVCCLo, 2, 0)
	case isa.HostExec:
		return e.source(isa.CodeExecLo, 2, 0)
	case isa.HostPC:
		return e.constant(e.prog.Addr(e.in.r.Slot+uint32(e.in.r.Len)), true)
	case isa.HostK:
		return e.constant(uint64(uint32(b.Imm)), false)
	case isa.HostImm:
		return e.constant(uint64(int64(int32(x.K))), false)
	case isa.HostSCC:
		r := e.take()
		e.legacy(false, r, mem(rdi, offSCC), 0, 0x0f, 0xb6)
		return scalarValue{r, false}
	case isa.HostLane:
		return e.readLane(x)
	case isa.HostSelect:
		m, mw := e.eval(x.X)
		p, pw := e.eval(x.Y)
		q, qw := e.eval(x.Z)
		r := e.take()
		e.legacy(true, r, regOp(q), 0, 0x8b)
		e.legacy(mw, m, regOp(m), 0, 0x85)
		e.legacy(true, r, regOp(p), 0, 0x0f, 0x45) // cmovne
		e.release(x.X)
		e.release(x.Y)
		e.release(x.Z)
		return scalarValue{r, pw || qw}
	}
	var v scalarValue
	if x.Kind.Args() == 1 {
		v = e.one(x)
	} else {
		v = e.two(x)
		e.release(x.Y)
	}
	e.release(x.X)
	return v
}

// readLane reads a lane of a vector register.
func (e *scalarExpr) readLane(x *isa.HostExpr) scalarValue {
	code := e.in.r.A
	if code < isa.CodeVGPR || code >= engine.SrcConst {
		r, _ := e.eval(x.X)
		return scalarValue{r, false}
	}
	n := code - isa.CodeVGPR
	if lane, ok := e.fixedLane(x.Y); ok {
		r := e.take()
		e.legacy(false, r, mem(rsi, 256*int(n)+4*int(lane)), 0, 0x8b)
		return scalarValue{r, false}
	}
	lane, _ := e.eval(x.Y)
	e.lane(lane)
	r := e.take()
	e.legacy(false, r, memLane(n), 0, 0x8b)
	return scalarValue{r, false}
}

// one emits an operation with one operand.
func (e *scalarExpr) one(x *isa.HostExpr) scalarValue {
	p, wide := e.eval(x.X)
	r := e.take()
	switch x.Kind {
	case isa.HostMov:
		e.legacy(wide, r, regOp(p), 0, 0x8b)
		return scalarValue{r, wide}
	case isa.HostLow:
		e.legacy(false, r, regOp(p), 0, 0x8b)
	case isa.HostWide:
		e.legacy(false, r, regOp(p), 0, 0x8b)
		return scalarValue{r, true}
	case isa.HostSext:
		e.legacy(true, r, regOp(p), 0, 0x63) // movsxd
		return scalarValue{r, true}
	case isa.HostBits:
		e.legacy(wide, r, regOp(p), 0, 0xf3, 0x0f, 0xb8) // popcnt
	case isa.HostFirst:
		e.legacy(wide, r, regOp(p), 0, 0x0f, 0xbc) // bsf
	case isa.HostLast:
		e.legacy(wide, r, regOp(p), 0, 0x0f, 0xbd) // bsr
	default:
		e.err = errScalar
	}
	return scalarValue{r, false}
}

// two emits an operation with two operands.
func (e *scalarExpr) two(x *isa.HostExpr) scalarValue {
	if _, ok := orders[x.Kind]; ok {
		e.compare(x)
		r := e.take()
		// The register has a byte name with a prefix: SETcc of rcx, then widen it.
		e.set(orders[x.Kind], regOp(rcx))
		e.legacy(false, r, regOp(rcx), 0, 0x0f, 0xb6)
		return scalarValue{r, false}
	}
	_, pw := e.eval(x.X)
	q := e.second(x.Y)
	wide := pw || q.wide
	switch x.Kind {
	case isa.HostAdd, isa.HostSub, isa.HostAnd, isa.HostOr, isa.HostXor:
		op := map[isa.HostKind][2]byte{isa.HostAdd: {0x03, 0}, isa.HostSub: {0x2b, immSub}, isa.HostAnd: {0x23, immAnd},
			isa.HostOr: {0x0b, 1}, isa.HostXor: {0x33, 6}}[x.Kind]
		q = e.ready(x.Y, q, wide, true)
		r := e.over(x.X, wide)
		e.apply(wide, r, q, op[0], int(op[1]))
		return scalarValue{r, wide}
	case isa.HostShl, isa.HostShr, isa.HostSar:
		ext := map[isa.HostKind]int{isa.HostShl: shl, isa.HostShr: shr, isa.HostSar: 7}[x.Kind]
		if !q.known {
			e.legacy(false, rcx, q.operand, 0, 0x8b)
		}
		r := e.over(x.X, pw)
		if q.known {
			e.shiftImm(pw, ext, r, byte(q.k))
		} else {
			e.legacy(pw, ext, regOp(r), 0, 0xd3)
		}
		return scalarValue{r, pw}
	case isa.HostMul:
		q = e.ready(x.Y, q, wide, false)
		r := e.over(x.X, wide)
		e.legacy(wide, r, q.operand, 0, 0x0f, 0xaf)
		return scalarValue{r, wide}
	}
	q = e.ready(x.Y, q, wide, false)
	p := e.done[x.X].reg
	r := e.take()
	switch x.Kind {
	case isa.HostAndNot:
		e.legacy(wide, r, q.operand, 0, 0x8b)
		e.legacy(wide, 2, regOp(r), 0, 0xf7) // not
		e.legacy(wide, r, regOp(p), 0, 0x23)
	case isa.HostMulHU, isa.HostMulHI:
		load := byte(0x8b)
		if x.Kind == isa.HostMulHI {
			load = 0x63 // movsxd
		}
		e.legacy(load == 0x63, rcx, q.operand, 0, load)
		e.legacy(load == 0x63, r, regOp(p), 0, load)
		e.legacy(true, r, regOp(rcx), 0, 0x0f, 0xaf)
		e.shiftImm(true, shr, r, 32)
	case isa.HostMinU, isa.HostMaxU, isa.HostMinI, isa.HostMaxI:
		e.legacy(wide, r, regOp(p), 0, 0x8b)
		e.legacy(wide, r, q.operand, 0, 0x3b)
		e.legacy(wide, r, q.operand, 0, 0x0f, map[isa.HostKind]byte{isa.HostMinU: ja, isa.HostMaxU: jb, isa.HostMinI: jg,
			isa.HostMaxI: jl}[x.Kind]-0x40)
	default:
		e.err = errScalar
	}
	return scalarValue{r, wide}
}
