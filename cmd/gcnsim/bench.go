package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/gcnsim/gcnsim/benchmarks"
	"github.com/gcnsim/gcnsim/sim/launch/files"
)

type benchCmd struct {
	program
	machine
	clocked

	Suite  string   `group:"What to run:" placeholder:"LIST" help:"Measure what is built in instead of a program: sets, cases or patterns of cases, as in twelve or fir,aes. --list shows them."`
	List   bool     `group:"What to run:" help:"Show what --suite can name."`
	Small  bool     `group:"What to run:" help:"With --suite: inputs of a size for trying it out."`
	Ways   []string `group:"How to run:" placeholder:"LIST" help:"With --suite: how it is run, of ${ways}. Default: all; with --mode timing: timing."`
	Native []string `group:"How to run:" placeholder:"CC" help:"With --suite: also build the same work in C for this host with these compilers, as in clang,gcc, and compare."`
	Check  bool     `group:"How to run:" help:"Run with the checks of run. Without, nothing is checked."`

	Name    string         `group:"Output:" placeholder:"NAME" help:"What the output calls it."`
	Count   *int           `group:"Output:" placeholder:"N" help:"Samples. Default: 10; with --suite 5."`
	Warmup  *int           `group:"Output:" placeholder:"N" help:"Runs before the first sample. Default: 1."`
	MinTime *time.Duration `group:"Output:" placeholder:"TIME" help:"Least time of a sample: the run is repeated until it is reached. Default: 100ms; with --suite 50ms, with --small one run."`
	Top     int            `group:"Output:" default:"10" placeholder:"N" help:"Instructions listed in the mix; -1 for all."`
	Format  string         `group:"Output:" enum:"go,text,json," default:"" help:"go (the format of Go benchmarks, for benchstat), text or json. Default: go; with --suite text."`
	Compare []string       `group:"Output:" sep:"none" placeholder:"FILE" help:"Show a table that compares with what bench --format json wrote to the file, with the chance that a difference is one of samples only. Repeatable with --mode timing."`
	Gate    percent        `group:"Output:" placeholder:"PERCENT" help:"With --compare: exit status 1 where something has become slower by more than this, as in 5%, and samples show that it is no chance."`
}

// Help is shown below the flags.
func (*benchCmd) Help() string {
	return `Examples:

    gcnsim bench --launch testdata/kernels/mix/mix.json --format text
    gcnsim bench loop.s --gpu gfx900 --reg s13=100000 > new.txt
    benchstat old.txt new.txt
    gcnsim bench --suite twelve
    gcnsim bench --suite mix,alu --native clang,gcc
    gcnsim bench --suite twelve --ways checked --format json > old.json
    gcnsim bench --suite twelve --ways checked --compare old.json --gate 5%

Measures how fast this host simulates the code; what the code does is not measured but counted. A run that faults, or misses an expectation of its
launch file, is an error. One worker is used unless --workers says otherwise.

With --mode timing it is the simulated chip that is measured: clocks of a run, and of an iteration of the hot loop (the loop in which waves spent most clocks),
by reason as in --dump=stalls of run, with the instructions by unit. The figures are the same in every run and on every host, so there is one.
--gpu takes several chips:

    gcnsim bench loop.s --mode timing --gpu fiji > old.txt
    gcnsim bench loop2.s --mode timing --gpu fiji --name loop.s > new.txt
    benchstat old.txt new.txt
    gcnsim bench loop.s --mode timing --gpu tahiti,fiji,vega10 > chips.txt
    benchstat -col gpu chips.txt
    benchstat -row .name -col kernel one.txt other.txt
    gcnsim bench loop.s --mode timing --gpu tahiti,fiji --format text
    gcnsim bench loop.s --mode timing --gpu fiji --format json > old.json
    gcnsim bench loop2.s --mode timing --gpu fiji --compare old.json

An op of BenchmarkSim is a run, an op of BenchmarkLoop an iteration of a wave. cycles/op are the clocks that it takes; of an iteration, and of all waves
of a run (wave-cycles/op), issue-cycles/op and the stall-*-cycles/op are the parts.

JSON is the report; with several chips a list of reports.`
}

// defaultValue is what a flag says, or what it means where it is not given.
func defaultValue[T any](flag *T, missing T) T {
	if flag == nil {
		return missing
	}
	return *flag
}

func (*benchCmd) endsEarly() {}

