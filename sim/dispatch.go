package sim

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Device is a GPU as the programs of one generation see it: memory and GDS, which stay from launch to launch.
type Device struct {
	Gen isa.Gen
	Mem *mem.Global
	GDS *mem.GDS
}

// NewDevice returns a device with empty memory.
func NewDevice(g isa.Gen) *Device {
	return &Device{Gen: g, Mem: mem.NewGlobal(), GDS: mem.NewGDS(mem.GDSBytes)}
}

// Load puts raw machine code into the device's memory, at an address of the device's choice, and
// decodes and binds it. Its program counters count from the beginning of the code ([Program.Bias]), and
// a [Launch] of it without an Entry begins there. Errors are those of memory and of [NewProgram].
func (d *Device) Load(code []byte) (*Program, error) {
	rg, err := d.Mem.MapAnywhere("code", uint64(len(code)), 256)
	if err != nil {
		return nil, fmt.Errorf("sim: %d bytes of code: %w", len(code), err)
	}
	if err := d.Mem.Write(rg.Base, code); err != nil {
		return nil, fmt.Errorf("sim: code: %w", err)
	}
	p, err := NewProgram(d.Gen, rg.Base, code)
	if err != nil {
		return nil, err
	}
	p.Bias = rg.Base
	return p, nil
}

// DefaultMaxWaves is the limit of waves of a launch that sets none: 2^30 work-items in full waves, which take minutes.
const DefaultMaxWaves = 1 << 24

// DefaultMaxInsts is the limit of instructions, all waves together, of a launch that sets none.
const DefaultMaxInsts = 1_000_000_000

// Options say how a launch is run.
type Options struct {
	Policy        waitcnt.Policy // which operations return when a wave waits; nil is waitcnt.Late
	MaxInsts      int64          // instructions of all waves; 0 is DefaultMaxInsts
	MaxWaves      int64          // waves of the launch; 0 is DefaultMaxWaves. Where MaxInsts is less, that ends the launch
	MaxCycles     uint64         // clocks of one wave, as the functional driver counts them; 0 is no limit
	MaxMem        uint64         // bytes of memory that a launch file's buffers may have, and that may be in use; 0: of any size, mem.DefaultLimit in use
	MaxMap        uint64         // bytes of memory that a launch file's buffers may have, where that is not MaxMem
	Workers       int            // work-groups that run at the same time; 0 is GOMAXPROCS
	Deterministic bool           // one worker, work-groups in order; see [Options.InOrder]
	Count         bool           // count executions of each instruction
	Keep          bool           // keep the waves of the work-groups in the result, for a dump: of the first ones, up to MaxKept waves
	Check         bool           // look for races, hazards of waits, uninitialised registers and accesses out of bounds: Result.Findings
	HardwareBugs  bool           // reproduce known defects of the chips that programs must work around
	BorderColors  uint64         // address of the samplers' table of border colours, 16 bytes each (TA_BC_BASE_ADDR); 0 is none
	RealTimeDiv   uint64         // shader clocks per tick of s_memrealtime; 0 is 10
	Hooks         *Hooks
	// Context ends the launch early when it is done, with a fault that wraps its cause; nil is never.
	Context context.Context
	Timing  *TimingOptions // run on a chip with a clock; nil is the functional driver

	explore *explorer // set by Explore
}

// InOrder reports whether work-groups run one after the other, so that also a program whose work-groups
// race leaves the same every time: on one worker, with [Hooks] of instructions, with a policy that
// [waitcnt.Replays] an order. With a clock they do not, and it is so too: the clock orders them.
func (o *Options) InOrder() bool {
	return o.Deterministic || o.Workers == 1 || o.Hooks != nil && o.Hooks.Inst != nil || waitcnt.Replays(o.Policy)
}

func (o *Options) realTimeDivisor() uint64 {
	if o.RealTimeDiv == 0 {
		return 10
	}
	return o.RealTimeDiv
}

// Hooks are called while a launch runs; nil members are not. They may be called from several goroutines at once unless Options.Deterministic is set.
type Hooks struct {
	// WaveStart is called when a wave is ready to execute its first instruction; only where Inst is set.
	WaveStart func(w *Wave)
	// Inst is called after each instruction.
	Inst func(w *Wave, in *isa.Inst, pc uint64)
	// GroupEnd is called when a work-group has ended.
	GroupEnd func(g *Group)
	// Progress is called now and then with the number of work-groups that have ended.
	Progress func(done, total uint64)
}

