package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/dump"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/sim/profile"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/report"
)

type runCmd struct {
	program
	machine
	clocked
	wanted
	Check *bool `group:"Findings:" negatable:"" help:"Look for missing waits, hazards, uninitialised registers and accesses out of bounds along the executed path. On by default; not with --mode timing."`

	Dump       dumpFlag `group:"Output:" help:"Show the final state. --dump=PARTS shows some of wave,sgpr,vgpr,lds,gds,mem,counters,caches, and with --mode timing stalls."`
	DumpFormat string   `group:"Output:" enum:"text,json" default:"text" help:"text or json. JSON is one document, the verdict in it."`
	All        bool     `group:"Output:" help:"Also show registers that nothing has written, memory that is 0, and the stalls of each wave."`
	dumpFlags
	Stats      bool     `group:"Output:" help:"Say which share of the instructions this host executed in code made for the program (--host), and which instructions it did not."`
	Trace      string   `group:"Output:" placeholder:"FILE" help:"Write one line per executed instruction: work-group and wave, pc, text, changed registers. - is standard output."`
	TraceLanes laneList `group:"Output:" placeholder:"LIST" help:"Add to each line of --trace what the vector registers of the instruction hold in these lanes, as in 0,1,5-7: those that it reads before it, and behind -> those that it writes."`
	traceFlags
	Pprof string `group:"Output:" placeholder:"FILE" help:"Write a profile of the simulated program for \"go tool pprof\": instructions by line of the source, and with --mode timing clocks by reason."`

	DebugOnFault bool `group:"How to run:" help:"After a fault, debug the program where it has it, as \"gcnsim debug\" does: back and who say how it came to that."`

	WhatIf string `group:"How to run:" name:"what-if" placeholder:"LIST" help:"With --mode timing: run it as it is and with each change of LIST, the quickest first: l1=perfect,waves=+1,clock=x1.2,l2_latency=200."`

	OrderWindow int `group:"How to run:" placeholder:"N" default:"${orderwindow}" help:"--order all: the most operations among which one decision chooses."`
	OrderRuns   int `group:"How to run:" placeholder:"N" default:"${orderruns}" help:"--order all: the most runs."`
	OrderWaves  int `group:"How to run:" placeholder:"N" default:"${orderwaves}" help:"--order all: how many waves, from the first of each launch, are varied."`
}

