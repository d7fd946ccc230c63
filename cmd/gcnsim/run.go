package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/waitcnt"
)

type runCmd struct {
	program
	machine

	Dump       dumpFlag `group:"Output:" help:"Show the final state. --dump=PARTS shows some of wave,sgpr,vgpr,lds,gds,mem,counters,caches."`
	DumpFormat string   `group:"Output:" enum:"text,json" default:"text" help:"text or json. JSON is one document, the verdict in it."`
	All        bool     `group:"Output:" help:"Also show registers that nothing has written, and memory that is 0."`
	Trace      string   `group:"Output:" placeholder:"FILE" help:"Write one line per executed instruction: work-group and wave, pc, text, changed registers."`
	Mode       string   `group:"How to run:" default:"functional" help:"functional: without a clock."`
}

// Help is shown below the flags.
func (*runCmd) Help() string {
	return `Examples:

    gcnsim run --launch testdata/kernels/vecadd/gfx900.json --dump
    gcnsim run k.s --gpu gfx900 --reg v0=lane --reg s0=5 --dump=sgpr,vgpr
    gcnsim run k.hsaco --grid 1024 --group 256 --buffer a:4096:a.bin --buffer c:4096 --arg buffer:a --arg buffer:c --arg i32:1000 --dump=mem
    gcnsim run --launch k.json --order random:7 --trace k.trace

The first line of the output is a verdict; a line for each executed instruction that is not exact follows. Exit status: 0 done, 1 a buffer
does not hold what the launch file expects, 2 bad usage or unreadable input, 3 the program faulted or hit a limit.`
}

// dumpFlag is --dump or --dump=PARTS.
type dumpFlag struct {
	on    bool
	parts sim.Section
}

// IsBool makes the value optional.
func (*dumpFlag) IsBool() bool { return true }

// Decode reads the value.
func (d *dumpFlag) Decode(ctx *kong.DecodeContext) error {
	list := ""
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		list, _ = ctx.Scan.Pop().Value.(string)
	}
	parts, err := sim.ParseSections(list)
	if err != nil {
		return err
	}
	d.on, d.parts = true, d.parts|parts
	return nil
}

// Run executes the verb.
func (c *runCmd) Run(s streams) error {
	if c.Mode != "functional" {
		return usage("--mode %s: this version has the functional mode only, which has no clock; the state that a program leaves does not depend on it", c.Mode)
	}
	opts, err := c.options()
	if err != nil {
		return err
	}
	f, err := c.launchFile()
	if err != nil {
		return err
	}
	opts.Count, opts.Keep = true, c.Dump.on && c.Dump.parts.NeedsState()
	progress := newProgress(s.err)
	var tracer *sim.Tracer
	if c.Trace != "" || progress != nil {
		opts.Hooks = &sim.Hooks{}
	}
	if progress != nil {
		opts.Hooks.Progress = progress.show
	}
	closeTrace := func() error { return nil }
	if c.Trace != "" {
		w, err := os.Create(c.Trace)
		if err != nil {
			return usage("--trace: %w", err)
		}
		tracer = sim.NewTracer(w)
		tracer.Hook(opts.Hooks)
		closeTrace = func() error { return errors.Join(tracer.Flush(), w.Close()) }
	}
	out, err := f.Run(opts)
	progress.clear()
	if e := closeTrace(); e != nil && err == nil {
		err = fmt.Errorf("--trace %s: %w", c.Trace, e)
	}
	if err != nil {
		return c.runError(err)
	}
	r := newReport(f, out, opts.Policy)
	if c.Dump.on {
		r.Dump = sim.NewDump(c.Dump.parts, c.All)
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
		fmt.Fprintf(s.err, "gcnsim: buffer %q is not what %s expects: %s\n", r.Unmet[i].Buffer, f.Path, r.Unmet[i].Mismatch)
	}
	switch {
	case out.Fault != nil:
		return &exit{exitFailed, out.Fault}
	case len(r.Unmet) > 0:
		return &exit{status: exitUnmet}
	}
	return nil
}

