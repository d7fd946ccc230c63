package engine

import (
	"fmt"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// controls has one executor for each control meaning; a test holds that none is missing.
var controls = [isa.NumControls]kernel{
	isa.CtlNone:        notMeant,
	isa.CtlNop:         func(*Wave, *Rec) {}, // wait states matter to the checker, not to the result
	isa.CtlEndpgm:      execEnd,
	isa.CtlBarrier:     execBarrier,
	isa.CtlWaitcnt:     execWaitcnt,
	isa.CtlSetHalt:     execSetHalt,
	isa.CtlSleep:       execSleep,
	isa.CtlWakeup:      execWakeup,
	isa.CtlSetPrio:     func(w *Wave, r *Rec) { w.Prio = uint8(r.X.Imm & 3) },
	isa.CtlSetKill:     execSetKill,
	isa.CtlSendMsg:     execSendMsg,
	isa.CtlSendMsgHalt: execSendMsgHalt,
	isa.CtlTrap:        execTrap,
	isa.CtlIcacheInv:   func(*Wave, *Rec) {}, // code does not change during a run
	isa.CtlIncPerf:     func(w *Wave, r *Rec) { w.Perf[r.X.Imm&15]++ },
	isa.CtlDecPerf:     func(w *Wave, r *Rec) { w.Perf[r.X.Imm&15]-- },
	isa.CtlTTrace:      func(w *Wave, r *Rec) { w.TTrace = append(w.TTrace, w.M0()) },
	isa.CtlCDbgSys:     func(w *Wave, r *Rec) { w.branchIf(r, w.CondDbgSys) },
	isa.CtlCDbgUser:    func(w *Wave, r *Rec) { w.branchIf(r, w.CondDbgUser) },
	isa.CtlCDbgOr:      func(w *Wave, r *Rec) { w.branchIf(r, w.CondDbgSys || w.CondDbgUser) },
	isa.CtlCDbgAnd:     func(w *Wave, r *Rec) { w.branchIf(r, w.CondDbgSys && w.CondDbgUser) },
	isa.CtlGprIdxOn:    execGprIdxOn,
	isa.CtlGprIdxOff:   func(w *Wave, _ *Rec) { w.Mode &^= ModeGPRIdx },
	isa.CtlGprIdxMode:  func(w *Wave, r *Rec) { w.setS32(isa.CodeM0, w.M0()&^0xf000|uint32(r.X.Imm&15)<<12) },
	isa.CtlGprIdxIdx: func(w *Wave, r *Rec) {
		w.setS32(isa.CodeM0,
			w.M0()&^0xff|uint32(w.scalar(r.X, 0, r.A))&0xff)
	},
	isa.CtlGetReg:    execGetReg,
	isa.CtlSetReg:    func(w *Wave, r *Rec) { w.setReg(r, uint32(w.scalar(r.X, 0, r.A))) },
	isa.CtlSetRegImm: func(w *Wave, r *Rec) { w.setReg(r, r.X.k) },
	isa.CtlMovRelS:   execMovRelS,
	isa.CtlMovRelD:   execMovRelD,
	isa.CtlGFork:     func(w *Wave, r *Rec) { w.fork(r, w.scalar(r.X, 0, r.A), w.scalar(r.X, 1, r.B)) },
	isa.CtlIFork: func(w *Wave, r *Rec) {
		w.fork(r, w.scalar(r.X, 0, r.A),
			w.prog.addr(w.ip)+uint64(int64(r.X.Imm)*4))
	},
	isa.CtlJoin:          execJoin,
	isa.CtlSetVSkip:      execSetVSkip,
	isa.CtlRfe:           execRfe,
	isa.CtlRfeRestore:    execRfe,
	isa.CtlVNop:          func(*Wave, *Rec) {},
	isa.CtlReadFirstLane: vector(execReadFirstLane),
	isa.CtlReadLane:      vector(execReadLane),
	isa.CtlWriteLane:     vector(execWriteLane),
	isa.CtlVMovRelS:      vector(func(w *Wave, r *Rec) { w.movRel(r, w.M0(), 0) }),
	isa.CtlVMovRelD:      vector(func(w *Wave, r *Rec) { w.movRel(r, 0, w.M0()) }),
	isa.CtlVMovRelSD:     vector(func(w *Wave, r *Rec) { w.movRel(r, w.M0(), w.M0()) }),
	isa.CtlClrExcp:       func(w *Wave, _ *Rec) { w.TrapSts &^= trapStsExcp },
	isa.CtlSwap:          vector(execSwap),
	isa.CtlExport:        vector(execExport),
}

// vector makes an executor that MODE.VSKIP skips: vector, memory and export instructions then do
// nothing and count nothing (semantics.md 54).
func vector(run kernel) kernel {
	return func(w *Wave, r *Rec) {
		if w.Mode&ModeVSkip == 0 {
			run(w, r)
		}
	}
}

// bindControl binds an instruction that acts on the wave: register sources in the order a, b as for
// scalar instructions.
func (p *Program) bindControl(r *Rec, c isa.Control) {
	x := r.X
	r.A, r.B, r.c, r.D = SrcConst, SrcConst, SrcConst, NoMask
	n := 0
	for i, a := range x.Inst.Form.Args {
		o := x.Inst.Ops[i]
		switch {
		case a.Role == 'K':
			x.k = o.Val
		case a.Type == isa.AttrT:
			x.k = o.Val
		case o.Kind == isa.KindImm || o.Kind == isa.KindLabel:
			x.Imm = int32(o.Val)
		case a.Write:
			r.D, x.ND = o.Code, o.Dwords
		case o.Kind == isa.KindReg && n < 3:
			code := p.source(r, n, o)
			*[...]*uint16{&r.A, &r.B, &r.c}[n] = code
			n++
		}
	}
	if c == isa.CtlWaitcnt {
		x.Wait = waitcnt.DecodeWait(p.Gen, uint16(x.Imm))
	}
	r.run = controls[c]
}

// branchIf jumps to the label when the condition holds.
func (w *Wave) branchIf(r *Rec, cond bool) {
	if cond {
		w.jump(r, w.prog.addr(w.ip)+uint64(int64(r.X.Imm)*4))
	}
}

// execEnd ends the wave; hardware waits for all its counters first (Vega ISA, S_ENDPGM).
func execEnd(w *Wave, r *Rec) {
	if w.events != nil {
		w.events.End(r)
	}
	w.drain(r)
	w.stop |= stopEnd
}

func execSetKill(w *Wave, r *Rec) {
	if w.Kill = r.X.Inst.Ends(); w.Kill {
		execEnd(w, r)
	}
}

func execBarrier(w *Wave, r *Rec) {
	if w.events != nil {
		w.events.Arrive(r)
	}
	w.stop |= stopBarrier
}

func execWaitcnt(w *Wave, r *Rec) {
	if w.events != nil {
		w.events.Wait(r)
	}
	w.wait(r, &r.X.Wait)
}

// execSetHalt: HALT is ignored while PRIV is set (seeds: SOPP).
func execSetHalt(w *Wave, r *Rec) {
	if r.X.Imm&1 != 0 && !w.Priv {
		w.stop |= stopHalt
	}
}

func execSleep(w *Wave, r *Rec) {
	n := uint64(r.X.Imm & isa.SleepMask(w.prog.features))
	if n == 0 {
		return
	}
	w.wake = w.clock() + 64*n
	w.stop |= stopSleep
}

// execWakeup ends the sleep of the other waves of the work-group (errata P-6).
func execWakeup(w *Wave, _ *Rec) {
	for _, o := range w.group.Waves {
		if o != w && o.State == Sleeping {
			o.wake = 0
		}
	}
}

func execSendMsg(w *Wave, r *Rec) {
	if w.events != nil {
		w.events.Message(r)
	}
	w.Messages = append(w.Messages, Message{Inst: w.Insts, Msg: uint16(r.X.Imm), M0: w.M0(), Exec: w.exec()})
	w.issue(r, w.exec())
}

func execSendMsgHalt(w *Wave, r *Rec) {
	execSendMsg(w, r)
	if !w.Priv {
		w.stop |= stopHalt
	}
}

// execTrap enters the trap handler (errata P-10): {TTMP1, TTMP0} = {HT, trap id, PC}, PC = TBA,
// PRIV = 1. PC is that of the s_trap: a handler adds 4 before it returns, as AMD's does. Where the
// launch gives none, TBA is the driver's, which takes the trap for the program's own report that
// something is wrong (LLVM AMDGPUUsage: 2 is abort, 3 the debug trap) and ends it: a fault. With
// TRAP_EN = 0 hardware would go on; no wave here has that.
func execTrap(w *Wave, r *Rec) {
	w.drain(r)
	id := r.X.Imm & 0xff
	if h := w.group.disp.TrapHandler; h != 0 {
		w.setS64(isa.TTMP(w.prog.Gen), w.prog.addr(r.Slot)&(1<<48-1)|uint64(id)<<48)
		w.Priv = true
		w.jump(r, h)
		return
	}
	what := map[int32]string{1: "breakpoint", 2: "the program called abort (llvm.trap)",
		3: "debug trap (llvm.debugtrap)"}[id]
	if what == "" {
		what = "user trap"
	}
	w.fault(r, -1, fmt.Errorf("%w: trap %d: %s", ErrTrap, id, what))
}

// execGprIdxOn: MODE.gpr_idx_en, M0[7:0] the index, M0[15:12] the raw second source field
// (semantics.md 53).
func execGprIdxOn(w *Wave, r *Rec) {
	w.Mode |= ModeGPRIdx
	w.setS32(isa.CodeM0, w.M0()&^0xf0ff|uint32(w.scalar(r.X, 0, r.A))&0xff|uint32(r.X.Imm&15)<<12)
}

func execMovRelS(w *Wave, r *Rec) {
	i, _ := w.relativeReg(r.A, r.X.ND)
	if r.X.ND == 2 {
		w.setS64(r.D, w.s64(i))
	} else {
		w.setS32(r.D, w.S[uint8(i)])
	}
}

func execMovRelD(w *Wave, r *Rec) {
	i, ok := w.relativeReg(r.D, r.X.ND)
	if !ok {
		return
	}
	v := w.scalar(r.X, 0, r.A)
	if r.X.ND == 2 {
		w.setS64(i, v)
	} else {
		w.setS32(i, uint32(v))
	}
}

// relativeReg is the first of n scalar registers that M0 chooses from code on. Past the last one it
// is SGPR 0, from which sources are read, and false: destinations are not written (semantics.md 55).
func (w *Wave) relativeReg(code uint16, n uint8) (uint16, bool) {
	i := uint64(uint32(code) + w.M0())
	if i+uint64(n) > uint64(isa.MaxSGPR(w.prog.Gen)) {
		return 0, false
	}
	return uint16(i), true
}

// fork is s_cbranch_g_fork and s_cbranch_i_fork: the smaller side runs first, the other one waits
// on the stack (semantics.md 52).
func (w *Wave) fork(r *Rec, mask, target uint64) {
	exec := w.exec()
	pass, fail := mask&exec, ^mask&exec
	next := w.prog.addr(w.ip)
	csp := w.Mode >> modeCSP & 7
	switch {
	case pass == exec:
		w.jump(r, target)
	case fail == exec:
	default:
		otherPC, otherMask, run := target, pass, fail
		if bits.OnesCount64(fail) >= bits.OnesCount64(pass) {
			otherPC, otherMask, run = next, fail, pass
		}
		base := uint16(csp * 4)
		w.setS64(base, otherMask)
		w.setS64(base+2, otherPC)
		w.Mode = w.Mode&^(7<<modeCSP) | (csp+1)&7<<modeCSP
		w.SetExec(run)
		if run == pass {
			w.jump(r, target)
		}
	}
}

func execJoin(w *Wave, r *Rec) {
	csp := w.Mode >> modeCSP & 7
	if uint32(w.scalar(r.X, 0, r.A)) == csp {
		return
	}
	csp = (csp - 1) & 7
	base := uint16(csp * 4)
	w.Mode = w.Mode&^(7<<modeCSP) | csp<<modeCSP
	w.SetExec(w.s64(base))
	w.jump(r, w.s64(base+2))
}

// execSetVSkip: VSKIP = S0[S1[4:0]] (Vega ISA).
func execSetVSkip(w *Wave, r *Rec) {
	w.Mode &^= ModeVSkip
	if w.scalar(r.X, 0, r.A)>>(w.scalar(r.X, 1, r.B)&31)&1 != 0 {
		w.Mode |= ModeVSkip
	}
}

// execRfe returns from the trap handler: only a privileged wave may.
func execRfe(w *Wave, r *Rec) {
	if !w.Priv {
		w.fault(r, -1, ErrPrivileged)
		return
	}
	w.Priv = false
	w.jump(r, mem.Canonical(w.scalar(r.X, 0, r.A)))
}

// execReadFirstLane reads the lowest active lane, lane 0 where none is (semantics.md 31).
func execReadFirstLane(w *Wave, r *Rec) {
	lane := bits.TrailingZeros64(w.exec())
	if lane == 64 {
		lane = 0
	}
	w.setS32(r.D, w.laneOf(r, r.A, lane))
}

// laneOf reads one lane of a vector register, or the scalar operand that stands in its place.
func (w *Wave) laneOf(r *Rec, code uint16, lane int) uint32 {
	if code < isa.CodeVGPR || code >= SrcConst {
		return uint32(w.scalar(r.X, 0, code))
	}
	if w.Mode&ModeGPRIdx != 0 {
		code, _ = w.indexedReg(code, 0, 1)
	}
	return w.V[uint8(code-isa.CodeVGPR)][lane&63]
}

func execReadLane(w *Wave, r *Rec) {
	w.setS32(r.D, w.laneOf(r, r.A, int(w.scalar(r.X, 1, r.B)&63)))
}

func execWriteLane(w *Wave, r *Rec) {
	lane := w.scalar(r.X, 1, r.B) & 63
	code, ok := r.D, true
	if w.Mode&ModeGPRIdx != 0 {
		code, ok = w.indexedReg(code, 3, 1)
	}
	if !ok {
		return
	}
	d := uint8(code - isa.CodeVGPR)
	w.V[d][lane] = uint32(w.scalar(r.X, 0, r.A))
	w.VWritten[d] |= 1 << lane
}

// movRel moves between vector registers addressed relative to M0.
func (w *Wave) movRel(r *Rec, srcOff, dstOff uint32) {
	exec := w.exec()
	d := uint32(r.D-isa.CodeVGPR) + dstOff
	if d > 255 {
		return // out-of-range destination: not written (semantics.md 55)
	}
	var rows [4]*isa.Row
	if r.A >= isa.CodeVGPR && r.A < SrcConst {
		s := uint32(r.A-isa.CodeVGPR) + srcOff
		if s > 255 {
			s = 0
		}
		rows[0] = &w.V[s]
	} else {
		w.fetch(r.X, 0, r.A, &rows)
	}
	merge(&w.V[d], rows[0], exec)
	w.VWritten[d] |= exec
}

func execSwap(w *Wave, r *Rec) {
	exec := w.exec()
	var v [2]uint8
	for i, o := range r.X.Inst.Operands() {
		v[i&1] = uint8(o.Code - isa.CodeVGPR)
	}
	a, b := &w.V[v[0]], &w.V[v[1]]
	w.dst[0], w.dst[1] = *a, *b
	merge(a, &w.dst[1], exec)
	merge(b, &w.dst[0], exec)
	w.VWritten[v[0]] |= exec
	w.VWritten[v[1]] |= exec
}