// Run executes the verb.
func (c *benchCmd) Run(s streams, ctx context.Context) error {
	switch {
	case c.List:
		return listSuite(s.out)
	case c.Suite != "":
		return c.runSuite(s, ctx)
	case c.Small || len(c.Ways) > 0 || len(c.Native) > 0:
		return usage("--small, --ways and --native are for what --suite names")
	}
	timed, err := c.timed(map[string]bool{"--order": c.Order != "", "--check": c.Check, "--count": c.Count != nil,
		"--warmup": c.Warmup != nil, "--min-time": c.MinTime != nil})
	if err != nil {
		return err
	}
	gpus := strings.Split(c.GPU, ",")
	switch {
	case timed && len(gpus) > 1 && c.Figures != "":
		return usage("--figures changes one chip, --gpu names %d", len(gpus))
	case !timed && len(gpus) > 1:
		return usage("--gpu %s: several chips need --mode timing", c.GPU)
	}
	old, err := c.old(timed)
	if err != nil {
		return err
	}
	opts, err := c.options(ctx)
	if err != nil {
		return err
	}
	opts.Check = c.Check
	spec := benchmarks.Spec{Name: c.Name, Options: opts, Count: defaultValue(c.Count, benchmarks.DefaultCount),
		Warmup:  defaultValue(c.Warmup, 1),
		MinTime: defaultValue(c.MinTime, 100*time.Millisecond), Top: c.Top}
	if spec.Count < 1 || spec.Warmup < 0 || spec.MinTime < 0 {
		return usage("--count must be at least 1, --warmup and --min-time at least 0")
	}
	c.Format = cmp.Or(c.Format, "go")
	if spec.Name == "" && c.Launch == "" {
		spec.Name = c.File
	}
	var reports []*benchmarks.Report
	for _, gpu := range gpus {
		c.GPU = gpu
		if spec.File, err = c.launchFile(); err != nil {
			return err
		}
		if timed {
			spec.Options.Policy = nil
			if spec.Options.Timing, err = c.clock(spec.File); err != nil {
				return err
			}
		}
		r, err := benchmarks.Run(ctx, spec)
		if err != nil {
			return c.runError(err)
		}
		reports = append(reports, r)
	}
	return c.finish(s, old, reports, func(w io.Writer) error { return c.write(w, timed, old, reports) })
}

// finish writes the output, and closes the gate.
func (c *benchCmd) finish(s streams, old, reports []*benchmarks.Report, write func(w io.Writer) error) error {
	w := bufio.NewWriter(s.out)
	if err := errors.Join(write(w), w.Flush()); err != nil || c.Gate.text == "" {
		return err
	}
	changes, _, err := benchmarks.Changes(old, reports)
	if err != nil {
		return err
	}
	slow, err := benchmarks.Regressions(changes, c.Gate.part)
	if err != nil {
		return usage("--gate: %w", err)
	}
	var list []error
	for i := range slow {
		what := "time"
		if slow[i].P == 0 {
			what = "cycles"
		}
		list = append(list, fmt.Errorf("--gate %s: %s %s takes %.1f %% more %s than before", c.Gate.text, slow[i].Name,
			slow[i].Way, 100*slow[i].Slower(), what))
	}
	if len(list) > 0 {
		return &exit{exitUnmet, errors.Join(list...)}
	}
	return nil
}

// percent is a part on the command line: 5%, 2.5.
type percent struct {
	text string
	part float64
}

// UnmarshalText reads it.
func (p *percent) UnmarshalText(text []byte) error {
	v, err := strconv.ParseFloat(strings.TrimSuffix(string(text), "%"), 64)
	if err != nil || !(v >= 0 && v <= 1e6) {
		return fmt.Errorf("%q is not a percentage like 5%%", text)
	}
	p.text, p.part = string(text), v/100
	return nil
}

// old reads the reports of --compare.
func (c *benchCmd) old(timed bool) ([]*benchmarks.Report, error) {
	switch {
	case c.Gate.text != "" && len(c.Compare) == 0:
		return nil, usage("--gate needs --compare: a gate is for what was measured before")
	case len(c.Compare) > 0 && c.Format == "json":
		return nil, usage("--compare and --format json: the comparison is a text")
	case len(c.Compare) > 1 && (!timed || c.Gate.text != ""):
		return nil, usage("--compare: one file, but for clocks in a table (--mode timing without --gate)")
	}
	return readReports(c.Compare, timed)
}

// write shows the reports; old ones are only compared with.
func (c *benchCmd) write(w io.Writer, timed bool, old, reports []*benchmarks.Report) error {
	switch {
	case len(old) > 0 && !timed:
		return writeChanges(w, old, reports)
	case len(old) > 0 || len(reports) > 1 && c.Format == "text":
		return benchmarks.Compare(w, append(old, reports...))
	case len(reports) > 1 && c.Format == "json":
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(reports)
	}
	for _, r := range reports {
		write := map[string]func(io.Writer) error{"go": r.WriteText, "text": r.WriteSummary,
			"json": r.WriteJSON}[c.Format]
		if err := write(w); err != nil {
			return err
		}
	}
	return nil
}

// maxReport is the most bytes of a file of --compare.
const maxReport = 64 << 20

// writeChanges compares what was measured on this host.
func writeChanges(w io.Writer, old, reports []*benchmarks.Report) error {
	changes, alone, err := benchmarks.Changes(old, reports)
	if err != nil {
		return usage("--compare: %w", err)
	}
	return benchmarks.WriteChanges(w, changes, alone)
}

// readReports reads what bench --format json wrote: reports, or lists of them. With clocks each
// must have some, else samples.
func readReports(paths []string, clocks bool) (list []*benchmarks.Report, err error) {
	for _, name := range paths {
		data, err := files.Read(name, maxReport)
		if err != nil {
			return nil, usage("--compare: %w", err)
		}
		var some []*benchmarks.Report
		if bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
			err = json.Unmarshal(data, &some)
		} else {
			some = []*benchmarks.Report{new(benchmarks.Report)}
			err = json.Unmarshal(data, some[0])
		}
		for _, r := range some {
			switch {
			case err != nil:
			case r == nil || clocks && r.Timing == nil:
				err = errors.New("no report of gcnsim bench --mode timing --format json")
			case !clocks && len(r.Samples) == 0 && r.Timing == nil:
				err = errors.New("no report of gcnsim bench --format json")
			}
		}
		if err != nil {
			return nil, usage("--compare: %s: %w", name, err)
		}
		list = append(list, some...)
	}
	return list, nil
}
