package hostcode

import (
	"errors"
	"slices"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Where host code finds the state of a wave.
const (
	offS        = int(unsafe.Offsetof(engine.Wave{}.S))
	offSCC      = int(unsafe.Offsetof(engine.Wave{}.SCC))
	offVWritten = int(unsafe.Offsetof(engine.Wave{}.VWritten))
	offSWritten = int(unsafe.Offsetof(engine.Wave{}.SWritten))
	offSpill    = engine.ScratchOffset
	spillSlots  = engine.ScratchBytes/64 - 1
	offMXCSR    = offSpill + 64*spillSlots
)

// errScalar says that a scalar instruction needs more registers than there are.
var errScalar = errors.New("too many scalar values")

// coder makes the code of a unit.
type coder struct {
	*assembler
	backend backend
	fp      isa.FPMode
	has     isa.Features
	swrite  scalars
	outside []func() error // code that goes behind
}

// compile makes the code of a unit whose instructions are given; loop says that the branch at its
// end leads to its beginning.
func compile(list []inst, loop bool, b backend, fp isa.FPMode, has isa.Features) (code []byte, err error) {
	c := &coder{assembler: newAssembler(), backend: b, fp: fp, has: has}
	steps := plan(list)
	float := false
	once := true // EXEC stays the same: what is written is noted at the end
	var built []*lanes
	for _, s := range steps {
		l := build(s.vectors)
		built = append(built, l)
		float = float || l.float
		for i := range s.scalars {
			_, w := s.scalars[i].scalarUses()
			once = once && w[1]>>(isa.CodeExecLo&63) == 0
		}
		once = once && !s.exec
	}
	mxcsr := hostMXCSR(fp)
	float = float && mxcsr != 0x1f80
	if float {
		c.legacy(false, 3, mem(rdi, offMXCSR), 0, 0x0f, 0xae)
		c.legacy(false, 2, memConst(c.konst(mxcsr)), 0, 0x0f, 0xae)
	}
	again, out := c.label(), c.label()
	c.place(again)
	var dests []uint8
	for i, s := range steps {
		for j := range s.scalars {
			if err := c.scalar(&s.scalars[j]); err != nil {
				return nil, err
			}
		}
		l := built[i]
		if len(l.ops) == 0 {
			continue
		}
		if err := c.lanes(l); err != nil {
			return nil, err
		}
		if once {
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
	c.legacy(true, 1, regOp(r8), 0, 0xff) // dec r8
	last := list[len(list)-1].recipe
	if last == nil || last.Jump == nil {
		c.legacy(false, rax, regOp(rax), 0, 0x31)
	} else {
		e := &scalarExpr{coder: c, in: &list[len(list)-1]}
		r, wide := e.eval(last.Jump)
		if e.err != nil {
			return nil, e.err
		}
		// al = the branch is taken
		c.legacy(wide, r, regOp(r), 0, 0x85)
		c.legacy(false, 0, regOp(rax), 0, 0x0f, 0x95)
		if loop {
			c.jump(je, out)
			c.legacy(true, r8, regOp(r8), 0, 0x85)
			c.jump(jne, again)
			c.place(out)
		}
	}
	if len(dests) > 0 {
		c.legacy(true, r9, mem(rdi, offS+4*isa.CodeExecLo), 0, 0x8b)
		c.wroteV(dests)
	}
	for i, m := range c.swrite {
		if m != 0 {
			c.movImm(rcx, m)
			c.legacy(true, rcx, mem(rdi, offSWritten+8*i), 0, 0x09)
		}
	}
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

// hostMXCSR is the host's floating-point control: rounding, and denormal sources as zero where MODE
// flushes. Results are flushed by instructions: the host's own flush takes for denormal what only
// rounds up to the smallest normal number.
func hostMXCSR(fp isa.FPMode) uint32 {
	m := uint32(0x1f80) | [4]uint32{0, 2, 1, 3}[fp.F32&3]<<13
	if fp.F32&isa.DenormIn == 0 {
		m |= 1 << 6
	}
	return m
}

func (c *coder) movImm(r int, v uint64) {
	rex := byte(0x48)
	if r >= 8 {
		rex |= 1
	}
	c.emit(rex, 0xb8|byte(r&7))
	c.imm32(uint32(v))
	c.imm32(uint32(v >> 32))
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
			c.legacy(true, r10+i, mem(rdi, offS+4*isa.CodeExecLo), 0, 0x89)
			c.swrite.add(isa.CodeExecLo, 2)
		}
	}
}

// lanes emits the vector instructions of a step: for all lanes active, and for some.
func (c *coder) lanes(l *lanes) error {
	some, done := c.label(), c.label()
	c.legacy(true, r9, mem(rdi, offS+4*isa.CodeExecLo), 0, 0x8b)
	for i := range l.dests {
		c.legacy(false, r10+i, regOp(r10+i), 0, 0x31)
	}
	c.legacy(false, rax, regOp(rax), 0, 0x31)
	c.legacy(false, rbx, regOp(rbx), 0, 0x31)
	c.legacy(true, 7, regOp(r9), 1, 0x83) // cmp r9, -1
	c.emit(0xff)
	c.jump(jne, some)
	if err := c.loop(l, true); err != nil {
		return err
	}
	c.place(done)
	c.outside = append(c.outside, func() error {
		c.place(some)
		if err := c.loop(l, false); err != nil {
			return err
		}
		c.jump(0, done)
		return nil
	})
	return nil
}

// loop emits the loop over the slices.
func (c *coder) loop(l *lanes, full bool) error {
	top, next, unclean := c.label(), c.label(), c.label()
	c.place(top)
	if err := c.backend.emit(c.assembler, l, c.fp, c.has, full, false, unclean); err != nil {
		return err
	}
	c.place(next)
	c.legacy(true, 0, regOp(rbx), 1, 0x83) // add rbx, bytes of a mask
	c.emit(byte(c.backend.lanes / 8))
	c.legacy(true, 0, regOp(rax), 1, 0x83) // add rax, bytes of a row
	c.emit(byte(4 * c.backend.lanes))
	c.legacy(false, 7, regOp(rax), 4, 0x81) // cmp eax, 256
	c.imm32(256)
	c.jump(jne, top)
	if !l.float {
		c.place(unclean)
		return nil
	}
	c.outside = append(c.outside, func() error {
		c.place(unclean)
		if err := c.backend.emit(c.assembler, l, c.fp, c.has, full, true, unclean); err != nil {
			return err
		}
		c.jump(0, next)
		return nil
	})
	return nil
}

// scalar emits a scalar instruction.
func (c *coder) scalar(in *inst) error {
	e := &scalarExpr{coder: c, in: in, done: map[*isa.HostExpr]int{}}
	x, r := in.r.X, in.recipe
	d, exec, scc := -1, -1, -1
	sccWide := false
	if r.D != nil {
		d, _ = e.eval(r.D)
	}
	if r.Exec != nil {
		exec, _ = e.eval(r.Exec)
	}
	if r.SCC != nil {
		scc, sccWide = e.eval(r.SCC)
	}
	if e.err != nil {
		return e.err
	}
	if scc >= 0 {
		c.legacy(sccWide, scc, regOp(scc), 0, 0x85)
		c.legacy(false, 0, mem(rdi, offSCC), 0, 0x0f, 0x95)
	}
	if d >= 0 {
		c.legacy(x.ND > 1, d, mem(rdi, offS+4*int(in.r.D)), 0, 0x89)
		c.swrite.add(in.r.D, max(x.ND, 1))
	}
	if exec >= 0 {
		c.legacy(true, exec, mem(rdi, offS+4*isa.CodeExecLo), 0, 0x89)
		c.swrite.add(isa.CodeExecLo, 2)
	}
	return nil
}

// scalarExpr evaluates expressions of a scalar instruction in general registers.
type scalarExpr struct {
	*coder
	in   *inst
	done map[*isa.HostExpr]int
	wide map[int]bool
	used int
	err  error
}

// scalarRegs hold values; rcx is for shifts.
var scalarRegs = [...]int{rax, rdx, rbx, r9, r10, r11, r12, r13, r15}

func (e *scalarExpr) take() int {
	if e.used == len(scalarRegs) {
		e.err = errScalar
		return rax
	}
	e.used++
	return scalarRegs[e.used-1]
}

// eval evaluates an expression into a register, which nothing writes any more. 32-bit values are
// zero-extended.
func (e *scalarExpr) eval(x *isa.HostExpr) (r int, wide bool) {
	if e.done == nil {
		e.done = map[*isa.HostExpr]int{}
	}
	if e.wide == nil {
		e.wide = map[int]bool{}
	}
	if r, ok := e.done[x]; ok {
		return r, e.wide[r]
	}
	defer func() { e.done[x], e.wide[r] = r, wide }()
	b := e.in.r.X
	load := func(code uint16, n uint8, i int) (int, bool) {
		r := e.take()
		if code == engine.SrcConst {
			v := b.Const[i]
			if n < 2 {
				v = uint64(uint32(v))
			}
			e.movImm(r, v)
			return r, n > 1
		}
		e.legacy(n > 1, r, mem(rdi, offS+4*int(code)), 0, 0x8b)
		return r, n > 1
	}
	switch x.Kind {
	case isa.HostA:
		return load(e.in.r.A, b.NS[0], 0)
	case isa.HostB:
		return load(e.in.r.B, b.NS[1], 1)
	case isa.HostD:
		return load(e.in.r.D, b.ND, 0)
	case isa.HostVCC:
		return load(isa.CodeVCCLo, 2, 0)
	case isa.HostExec:
		return load(isa.CodeExecLo, 2, 0)
	case isa.HostK:
		r = e.take()
		e.movImm(r, uint64(uint32(b.Imm)))
		return r, false
	case isa.HostImm:
		r = e.take()
		e.movImm(r, uint64(int64(int32(x.K))))
		return r, false
	case isa.HostSCC:
		r = e.take()
		e.legacy(false, r, mem(rdi, offSCC), 0, 0x0f, 0xb6)
		return r, false
	case isa.HostSelect:
		m, mw := e.eval(x.X)
		p, pw := e.eval(x.Y)
		q, qw := e.eval(x.Z)
		r, wide = e.take(), pw || qw
		e.legacy(true, r, regOp(q), 0, 0x8b)
		e.legacy(mw, m, regOp(m), 0, 0x85)
		e.legacy(true, r, regOp(p), 0, 0x0f, 0x45) // cmovne
		return r, wide
	}
	p, pw := e.eval(x.X)
	q, qw := e.eval(x.Y)
	wide = pw || qw
	if x.Kind >= isa.HostShl && x.Kind <= isa.HostSar {
		wide = pw
	}
	r = e.take()
	move := func() { e.legacy(wide, r, regOp(p), 0, 0x8b) }
	switch x.Kind {
	case isa.HostAdd, isa.HostSub, isa.HostAnd, isa.HostOr, isa.HostXor:
		move()
		e.legacy(wide, r, regOp(q), 0, map[isa.HostKind]byte{isa.HostAdd: 0x03, isa.HostSub: 0x2b, isa.HostAnd: 0x23,
			isa.HostOr: 0x0b, isa.HostXor: 0x33}[x.Kind])
	case isa.HostAndNot:
		e.legacy(wide, r, regOp(q), 0, 0x8b)
		e.legacy(wide, 2, regOp(r), 0, 0xf7) // not
		e.legacy(wide, r, regOp(p), 0, 0x23)
	case isa.HostMul:
		move()
		e.legacy(wide, r, regOp(q), 0, 0x0f, 0xaf)
	case isa.HostShl, isa.HostShr, isa.HostSar:
		move()
		e.legacy(false, rcx, regOp(q), 0, 0x8b)
		e.legacy(wide, map[isa.HostKind]int{isa.HostShl: 4, isa.HostShr: 5, isa.HostSar: 7}[x.Kind], regOp(r), 0, 0xd3)
	case isa.HostMinU, isa.HostMaxU, isa.HostMinI, isa.HostMaxI:
		move()
		e.legacy(wide, r, regOp(q), 0, 0x3b)
		e.legacy(wide, r, regOp(q), 0, 0x0f, map[isa.HostKind]byte{isa.HostMinU: ja, isa.HostMaxU: jb, isa.HostMinI: jg,
			isa.HostMaxI: jl}[x.Kind]-0x40)
	case isa.HostEq, isa.HostNe, isa.HostLtU, isa.HostLeU, isa.HostLtI, isa.HostLeI:
		e.legacy(wide, p, regOp(q), 0, 0x3b)
		// The register has a byte name with a prefix: SETcc of rcx, then widen it.
		e.legacy(false, 0, regOp(rcx), 0, 0x0f, map[isa.HostKind]byte{isa.HostEq: je, isa.HostNe: jne, isa.HostLtU: jb,
			isa.HostLeU: jbe, isa.HostLtI: jl, isa.HostLeI: jle}[x.Kind]+0x10)
		e.legacy(false, r, regOp(rcx), 0, 0x0f, 0xb6)
		return r, false
	default:
		e.err = errScalar
	}
	return r, wide
}
