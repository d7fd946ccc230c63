package sim

import (
	"context"
	"errors"
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/clock"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
	"github.com/gcnsim/gcnsim/sim/internal/writers"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Device is a GPU as the programs of one generation see it: memory and GDS, which stay from launch
// to launch. Launches may run at the same time; each is checked by itself, so that races between two
// are not found. Where the caller writes to memory that a checked launch has stored to, before it has
// ended, a global-race may say wrongly whether both stores have the same values.
type Device struct {
	Gen    isa.Gen     // its generation, that of Target
	Target isa.Target  // what [Device.Load] binds code for; without a name, the target that stands for the generation
	Mem    *mem.Global // global memory; buffers are mapped in it before a launch
	GDS    *mem.GDS    // global data share, as large as the target's
	// Chip or board, as "polaris10", whose registers say where texels of tiled images lie; "": the
	// first of Target. With a clock it is that of [TimingOptions].
	Chip string

	pool   engine.Pool // what launches leave for others
	clocks clock.Pool
	checks dyncheck.Pool
}

// NewDevice returns a device with empty memory, of the target that stands for a generation.
func NewDevice(g isa.Gen) *Device { return NewDeviceFor(g.Target()) }

// NewDeviceFor returns a device of a target with empty memory.
func NewDeviceFor(t isa.Target) *Device {
	d := &Device{Gen: t.Gen, Target: t, Mem: mem.NewGlobal(), GDS: mem.NewGDS(t.Limits().GDS)}
	d.Mem.Upper = t.Features.Has(isa.FeatureUpperHalf)
	return d
}

// Load puts raw machine code into the device's memory, at an address of the device's choice, and
// decodes and binds it. Its program counters count from the beginning of the code ([Program.Bias]),
// and a [Launch] of it without an Entry begins there. Errors are those of memory and of
// [NewProgram].
func (d *Device) Load(code []byte) (*Program, error) {
	rg, err := d.Mem.MapAnywhere("code", uint64(len(code)), 256)
	if err != nil {
		return nil, fmt.Errorf("sim: %d bytes of code: %w", len(code), err)
	}
	if err := d.Mem.Write(rg.Base, code); err != nil {
		return nil, fmt.Errorf("sim: code: %w", err)
	}
	t := d.Target
	t.Gen = d.Gen
	p, err := NewProgramFor(t, rg.Base, code)
	if err != nil {
		return nil, err
	}
	p.Bias = rg.Base
	return p, nil
}

// Options say how a launch is run.
type Options struct {
	Policy   waitcnt.Policy // which operations return when a wave waits; nil is waitcnt.Late
	MaxInsts int64          // instructions of all waves; 0 is DefaultMaxInsts
	// waves of the launch; 0 is DefaultMaxWaves. Where MaxInsts is less, that ends the launch
	MaxWaves  int64
	MaxCycles uint64 // clocks of one wave, as the functional driver counts them; 0 is no limit
	// bytes of memory that a launch file's buffers may have, and that may be in use; 0: of any
	// size, mem.DefaultLimit in use
	MaxMem        uint64
	MaxMap        uint64 // bytes of memory that a launch file's buffers may have, where that is not MaxMem
	Workers       int    // work-groups that run at the same time; 0 is GOMAXPROCS
	Deterministic bool   // one worker, work-groups in order; see [Options.InOrder]
	Count         bool   // count executions of each instruction: Result.Counts
	CountHost     bool   // count those that host code has executed: Result.HostCounts
	// keep the waves of the work-groups in the result, for a dump: of the first ones, up to MaxKept
	// waves
	Keep bool
	// a launch file's buffers forget what they held before: nobody asks mem.Global.Changed. It saves as
	// much memory as the launches write
	NoHistory bool
	// what a launch file's code was made into in earlier runs, for runs of the same code; nil: each run
	// begins anew
	Programs *Programs
	// look for races, hazards of waits, uninitialised registers and accesses out of bounds:
	// Result.Findings
	Check        bool
	HardwareBugs bool // reproduce known defects of the chips that programs must work around
	// address of the samplers' table of border colours, 16 bytes each (TA_BC_BASE_ADDR); 0 is none
	BorderColors uint64
	RealTimeDiv  uint64 // shader clocks per tick of s_memrealtime; 0 is 10
	// what is called before or after instructions, one work-group after the other; nil is none
	Hooks *Hooks

	// Context ends the launch early when it is done, with a fault that wraps its cause; nil is
	// never.
	Context context.Context
	// Survey lets other goroutines ask where the waves are, while the launch runs; nil: nobody does.
	Survey *Survey
	Timing *TimingOptions // run on a chip with a clock; nil is the functional driver

	// how instructions are executed: "auto" or "" is the fastest way of this host, "go" by their
	// functions in Go, "avx2" and "avx512" by code that is made for the program. The results are
	// the same
	Host string // Result.Host says what did

	// Watch are places whose last writers the launch tells: Result.Writers. Work-groups run in
	// order, without Check.
	Watch []Place
	// Wrote, if it is not nil, is told of each write to a place of Watch, by its number there. What
	// a memory operation writes counts when it returns.
	Wrote func(place int, w *Writer)

	// Drive runs the launch in place of the functional driver: see [Drive]. nil: nobody does.
	Drive func(d *Drive)

	explorer engine.Tenant // set by Explore
}

// engine is what the engine needs of the options.
func (o *Options) engine() engine.Options {
	return engine.Options{
		Policy: o.Policy, MaxInsts: o.MaxInsts, MaxWaves: o.MaxWaves, MaxCycles: o.MaxCycles, Workers: o.Workers,
		Deterministic: o.Deterministic || len(o.Watch) > 0 || o.Drive != nil, Count: o.Count, CountHost: o.CountHost, Keep: o.Keep,
		HardwareBugs: o.HardwareBugs, BorderColors: o.BorderColors, RealTimeDiv: o.RealTimeDiv, Hooks: o.Hooks, Context: o.Context,
		Survey: o.Survey,
	}
}

// InOrder reports whether work-groups run one after the other, so that a program whose work-groups
// race leaves the same every time. They do on one worker, with [Hooks] of instructions, and with a
// policy that [waitcnt.Replays] an order. With a clock they run at the same time, and the result is
// the same every time too: the clock orders them.
func (o *Options) InOrder() bool {
	e := o.engine()
	return e.InOrder()
}

// Launch is one grid of work-groups.
type Launch struct {
	Prog    *Program  // what [Device.Load] or [NewProgram] gives
	Entry   uint64    // address of the first instruction; 0: where the program begins
	Grid    [3]uint32 // work-items in x, y, z; the last work-group of a row may be partial
	Group   [3]uint32 // work-items of a work-group, at most [isa.MaxGroupItems] in all
	LDS     uint32    // bytes of LDS of a work-group, static and dynamic
	InitLDS []byte    // what LDS holds when a work-group starts; zero where it is shorter
	Scratch uint32    // bytes of private memory of a work-item, where the kernel uses any
	// ScratchAt is the address of private memory, where code or memory says already where it is; 0:
	// anywhere. See [ScratchResource].
	ScratchAt uint64

	// What the kernel's ABI asks for; nil for a raw binary, whose registers are set by Registers
	// only.
	Desc        *abi.Descriptor
	Kernarg     uint64 // address of the kernel's arguments
	DispatchPtr uint64 // address of the dispatch packet
	QueuePtr    uint64 // address of the queue
	DispatchID  uint64 // number of the launch
	TrapHandler uint64 // address of the trap handler (TBA), in the program; 0: there is none, and s_trap is a fault

	Registers []RegInit // what registers hold when a wave starts, over what Desc says
	Options   Options   // how it is run
}

// ScratchResource is the buffer resource of private memory at base: dwords of 64 lanes interleaved,
// bytes for each work-item.
func ScratchResource(g isa.Gen, base uint64, bytes uint32) [4]uint32 {
	return engine.ScratchResource(g, base, bytes)
}

// engine is what the engine needs of the launch.
func (l *Launch) engine() *engine.Launch {
	return &engine.Launch{
		Prog: l.Prog, Entry: l.Entry, Grid: l.Grid, Group: l.Group, LDS: l.LDS, InitLDS: l.InitLDS, Scratch: l.Scratch, ScratchAt: l.ScratchAt,
		Desc: l.Desc, Kernarg: l.Kernarg, DispatchPtr: l.DispatchPtr, QueuePtr: l.QueuePtr, DispatchID: l.DispatchID,
		TrapHandler: l.TrapHandler, Registers: l.Registers, Options: l.Options.engine(),
	}
}

// Result is what a launch did.
type Result struct {
	Groups, Waves uint64   // how many ran
	Insts         uint64   // instructions executed by all waves
	Waits         uint64   // s_waitcnt that had to wait
	Counts        []uint64 // executions by dword of the program, where asked for
	HostCounts    []uint64 // of these in host code, where asked for
	Host          string   // how instructions were executed: "go", "avx2", "avx512"
	HostError     error    // why this host does not allow the code that is made for it; Host is then "go"
	Fault         *Fault   // nil where every wave ended
	// what Options.Check found, sorted; waitcnt.Merge makes one of those that one s_waitcnt mends
	Findings []waitcnt.Finding
	Timing   *Timing   // with Options.Timing
	Writers  []*Writer // of Options.Watch, in its order; nil where no instruction wrote the place
	State    []*Group  // by index, where asked for; nil where a work-group did not run
}

func newResult(r *engine.Result) *Result {
	return &Result{Groups: r.Groups, Waves: r.Waves, Insts: r.Insts, Waits: r.Waits, Counts: r.Counts,
		HostCounts: r.HostCounts, Host: r.Host, HostError: r.HostError, Fault: r.Fault,
		State: r.State}
}

// What options cannot be together.
var (
	errWatch = errors.New("sim: launch: what is watched is neither checked nor explored (Options.Watch)")
	errDrive = errors.New("sim: launch: what a clock or an explorer drives nobody else does (Options.Drive)")
)

// dispatch makes a launch ready to run, with the checker, the explorer or the watch that its
// options ask for.
func (d *Device) dispatch(l *Launch) (*engine.Dispatch, *dyncheck.Checker, error) {
	o := &l.Options
	switch {
	case len(o.Watch) > 0 && (o.Check || o.explorer != nil):
		return nil, nil, errWatch
	case o.Drive != nil && (o.Timing != nil || o.explorer != nil):
		return nil, nil, errDrive
	}
	r, err := engine.NewDispatch(d.Gen, d.Mem, d.GDS, &d.pool, l.engine())
	if err != nil {
		return nil, nil, err
	}
	r.Tenant = o.explorer
	chip := d.Chip
	if o.Timing != nil {
		chip = o.Timing.Chip.Name
	}
	if chip != "" {
		r.Tiles = mem.TilesOf(l.Prog.Target(), chip)
	}
	r.Lasting = o.Drive != nil || o.Hooks != nil && o.Hooks.Before != nil
	if r.Host, err = host(l, r.Result); err != nil {
		return nil, nil, err
	}
	if len(o.Watch) > 0 {
		writers.New(r, o.Watch, o.Wrote)
	}
	if !o.Check {
		return r, nil, nil
	}
	return r, dyncheck.New(r, &d.checks), nil
}

// host is what executes the instructions of a launch in another way than their functions in Go; nil
// where nothing does. It notes in res what that is.
func host(l *Launch, res *engine.Result) (engine.Host, error) {
	res.Host = hostcode.Go.String()
	tier, err := hostcode.ParseTier(l.Options.Host)
	asked := tier != hostcode.Auto
	if err == nil {
		tier, err = tier.Choose()
	}
	if err != nil {
		return nil, fmt.Errorf("sim: launch: %w", err)
	}
	if !hostcode.Possible || tier == hostcode.Go {
		return nil, nil
	}
	h := (*engine.ProgramCore)(l.Prog).Host(tier.String(), func() engine.Host {
		x, err := hostcode.New((*engine.ProgramCore)(l.Prog), tier)
		if err != nil {
			return nil
		}
		return x
	})
	if h == nil {
		if res.HostError = hostcode.Allowed(); asked {
			return nil, fmt.Errorf("sim: launch: %w", res.HostError)
		}
		return nil, nil
	}
	res.Host = tier.String()
	return h, nil
}

// Run executes a launch. The error says what is wrong with the launch itself; what goes wrong in
// the program is in Result.Fault.
func (d *Device) Run(l *Launch) (*Result, error) {
	x, err := d.start(l)
	if err != nil {
		return nil, err
	}
	return x.Run()
}

// Drive is a running launch whose driver is the caller of Options.Drive, a debugger for example.
// The driver is called once, on the goroutine of [Device.Run]. When it returns, what is left of the
// launch executes, and the launch is over. Work-groups execute one after the other. Between two
// steps registers, LDS and memory may be read and changed, and the program counter set
// ([Wave.SetPC]).
type Drive struct{ dispatch *engine.Dispatch }

func (d *Drive) session() *engine.Session { return d.dispatch.Session() }

// Next is the wave whose turn it is, in the order in which a launch with Options.Deterministic
// executes them; nil where all have ended. A work-group that has ended is accounted for, and the
// next one begins.
func (d *Drive) Next() *Wave {
	if i := d.session().Next(); i >= 0 {
		return d.session().Group.Waves[i]
	}
	return nil
}

// Group is the work-group that executes; nil where all have ended.
func (d *Drive) Group() *Group { return d.session().Group }

// Step executes one instruction of a wave of Group, by its number, and reports whether it could. It
// cannot when the wave has ended, is halted, or waits at a barrier at which others have not arrived,
// or for a global resource.
func (d *Drive) Step(wave int) bool { return d.session().Step(wave) }

// Turn executes up to n instructions of the wave that [Drive.Next] gives, as many as are left of its
// turn, and returns how many. It is quicker than n steps.
func (d *Drive) Turn(n int) int { return d.session().Turn(n) }

// Session is a launch of one work-group that the caller drives: unit tests and debuggers step
// single waves, and read or change registers, LDS and memory in between. The executors are those of
// [Device.Run]; only the choice of what runs next is the caller's. It is for one goroutine.
type Session struct {
	Group *Group // its waves and LDS

	session  *engine.Session
	dispatch *engine.Dispatch
	check    *dyncheck.Checker
	checks   *dyncheck.Pool // of the device
	result   *Result
}

// Begin prepares a launch of exactly one work-group and executes nothing yet.
func (d *Device) Begin(l *Launch) (*Session, error) {
	r, check, err := d.dispatch(l)
	if err != nil {
		return nil, err
	}
	if l.Options.Timing != nil {
		return nil, errors.New("sim: session: its caller decides what runs next, so it has no clock (Options.Timing)")
	}
	// A session may be brought back to a former state, and end several times: what it has is not left
	// to other launches.
	r.Lasting = true
	s, err := engine.NewSession(r)
	if err != nil {
		return nil, err
	}
	return &Session{Group: s.Group, session: s, dispatch: r, check: check, checks: &d.checks}, nil
}

// Step executes one instruction of a wave and reports whether it could. It cannot when the wave has
// ended, is halted, or waits at a barrier at which others have not arrived, or for a global
// resource. A sleeping wave wakes up first.
func (s *Session) Step(wave int) bool {
	s.checks.LaunchBegins(nil)
	defer s.checks.LaunchEnds(nil)
	return s.session.Step(wave)
}

// Run executes what is left of all waves, as [Device.Run] does, and returns the result. Further
// calls return the same.
func (s *Session) Run() (*Result, error) {
	s.checks.LaunchBegins(nil)
	defer s.checks.LaunchEnds(nil)
	var findings []waitcnt.Finding
	r, err := s.session.Run(func() {
		if s.check != nil {
			findings = s.check.Findings()
		}
	})
	if err != nil {
		return nil, err
	}
	if s.result == nil {
		s.result = newResult(r)
		s.result.Findings = withDry(s.dispatch, findings)
	}
	return s.result, nil
}
