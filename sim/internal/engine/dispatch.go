package engine

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// DefaultMaxWaves is the limit of waves of a launch that sets none: 2^30 work-items in full waves,
// which take minutes.
const DefaultMaxWaves = 1 << 24

// DefaultMaxInsts is the limit of instructions, all waves together, of a launch that sets none.
const DefaultMaxInsts = 1_000_000_000

// Options say how a launch is run.
type Options struct {
	Policy   waitcnt.Policy // which operations return when a wave waits; nil is waitcnt.Late
	MaxInsts int64          // instructions of all waves; 0 is DefaultMaxInsts
	// waves of the launch; 0 is DefaultMaxWaves. Where MaxInsts is less, that ends the launch
	MaxWaves      int64
	MaxCycles     uint64 // clocks of one wave, as the functional driver counts them; 0 is no limit
	Workers       int    // work-groups that run at the same time; 0 is GOMAXPROCS
	Deterministic bool   // one worker, work-groups in order; see [Options.InOrder]
	Count         bool   // count executions of each instruction
	CountHost     bool   // count those that host code has executed
	// keep the waves of the work-groups in the result, for a dump: of the first ones, up to MaxKept
	// waves
	Keep         bool
	HardwareBugs bool // reproduce known defects of the chips that programs must work around
	// address of the samplers' table of border colours, 16 bytes each (TA_BC_BASE_ADDR); 0 is none
	BorderColors uint64
	RealTimeDiv  uint64 // shader clocks per tick of s_memrealtime; 0 is 10
	Hooks        *Hooks
	// Context ends the launch early when it is done, with a fault that wraps its cause; nil is
	// never.
	Context context.Context
	Survey  *Survey // lets other goroutines ask where the waves are; nil: nobody does
}

// InOrder reports whether work-groups run one after the other, so that a program whose work-groups
// race leaves the same every time. They do on one worker, with [Hooks] of instructions, and with a
// policy that [waitcnt.Replays] an order. With a clock they run at the same time, and the result is
// the same every time too: the clock orders them.
func (o *Options) InOrder() bool {
	return o.Deterministic || o.Workers == 1 || o.Hooks.byInst() || waitcnt.Replays(o.Policy)
}

// byInst reports whether somebody wants to be called at each instruction; h may be nil.
func (h *Hooks) byInst() bool {
	return h != nil && (h.Inst != nil || h.Before != nil || h.observes())
}

// SeesWaves reports whether somebody is called with a wave or a work-group; h may be nil.
func (h *Hooks) SeesWaves() bool {
	return h.byInst() || h != nil && (h.WaveStart != nil || h.Returned != nil || h.GroupEnd != nil)
}

// quiet reports whether nobody is called but for progress; h may be nil.
func (h *Hooks) quiet() bool {
	return h == nil || !h.SeesWaves() && h.Found == nil && h.Window == nil
}

func (o *Options) realTimeDivisor() uint64 {
	if o.RealTimeDiv == 0 {
		return 10
	}
	return o.RealTimeDiv
}