// Help is shown below the flags.
func (*runCmd) Help() string {
	return `Examples:

    gcnsim run --launch testdata/kernels/vecadd/gfx900.json --dump
    gcnsim run k.s --gpu gfx900 --reg v0=lane --reg s0=5 --dump=sgpr,vgpr
    gcnsim run k.hsaco --grid 1024 --group 256 --buffer a:4096:a.bin --buffer c:4096 --arg buffer:a --arg buffer:c --arg i32:1000 --dump=mem
    gcnsim run --launch k.json --dump=sgpr,vgpr --dump-wave 3/0 --dump-reg v0-v7,s[0:3] --dump-as f32
    gcnsim run --launch k.json --order random:7 --trace k.trace
    gcnsim run --launch k.json --no-check
    gcnsim run --launch k.json --min-severity error --disable uninit-m0
    gcnsim run --launch k.json --order all
    gcnsim run --launch k.json --mode timing --dump=stalls --sort cost
    gcnsim run --launch k.json --mode timing --pprof k.pb.gz; go tool pprof -http : k.pb.gz
    gcnsim run --launch k.json --mode timing --what-if l1=perfect,l2=perfect,waves=+1,clock=x1.2,cus=-25%
    gcnsim run k.s --mode timing --gpu polaris10 --figures mine.json --grid 65536 --workers 8

--order says when outstanding memory operations return:
    late           only when the program waits, the youngest first: a missing wait shows as an old value
    asap           at once
    random:SEED    at any legal time
    order:LIST     as the list says. N is memory operation N of a wave, from 0: those listed return in this order where a wait makes
                   operations return. N@I: it returns as soon as the wave has executed I instructions (Nd@I: only its data are read, Nu@I: only
                   one unit of a scalar load). "late" as the last item: the others return youngest first, not oldest first. wN:LIST is for wave N,
                   wL.N:LIST for wave N of launch L; lists are separated by /.
    all            run the program under every legal order, within --order-window, --order-runs and --order-waves; orders that nothing can tell
                   apart are tried once. The distinct final states are listed, with an order that leads to each.

--mode timing runs on the compute units of the chip that --gpu names (gcnsim chips lists them; the first of a target or generation, or of the code object's
target), with a clock. Time is that of memory and units, so there is no --order, and nothing is checked: findings=unchecked. The verdict has the chip
and the cycles, from the launch to the end of the last wave, all launches together. --dump=stalls shows what the cycles were spent on: every clock of every
wave has one reason, and is counted at the instruction that the wave was to execute next, those of s_barrier and s_sleep at these. Reasons:
    issue          the instruction was being issued: no stall
    slot           other waves or SIMDs had the turn
    counter        s_waitcnt, or a counter that is full; the operation that returned next has the same clocks as "exposed"
    unit           the unit was busy
    fetch          the code was not in the instruction buffer
    barrier, sleep s_barrier, s_sleep
    dependency     the instruction before takes longer than its issue
"exposed" and "hidden" are what the operations of an instruction took to return: the clocks that waves waited for them, and the clocks that other
instructions covered. "conflicts" are clocks of LDS bank conflicts, "lines/quarter" the lines of memory that the lanes of a quarter of a wave touch:
1 where dwords are coalesced, "hits" and "misses" lines of L1 or of the scalar cache, "lanes" the active lanes of vector instructions, 64 where all are.
"busy" is for how long units were kept, bank conflicts and scattered lanes included, of the clocks of the compute units in use; the busiest names what
limits the launch where it is busy for 70 % or more. "counter" lines are what rocprof and GPUPerfAPI count, under their names and of the whole chip
(docs/dump.md says what differs, and what is missing). The result does not depend on --workers. Each launch begins with empty caches. With --caches warm,
L2 and the instruction caches hold what the launch before has left.

--pprof writes samples by instruction and by line, functions inlined into each other as frames. With --mode timing they have labels: "wave",
"simd", and "level", which has answered the operation that a wave waited for in clocks of counters: lds, gds, scalar, l1, l2 or dram.
"go tool pprof -tags", -tagfocus=level=dram and the like choose by them. Of a long run the waves that end last have no label of their own.

--what-if takes changes with commas between them, runs the launch with each, and with all together, and ranks them by time. Of a file with several launches
each change is made to all of them, and the time is their sum; the clocks of each launch are listed, too (up to 8 launches; JSON has all):
    PART=perfect   nothing waits for l1, l2, dram (its bus and rows), lds, kcache, icache, branch, launch or barrier, as far as figures of the chip say so
    waves=N        waves of a SIMD, as if registers and LDS were few enough, or many enough
    clock=N        the engine's clock in MHz; other clocks stay
    FIGURE=N       any figure that "gcnsim chips NAME" lists
N is a number; or +2, -2, x1.5, +20%, -20% of what is there.

With random:SEED and order:LIST work-groups run in order, as with --deterministic, so that the run can
be had again. Otherwise they run side by side: where the checker sees them race, or one faults, the
verdict has repeat=--deterministic. Another run may then end differently; with the flag it does not.

On a terminal a run that takes long says how far it is: waves that have ended, their rate, the time left. So does every run that gets SIGQUIT
(Ctrl-\), with the place where each wave stands, and goes on. An interrupt (Ctrl-C) and --timeout end the run: then too it says where each wave stood,
and prints what it has. Other verbs do the same, and count what they have much of: launches, changes, tasks, cases, files.

The first line of the output is a verdict; a line for each executed instruction that is not exact follows, then the findings. Exit status: 0 done,
1 a buffer, LDS or a register does not hold what the launch file expects, 2 bad usage, unreadable input or output that cannot be written, 3 the program faulted or hit a
limit, 4 a finding of severity error (3 wins over 1, 1 over 4), or --order all found more than one final state, 130 interrupted.`
}

func (*runCmd) endsEarly() {}

