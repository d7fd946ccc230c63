package benchmarks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// What can be wrong with a benchmark. [Run] wraps these, or errors of the packages below.
var (
	// ErrSpec: a Spec has both File and Loop, or neither.
	ErrSpec = errors.New("benchmarks: the specification needs exactly one of a launch file and a loop")
	// ErrResult: a run ended, but left something else than was expected.
	ErrResult = errors.New("a buffer does not hold what the launch file expects")
)

// Spec says what to run and how often.
type Spec struct {
	Name string       // what the report calls it; empty: made of the launch file's path, or "loop"
	File *launch.File // a launch file, or
	Loop *Loop        // code with its initial state

	// Code is what File's launches run; nil: what File names.
	Code *codeobj.Object
	Raw  bool // Code is no code object

	// Options are those of every run. Workers 0 is one worker here, so that figures are of one core
	// and runs are alike. The harness sets Count, Keep, NoHistory and Deterministic. With Timing,
	// and without Host, the report has the clocks of the simulated chip, not those of this host.
	// They are the same in every run, so there is one run, and Count, Warmup and MinTime mean
	// nothing.
	Options sim.Options
	Host    bool // with Timing: measure the host's time too

	Count  int // samples; 0 is DefaultCount
	Warmup int // runs before the first sample; 0 is none
	// least simulated time of a sample: the run is repeated until it is reached; 0: one run is one
	// sample
	MinTime time.Duration
	Top     int // mnemonics listed in the mix; 0 is DefaultTop, negative all
}

// Defaults of a [Spec].
const (
	DefaultCount = 10 // samples
	DefaultTop   = 10 // mnemonics
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
	target    string
	time, cpu time.Duration
	runs      []launched
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

type fileWork struct {
	*launch.File
	code *codeobj.Object // nil: what the file names
	raw  bool
}

func (f fileWork) run(o sim.Options) (*outcome, error) {
	var done *run.Outcome
	var err error
	if f.code != nil {
		done, err = run.Object(f.File, f.code, f.raw, o)
	} else {
		done, err = run.Run(f.File, o)
	}
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
		for _, x := range l.Result.Findings {
			if x.Rule == waitcnt.RuleNoLDS { // an error in all modes: what is measured is not what was meant
				return nil, fmt.Errorf("%s: %v %s: %s; %s", cmp.Or(f.Path, f.Code), x.PC, x.Instruction, x.Message, x.Fix)
			}
		}
		out.time += l.Time
		out.cpu += l.CPU
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
	used, _ := run.CPUTime()
	res, err := d.Run(s)
	after, _ := run.CPUTime()
	out := &outcome{target: l.target.Name, time: time.Since(start), cpu: after - used, runs: []launched{{l.prog, res}}}
	switch {
	case err != nil:
		return nil, err
	case res.Fault != nil:
		return nil, res.Fault
	}
	return out, nil
}

// Measurement is a specification that is being measured. Its samples are taken one at a time, so
// that several measurements can take turns: what the host does meanwhile then falls on all of them.
type Measurement struct {
	spec    Spec
	work    workload
	options sim.Options
	report  Report
}

// Begin executes the run that counts, and those that warm up.
func Begin(ctx context.Context, spec Spec) (*Measurement, error) {
	m := &Measurement{spec: spec, options: spec.Options}
	switch {
	case (spec.File == nil) == (spec.Loop == nil):
		return nil, ErrSpec
	case spec.File != nil:
		m.work = fileWork{spec.File, spec.Code, spec.Raw}
	default:
		l, err := newLoopWork(spec.Loop)
		if err != nil {
			return nil, err
		}
		m.work = l
	}
	o := &m.options
	if o.Workers <= 0 {
		o.Workers = 1
	}
	o.Deterministic, o.Count, o.Keep, o.NoHistory = o.Workers == 1, false, false, true
	o.Programs = new(sim.Programs)
	r := &m.report
	*r = Report{Name: spec.name(), Workers: o.Workers, GOOS: runtime.GOOS, GOARCH: runtime.GOARCH,
		Procs: runtime.GOMAXPROCS(0), Way: Unchecked}
	if o.Check {
		r.Way = Checked
	}
	switch {
	case o.Timing != nil:
		r.Chip, r.Policy, r.Way = o.Timing.Chip.Name, "clock", Clock
	case o.Policy == nil:
		o.Policy = waitcnt.Late{}
		fallthrough
	default:
		r.Policy = o.Policy.String()
	}
	counted := *o
	counted.Count = true
	one, err := step(ctx, m.work, counted)
	if err != nil {
		return nil, err
	}
	r.GPU, r.Insts, r.Waits = one.target, one.insts(), one.waits()
	if len(one.runs) > 0 {
		r.Host = one.runs[0].res.Host
	}
	if r.Mix, err = newMix(one, spec.Top); err != nil {
		return nil, err
	}
	if o.Timing != nil {
		if r.Timing, err = newTiming(one); err != nil || !spec.Host {
			return m, err
		}
	}
	for range spec.Warmup {
		if _, err := step(ctx, m.work, *o); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Sample takes a sample. It does nothing with a clock and without Spec.Host: one run says all then.
func (m *Measurement) Sample(ctx context.Context) error {
	if m.options.Timing != nil && !m.spec.Host {
		return nil
	}
	s, err := sample(ctx, m.work, m.options, m.spec.MinTime)
	if err == nil {
		m.report.Samples = append(m.report.Samples, s)
	}
	return err
}

// Report is what is known by now.
func (m *Measurement) Report() *Report {
	r := m.report
	r.Summarize()
	return &r
}

// Run measures. It stops between runs when ctx is done, with ctx's error, and at the first run that
// fails.
func Run(ctx context.Context, spec Spec) (*Report, error) {
	m, err := Begin(ctx, spec)
	if err != nil {
		return nil, err
	}
	n := spec.Count
	if n <= 0 {
		n = DefaultCount
	}
	for range n {
		if err := m.Sample(ctx); err != nil {
			return nil, err
		}
	}
	return m.Report(), nil
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
	runtime.GC() // what was used before is not collected in this sample's time
	runtime.ReadMemStats(&before)
	for s.Runs == 0 || s.Time < least {
		out, err := step(ctx, work, o)
		if err != nil {
			return s, err
		}
		s.Runs++
		s.Time += out.time
		s.CPU += out.cpu
		s.Insts += out.insts()
		s.Waits += out.waits()
	}
	runtime.ReadMemStats(&after)
	s.Allocs, s.Bytes = after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc
	return s, nil
}