// RegInit sets registers before the first instruction: n dwords from a source code on; a vector register takes one value
// for each lane. Role and Lanes give each wave of a grid its own values.
type RegInit struct {
	Code   uint16              // source code of the first register
	Scalar []uint32            // for scalar registers, one value each
	Vector [][isa.Lanes]uint32 // for vector registers, one row each
	Role   *abi.Role           // as many registers as the role has; the same in all lanes of vector registers
	Lanes  *abi.LaneValue      // for one vector register
	SCC    *bool               // for SCC
	Mode   *uint32             // for MODE
}

// Launch is one grid of work-groups.
type Launch struct {
	Prog    *Program
	Entry   uint64 // address of the first instruction; 0: where the program begins
	Grid    [3]uint32
	Group   [3]uint32
	LDS     uint32 // bytes of LDS of a work-group, static and dynamic
	InitLDS []byte // what LDS holds when a work-group starts; zero where it is shorter
	Scratch uint32 // bytes of private memory of a work-item, where the kernel uses any

	// What the kernel's ABI asks for; nil for a raw binary, whose registers are set by Registers only.
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
	Insts         uint64            // instructions executed by all waves
	Waits         uint64            // s_waitcnt that had to wait
	Counts        []uint64          // executions by dword of the program, where asked for
	Fault         *Fault            // nil where every wave ended
	Findings      []waitcnt.Finding // what Options.Check found, sorted; waitcnt.Merge makes one of those that one s_waitcnt mends
	Timing        *Timing           // with Options.Timing
	State         []*Group          // by index, where asked for; nil where a work-group did not run
}

// Apertures of FLAT addresses: the shared (LDS) and the private (scratch) one, as the amdgpu driver places them (LLVM AMDGPUUsage, "Flat Scratch";
// any 4 GiB aligned addresses that no memory uses would do).
const (
	SharedBase  = 1 << 48
	PrivateBase = 2 << 48
)

// dispatch is a launch while it runs.
type dispatch struct {
	*Launch
	opts        Options
	mem         *mem.Global
	gds         *mem.GDS
	alone       bool // one worker: no other goroutine touches memory
	sharedBase  uint64
	privateBase uint64
	scratchBase uint64
	// scratchBytes is the private memory of all work-groups.
	scratchBytes uint64
	waveScratch  uint64 // bytes of one wave
	groups       [3]uint32
	total        uint64
	maxWaves     int

	left  atomic.Int64 // instructions that may still be executed
	ended atomic.Bool  // Options.Context is done
	tenant Tenant // nil where nobody observes

	mu       sync.Mutex
	next     uint64    // next group to start
	paused   []*Group  // started, not running now
	changed  sync.Cond // a work-group has ended or paused
	busy     []bool    // by slot of private memory: see slot
	result   *Result
	finished uint64
	faultAt  uint64 // index of the faulting group, ^0 where none
}

// newDispatch checks a launch and makes it ready to run.
func (d *Device) newDispatch(l *Launch) (*dispatch, error) {
	own := *l // with its defaults filled in
	r := &dispatch{Launch: &own, opts: l.Options, mem: d.Mem, gds: d.GDS, sharedBase: SharedBase, privateBase: PrivateBase, faultAt: ^uint64(0)}
	r.changed.L = &r.mu
	if err := r.prepare(d); err != nil {
		return nil, err
	}
	d.GDS.Lock()
	d.GDS.ResetOrder()
	d.GDS.Unlock()
	return r, nil
}

// Run executes a launch. The error says what is wrong with the launch itself; what goes wrong in the program is in Result.Fault.
func (d *Device) Run(l *Launch) (*Result, error) {
	r, err := d.newDispatch(l)
	if err != nil {
		return nil, err
	}
	if ctx := r.opts.Context; ctx != nil {
		defer context.AfterFunc(ctx, func() { r.ended.Store(true) })()
	}
	workers := r.opts.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if r.opts.InOrder() {
		workers = 1
	}
	workers = int(min(uint64(workers), r.total))
	r.alone = workers == 1
	var check *Checker
	if r.opts.Check {
		check = NewChecker(r)
	}
	if x := r.opts.explore; x != nil {
		r.tenant = x
	}
	var chip *clock
	if r.opts.Timing != nil {
		switch fail := func(why string) error { return errors.New("sim: timing: " + why) }; {
		case r.opts.Check:
			return nil, fail("checking needs the functional mode: it wants operations to return as late as they can")
		case r.opts.explore != nil:
			return nil, fail("exploring orders of return needs the functional mode: here the clock decides when operations return")
		case l.Options.Policy != nil:
			return nil, fail("a return policy needs the functional mode: here the clock decides when operations return")
		}
		if chip, err = newClock(r, r.opts.Timing, workers); err != nil {
			return nil, err
		}
	}
	scratch, err := r.mapScratch()
	if err != nil {
		return nil, err
	}
	if chip != nil {
		chip.run()
		r.result.Timing = chip.result()
	} else {
		var wg sync.WaitGroup
		for range workers {
			wg.Add(1)
			go func() {
				defer wg.Done()
				r.work()
			}()
		}
		wg.Wait()
	}
	if scratch != nil {
		if err := d.Mem.Unmap(scratch); err != nil {
			return nil, err
		}
	}
	if check != nil {
		r.finish(func() { r.result.Findings = check.Findings() })
	}
	if r.result.Fault == nil && r.next < r.total {
		// The launch ended early between two work-groups.
		r.result.Fault = &Fault{Group: r.groupID(r.next), PC: r.Entry - r.Prog.Bias, Lane: -1, Err: context.Cause(r.opts.Context)}
	}
	return r.result, nil
}

