package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/gcnsim/gcnsim/internal/plain"
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/sim/report"
)

// perfect are the parts of the chip that can be made perfect. Each function sets figures to the
// best value that they can have, so that nothing waits for the part, as far as figures say so.
var perfect = map[string]func(c *chip.Chip){
	"l1": func(c *chip.Chip) { // what misses is answered as if it hit
		best(c, chip.L1Rate, chip.L2Rate)
		c.Figures[chip.L2Latency].Value = c.Figures[chip.L1Latency].Value
		neverBusy(c)
		least(c, chip.DRAMLatency)
	},
	"l2": func(c *chip.Chip) { // memory answers as soon as L2
		neverBusy(c)
		least(c, chip.DRAMLatency)
	},
	"dram": neverBusy,
	"lds": func(c *chip.Chip) {
		best(c, chip.LDSBanks, chip.LDSPorts, chip.LDSPortBytes)
		least(c, chip.LDSLatency, chip.LDSLatency8, chip.LDSLatency16, chip.LDSLatencyWrite)
	},
	"kcache": func(c *chip.Chip) { best(c, chip.KCacheRate, chip.KCacheBanks); least(c, chip.KCacheLatency) },
	"icache": func(c *chip.Chip) {
		best(c, chip.FetchBytes, chip.ICacheBanks)
		least(c, chip.ICacheMiss, chip.AlignPenalty)
	},
	"branch": func(c *chip.Chip) {
		c.Figures[chip.TakenCycles].Value = c.Figures[chip.BranchCycles].Value
		least(c, chip.ConditionDelay)
	},
	"launch":  func(c *chip.Chip) { least(c, chip.LaunchCycles) },
	"barrier": func(c *chip.Chip) { least(c, chip.BarrierCycles) },
}

// neverBusy makes a memory in which nothing waits for the bus, for rows or for refreshes.
func neverBusy(c *chip.Chip) {
	best(c, chip.DRAMGBs)
	least(c, chip.DRAMCCDL, chip.DRAMRCD, chip.DRAMRP, chip.DRAMRAS, chip.DRAMRRD, chip.DRAMWR, chip.DRAMRFC,
		chip.DRAMTurn)
}

// best puts figures to their highest value, least to their lowest.
func best(c *chip.Chip, fields ...chip.Field) {
	for _, f := range fields {
		c.Figures[f].Value = f.Info().Max
	}
}

func least(c *chip.Chip, fields ...chip.Field) {
	for _, f := range fields {
		c.Figures[f].Value = f.Info().Min
	}
}

// change is one thing that could be different.
type change struct {
	text  string
	apply func(*whatIf) error
}

// whatIf is what a run is timed with.
type whatIf struct {
	opts sim.TimingOptions
	base []*sim.Timing // of the launches of the run as it is
	need []chip.Need   // what the work-groups of each launch take; nil: as it is
}

// parseChanges reads --what-if: NAME=perfect, waves=N, clock=N, or a chip's figure=N, where N is a
// number, +N or -N more or less, xN so many times, or +N% and -N%.
func parseChanges(list string) ([]change, error) {
	var changes []change
	for _, text := range strings.Split(list, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(text), "=")
		if !ok || value == "" {
			return nil, usage("--what-if: %q: want NAME=VALUE, as in l1=perfect, waves=+1, clock=x1.2 or l2_latency=200", text)
		}
		x := change{text: name + "=" + value}
		switch {
		case value == "perfect":
			f := perfect[name]
			if f == nil {
				return nil, usage("--what-if: %s=perfect: want one of %s", name, strings.Join(sortedKeys(perfect), ", "))
			}
			x.apply = func(w *whatIf) error { f(&w.opts.Chip); return nil }
		case name == "waves":
			to, err := amount(x.text)
			if err != nil {
				return nil, err
			}
			x.apply = func(w *whatIf) error { return w.waves(to) }
		default:
			field := chip.EngineMHz
			if name != "clock" {
				i := slices.IndexFunc(allFields(), func(f chip.Field) bool { return f.String() == name })
				if i < 0 {
					is := ""
					if near := isa.Nearest(name, figureNames()); near != "" {
						is = " is it " + near + "?"
					}
					return nil, usage("--what-if: %s:%s want waves, clock, a figure of \"gcnsim chips NAME\", or one of %s with "+
						"=perfect", name, is, strings.Join(sortedKeys(perfect), ", "))
				}
				field = allFields()[i]
			}
			to, err := amount(x.text)
			if err != nil {
				return nil, err
			}
			x.apply = func(w *whatIf) error {
				f := &w.opts.Chip.Figures[field]
				f.Value, f.Source = to(f.Value), "--what-if"
				if field.Info().Whole() && strings.ContainsAny(value, "+-x") {
					f.Value = math.Round(f.Value)
				}
				return nil
			}
		}
		changes = append(changes, x)
	}
	return changes, nil
}