// Hooks are called while a launch runs; nil members are not. They may be called from several
// goroutines at once unless Options.Deterministic is set.
type Hooks struct {
	// WaveStart is called when a wave is ready to execute its first instruction; only where one of
	// Before, Inst, Wrote, Accessed, Waited and Counted is set.
	WaveStart func(w *Wave)
	// Before is called before each instruction: the wave has done nothing of it yet.
	Before func(w *Wave)
	// Inst is called after each instruction.
	Inst func(w *Wave, in *isa.Inst, pc uint64)
	// Window is called between two windows of a launch with a clock, when nothing executes. Where it
	// reports true, the launch is interrupted: see Resume of the driver.
	Window func() bool
	// Returned is called when a memory operation or message has returned: its results are in their
	// registers, what it stores is in memory. pc is that of the instruction which issued it.
	Returned func(w *Wave, in *isa.Inst, pc uint64)
	// Wrote is called when a register has been written: by an instruction, before Inst; by a memory
	// operation, when its results arrive. What the register holds now is in w. MODE is not told.
	Wrote func(w *Wave, x *Written)
	// Accessed is called when vector or scalar memory is about to access global memory, and when LDS
	// has been accessed by lanes that have addresses of their own.
	Accessed func(w *Wave, a *Accessed)
	// Waited is called when an s_waitcnt is executed, whether it has to wait or not. Nothing has
	// returned for it yet.
	Waited func(w *Wave, need waitcnt.Wait, by Cause)
	// Counted is called when counters have changed: with what they were and are, by waitcnt.Counter.
	Counted func(w *Wave, old, now [waitcnt.NumCounters]uint8)
	// Found is called when a finding of Options.Check is made the first time. Those about several
	// work-groups are made when the launch has ended, and are not told.
	Found func(f *waitcnt.Finding)
	// GroupEnd is called when a work-group has ended.
	GroupEnd func(g *Group)
	// Progress is called before the launch begins, and when a work-group has ended, or some short ones:
	// with the number of waves that have ended, and of all waves of the launch. It may not launch anything on
	// the device.
	Progress func(done, total uint64)
}

// RegInit sets registers before the first instruction: n dwords from a source code on; a vector
// register takes one value for each lane. Role and Lanes give each wave of a grid its own values.
type RegInit struct {
	Code   uint16              // source code of the first register
	Scalar []uint32            // for scalar registers, one value each
	Vector [][isa.Lanes]uint32 // for vector registers, one row each
	Mask   uint64              // the lanes that Vector sets; 0: all
	Role   *abi.Role           // as many registers as the role has; the same in all lanes of vector registers
	Lanes  *abi.LaneValue      // for one vector register
	SCC    *bool               // for SCC
	Mode   *uint32             // for MODE
}

// Launch is one grid of work-groups.
type Launch struct {
	Prog      *Program
	Entry     uint64 // address of the first instruction; 0: where the program begins
	Grid      [3]uint32
	Group     [3]uint32
	LDS       uint32 // bytes of LDS of a work-group, static and dynamic
	InitLDS   []byte // what LDS holds when a work-group starts; zero where it is shorter
	Scratch   uint32 // bytes of private memory of a work-item, where the kernel uses any
	ScratchAt uint64 // its address; 0: anywhere

	// What the kernel's ABI asks for; nil for a raw binary, whose registers are set by Registers
	// only.
	Desc        *abi.Descriptor
	Kernarg     uint64 // addresses
	DispatchPtr uint64
	QueuePtr    uint64
	DispatchID  uint64
	TrapHandler uint64 // address of the trap handler (TBA), in the program; 0: there is none, and s_trap is a fault

	Registers []RegInit
	Options   Options
}

// Result is what a launch did.
type Result struct {
	Groups, Waves uint64
	Insts         uint64   // instructions executed by all waves
	Waits         uint64   // s_waitcnt that had to wait
	Counts        []uint64 // executions by dword of the program, where asked for
	HostCounts    []uint64 // of these in host code, where asked for
	Host          string   // how instructions were executed, in the words of Options of package sim
	HostError     error    // why not by host code that the host could execute
	Fault         *Fault   // nil where every wave ended
	State         []*Group // by index, where asked for; nil where a work-group did not run
}

// Apertures of FLAT addresses: the shared (LDS) and the private (scratch) one, as the amdgpu driver
// places them (LLVM AMDGPUUsage, "Flat Scratch"; any 4 GiB aligned addresses that no memory uses
// would do).
const (
	SharedBase  = 1 << 48
	PrivateBase = 2 << 48
)