// Run executes the verb.
func (c *runCmd) Run(s streams, ctx context.Context) error {
	timed, err := c.timed(map[string]bool{"--order": c.Order != "", "--check": c.Check != nil && *c.Check,
		"--disable": len(c.Disable) > 0, "--min-severity": c.MinSeverity != defaultSeverity})
	switch {
	case err != nil:
		return err
	case c.TraceLanes != 0 && c.Trace == "":
		return usage("--trace-lanes adds to the lines of --trace: give --trace FILE")
	case c.traceFlags.any() && c.Trace == "":
		return usage("--trace-clock, --trace-lines, --trace-wave, --trace-pc, --trace-inst, --trace-reg and --trace-max " +
			"change what --trace writes: give --trace FILE")
	case c.dumpFlags.any() && !c.Dump.on:
		return usage("--dump-wave, --dump-reg, --dump-as and --sort change what --dump shows: give --dump, or --dump=PARTS")
	case c.DumpAs != "" && c.DumpFormat == "json":
		return usage("--dump-as is for text: in JSON values are bit patterns")
	case c.Sort != "" && (!timed || c.Dump.parts&dump.Stalls == 0):
		return usage("--sort is the order of the instructions of --dump=stalls: it needs that, and --mode timing")
	case !timed && c.WhatIf != "":
		return usage("--what-if changes a chip's clock and units: it needs --mode timing")
	case c.WhatIf != "" && (c.Dump.on || c.Trace != "" || c.Pprof != ""):
		return usage("--what-if and %s: it prints times and nothing else", cmp.Or(map[bool]string{true: "--dump"}[c.Dump.on],
			map[bool]string{true: "--trace"}[c.Trace != ""], "--pprof"))
	case !timed && c.Dump.named&dump.Stalls != 0:
		return usage("--dump=stalls: without a clock nothing stalls; it needs --mode timing")
	}
	checked := !timed && (c.Check == nil || *c.Check)
	all := c.Order == allOrders
	if all {
		c.Order = waitcnt.Late{}.String()
	}
	opts, err := c.options(ctx)
	if err != nil {
		return err
	}
	f, err := c.launchFile()
	if err != nil {
		return err
	}
	if all {
		if c.Stats || c.Pprof != "" {
			return usage("--order all and %s: it is many runs, of which one would be shown",
				map[bool]string{true: "--stats", false: "--pprof"}[c.Stats])
		}
		return c.exploreOrders(s, f, opts)
	}
	shown := dump.New(c.Dump.parts, c.All)
	if err := c.dumpFlags.setUp(shown, f); err != nil {
		return err
	}
	if c.WhatIf != "" {
		opts.Policy = nil
		return c.whatIf(s, f, opts)
	}
	order := opts.Policy.String()
	if timed {
		if opts.Timing, err = c.clock(f); err != nil {
			return err
		}
		stalls := c.Dump.on && c.Dump.parts&dump.Stalls != 0
		opts.Timing.Waves, opts.Timing.Lanes = c.All && stalls, stalls
		opts.Policy, order = nil, "clock"
	}
	opts.Count, opts.CountHost, opts.Check, opts.Keep = true, c.Stats, checked, c.Dump.on && c.Dump.parts.NeedsState()
	opts.NoHistory = !c.Dump.on || c.Dump.parts&dump.Mem == 0
	var tracer *dump.Tracer
	closeTrace := func(err error) error { return err }
	if c.Trace != "" {
		if c.Trace == "-" {
			tracer = dump.NewTracer(s.out)
			closeTrace = func(err error) error { return errors.Join(err, tracer.Flush()) }
		} else {
			w, err := create("--trace", c.Trace, slices.Concat(f.Inputs(), f.Outputs(),
				taken("the chip's figures", c.Figures))...)
			if err != nil {
				return err
			}
			tracer = dump.NewTracer(w)
			closeTrace = func(err error) error { return finish("--trace", w, errors.Join(err, tracer.Flush())) }
		}
		tracer.Lanes = uint64(c.TraceLanes)
		if err := c.traceFlags.setUp(tracer, f); err != nil {
			return closeTrace(err)
		}
		tracer.Hook(opts.Hooks)
	}
	var pprof *files.Output
	if c.Pprof != "" {
		if pprof, err = create("--pprof", c.Pprof, slices.Concat(f.Inputs(), f.Outputs(),
			taken("the chip's figures", c.Figures), taken("--trace", c.Trace))...); err != nil {
			return closeTrace(err)
		}
	}
	var waves profile.Waves
	if pprof != nil && timed {
		opts.Timing.Spent = waves.Add
	}
	out, err := run.Run(f, opts)
	if pprof != nil {
		if err == nil {
			p := profile.New(out, f.Resolve(f.Code))
			p.Waves = &waves
			err = p.WritePprof(pprof)
		}
		err = finish("--pprof", pprof, err)
	}
	err = closeTrace(err)
	if err != nil {
		return c.runError(err)
	}
	var found *report.File
	dry := slices.ContainsFunc(out.Launches, func(d run.Done) bool { return len(d.Result.Findings) > 0 })
	if checked || dry { // what is an error in all modes
		if found, err = c.findings(f, out); err != nil {
			return err
		}
	}
	if err := run.Explain(f, out, opts); err != nil {
		fmt.Fprintf(s.err, "gcnsim: who wrote what is not as expected is not known: %v\n", err)
	}
	if err := hostError(out); err != nil {
		fmt.Fprintf(s.err, "gcnsim: instructions are executed in Go: %v\n", err)
	}
	r := newRunReport(f, out, c.Mode, order, found, checked)
	if c.Stats {
		r.Stats = newHostStats(out, r.Host)
	}
	if c.Dump.on {
		r.Dump = shown
		for i := range out.Launches {
			d := &out.Launches[i]
			r.Dump.AddLaunch(d.Kernel, d.Launch, d.Result, out.Device)
		}
		r.Dump.AddDevice(out.Device)
	}
	w := bufio.NewWriter(s.out)
	write := r.text
	if c.DumpFormat == "json" {
		write = r.json
	}
	if err := errors.Join(write(w), w.Flush()); err != nil {
		return err
	}
	for i := range r.Unmet {
		fmt.Fprintf(s.err, "gcnsim: %s is not what %s expects: %s\n", out.Unmet[i].What(), f.Path, r.Unmet[i].text)
	}
	switch {
	case out.Fault != nil && c.DebugOnFault:
		return debugFault(f, opts, s, out.Fault)
	case out.Fault != nil:
		return &exit{exitFailed, out.Fault}
	case len(r.Unmet) > 0:
		return &exit{status: exitUnmet}
	case isError(r.Findings):
		return &exit{status: exitFindings}
	}
	return nil
}