// finish calls f when the launch has ended. A panic becomes its fault.
func (r *dispatch) finish(f func()) {
	defer func() {
		if v := recover(); v != nil && r.result.Fault == nil {
			r.result.Fault = &Fault{PC: r.Entry - r.Prog.Bias, Lane: -1, Err: caught(v)}
		}
	}()
	f()
}

// prepare checks the launch and fills in defaults.
func (r *dispatch) prepare(d *Device) error {
	l := r.Launch
	fail := func(format string, args ...any) error { return fmt.Errorf("sim: launch: "+format, args...) }
	if l.Prog == nil {
		return fail("no program")
	}
	if l.Prog.Gen != d.Gen {
		return fail("the program is for %v, the device is %v", l.Prog.Gen, d.Gen)
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
		if items > MaxGroupItems {
			return fail("group %v has more than %d work-items", l.Group, MaxGroupItems)
		}
		if r64 > 1<<40 {
			return fail("grid %v has too many work-groups", l.Grid)
		}
	}
	r.total = r64
	r.maxWaves = int(items+isa.Lanes-1) / isa.Lanes
	if most := mem.LDSMax(d.Gen); int(l.LDS) > most {
		return fail("%d bytes of LDS: a work-group has at most %d on %v", l.LDS, most, d.Gen)
	}
	if r.opts.Policy == nil {
		r.opts.Policy = waitcnt.Late{}
	}
	if r.opts.MaxInsts <= 0 {
		r.opts.MaxInsts = DefaultMaxInsts
	}
	if r.opts.MaxWaves <= 0 {
		r.opts.MaxWaves = DefaultMaxWaves
	}
	// Each wave executes something, so that a lower limit of instructions ends the launch in less time.
	if waves := r.total * uint64(r.maxWaves); waves > uint64(r.opts.MaxWaves) && r.opts.MaxInsts >= r.opts.MaxWaves {
		return fail("%w: it has %d waves, limit %d (--max-waves raises the limit)", ErrLimit, waves, r.opts.MaxWaves)
	}
	r.left.Store(r.opts.MaxInsts)
	r.result = &Result{}
	if r.opts.Count {
		r.result.Counts = make([]uint64, len(l.Prog.recs))
	}
	return nil
}

// MaxKept is the most waves of a launch that Options.Keep keeps, some 70 KiB each.
const MaxKept = 1 << 14

// keptGroups is how many work-groups, from the first, are kept for a dump.
func (r *dispatch) keptGroups() uint64 { return max(1, MaxKept/uint64(r.maxWaves)) }

// MaxGroupItems is the most work-items of a work-group: 16 waves (AMD ISA manuals).
const MaxGroupItems = 1024

// maxScratch bounds the private memory of the work-groups that run at the same time, if there is
// more than one. maxSlots bounds their number.
const (
	maxScratch = 256 << 20
	maxSlots   = 1 << 16
)

// slot is the part of private memory that a work-group has: it follows from its number, whatever runs
// at the same time and on how many workers, as programs see the addresses. A work-group starts when
// the one before it in the slot has ended.
func (r *dispatch) slot(i uint64) int { return int(i % uint64(len(r.busy))) }

// startable reports whether there is a next work-group and it can start.
func (r *dispatch) startable() bool {
	return r.next < min(r.total, r.faultAt) && !r.ended.Load() && !r.busy[r.slot(r.next)]
}

// start takes the next work-group, which is startable.
func (r *dispatch) start() (i uint64) {
	i = r.next
	r.next++
	r.busy[r.slot(i)] = true
	return i
}