// Dispatch is a launch while it runs.
type Dispatch struct {
	*Launch
	Opts        Options
	Mem         *mem.Global
	GDS         *mem.GDS
	Pool        *Pool // of the device
	Alone       bool  // one worker: no other goroutine touches memory
	SharedBase  uint64
	privateBase uint64
	ScratchBase uint64
	// scratchBytes is the private memory of all work-groups.
	ScratchBytes uint64
	scratch      *mem.Range // it, where there is any
	WaveScratch  uint64     // bytes of one wave
	groups       [3]uint32
	Total        uint64
	MaxWaves     int
	workers      int
	sgprs        []abi.SGPRRange // that waves begin with, by the kernel's descriptor

	dry dryLog

	session *Session // of Drive

	left     atomic.Int64   // instructions that may still be executed
	ended    atomic.Bool    // Options.Context is done
	Tenant   Tenant         // nil where nobody observes
	Lasting  bool           // the waves of a work-group that has ended stay as they are, as somebody looks at them
	EachInst bool           // the tenant wants to be called at each instruction
	Host     Host           // nil: instructions are executed by their executors
	Tiles    *mem.TileModes // of the chip, for images; at first of the target's first
	ahead    bool           // workers may take several work-groups at a time

	// What follows is written while the launch runs, the above hardly: they share no line of the host's caches.
	_       [128]byte
	mu      sync.Mutex
	next    uint64    // next group to start
	stripes stripes   // instead, with ahead
	paused  []*Group  // started, not running now
	changed sync.Cond // a work-group has ended or paused
	busy    []bool    // by slot of private memory: see slot
	Result  *Result
	faultAt uint64      // index of the faulting group, ^0 where none
	faulted atomic.Bool // there is one
	waves   uint64      // of the launch, for Hooks.Progress
	told    uint64      // of these, those that it was told of, with ahead
	_       [128]byte
}

// NewDispatch checks a launch on a device of a generation and makes it ready to run. It changes the
// launch: defaults are filled in.
func NewDispatch(gen isa.Gen, m *mem.Global, gds *mem.GDS, pool *Pool, l *Launch) (*Dispatch, error) {
	r := &Dispatch{Launch: l, Opts: l.Options, Mem: m, GDS: gds, Pool: pool, SharedBase: SharedBase,
		privateBase: PrivateBase, faultAt: ^uint64(0)}
	r.changed.L = &r.mu
	if err := r.prepare(gen); err != nil {
		return nil, err
	}
	r.EachInst = r.Opts.Hooks.byInst()
	r.Tiles = mem.TilesOf(l.Prog.target, "")
	gds.Lock()
	gds.ResetOrder()
	gds.Unlock()
	if h := r.Opts.Hooks; h != nil && h.Progress != nil {
		h.Progress(0, r.Waves())
	}
	return r, nil
}

// Workers is how many goroutines run the launch: as many as its options, the host and its
// work-groups allow.
func (r *Dispatch) Workers() int {
	workers := r.Opts.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if r.Opts.InOrder() {
		workers = 1
	}
	return int(min(uint64(workers), r.Total))
}

// Run executes the launch. drive does; where it is nil, workers do, each one work-group after the
// other. What goes wrong in the program is in the result's fault, and not an error. Run reports
// whether the launch is over, as drive does.
func (r *Dispatch) Run(workers int, drive func() bool) (over bool, err error) {
	r.Alone, r.workers = r.Alone || workers == 1, workers
	if r.scratch, err = r.mapScratch(); err != nil {
		return true, err
	}
	return r.Resume(drive)
}

// Resume goes on with a launch that has been interrupted, or is about to begin, as Run does.
func (r *Dispatch) Resume(drive func() bool) (over bool, err error) {
	if ctx := r.Opts.Context; ctx != nil {
		defer context.AfterFunc(ctx, func() { r.ended.Store(true) })()
	}
	// Where no work-group has to wait for the end of another, nobody has to be told when one ends.
	if r.ahead = drive == nil && r.Opts.Hooks.quiet() && !r.Opts.Keep && uint64(len(r.busy)) >= r.Total; r.ahead {
		r.stripes.begin(r.Total, r.workers)
		r.next = r.Total
	}
	switch workers := r.workers; {
	case drive != nil:
		if !drive() {
			return false, nil
		}
	case workers == 1:
		r.work(0)
	default:
		r.together(workers)
	}
	if r.scratch != nil {
		return true, r.Mem.Unmap(r.scratch)
	}
	return true, nil
}

