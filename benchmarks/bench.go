package benchmarks

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// What can be wrong with a benchmark. [Run] wraps these, or errors of the packages below.
var (
	ErrSpec   = errors.New("benchmarks: the specification needs exactly one of a launch file and a loop")
	ErrResult = errors.New("a buffer does not hold what the launch file expects")
)

// Spec says what to run and how often.
type Spec struct {
	Name string       // what the report calls it; empty: made of the launch file's path, or "loop"
	File *launch.File // a launch file, or
	Loop *Loop        // code with its initial state

	// Options are those of every run. Workers 0 is one worker here, so that figures are of one core
	// and runs are alike. Count, Keep and Deterministic are set by the harness. With Timing there
	// is one run, and what is reported are the clocks of the simulated chip, not those of the host:
	// they are the same in every run, so that Count, Warmup and MinTime mean nothing.
	Options sim.Options

	Count  int // samples; 0 is DefaultCount
	Warmup int // runs before the first sample; 0 is none
	// least simulated time of a sample: the run is repeated until it is reached; 0: one run is one
	// sample
	MinTime time.Duration
	Top     int // mnemonics listed in the mix; 0 is DefaultTop, negative all
}

// Defaults of a [Spec].
const (
	DefaultCount = 10
	DefaultTop   = 10
)

// Loop is raw code with the state that it starts from, for hot loops that need no files.
type Loop struct {
	GPU       string        // generation, target or chip, as [isa.FindTarget] reads it
	Code      []byte        // machine code
	Entry     uint64        // byte offset of the first instruction
	Grid      [3]uint32     // work-items; zero: one wave
	Group     [3]uint32     // work-items of a work-group; zero: one wave
	LDS       uint32        // bytes of a work-group
	Registers []sim.RegInit // initial registers

	// Setup, if not nil, is called on the new device before each run, to map memory. It returns
	// further registers, such as those that hold its addresses.
	Setup func(d *sim.Device) ([]sim.RegInit, error)
}

// codeBase is where a loop's code lies: an address that nothing is mapped at, as code is not read
// as data.
const codeBase = 1 << 20

// workload is something that can be run again and again from the same state.
type workload interface {
	run(o sim.Options) (*outcome, error)
}

// outcome is one run.
type outcome struct {
	target string
	time   time.Duration
	runs   []launched
}

// launched is one dispatch of a run.
type launched struct {
	prog *sim.Program
	res  *sim.Result
}

func (o *outcome) insts() (n uint64) {
	for _, l := range o.runs {
		n += l.res.Insts
	}
	return n
}

func (o *outcome) waits() (n uint64) {
	for _, l := range o.runs {
		n += l.res.Waits
	}
	return n
}

type fileWork struct{ *launch.File }

func (f fileWork) run(o sim.Options) (*outcome, error) {
	done, err := run.Run(f.File, o)
	switch {
	case err != nil:
		return nil, err
	case done.Fault != nil:
		return nil, done.Fault
	case len(done.Unmet) > 0:
		u := &done.Unmet[0]
		return nil, fmt.Errorf("%s: %w: %s: %s", f.Path, ErrResult, u.What(), u.Details())
	}
	out := &outcome{target: done.Target}
	for i := range done.Launches {
		l := &done.Launches[i]
		out.time += l.Time
		out.runs = append(out.runs, launched{done.Module.Prog, l.Result})
	}
	return out, nil
}

type loopWork struct {
	*Loop
	target isa.Target
	prog   *sim.Program
}

func newLoopWork(l *Loop) (*loopWork, error) {
	t, err := isa.FindTarget(l.GPU)
	if err != nil {
		return nil, err
	}
	p, err := sim.NewProgramFor(t, codeBase, l.Code)
	if err != nil {
		return nil, err
	}
	p.Bias = codeBase
	return &loopWork{Loop: l, target: t, prog: p}, nil
}