// mapScratch maps private memory for as many work-groups as may be in flight.
func (r *dispatch) mapScratch() (*mem.Range, error) {
	groupBytes := uint64(0)
	if r.Scratch > 0 {
		// Each lane's dwords are interleaved: a wave takes whole dwords of 64 lanes, in units of 1 KiB (AMDGPUUsage, private segment wave size).
		r.waveScratch = (uint64(r.Scratch)*isa.Lanes + 1023) &^ 1023
		groupBytes = r.waveScratch * uint64(r.maxWaves)
	}
	slots := min(r.total, maxSlots)
	if groupBytes > 0 {
		slots = min(slots, max(1, maxScratch/groupBytes))
	}
	r.busy = make([]bool, slots)
	if groupBytes == 0 {
		return nil, nil
	}
	rg, err := r.mem.MapAnywhere("scratch", groupBytes*slots, 256)
	if err != nil {
		return nil, fmt.Errorf("sim: scratch of %d bytes a work-item: %w", r.Scratch, err)
	}
	r.scratchBase, r.scratchBytes = rg.Base, rg.Size()
	return rg, nil
}

// quantum is how many instructions a work-group may execute before another one that is waiting gets its worker.
const quantum = 1 << 20

// worker is what one goroutine keeps.
type worker struct {
	r      *dispatch
	spare  []*Wave
	counts []uint64
	inHook bool
}

// work runs work-groups until there are no more.
func (r *dispatch) work() {
	k := &worker{r: r}
	if r.opts.Count {
		k.counts = make([]uint64, len(r.Prog.recs))
	}
	for g := k.take(nil); g != nil; g = k.take(g) {
		k.runGroup(g)
	}
	r.mu.Lock()
	for i, n := range k.counts {
		r.result.Counts[i] += n
	}
	r.mu.Unlock()
}

// take gives back a group that is not done and returns another one, a new one first. It waits while
// all that could come depends on what other workers run.
func (k *worker) take(back *Group) *Group {
	r := k.r
	r.mu.Lock()
	defer r.mu.Unlock()
	if back != nil && !back.ended {
		r.paused = append(r.paused, back)
		r.changed.Signal()
	}
	for {
		if r.startable() {
			return k.newGroup(r.start(), r.newKCacheData())
		}
		for len(r.paused) > 0 {
			g := r.paused[0]
			r.paused = r.paused[1:]
			if g.Index < r.faultAt {
				return g
			}
		}
		if r.next >= min(r.total, r.faultAt) || r.ended.Load() {
			return nil
		}
		r.changed.Wait() // another worker runs the work-group that has the slot
	}
}

// runGroup runs a group for a quantum or to its end.
func (k *worker) runGroup(g *Group) {
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
func (k *worker) runQuantum(g *Group) bool {
	r := k.r
	start := g.insts()
	for g.insts()-start <= quantum {
		budget := r.left.Load()
		before := budget
		ended := g.step(&budget)
		r.left.Add(budget - before)
		if ended {
			return true
		}
	}
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
func (k *worker) finish(g *Group) {
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
			// The scalar cache's dirty lines reach memory some day: when the compute unit takes other work at the latest.
			if err := g.kcache.Writeback(); err != nil && fault == nil {
				fault = &Fault{Group: g.ID, PC: r.Entry, Lane: -1, Err: err}
			}
			if r.tenant != nil {
				r.tenant.End(g)
			}
		})
	}
	if g.broken && g.fault != nil {
		fault = g.fault
	}
	if h := r.opts.Hooks; h != nil && h.GroupEnd != nil {
		k.inHook = true
		h.GroupEnd(g)
		k.inHook = false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	res := r.result
	res.Groups++
	r.finished++
	for _, w := range g.Waves {
		res.Waves++
		res.Insts += w.Insts
		res.Waits += w.Waits
	}
	if fault != nil && g.Index < r.faultAt {
		r.faultAt, res.Fault = g.Index, fault
	}
	r.busy[g.slot] = false
	r.changed.Broadcast()
	if r.opts.Keep && g.Index < r.keptGroups() {
		// The list grows with what has run: a limit may stop a huge grid early.
		for uint64(len(res.State)) <= g.Index {
			res.State = append(res.State, nil)
		}
		res.State[g.Index] = g
	} else {
		if !g.broken {
			k.spare = append(k.spare, g.Waves...)
		}
		g.Waves = nil
	}
	if h := r.opts.Hooks; h != nil && h.Progress != nil {
		k.inHook = true
		h.Progress(r.finished, r.total)
		k.inHook = false
	}
}