// together runs the launch by several workers.
func (r *Dispatch) together(workers int) {
	// To wait for others alone would cost a short launch a switch. But panics of hooks go on, which others may
	// have to wait for, unless they take their work-groups ahead.
	own := r.Opts.Hooks == nil || r.ahead
	if own {
		workers--
	}
	j := r.Pool.crew.start(workers, r.work)
	defer j.wait() // a panic does not go past those that run
	if own {
		r.work(0)
	}
}

// Finish calls f, where it is not nil, when the launch has been run. A panic becomes its fault.
func (r *Dispatch) Finish(f func()) {
	if f != nil {
		func() {
			defer func() {
				if v := recover(); v != nil && r.Result.Fault == nil {
					r.Result.Fault = r.FaultOf(Caught(v))
				}
			}()
			f()
		}()
	}
	if r.Result.Fault == nil && r.next < r.Total && r.ended.Load() {
		// The launch ended early between two work-groups.
		r.Result.Fault = r.FaultOf(context.Cause(r.Opts.Context))
		r.Result.Fault.Group = r.GroupID(r.next)
	}
}

// FaultOf is a fault that no wave has brought up.
func (r *Dispatch) FaultOf(err error) *Fault {
	return &Fault{PC: r.Entry - r.Prog.Bias, Lane: -1, Err: err}
}

// Faulted reports whether the launch has a fault.
func (r *Dispatch) Faulted() bool { return r.faulted.Load() }

// Stopped reports whether the launch's context is done.
func (r *Dispatch) Stopped() bool { return r.ended.Load() }

// prepare checks the launch and fills in defaults.
func (r *Dispatch) prepare(gen isa.Gen) error {
	l := r.Launch
	fail := func(format string, args ...any) error { return fmt.Errorf("sim: launch: "+format, args...) }
	if l.Prog == nil {
		return fail("no program")
	}
	if l.Prog.Gen != gen {
		return fail("the program is for %v, the device is %v", l.Prog.Gen, gen)
	}
	if l.Entry == 0 {
		l.Entry = l.Prog.Base
	}
	if off := l.Entry - l.Prog.Base; off >= uint64(l.Prog.Len()) || off%4 != 0 {
		return fail("entry %#x is not in the code %#x-%#x", l.Entry, l.Prog.Base, l.Prog.Base+uint64(l.Prog.Len()))
	}
	items, r64 := uint64(1), uint64(1)
	for i := range l.Grid {
		if l.Grid[i] == 0 || l.Group[i] == 0 {
			return fail("grid %v, group %v: every size must be at least 1", l.Grid, l.Group)
		}
		items *= uint64(l.Group[i])
		r.groups[i] = (l.Grid[i]-1)/l.Group[i] + 1
		r64 *= uint64(r.groups[i])
		if items > isa.MaxGroupItems {
			return fail("group %v has more than %d work-items", l.Group, isa.MaxGroupItems)
		}
		if r64 > 1<<40 {
			return fail("grid %v has too many work-groups", l.Grid)
		}
	}
	r.Total = r64
	r.MaxWaves = int(items+isa.Lanes-1) / isa.Lanes
	if most := l.Prog.features.Limits().GroupLDS; int(l.LDS) > most {
		return fail("%d bytes of LDS: a work-group has at most %d on %v", l.LDS, most, gen)
	}
	if r.Opts.Policy == nil {
		r.Opts.Policy = waitcnt.Late{}
	}
	if r.Opts.MaxInsts <= 0 {
		r.Opts.MaxInsts = DefaultMaxInsts
	}
	if r.Opts.MaxWaves <= 0 {
		r.Opts.MaxWaves = DefaultMaxWaves
	}
	// Each wave executes something, so that a lower limit of instructions ends the launch in less
	// time.
	if waves := r.Total * uint64(r.MaxWaves); waves > uint64(r.Opts.MaxWaves) && r.Opts.MaxInsts >= r.Opts.MaxWaves {
		return fail("%w: it has %d waves, limit %d (--max-waves raises the limit)", ErrLimit, waves, r.Opts.MaxWaves)
	}
	if l.Desc != nil {
		r.sgprs = l.Desc.InitialSGPRs()
	}
	r.left.Store(r.Opts.MaxInsts)
	r.Result = &Result{}
	if r.Opts.Count {
		r.Result.Counts = make([]uint64, len(l.Prog.recs))
	}
	if r.Opts.CountHost {
		r.Result.HostCounts = make([]uint64, len(l.Prog.recs))
	}
	return nil
}