// runReport is what a run prints; its JSON form is the output of --dump-format json.
type runReport struct {
	Verdict string       `json:"verdict"` // the line that the text form begins with
	Version string       `json:"version"`
	GPU     string       `json:"gpu"`        // LLVM's target, "gfx900"
	Gen     string       `json:"generation"` // "1.4"
	Mode    string       `json:"mode"`
	Chip    string       `json:"chip,omitempty"`   // with --mode timing
	Cycles  uint64       `json:"cycles,omitempty"` // of its engine
	Order   string       `json:"order"`            // "clock" with --mode timing
	Kernels []string     `json:"kernels"`          // of each launch
	Groups  uint64       `json:"groups"`           // sums over the launches
	Waves   uint64       `json:"waves"`
	Insts   uint64       `json:"insts"`
	Waits   *uint64      `json:"waits,omitempty"` // s_waitcnt that had to wait; with a clock the stalls say how long
	Cover   coverage     `json:"coverage"`
	Repeat  *repetition  `json:"repeat,omitempty"` // absent where nobody knows
	Status  string       `json:"status"`           // done, fault
	Fault   string       `json:"fault,omitempty"`
	Expect  *expectation `json:"expect,omitempty"`
	Unmet   []unmet      `json:"unmet,omitempty"`

	Summary  *report.Summary   `json:"summary,omitempty"` // of the findings; absent with --no-check
	Findings []waitcnt.Finding `json:"findings,omitzero"` // absent with --no-check
	found    *report.File
	Dump     *dump.Dump `json:"dump,omitempty"`
	Host     string     `json:"host"` // how instructions were executed: go, avx2, avx512
	Stats    *hostStats `json:"stats,omitempty"`
}