func sortedKeys[T any](m map[string]T) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// figureNames are the names of what a change can change.
func figureNames() []string {
	names := []string{"waves", "clock"}
	for _, f := range allFields() {
		names = append(names, f.String())
	}
	return names
}

func allFields() []chip.Field {
	list := make([]chip.Field, chip.NumFields)
	for i := range list {
		list[i] = chip.Field(i)
	}
	return list
}

// amount reads the value of a change and returns what it makes of the one that is there.
func amount(change string) (func(float64) float64, error) {
	_, text, _ := strings.Cut(change, "=")
	number, percent := strings.CutSuffix(text, "%")
	number, times := strings.CutPrefix(number, "x")
	v, err := strconv.ParseFloat(number, 64)
	relative := strings.HasPrefix(number, "+") || strings.HasPrefix(number, "-")
	switch {
	case err != nil || v != v || percent && (times || !relative) || times && (relative || v <= 0):
		return nil, usage("--what-if: %s: want a number, +N, -N, xN (N above 0), +N%% or -N%%", change)
	case times:
		return func(x float64) float64 { return x * v }, nil
	case percent:
		return func(x float64) float64 { return x * (1 + v/100) }, nil
	case relative:
		return func(x float64) float64 { return x + v }, nil
	}
	return func(float64) float64 { return v }, nil
}

// waves makes the waves of a SIMD so many, in each launch. It takes registers and LDS of a work-group to
// be few enough for that, or so many that no more fit.
func (w *whatIf) waves(to func(float64) float64) error {
	w.need = nil
	for i, t := range w.base {
		n, err := w.wavesOf(t, to)
		if err != nil && len(w.base) > 1 {
			err = fmt.Errorf("launch %d: %w", i, err)
		}
		if err != nil {
			return err
		}
		w.need = append(w.need, n)
	}
	return nil
}

// wavesOf is what work-groups of a launch take where it has so many waves.
func (w *whatIf) wavesOf(base *sim.Timing, to func(float64) float64) (chip.Need, error) {
	c, was := &w.opts.Chip, base.Occupancy
	n := base.Need
	want := int(to(float64(was.Waves)))
	groups := max(1, want*c.Int(chip.SIMDs)/was.GroupWaves) // of a compute unit
	if want < 1 || want > c.Int(chip.Waves) {
		return n, fmt.Errorf("%d waves on a SIMD: %s has 1 to %d", want, c.Name, c.Int(chip.Waves))
	}
	fit := func(have, granule, parts int) int { return have / parts / granule * granule }
	vgprs := fit(c.Int(chip.VGPRs), c.Int(chip.VGPRGranule), want)
	if want > was.Waves {
		n.VGPRs = min(n.VGPRs, vgprs)
		n.SGPRs = min(n.SGPRs, fit(c.Int(chip.SGPRs), c.Int(chip.SGPRGranule), want))
		n.LDS = min(n.LDS, fit(c.Int(chip.LDSBytes), c.Int(chip.LDSGranule), groups))
	} else {
		n.VGPRs = max(n.VGPRs, vgprs)
	}
	o, err := c.Occupancy(n)
	if err == nil && o.Waves != want {
		err = fmt.Errorf("%d waves on a SIMD cannot be had with work-groups of %d waves on %s: it would be %d, limited by "+
			"%v", want, was.GroupWaves, c.Name, o.Waves, o.Limiting)
	}
	return n, err
}

// trials are runs of a launch file with changes.
type trials struct {
	f     *launch.File
	opts  sim.Options
	clock sim.TimingOptions
	base  []*sim.Timing     // of the launches of the run as it is
	wrap  func(error) error // gives an error of a run its exit status
}

// whatIf runs the launch as it is and with each change, and with all of them that can be had
// together, and prints them, the quickest first.
func (c *runCmd) whatIf(s streams, f *launch.File, opts sim.Options) error {
	changes, err := parseChanges(c.WhatIf)
	if err != nil {
		return err
	}
	clock, err := c.clock(f)
	if err != nil {
		return err
	}
	t := &trials{f: f, opts: opts, clock: *clock, wrap: c.runError}
	out, err := run.Run(f, t.options(&t.clock))
	if err != nil {
		return c.runError(err)
	}
	if out.Fault != nil {
		return &exit{exitFailed, out.Fault}
	}
	list, stopped := t.all(out, changes)
	w := bufio.NewWriter(s.out)
	write := writeTried
	if c.DumpFormat == "json" {
		write = func(w io.Writer, chip string, list []report.WhatIf) error {
			e := json.NewEncoder(w)
			e.SetIndent("", " ")
			return e.Encode(map[string]any{"chip": chip, "what_if": list})
		}
	}
	return errors.Join(write(w, clock.Chip.Name, list), w.Flush(), stopped)
}