// MaxKept is the most waves of a launch that Options.Keep keeps, some 70 KiB each.
const MaxKept = 1 << 14

// keptGroups is how many work-groups, from the first, are kept for a dump.
func (r *Dispatch) keptGroups() uint64 { return max(1, MaxKept/uint64(r.MaxWaves)) }

// maxScratch bounds the private memory of the work-groups that run at the same time, if there is
// more than one. maxSlots bounds their number.
const (
	maxScratch = 256 << 20
	maxSlots   = 1 << 16
)

// slot is the part of private memory that a work-group has: it follows from its number, whatever
// runs at the same time and on how many workers, as programs see the addresses. A work-group starts
// when the one before it in the slot has ended.
func (r *Dispatch) slot(i uint64) int {
	if n := uint64(len(r.busy)); i >= n {
		i %= n
	}
	return int(i)
}

// Startable reports whether there is a next work-group and it can start.
func (r *Dispatch) Startable() bool {
	return r.next < min(r.Total, r.faultAt) && !r.ended.Load() && !r.busy[r.slot(r.next)]
}

// Start takes the next work-group; only after Startable said that there is one.
func (r *Dispatch) Start() (i uint64) {
	i = r.next
	r.next++
	r.busy[r.slot(i)] = true
	return i
}

// mapScratch maps private memory for as many work-groups as may be in flight.
func (r *Dispatch) mapScratch() (*mem.Range, error) {
	groupBytes := uint64(0)
	if r.Scratch > 0 {
		// Each lane's dwords are interleaved: a wave takes whole dwords of 64 lanes, in units of 1
		// KiB (AMDGPUUsage, private segment wave size).
		r.WaveScratch = (uint64(r.Scratch)*isa.Lanes + 1023) &^ 1023
		groupBytes = r.WaveScratch * uint64(r.MaxWaves)
	}
	slots := min(r.Total, maxSlots)
	if groupBytes > 0 {
		slots = min(slots, max(1, maxScratch/groupBytes))
	}
	r.busy = make([]bool, slots)
	if groupBytes == 0 {
		return nil, nil
	}
	var rg *mem.Range
	var err error
	if r.ScratchAt != 0 {
		rg, err = r.Mem.Map("scratch", r.ScratchAt, groupBytes*slots)
	} else {
		rg, err = r.Mem.MapAnywhere("scratch", groupBytes*slots, 256)
	}
	if err != nil {
		return nil, fmt.Errorf("sim: scratch of %d bytes a work-item: %w", r.Scratch, err)
	}
	r.ScratchBase, r.ScratchBytes = rg.Base, rg.Size()
	return rg, nil
}

// quantum is how many instructions a work-group may execute before another one that is waiting gets
// its worker.
const quantum = 1 << 20

// Worker is what one goroutine keeps.
type Worker struct {
	r      *Dispatch
	at     int     // its number
	waves  []*Wave // spare ones
	groups []*Group
	parted []workshop // of work-groups that execute nothing more
	counts []uint64
	hosted []uint64 // Result.HostCounts of this worker
	ran    []ran    // what neither of these has, by the numbers of the runs
	live   bool     // counts and hosted are the result's, which somebody may read at any time
	budget int64    // instructions that it may execute, taken from those left
	token  *Token   // that waves with a clock share

	start start // of the launch's waves

	ahead    bool   // it may take several work-groups at a time
	from, to uint64 // those that it has taken, and nobody has begun
	done     tally  // work-groups that are not in the launch's result yet
	told     uint64 // waves of these that Hooks.Progress was told of

	InHook bool
	ids    [3]struct { // local numbers of work-items: the registers of the waves that are known
		rows  []isa.Row
		known uint64
	}
}