// repetition says whether another run ends the same way.
type repetition struct {
	Same bool   `json:"same"`
	Why  string `json:"why"`
	With string `json:"with,omitempty"` // the flag that makes it the same
}

// repetitionOf tells from the launches of a run whether it can be repeated.
func repetitionOf(out *run.Outcome) *repetition {
	alone := true
	for i := range out.Launches {
		d := &out.Launches[i]
		o := &d.Launch.Options
		for k, n := range d.Launch.Grid {
			alone = alone && n <= d.Launch.Group[k]
		}
		switch {
		case o.Timing != nil:
			return &repetition{Same: true, Why: "the clock orders work-groups"}
		case o.InOrder():
			return &repetition{Same: true, Why: "work-groups ran in order"}
		case groupsRace(d.Result):
			return &repetition{Why: "work-groups race", With: "--deterministic"}
		case d.Result.Fault != nil && !alone:
			return &repetition{Why: "work-groups were stopped by the fault of another one", With: "--deterministic"}
		}
	}
	if alone {
		return &repetition{Same: true, Why: "there is one work-group"}
	}
	return nil
}

// groupsRace reports whether the checker has seen work-groups race for memory.
func groupsRace(r *sim.Result) bool {
	return slices.ContainsFunc(r.Findings, func(f waitcnt.Finding) bool {
		return f.Rule == waitcnt.RuleGlobalRace && f.Severity > waitcnt.Info
	})
}

// coverage says how many of the executed instructions are exact: by executions and by different
// instructions.
type coverage struct {
	Insts      uint64    `json:"insts"`
	Exact      uint64    `json:"exact"`
	Forms      int       `json:"forms"`
	ExactForms int       `json:"exact_forms"`
	Inexact    []inexact `json:"inexact,omitempty"`
}

type inexact struct {
	Name   string `json:"name"`
	Status string `json:"status"` // approximate, missing
	Count  uint64 `json:"count"`
	Note   string `json:"note,omitempty"`
}

// expectation is how many of what the launch file expects hold.
type expectation struct {
	Met     int  `json:"met"`
	Total   int  `json:"total"`
	Checked bool `json:"checked"` // false after a fault
}

// unmet is one that does not hold: of a buffer, or of a register or LDS of the first work-group
// where it does not.
type unmet struct {
	Buffer   string     `json:"buffer,omitempty"`
	Register string     `json:"register,omitempty"`
	LDS      bool       `json:"lds,omitempty"`
	Launch   *int       `json:"launch,omitempty"` // of registers and LDS, as the next two
	Group    *[3]uint32 `json:"group,omitempty"`
	Wave     *int       `json:"wave,omitempty"` // of registers
	Lane     *int       `json:"lane,omitempty"` // of v registers, the first that is wrong
	Mismatch string     `json:"mismatch"`
	Writer   *writer    `json:"writer,omitempty"`
	text     string     // for people
}

// writer is who wrote the first wrong element last.
type writer struct {
	Never       bool          `json:"never,omitempty"` // no instruction did
	Launch      *int          `json:"launch,omitempty"`
	PC          *waitcnt.Addr `json:"pc,omitempty"`
	Line        int           `json:"line,omitempty"`
	File        string        `json:"source_file,omitempty"`
	Instruction string        `json:"instruction,omitempty"`
	Group       *[3]uint32    `json:"group,omitempty"`
	Wave        *int          `json:"wave,omitempty"`
	Lane        *int          `json:"lane,omitempty"` // of vector instructions
}