func (l *loopWork) run(o sim.Options) (*outcome, error) {
	d := sim.NewDevice(l.target.Gen)
	s := &sim.Launch{Prog: l.prog, Entry: codeBase + l.Entry, Grid: l.Grid, Group: l.Group, LDS: l.LDS,
		Registers: l.Registers, Options: o}
	wave := [3]uint32{isa.Lanes, 1, 1}
	if s.Group == ([3]uint32{}) {
		s.Group = wave
	}
	if s.Grid == ([3]uint32{}) {
		s.Grid = wave
	}
	if l.Setup != nil {
		more, err := l.Setup(d)
		if err != nil {
			return nil, err
		}
		s.Registers = append(append([]sim.RegInit(nil), l.Registers...), more...)
	}
	start := time.Now()
	res, err := d.Run(s)
	out := &outcome{target: l.target.Name, time: time.Since(start), runs: []launched{{l.prog, res}}}
	switch {
	case err != nil:
		return nil, err
	case res.Fault != nil:
		return nil, res.Fault
	}
	return out, nil
}

// Run measures. It stops between runs when ctx is done, with ctx's error, and at the first run that
// fails.
func Run(ctx context.Context, spec Spec) (*Report, error) {
	var work workload
	switch {
	case (spec.File == nil) == (spec.Loop == nil):
		return nil, ErrSpec
	case spec.File != nil:
		work = fileWork{spec.File}
	default:
		l, err := newLoopWork(spec.Loop)
		if err != nil {
			return nil, err
		}
		work = l
	}
	o := spec.Options
	if o.Workers <= 0 {
		o.Workers = 1
	}
	o.Deterministic, o.Count, o.Keep = o.Workers == 1, false, false
	r := &Report{Name: spec.name(), Workers: o.Workers, GOOS: runtime.GOOS, GOARCH: runtime.GOARCH,
		Procs: runtime.GOMAXPROCS(0)}
	switch {
	case o.Timing != nil:
		r.Chip, r.Policy = o.Timing.Chip.Name, "clock"
	case o.Policy == nil:
		o.Policy = waitcnt.Late{}
		fallthrough
	default:
		r.Policy = o.Policy.String()
	}

	counted := o
	counted.Count = true
	one, err := step(ctx, work, counted)
	if err != nil {
		return nil, err
	}
	r.GPU, r.Insts, r.Waits = one.target, one.insts(), one.waits()
	if r.Mix, err = newMix(one, spec.Top); err != nil {
		return nil, err
	}
	if o.Timing != nil {
		r.Timing, err = newTiming(one)
		return r, err
	}
	for range spec.Warmup {
		if _, err := step(ctx, work, o); err != nil {
			return nil, err
		}
	}
	n := spec.Count
	if n <= 0 {
		n = DefaultCount
	}
	for range n {
		s, err := sample(ctx, work, o, spec.MinTime)
		if err != nil {
			return nil, err
		}
		r.Samples = append(r.Samples, s)
	}
	r.summarize()
	return r, nil
}

// name is what the report calls the workload. Spaces would end the name in the Go benchmark format.
func (s *Spec) name() string {
	name := s.Name
	switch {
	case name != "":
	case s.File != nil && s.File.Path != "":
		dir, file := filepath.Split(s.File.Path)
		name = strings.TrimSuffix(file, filepath.Ext(file))
		if parent := filepath.Base(dir); dir != "" && parent != name && parent != "." &&
			parent != string(filepath.Separator) {
			name = parent + "/" + name // "vecadd/gfx900-O2", but "mix"
		}
	default:
		name = "loop"
	}
	return strings.Join(strings.Fields(name), "_")
}

func step(ctx context.Context, work workload, o sim.Options) (*outcome, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return work.run(o)
}

// sample runs until the simulation has taken at least the given time.
func sample(ctx context.Context, work workload, o sim.Options, least time.Duration) (Sample, error) {
	var s Sample
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for s.Runs == 0 || s.Time < least {
		out, err := step(ctx, work, o)
		if err != nil {
			return s, err
		}
		s.Runs++
		s.Time += out.time
		s.Insts += out.insts()
		s.Waits += out.waits()
	}
	runtime.ReadMemStats(&after)
	s.Allocs, s.Bytes = after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc
	return s, nil
}