// tally counts what work-groups have done.
type tally struct{ groups, waves, insts, waits uint64 }

// add counts a work-group that has ended.
func (t *tally) add(g *Group) {
	t.groups++
	t.waves += g.parted.waves
	t.insts += g.parted.insts
	t.waits += g.parted.waits
	for _, w := range g.Waves {
		t.waves++
		t.insts += w.Insts
		t.waits += w.Waits
	}
}

// addTo adds to a launch's result.
func (t *tally) addTo(res *Result) {
	res.Groups += t.groups
	res.Waves += t.waves
	res.Insts += t.insts
	res.Waits += t.waits
}

// work runs work-groups until there are no more, as the worker of a number.
func (r *Dispatch) work(at int) {
	k := r.begin(at)
	k.ahead = r.ahead
	k.runFrom(k.take(nil))
}

// begin returns a worker that counts what it executes, as far as is asked for.
func (r *Dispatch) begin(at int) *Worker {
	k := r.worker(at)
	k.count(r.Opts.Count)
	return k
}

// runFrom runs a work-group and those after it. Then the worker has nothing more to do.
func (k *Worker) runFrom(g *Group) {
	r := k.r
	for ; g != nil; g = k.take(g) {
		k.runGroup(g)
	}
	r.left.Add(k.budget)
	r.mu.Lock()
	k.done.addTo(r.Result)
	r.mu.Unlock()
	k.Account()
	k.Release()
}

// take gives back a group that is not done and returns another one, a new one first. It waits while
// all that could come depends on what other workers run.
func (k *Worker) take(back *Group) *Group {
	g, i, fresh := k.next(back)
	if fresh {
		return k.newGroup(i, nil)
	}
	if g != nil && g != back {
		k.adopt(g)
	}
	return g
}

// adopt makes the worker the one that a work-group's waves count for: another one may have run it so far.
func (k *Worker) adopt(g *Group) {
	for _, w := range g.Waves {
		k.countsFor(w)
	}
}