// newUnmet is what is printed of an expectation that does not hold.
func newUnmet(u *run.Unmet) unmet {
	x := unmet{Buffer: u.Buffer, Register: u.Register, LDS: u.LDS, Mismatch: u.Mismatch.String(), text: u.Details()}
	if u.Buffer == "" {
		x.Launch, x.Group = &u.Launch, &u.Group
	}
	if u.Register != "" {
		x.Wave = &u.Wave
		if u.Register[0] == 'v' && u.Register != "vcc" {
			x.Lane = &u.Mismatch.Index
		}
	}
	switch w := u.Writer; {
	case w == nil:
	case w.Never:
		x.Writer = &writer{Never: true}
	default:
		pc := waitcnt.Addr(w.PC)
		x.Writer = &writer{Launch: &w.Launch, PC: &pc, Line: w.Line, File: w.File, Instruction: w.Inst, Group: &w.Group,
			Wave: &w.Wave}
		if w.Lane >= 0 {
			x.Writer.Lane = &w.Lane
		}
	}
	return x
}

func newRunReport(f *launch.File, out *run.Outcome, mode, order string, found *report.File, checked bool) *runReport {
	r := &runReport{Version: version, GPU: out.Target, Gen: genNumber(out.Gen), Mode: mode, Order: order,
		Status: "done", found: found}
	if found != nil {
		s := report.Summarize(found.Findings, found.Hidden)
		if r.Findings = append([]waitcnt.Finding{}, found.Findings...); checked {
			r.Summary = &s
		}
	}
	var cov sim.Coverage
	waits := uint64(0)
	for i := range out.Launches {
		d := &out.Launches[i]
		r.Kernels = append(r.Kernels, d.Kernel)
		r.Groups += d.Result.Groups
		r.Waves += d.Result.Waves
		r.Insts += d.Result.Insts
		waits += d.Result.Waits
		if t := d.Result.Timing; t != nil {
			r.Chip = t.Chip
			r.Cycles += t.Cycles
		}
		cov.Add(out.Module.Prog, d.Result.Counts)
	}
	if mode == functional {
		r.Waits = &waits
	}
	r.Cover = coverage{Insts: cov.Insts, Exact: cov.Exact, Forms: len(cov.Forms), ExactForms: cov.ExactForms()}
	for _, x := range cov.Forms {
		if st := x.Form.Desc.Status(); st != isa.Exact {
			r.Cover.Inexact = append(r.Cover.Inexact, inexact{x.Form.Name, st.String(), x.Count, x.Form.Desc.Note})
		}
	}
	if out.Fault != nil {
		r.Status, r.Fault = "fault", out.Fault.Error()
	}
	if n := run.Expectations(f); n > 0 {
		r.Expect = &expectation{Total: n, Checked: out.Fault == nil}
	}
	for i := range out.Unmet {
		r.Unmet = append(r.Unmet, newUnmet(&out.Unmet[i]))
	}
	if r.Expect != nil && r.Expect.Checked {
		r.Expect.Met = r.Expect.Total - len(r.Unmet)
	}
	r.Repeat = repetitionOf(out)
	r.Host = hostOf(out)
	r.Verdict = r.verdict()
	return r
}

// genNumber is "1.4".
func genNumber(g isa.Gen) string { return strings.Fields(g.String())[1] }

// verdict is the first line of a run: what ran, and how far to trust it. It is the same every time.
func (r *runReport) verdict() string {
	var names []string
	for i, k := range r.Kernels {
		if i == 0 || k != r.Kernels[i-1] {
			names = append(names, k)
		}
	}
	s := fmt.Sprintf("gcnsim %s gpu=%s(%s) kernel=%s", r.Version, r.GPU, r.Gen, strings.Join(names, ","))
	if len(r.Kernels) > 1 {
		s += fmt.Sprintf(" launches=%d", len(r.Kernels))
	}
	findings := "findings=unchecked"
	if r.Summary != nil {
		findings = r.Summary.Fields()
	}
	s += fmt.Sprintf(" waves=%d insts=%d", r.Waves, r.Insts)
	if r.Waits != nil {
		s += fmt.Sprintf(" waits=%d", *r.Waits)
	}
	s += fmt.Sprintf(" coverage=exact %d/%d forms=%d/%d order=%s", r.Cover.Exact, r.Cover.Insts, r.Cover.ExactForms,
		r.Cover.Forms, r.Order)
	if r.Mode == timingMode {
		s += fmt.Sprintf(" chip=%s cycles=%d", r.Chip, r.Cycles)
	}
	s += " " + findings
	if r.Repeat != nil && !r.Repeat.Same {
		s += " repeat=" + r.Repeat.With
	}
	s += " status=" + r.Status
	switch e := r.Expect; {
	case e == nil:
	case e.Checked:
		s += fmt.Sprintf(" expect=%d/%d", e.Met, e.Total)
	default:
		s += fmt.Sprintf(" expect=unchecked/%d", e.Total)
	}
	return s
}