// options are those of a run with a clock.
func (t *trials) options(clock *sim.TimingOptions) sim.Options {
	o := t.opts
	o.Timing = clock
	return o
}

// all runs it with each change, and with all of them that can be had together. It returns the runs
// with the one as it is, the quickest first; those that cannot be had last. Where the context ends it
// has what there is by then, with the error.
func (t *trials) all(asItIs *run.Outcome, changes []change) ([]report.WhatIf, error) {
	t.base = nil
	for i := range asItIs.Launches {
		t.base = append(t.base, asItIs.Launches[i].Result.Timing)
	}
	base := timesOf(asItIs)
	list := []report.WhatIf{base}
	runs := len(changes)
	if runs > 1 {
		runs++ // all together
	}
	tried := standingOf(t.opts.Context).several("changes", runs)
	var texts []string
	var done []*change // that could be had: all together are one more run
	try := func(x *change) error {
		w, err := t.run(x)
		if t.opts.Context.Err() != nil {
			return err
		}
		tried.add(1)
		if w.Change = x.text; err != nil {
			w.Error = err.Error()
		} else {
			texts, done = append(texts, x.text), append(done, x)
		}
		list = append(list, w)
		return nil
	}
	var stopped error
	for i := 0; i < len(changes) && stopped == nil; i++ {
		stopped = try(&changes[i])
	}
	if each := done; len(each) > 1 && stopped == nil {
		all := &change{strings.Join(texts, ","), func(w *whatIf) error {
			var errs []error
			for _, x := range each {
				errs = append(errs, x.apply(w))
			}
			return errors.Join(errs...)
		}}
		stopped = try(all)
	}
	if stopped == nil {
		tried.over()
	}
	for i := range list {
		list[i].Time = list[i].Microseconds / base.Microseconds
	}
	slices.SortStableFunc(list, func(a, b report.WhatIf) int {
		return cmp.Or(cmp.Compare(min(len(a.Error), 1), min(len(b.Error), 1)), cmp.Compare(a.Microseconds, b.Microseconds))
	})
	return list, stopped
}

// run runs it with a change. Nothing is saved: that has been done by the run as it is.
func (t *trials) run(x *change) (w report.WhatIf, err error) {
	how := &whatIf{opts: t.clock, base: t.base}
	if err := x.apply(how); err != nil {
		return w, err
	}
	if err := how.opts.Chip.Validate(); err != nil {
		return w, err
	}
	code, raw, err := run.Code(t.f)
	if err != nil {
		return w, t.wrap(err)
	}
	out, err := run.Watched(t.f, code, raw, t.options(&how.opts), func(_ *run.Outcome, launch int) []sim.Place {
		if how.need != nil {
			how.opts.Need = &how.need[launch]
		}
		return nil
	})
	if err != nil {
		return w, t.wrap(err)
	}
	if out.Fault != nil {
		return w, &exit{exitFailed, out.Fault}
	}
	return timesOf(out), nil
}

// timesOf is the time of a run, and where it has several launches, of each.
func timesOf(out *run.Outcome) (w report.WhatIf) {
	for i := range out.Launches {
		l := report.LaunchOf(&out.Launches[i])
		w.Cycles += l.Cycles
		w.Microseconds += l.Microseconds
		if len(out.Launches) > 1 {
			w.Launches = append(w.Launches, l)
		}
	}
	return w
}

// maxColumns is how many launches have a column of their own in text.
const maxColumns = 8

// writeTried prints the runs as text. Where there are several launches, the clocks of each have a column.
func writeTried(w io.Writer, chip string, list []report.WhatIf) error {
	var launches []report.Launch
	for i := range list {
		if list[i].Change == "" {
			launches = list[i].Launches
		}
	}
	fmt.Fprintf(w, "what if, on %s", chip)
	if n := len(launches); n > 0 {
		fmt.Fprintf(w, ", of %d launches together", n)
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(launches) > maxColumns {
		launches = nil
	}
	fmt.Fprint(t, "time\tby\tcycles\t")
	for i, l := range launches {
		fmt.Fprintf(t, "%d:%s\t", i, plain.Name(l.Kernel))
	}
	fmt.Fprintln(t, "change")
	for _, x := range list {
		by := ""
		switch {
		case x.Error != "":
			fmt.Fprintf(t, "-\t-\t-\t%s%s: %s\n", strings.Repeat("-\t", len(launches)), x.Change, x.Error)
			continue
		case x.Change == "":
			x.Change = "as it is"
		default:
			by = fmt.Sprintf("%+.1f %%", 100*(x.Time-1))
		}
		fmt.Fprintf(t, "%.2f us\t%s\t%d\t", x.Microseconds, by, x.Cycles)
		for _, l := range x.Launches[:len(launches)] {
			fmt.Fprintf(t, "%d\t", l.Cycles)
		}
		fmt.Fprintln(t, x.Change)
	}
	return t.Flush()
}