// next is take, but for that of a new work-group there is only the number so far: fresh says so.
func (k *Worker) next(back *Group) (g *Group, i uint64, fresh bool) {
	r := k.r
	if k.from < k.to && (back == nil || back.ended) && !r.ended.Load() && !r.faulted.Load() {
		k.from++
		return nil, k.from - 1, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if k.ahead && k.done.waves > k.told {
		r.told += k.done.waves - k.told
		k.told = k.done.waves
		k.progress(r.told)
	}
	if back != nil && !back.ended {
		r.paused = append(r.paused, back)
		r.changed.Signal()
	}
	if k.from < k.to {
		if k.from < r.faultAt && !r.ended.Load() {
			k.from++
			return nil, k.from - 1, true
		}
		r.next = min(r.next, k.from) // nobody will begin them
		k.from = k.to
	}
	for {
		switch {
		case k.ahead:
			if k.takeAhead(); k.from < k.to {
				k.from++
				return nil, k.from - 1, true
			}
		case r.Startable():
			return nil, r.Start(), true
		}
		for len(r.paused) > 0 {
			g := r.paused[0]
			r.paused = r.paused[1:]
			if g.Index < r.faultAt {
				return g, 0, false
			}
			if r.Stopped() {
				g.See(true)
			}
		}
		if r.next >= min(r.Total, r.faultAt) || r.ended.Load() {
			return nil, 0, false
		}
		r.changed.Wait() // another worker runs the work-group that has the slot
	}
}

// takeAhead takes work-groups: several where they have been so short that workers would meet at the lock of the
// launch, and as many are left that the others have enough to do; r.mu is held.
func (k *Worker) takeAhead() {
	const short = 1 << 12 // instructions
	r := k.r
	if r.ended.Load() {
		if w, ok := r.stripes.lowest(); ok { // nobody will begin it
			r.next = min(r.next, r.stripes.next[w].from)
		}
		return
	}
	n := uint64(0)
	if k.done.groups > 0 {
		n = min(maxStripe, short/(k.done.insts/k.done.groups+1), r.stripes.left/uint64(4*r.workers))
	}
	// One that has been put aside may wait for one that has not begun.
	k.from, k.to = r.stripes.take(k.at, max(1, n), r.faultAt, len(r.paused) > 0)
}

// runGroup runs a group for a quantum or to its end.
func (k *Worker) runGroup(g *Group) {
	ended := false
	if !g.broken {
		k.guarded(g, func() { ended = k.runQuantum(g) })
	}
	if ended || g.broken {
		g.ended = true
		k.finish(g)
	}
}

// runQuantum is runGroup without its end. It reports whether the group has ended.
func (k *Worker) runQuantum(g *Group) bool {
	start := g.insts()
	for g.insts()-start <= quantum {
		if k.budget < maxStep && !k.refill() {
			budget := k.r.left.Load()
			before := budget
			ended := g.step(&budget)
			k.r.left.Add(budget - before)
			if ended {
				return true
			}
			continue
		}
		if g.step(&k.budget) {
			return true
		}
	}
	return false
}

// maxStep is more instructions than the waves of a work-group execute in one step. batch is how many
// of the instructions that are left a worker takes at a time, so that workers seldom meet there.
const (
	maxStep = (isa.MaxGroupWaves + 1) * slice
	batch   = 16 * maxStep
)

// refill takes a batch of the instructions that are left. Where they may not be enough for all
// workers it gives back what the worker has and reports false: then each step is accounted for.
func (k *Worker) refill() bool {
	left := &k.r.left
	if n := left.Load(); n > batch*int64(k.r.workers+1) {
		left.Add(-batch)
		k.budget += batch
		return true
	}
	left.Add(k.budget)
	k.budget = 0
	return false
}

// insts is the number of instructions that the group has executed.
func (g *Group) insts() (n uint64) {
	for _, w := range g.Waves {
		n += w.Insts
	}
	return n
}

// finish accounts for a group that has ended.
func (k *Worker) finish(g *Group) {
	r := k.r
	var fault *Fault
	for _, w := range g.Waves {
		if w.Fault != nil {
			fault = w.Fault
			break
		}
	}
	if !g.broken {
		k.guarded(g, func() {
			// The scalar cache's dirty lines reach memory some day: when the compute unit takes
			// other work at the latest.
			if err := g.kcache.Writeback(); err != nil && fault == nil {
				fault = &Fault{Group: g.ID, PC: r.Entry, Lane: -1, Err: err}
			}
			if r.Tenant != nil {
				r.Tenant.End((*GroupCore)(g))
			}
		})
	}
	if g.broken && g.fault != nil {
		fault = g.fault
	}
	if h := r.Opts.Hooks; h != nil && h.GroupEnd != nil {
		k.InHook = true
		h.GroupEnd(g)
		k.InHook = false
	}
	if k.done.add(g); k.ahead && fault == nil {
		k.recycle(g)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	res := r.Result
	if !k.ahead {
		k.done.addTo(res)
		k.done = tally{}
	}
	if fault != nil && g.Index < r.faultAt {
		r.faultAt, res.Fault = g.Index, fault
		r.faulted.Store(true)
	}
	r.busy[g.slot] = false
	r.changed.Broadcast()
	if r.Opts.Keep && g.Index < r.keptGroups() {
		// The list grows with what has run: a limit may stop a huge grid early.
		for uint64(len(res.State)) <= g.Index {
			res.State = append(res.State, nil)
		}
		res.State[g.Index], g.notes = g, nil
	} else {
		k.recycle(g)
	}
	if !k.ahead {
		k.progress(res.Waves)
	}
}

// progress tells how many waves have ended; r.mu is held.
func (k *Worker) progress(done uint64) {
	r := k.r
	h := r.Opts.Hooks
	if h == nil || h.Progress == nil {
		return
	}
	k.InHook = true
	if r.waves == 0 { // once: there may be a million short work-groups
		r.waves = r.Waves()
	}
	h.Progress(done, r.waves)
	k.InHook = false
}