// text writes the verdict, what is not exact, the findings and the dump.
func (r *runReport) text(w io.Writer) error {
	fmt.Fprintln(w, r.Verdict)
	if p := r.Repeat; p != nil && !p.Same {
		fmt.Fprintf(w, "another run may end differently, as %s; with %s it is the same every time\n", p.Why, p.With)
	}
	for _, x := range r.Cover.Inexact {
		fmt.Fprintf(w, "%s %s executed %d: %s\n", x.Status, x.Name, x.Count, strings.TrimPrefix(x.Note, x.Status+": "))
	}
	if r.found != nil {
		if err := report.WriteFindings(w, r.found); err != nil {
			return err
		}
	}
	if r.Stats != nil {
		if err := r.Stats.text(w); err != nil {
			return err
		}
	}
	if r.Dump == nil {
		return nil
	}
	return r.Dump.WriteText(w)
}

func (r *runReport) json(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// findings are those of the launches, with what the code object says of their places.
func (c *runCmd) findings(f *launch.File, out *run.Outcome) (*report.File, error) {
	list := joinFindings(out)
	source := out.Module.Object.Source("")
	replay := c.replay()
	for i := range list {
		x := &list[i]
		x.Locate(source.Place)
		if x.Replay == "" {
			x.Replay = replay
		}
	}
	r := &report.File{Name: f.Resolve(f.Code), GPU: out.Target}
	var err error
	r.Findings, r.Hidden, err = c.apply(list, false)
	return r, err
}

// place is what makes two findings one defect.
type place struct {
	rule         string
	pc, producer waitcnt.Addr
	register     string
	space        string
}

func placeOf(x *waitcnt.Finding) place {
	p := place{rule: x.Rule, pc: x.PC, producer: ^waitcnt.Addr(0), register: x.Register}
	if x.ProducerPC != nil {
		p.producer = *x.ProducerPC
	}
	if x.Memory != nil {
		p.space = x.Memory.Space
	}
	return p
}

// joinFindings are those of the launches. What two launches find is counted together, and named
// where it was seen first.
func joinFindings(out *run.Outcome) (list []waitcnt.Finding) {
	at := map[place]int{}
	for i := range out.Launches {
		for _, x := range out.Launches[i].Result.Findings {
			p := placeOf(&x)
			if j, known := at[p]; known {
				list[j].Count += x.Count
				continue
			}
			at[p] = len(list)
			x.Kernel = cmp.Or(x.Kernel, out.Module.Object.Function(uint64(x.PC)), out.Launches[i].Kernel)
			list = append(list, x)
		}
	}
	return list
}

// replay is a command line that runs the same again.
func (c *runCmd) replay() string {
	words := []string{"gcnsim", "run"}
	add := func(flag string, values ...string) {
		for _, v := range values {
			if v != "" {
				words = append(words, flag, shellWord(v))
			}
		}
	}
	if c.File != "" {
		words = append(words, shellWord(c.File))
	}
	add("--launch", c.Launch)
	add("--gpu", c.GPU)
	add("--kernel", c.Kernel)
	add("--entry", c.Entry)
	add("--grid", c.Grid)
	add("--group", c.Group)
	add("--buffer", c.Buffer...)
	add("--arg", c.Arg...)
	add("--kernarg", c.Kernarg)
	add("--abi", c.ABI)
	size := func(flag string, b byteSize) {
		if b != 0 {
			add(flag, strconv.FormatUint(uint64(b), 10))
		}
	}
	size("--lds", c.LDS)
	size("--scratch", c.Scratch)
	if c.AllowOversize {
		words = append(words, "--allow-oversize")
	}
	add("--reg", c.Reg...)
	add("--order", c.Order)
	if c.Deterministic {
		words = append(words, "--deterministic")
	}
	return strings.Join(words, " ")
}