// report is what a run prints; its JSON form is the output of --dump-format json.
type report struct {
	Verdict string       `json:"verdict"` // the line that the text form begins with
	Version string       `json:"version"`
	GPU     string       `json:"gpu"`        // LLVM's target, "gfx900"
	Gen     string       `json:"generation"` // "1.4"
	Order   string       `json:"order"`
	Kernels []string     `json:"kernels"` // of each launch
	Groups  uint64       `json:"groups"`  // sums over the launches
	Waves   uint64       `json:"waves"`
	Insts   uint64       `json:"insts"`
	Waits   uint64       `json:"waits"` // s_waitcnt that had to wait
	Cover   coverage     `json:"coverage"`
	Status  string       `json:"status"` // done, fault
	Fault   string       `json:"fault,omitempty"`
	Expect  *expectation `json:"expect,omitempty"`
	Unmet   []unmet      `json:"unmet,omitempty"`
	Dump    *sim.Dump    `json:"dump,omitempty"`
}

// coverage says how many of the executed instructions are exact: by executions and by different instructions.
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

// expectation is how many buffers hold what the launch file expects.
type expectation struct {
	Met     int  `json:"met"`
	Total   int  `json:"total"`
	Checked bool `json:"checked"` // false after a fault
}

type unmet struct {
	Buffer   string `json:"buffer"`
	Mismatch string `json:"mismatch"`
}

func newReport(f *launch.File, out *launch.Outcome, policy waitcnt.Policy) *report {
	r := &report{Version: version, GPU: out.Target, Gen: genNumber(out.Gen), Order: policy.String(), Status: "done"}
	var cov sim.Coverage
	for i := range out.Launches {
		d := &out.Launches[i]
		r.Kernels = append(r.Kernels, d.Kernel)
		r.Groups += d.Result.Groups
		r.Waves += d.Result.Waves
		r.Insts += d.Result.Insts
		r.Waits += d.Result.Waits
		cov.Add(out.Module.Prog, d.Result.Counts)
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
	for i := range f.Buffers {
		if f.Buffers[i].Expect != nil {
			if r.Expect == nil {
				r.Expect = &expectation{Checked: out.Fault == nil}
			}
			r.Expect.Total++
		}
	}
	for _, c := range out.Checks {
		r.Unmet = append(r.Unmet, unmet{c.Buffer, c.Mismatch.String()})
	}
	if r.Expect != nil && r.Expect.Checked {
		r.Expect.Met = r.Expect.Total - len(r.Unmet)
	}
	r.Verdict = r.verdict()
	return r
}

// genNumber is "1.4".
func genNumber(g isa.Gen) string { return strings.Fields(g.String())[1] }

// verdict is the first line of a run: what ran, and how far to trust it. It is the same every time.
func (r *report) verdict() string {
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
	s += fmt.Sprintf(" waves=%d insts=%d waits=%d coverage=exact %d/%d forms=%d/%d order=%s status=%s", r.Waves, r.Insts, r.Waits, r.Cover.Exact, r.Cover.Insts,
		r.Cover.ExactForms, r.Cover.Forms, r.Order, r.Status)
	switch e := r.Expect; {
	case e == nil:
	case e.Checked:
		s += fmt.Sprintf(" expect=%d/%d", e.Met, e.Total)
	default:
		s += fmt.Sprintf(" expect=unchecked/%d", e.Total)
	}
	return s
}

// text writes the verdict, what is not exact, and the dump.
func (r *report) text(w io.Writer) error {
	fmt.Fprintln(w, r.Verdict)
	for _, x := range r.Cover.Inexact {
		fmt.Fprintf(w, "%s %s executed %d: %s\n", x.Status, x.Name, x.Count, strings.TrimPrefix(x.Note, x.Status+": "))
	}
	if r.Dump == nil {
		return nil
	}
	return r.Dump.WriteText(w)
}

func (r *report) json(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// progress shows how far a long run is, on a terminal only.
type progress struct {
	w     io.Writer
	next  time.Time
	shown bool
}

// newProgress returns nil where nobody is looking.
func newProgress(w io.Writer) *progress {
	f, ok := w.(*os.File)
	if !ok {
		return nil
	}
	if st, err := f.Stat(); err != nil || st.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return &progress{w: w, next: time.Now().Add(time.Second)}
}

// show is called by one goroutine at a time.
func (p *progress) show(done, total uint64) {
	if now := time.Now(); now.After(p.next) {
		p.next, p.shown = now.Add(200*time.Millisecond), true
		fmt.Fprintf(p.w, "\r%d of %d work-groups", done, total)
	}
}

func (p *progress) clear() {
	if p != nil && p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
