package engine

import (
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// What tenants may do with a wave, a work-group and a program, beyond what users of package sim
// may: the same memory under other types, whose methods users do not have.

// WaveCore is a [Wave] as its tenants have it.
type WaveCore Wave

// Core is the wave for its tenants.
func (w *Wave) core() *WaveCore { return (*WaveCore)(w) }

// Wave is the wave for users.
func (w *WaveCore) Wave() *Wave { return (*Wave)(w) }

// Group is the wave's work-group.
func (w *WaveCore) Group() *GroupCore { return (*GroupCore)(w.group) }

// Prog is what the wave executes.
func (w *WaveCore) Prog() *ProgramCore { return (*ProgramCore)(w.prog) }

// IP is the dword of the code at which the next instruction lies.
func (w *WaveCore) IP() uint32 { return w.ip }

// SetIP sets it.
func (w *WaveCore) SetIP(ip uint32) { w.ip = ip }

// Stop is why the wave has left its loop, 0 while it is in it.
func (w *WaveCore) Stop() StopBits { return w.stop }

// SetStop sets it.
func (w *WaveCore) SetStop(s StopBits) { w.stop = s }

// Exec is the mask of active lanes.
func (w *WaveCore) Exec() uint64 { return (*Wave)(w).exec() }

// M0 is the memory register.
func (w *WaveCore) M0() uint32 { return w.S[isa.CodeM0] }

// VCC is the vector condition code.
func (w *WaveCore) VCC() uint64 { return (*Wave)(w).VCC() }

// Execute calls the executor of a record: the program counter has to be behind it already.
// Nobody is told of it: see Perform.
func (w *WaveCore) Execute(r *Rec) { r.run((*Wave)(w), r) }

// Perform is Execute where hooks that want to know more than instructions are told of it: where
// somebody is called at each instruction, each is executed so, once.
func (w *WaveCore) Perform(r *Rec) {
	if w.observer != nil {
		w.observer.execute(r)
		return
	}
	r.run((*Wave)(w), r)
}

// Advance counts n instructions that have been executed and sets the program counter behind them.
func (w *WaveCore) Advance(n int, ip uint32) {
	w.Insts += uint64(n)
	w.ip = ip
}

// Go executes one instruction by its executor.
func (w *WaveCore) Go(r *Rec) {
	w.ip += uint32(r.Len)
	w.Insts++
	if w.counts != nil {
		w.counts[r.Slot]++
	}
	r.run((*Wave)(w), r)
}

// Host is what executes the instructions of waves without tenants that want to be called at each.
func (w *WaveCore) Host() Host { return w.group.disp.Host }

// Plain executes up to budget instructions as the loop of a wave without tenants does, and returns
// how many.
func (w *WaveCore) Plain(budget int) int { return (*Wave)(w).plain(budget) }

// Before calls what wants to be called before the instruction of r, which Insts counts already. It
// reports false where that stopped the wave.
func (w *WaveCore) Before(r *Rec) bool {
	if w.before == nil {
		return true
	}
	if w.before((*Wave)(w), r); w.stop == 0 {
		return true
	}
	(*Wave)(w).stoppedBefore(r)
	return false
}

// After calls what wants to be called after the instruction of r.
func (w *WaveCore) After(r *Rec) {
	if w.trace != nil {
		w.trace((*Wave)(w), r)
	}
}

// ByInst reports whether somebody wants to be called at each instruction.
func (w *WaveCore) ByInst() bool { return w.before != nil || w.trace != nil }

// Precede makes f be called before each instruction, in front of what is called already.
func (w *WaveCore) Precede(f func(w *WaveCore, r *Rec)) {
	next := w.before
	w.before = func(v *Wave, r *Rec) {
		if f((*WaveCore)(v), r); next != nil {
			next(v, r)
		}
	}
}

// Follow makes f be called after each instruction, in front of what is called already.
func (w *WaveCore) Follow(f func(w *WaveCore, r *Rec)) {
	next := w.trace
	w.trace = func(v *Wave, r *Rec) {
		if f((*WaveCore)(v), r); next != nil {
			next(v, r)
		}
	}
}

// Observe sets what is told of operations and waits.
func (w *WaveCore) Observe(e Events) { w.events = e }

// ObserveDirect sets what is told of operations on paths.
func (w *WaveCore) ObserveDirect(e DirectEvents) { w.direct = e }

// Direct is what is told of operations on paths, nil where nobody is.
func (w *WaveCore) Direct() DirectEvents { return w.direct }

// Loop executes a wave in place of the loop of those without tenants: up to budget instructions, of which it returns
// how many it executed.
type Loop interface{ Run(budget int) int }

// Loop sets what executes the wave.
func (w *WaveCore) Loop(l Loop) { w.loop = l }

// OrderBy sets who decides what returns, in place of the policy.
func (w *WaveCore) OrderBy(o Order) { w.order = o }

// OnReturn sets what is called when an operation has returned, or, where data is set, has read its
// late data.
func (w *WaveCore) OnReturn(f func(w *WaveCore, op waitcnt.Op, t *Token, data bool)) { w.returned = f }

// Notes is what a tenant keeps of the wave; it stays when the wave is used again, if it is an
// [Idler].
func (w *WaveCore) Notes() any { return w.notes }

// SetNotes sets it.
func (w *WaveCore) SetNotes(x any) { w.notes = x }

// Token is an outstanding operation, by [waitcnt.Op.Slot].
func (w *WaveCore) Token(slot uint8) *Token { return (*Wave)(w).token(slot) }

// Retire returns outstanding operation i, or as much of it as holds counter c.
func (w *WaveCore) Retire(i int, c waitcnt.Counter) { (*Wave)(w).retireOp(i, c) }

// ServiceOlder lets the operations access memory that go before op in its pipelines.
func (w *WaveCore) ServiceOlder(op waitcnt.Op) { (*Wave)(w).serviceOlder(op) }

// ServiceAhead lets an operation access memory that has not returned yet; its results wait.
func (w *WaveCore) ServiceAhead(t *Token) { (*Wave)(w).serviceAhead(t) }

// Do does what a policy or an order wants an outstanding operation to do. It must be legal
// ([waitcnt.File.May]).
func (w *WaveCore) Do(s waitcnt.Step) { (*Wave)(w).step(s) }

// Settle turns the reasons why a wave stopped into its state.
func (w *WaveCore) Settle() { (*Wave)(w).settle() }

// End faults the wave before its next instruction.
func (w *WaveCore) End(err error) { (*Wave)(w).end(err) }

// Clocked makes the wave's clock be what SetNow says.
func (w *WaveCore) Clocked() { w.timed = true }

// SetNow sets the clock.
func (w *WaveCore) SetNow(t uint64) { w.now = t }

// Wake is the clock at which a sleeping wave goes on.
func (w *WaveCore) Wake() uint64 { return w.wake }

// Slept is how many clocks it has slept.
func (w *WaveCore) Slept() uint64 { return w.slept }

// Row is vector register n of an operand.
func (w *WaveCore) Row(o isa.Operand, n int) *isa.Row { return (*Wave)(w).row(o, n) }

// Scalar is the value of scalar source i, which code names.
func (w *WaveCore) Scalar(x *Bound, i int, code uint16) uint64 { return (*Wave)(w).scalar(x, i, code) }

// IndexedReg is the register that an operand of n dwords names under GPR indexing; bit is that of
// the operand in M0[15:12]. ok is false past the last register.
func (w *WaveCore) IndexedReg(code uint16, bit uint, n uint8) (reg uint16, ok bool) {
	return (*Wave)(w).indexedReg(code, bit, n)
}

// RelativeReg is the first of n scalar registers that M0 chooses from code on; SGPR 0, and false,
// past the last one.
func (w *WaveCore) RelativeReg(code uint16, n uint8) (reg uint16, ok bool) {
	return (*Wave)(w).relativeReg(code, n)
}

// ImageAddresses is how many address registers an image instruction reads, by its resource.
func (w *WaveCore) ImageAddresses(x *Bound) int { return (*Wave)(w).imageAddresses(x) }

// ScratchOffset is where the wave's private memory begins in that of the launch, bytes.
func (w *WaveCore) ScratchOffset() uint64 { return (*Wave)(w).scratchOffset() }

// ScratchOffset is where in a [Wave] an executor finds ScratchBytes that nobody else needs while an
// instruction is executed.
const (
	ScratchOffset = int(unsafe.Offsetof(Wave{}.dst))
	ScratchBytes  = int(unsafe.Sizeof(Wave{}.dst))
)

// Where in a [Wave] host code puts a row whose lanes DPP has permuted, and the lanes that the instruction
// writes.
const (
	PermutedOffset      = int(unsafe.Offsetof(Wave{}.permuted) + unsafe.Offsetof(permuted{}.row))
	PermutedLanesOffset = int(unsafe.Offsetof(Wave{}.permuted) + unsafe.Offsetof(permuted{}.lanes))
)

// HeldOffset is where in a [Wave] the scalar registers are that are held for operations; the vector
// registers follow them.
const HeldOffset = int(unsafe.Offsetof(Wave{}.held))

// Where in a [Wave] host code finds the address of LDS, the dwords below which elements lie, and where an
// element goes that is to be stored nowhere: see [WaveCore.OpenLDS].
const (
	LDSBaseOffset  = int(unsafe.Offsetof(Wave{}.window)) + int(unsafe.Offsetof(ldsWindow{}.base))
	LDSBelowOffset = int(unsafe.Offsetof(Wave{}.window)) + int(unsafe.Offsetof(ldsWindow{}.below))
	LDSWasteOffset = int(unsafe.Offsetof(Wave{}.window)) + int(unsafe.Offsetof(ldsWindow{}.waste))
)

// GroupCore is a [Group] as its tenants have it.
type GroupCore Group

// Dispatch is the launch that the work-group is part of.
func (g *GroupCore) Dispatch() *Dispatch { return g.disp }

// KCache is its scalar cache.
func (g *GroupCore) KCache() *mem.Cache { return g.kcache }

// Notes is what a tenant keeps of the work-group; it stays when the work-group is used again, if it is
// an [Idler].
func (g *GroupCore) Notes() any { return g.notes }

// SetNotes sets it.
func (g *GroupCore) SetNotes(x any) { g.notes = x }

// Ended reports whether nothing more of it executes.
func (g *GroupCore) Ended() bool { return g.ended }

// Broken reports whether the simulator has failed in it.
func (g *GroupCore) Broken() bool { return g.broken }

// SetBroken says that the simulator has failed in it.
func (g *GroupCore) SetBroken() { g.broken = true }

// Defect makes a defect the fault of wave w, which was executing.
func (g *GroupCore) Defect(w *WaveCore, err error) {
	g.now = (*Wave)(w)
	(*Group)(g).defect(err)
}

// Deadlock faults the first wave that cannot go on.
func (g *GroupCore) Deadlock() { (*Group)(g).deadlock() }

// ProgramCore is a [Program] as its tenants have it.
type ProgramCore Program

// Recs are the records, by dword, and one behind the end.
func (p *ProgramCore) Recs() []Rec { return p.recs }

// Code is the machine code.
func (p *ProgramCore) Code() []byte { return p.code }

// Target is the target whose code it is.
func (p *ProgramCore) Target() isa.Target { return p.target }

// Features are those of the target.
func (p *ProgramCore) Features() isa.Features { return p.features }

// Addr is the address of a dword.
func (p *ProgramCore) Addr(slot uint32) uint64 { return (*Program)(p).addr(slot) }

// Linked is the address of a dword as disassemblers print it.
func (p *ProgramCore) Linked(slot uint32) uint64 { return (*Program)(p).addr(slot) - p.Bias }

// ColdRec is the record of the instruction at a dword inside another instruction; others are
// returned as they are.
func (p *ProgramCore) ColdRec(r *Rec) *Rec { return (*Program)(p).coldRec(r) }

// Inst is the instruction of a record: the zero Inst where its words are none.
func (p *ProgramCore) Inst(r *Rec) *isa.Inst { return (*Program)(p).inst(r) }

// InstAt is the instruction at a dword.
func (p *ProgramCore) InstAt(slot uint32) *isa.Inst { return (*Program)(p).instAt(slot) }

// Decode decodes the instruction at an address.
func (p *ProgramCore) Decode(pc uint64) (isa.Inst, error) { return (*Program)(p).Inst(pc) }

// Sources are the codes of the sources of a record of a vector instruction.
func (r *Rec) Sources() [3]uint16 { return [3]uint16{r.A, r.B, r.c} }

// ByLanes reports whether the instruction is a branch that EXEC alone decides, and whether it is taken where EXEC is
// empty, or where it is not.
func (r *Rec) ByLanes() (is, whereEmpty bool) {
	in := r.X.Inst.Form.Desc.Host
	if in == nil || in.Jump == nil {
		return false, false
	}
	switch j := in.Jump; j.Kind {
	case isa.HostExec:
		return true, false
	case isa.HostEq:
		is = j.X.Kind == isa.HostExec && j.Y.Kind == isa.HostImm && j.Y.K == 0
		return is, is
	}
	return false, false
}

// MaskIn is the code of the condition mask or carry in, NoMask where there is none.
func (x *Bound) MaskIn() uint16 { return x.inMask }

// Literal is that of madmk and madak.
func (x *Bound) Literal() uint32 { return x.k }

// Notes is what a tenant has worked out about the program, which lasts as long as it: what make
// returned when it was first called.
func (p *ProgramCore) Notes(make func() any) any {
	p.notesOnce.Do(func() { p.notes = make() })
	return p.notes
}

// Host is what host code has been made of the program, which lasts as long as it: what make returned
// when it was first called with the key.
func (p *ProgramCore) Host(key string, make func() Host) Host {
	p.mu.Lock()
	defer p.mu.Unlock()
	h, known := p.hosts[key]
	if !known {
		if h = make(); p.hosts == nil {
			p.hosts = map[string]Host{}
		}
		p.hosts[key] = h
	}
	return h
}

// NewGroup makes work-group i of the launch ready to run, with a scalar cache that it shares with
// others.
func (k *Worker) NewGroup(i uint64, kcache *mem.Cache) *GroupCore {
	return (*GroupCore)(k.newGroup(i, kcache))
}

// Finish accounts for a work-group that executes nothing more.
func (k *Worker) Finish(g *GroupCore) {
	g.ended = true
	k.finish((*Group)(g))
}
