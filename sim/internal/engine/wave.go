package engine

import (
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// StopBits say why a wave left its loop.
type StopBits uint32

const (
	StopFault   StopBits = 1 << iota // it has a fault
	stopEnd                          // s_endpgm
	stopBarrier                      // waits at the barrier
	stopSleep                        // s_sleep
	stopHalt                         // STATUS.HALT
	// wants another wave to run first (a GWS resource or an ordered count that is not free)
	StopYield
)

// State is what a wave is doing.
type State uint8

// The states.
const (
	Running   State = iota // it executes
	AtBarrier              // waits at s_barrier for the others of its work-group
	Sleeping               // in s_sleep
	Halted                 // STATUS.HALT is set, by s_sethalt or s_sendmsghalt
	Waiting                // for a global resource
	Ended                  // has executed s_endpgm
	Faulted                // cannot go on: Fault says why
)

// String names the state as the dump prints it.
func (s State) String() string {
	return [...]string{"running", "barrier", "sleeping", "halted", "waiting", "done", "fault"}[s]
}

// The MODE register (AMD ISA manuals, "MODE").
const (
	ModeGPRIdx = 1 << 27
	ModeVSkip  = 1 << 28
	modeCSP    = 29 // shift of the conditional branch stack pointer, 3 bits
)

// Wave is one wavefront: 64 lanes, one program counter, scalar and vector registers, and what it
// has outstanding.
type Wave struct {
	waveState
	waveRoom
}

// waveState is what a wave has of its own: a new wave begins with all of it zero. It is small, as
// there may be a wave for a few dozen instructions. What every instruction needs comes last, and first
// in waveRoom: where many waves take turns, the lines of the host's caches that each needs count.
type waveState struct {
	Num int    // number in its work-group
	ID  uint64 // number in its dispatch

	CondDbgUser, CondDbgSys bool      // STATUS bits that s_cbranch_cdbg* test
	Kill, Priv              bool      // s_setkill has ended it; privileged: by the descriptor, or in a trap handler
	TrapSts                 uint32    // the TRAPSTS register
	Perf                    [16]int64 // counters of s_incperflevel and s_decperflevel
	Messages                []Message // in the order of their s_sendmsg
	TTrace                  []uint32  // M0 of each s_ttracedata
	Exports                 []Export  // in the order in which they were done

	Fault  *Fault // why it cannot go on; nil: it has no fault
	Waits  uint64 // s_waitcnt that had to wait for something
	policy waitcnt.Policy
	slept  uint64        // clocks spent in s_sleep
	wake   uint64        // clock at which a sleeping wave goes on
	ticket mem.GWSTicket // place at a global wave sync resource
	counts []uint64      // executions of each record, nil when not counted
	hosted []uint64      // those of them in host code, nil when not counted
	ran    *[]ran        // of the worker, where it counts runs; nil: they are in these
	loop   Loop          // executes instead of the loop of run, where not nil

	SWritten [4]uint64 // one bit for each scalar register that the ABI or the program wrote

	// returned is called when an operation has returned, or, where data is set, has read its late
	// data; may be nil.
	returned func(w *WaveCore, op waitcnt.Op, t *Token, data bool)
	trace    func(w *Wave, r *Rec)
	before   func(w *Wave, r *Rec) // called before each instruction; Insts counts it already
	events   Events                // nil where nobody observes
	direct   DirectEvents          // likewise
	order    Order                 // decides what returns; nil where the policy does
	observer *observer             // of Hooks; nil: they want to know no more than instructions and returns
	prog     *Program
	group    *Group
	now      uint64
	Insts    uint64 // instructions executed
	ip       uint32
	stop     StopBits
	Mode     uint32 // the MODE register
	SCC      bool   // scalar condition code
	State    State  // what it is doing
	Prio     uint8  // priority, 0 to 3: s_setprio
	late     bool   // policy is [waitcnt.Late]
	timed    bool   // a chip's clock runs: now is what it says
	refused  bool   // who is told of accesses has refused one
	packed   uint64 // tokens that are packed, or in the worker's
	shared   *Token // the worker's; nil: operations have tokens of their own
}

// waveRoom is memory that stays when a wave is used again. What is left in it says nothing, as it is
// written before it is read. Some things are not: [Wave.renew] sets the registers that have been
// written, fpMode and Counters, and each of spreads holds the value that it says in every lane.
type waveRoom struct {
	waveFront
	// Rows begin where lines of the host's caches do: see [newAligned].
	_        [(64 - (unsafe.Sizeof(waveState{})+unsafe.Sizeof(waveFront{}))%64) % 64]byte
	S        [256]uint32 // scalar registers by source code, with VCC, M0 and EXEC; SCC is not in it
	packs    [packs]packed
	VWritten [256]uint64 // lanes of each vector register that the ABI or the program wrote
	dst      [4]isa.Row  // results before they are merged
	held     held        // of direct accesses
	reach    mem.Access  // likewise

	spreads    [3][numSpreads]broadcast // scalar sources in every lane
	mods       modScratch
	permuted   permuted
	elig       [waitcnt.MaxOps]int
	orderedOut isa.Row // result of the ordered count on its way to the register

	// Direct accesses.
	window     ldsWindow
	windows    *Windows       // of the path that host code executes
	notesAt    uintptr        // where it notes accesses; see [Notes]
	quietLDS   uint32         // up to where it need not note accesses of LDS; see [DirectEvents.QuietLDS]
	stamped    uint32         // up to where it looks at stamps of dwords
	since      uint32         // from which of them on nothing has to be noted
	loudLDS    uint32         // not 0: something of LDS has been noted
	stamps     unsafe.Pointer // of dwords of LDS
	runs       [maxRuns]Run   // of the rounds that are told of
	noted      []Note         // what is looked at of these
	notedRound uint32
	notedSize  uint32
	notedInsts uint64 // at the beginning of that round
	places     [NumWindows]place
	resource   mem.Resource // decoded last
	sload      [64]byte
	scalarAddr uint64 // of the last direct load of scalar memory
	rowRefs    [4]*isa.Row
	srcRefs    [4]*isa.Row
	idle       int // bytes that it takes, where nobody uses it
}

// waveFront is what is in front of the lines.
type waveFront struct {
	V        *[256]isa.Row // vector registers by number, a row of 64 lanes each
	notes    any           // what a tenant keeps of the wave
	free     []uint8       // unused tokens
	fpMode   uint64        // the Mode that vec.FP was made from; no MODE before that
	Counters waitcnt.File  // the wait counters, and operations that have not returned
	tokens   [waitcnt.MaxOps]*Token
	vec      isa.Vec
	sca      isa.Sca
	indexed  Rec // the record that GPR indexing made of the current one
}

// Message is one s_sendmsg.
type Message struct {
	Inst uint64 // Insts when it was issued
	Msg  uint16 // SIMM16
	M0   uint32 // when it was sent
	Exec uint64 // active lanes then
}

// exec is EXEC.
func (w *Wave) exec() uint64 { return uint64(w.S[isa.CodeExecLo]) | uint64(w.S[isa.CodeExecHi])<<32 }

// Exec is the mask of active lanes.
func (w *Wave) Exec() uint64 { return w.exec() }

// SetExec sets the mask of active lanes.
func (w *Wave) SetExec(m uint64) { w.setS64(isa.CodeExecLo, m) }

// VCC is the vector condition code.
func (w *Wave) VCC() uint64 { return w.s64(isa.CodeVCCLo) }

// M0 is the memory register.
func (w *Wave) M0() uint32 { return w.S[isa.CodeM0] }

// PC is the address of the next instruction.
func (w *Wave) PC() uint64 { return w.prog.addr(w.ip) }

func (w *Wave) s64(code uint16) uint64 {
	c := uint8(code)
	return uint64(w.S[c]) | uint64(w.S[c+1])<<32
}

func (w *Wave) setS64(code uint16, v uint64) {
	c := uint8(code)
	w.S[c], w.S[c+1] = uint32(v), uint32(v>>32)
	w.SWritten[c>>6] |= 3 << (c & 63)
	if c&63 == 63 { // no pair of the architecture, but of relative addressing
		w.SWritten[(c+1)>>6] |= 1
	}
}

func (w *Wave) setS32(code uint16, v uint32) {
	w.S[uint8(code)] = v
	w.SWritten[code>>6&3] |= 1 << (code & 63)
}

// wroteS marks n scalar registers as written.
func (w *Wave) wroteS(code uint16, n int) {
	for i := 0; i < n; i++ {
		c := uint8(code) + uint8(i)
		w.SWritten[c>>6] |= 1 << (c & 63)
	}
}

// clock is the shader clock: the chip's, or as the functional driver counts it: four cycles for
// each instruction (one issue slot, VegaISA) plus sleep.
func (w *Wave) clock() uint64 {
	if w.timed {
		return w.now
	}
	return w.Insts*4 + w.slept
}

// jump sets the program counter.
func (w *Wave) jump(r *Rec, pc uint64) {
	p := w.prog
	off := pc - p.Base
	if off > uint64(len(p.code)) || off%4 != 0 {
		w.fault(r, -1, &JumpError{Target: pc, Base: p.Base, End: p.Base + uint64(len(p.code)), Bias: p.Bias})
		return
	}
	w.ip = uint32(off / 4)
}

// run executes up to budget instructions and returns how many it executed.
func (w *Wave) run(budget int) int {
	switch {
	case w.loop != nil:
		return w.loop.Run(budget)
	case w.trace == nil && w.before == nil:
		return w.plain(budget)
	}
	recs := w.prog.recs
	n := 0
	for n < budget && w.stop == 0 {
		r := &recs[w.ip]
		w.Insts++
		if w.before != nil {
			if w.before(w, r); w.stop != 0 {
				w.stoppedBefore(r)
				break
			}
		}
		w.ip += uint32(r.Len)
		n++
		if w.counts != nil {
			w.counts[r.Slot]++
		}
		w.core().Perform(r)
		if w.trace != nil {
			w.trace(w, r)
		}
	}
	return n
}

// plain is run without anybody who wants to be called at each instruction.
func (w *Wave) plain(budget int) int {
	if h := w.group.disp.Host; h != nil {
		return h.Run((*WaveCore)(w), budget)
	}
	recs := w.prog.recs
	n := 0
	if w.counts != nil {
		for n < budget && w.stop == 0 {
			r := &recs[w.ip]
			w.ip += uint32(r.Len)
			n++
			w.Insts++
			w.counts[r.Slot]++
			r.run(w, r)
		}
		return n
	}
	for n < budget && w.stop == 0 {
		r := &recs[w.ip]
		w.ip += uint32(r.Len)
		n++
		w.Insts++
		r.run(w, r)
	}
	return n
}

// Host executes instructions of a program in another way than by their executors alone.
type Host interface {
	// Run executes up to budget instructions, as the loop of a wave does, and returns how many.
	Run(w *WaveCore, budget int) int
	// Loop goes round a loop that begins at the wave's program counter and has n instructions, as
	// often as it goes within a budget of instructions. It returns how many it executed, 0 where
	// there is no such loop.
	Loop(w *WaveCore, n, budget int) int
	// Batch executes up to n instructions from a dword on, none of which jumps, and returns how many
	// and the dword behind them: 0 where it does not execute the first one. Waits among them wait for
	// nothing. The program counter and the number of instructions are left to the caller.
	Batch(w *WaveCore, ip uint32, n int) (done int, next uint32)
	// Path is the path that begins at the wave's program counter, nil where there is none: a run of
	// instructions with memory operations and waits, for a wave with nothing outstanding. last is the
	// dword of the instruction that was executed before, NoDword where control has come from
	// elsewhere.
	Path(w *WaveCore, last uint32) Path
	// Refused is called where a path that Path has just returned is not followed.
	Refused(p Path)
	// Follow executes a path that Path has just returned, a loop as often as budget allows, and returns how many
	// instructions that were: 0 where the path does not fit. The wave
	// may leave it at a branch, or where something is not as usual. At a branch it may also change
	// over to another path that begins as this one does ([DirectEvents.Turns]), which it follows to
	// its end.
	Follow(w *WaveCore, p Path, budget int, how How) int
}

// How says in which way a path is followed.
type How struct {
	Once  bool // a loop is gone round once
	Apart bool // the observer is told of each access of memory before it is made, and may refuse it
}

// NoDword is no dword of a program.
const NoDword = ^uint32(0)

// Path is a run of instructions that host code executes, see [Host.Path].
type Path interface {
	// Recs are the instructions, in the order in which they are executed.
	Recs() []*Rec
	// Same is the number of the last memory operation before one of LDS that is another one of LDS with
	// the same lanes, addresses and M0; -1 where none is known.
	Same(op int) int
	// Op is a memory operation.
	Op(n int) *Direct
	// Told has the numbers of operations that [DirectEvents.ReachedLDS] is told of together, in order.
	Told() [][]uint8
}

// stoppedBefore puts a wave in its place that something before the instruction of r has stopped. A
// fault of what returned there counts as one during the instruction, as it does where a wait makes
// it return: the replay of an order ends where the order did.
func (w *Wave) stoppedBefore(r *Rec) {
	if w.stop&StopFault != 0 {
		w.ip += uint32(r.Len)
		return
	}
	w.Insts--
}

// mode returns the floating-point rules of MODE, decoded when MODE changed; they are also in w.vec,
// with the generation, for the kernels.
func (w *Wave) mode() isa.FPMode {
	if w.fpMode != uint64(w.Mode) {
		w.vec.FP, w.vec.Features, w.fpMode = isa.NewFPMode(w.Mode, w.prog.features), w.prog.features, uint64(w.Mode)
	}
	return w.vec.FP
}
