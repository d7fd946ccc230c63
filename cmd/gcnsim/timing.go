package main

import (
	"context"
	"maps"
	"slices"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// The values of --mode.
const (
	functional = "functional"
	timingMode = "timing"
)

// clocked are the flags of verbs that can run with a clock.
type clocked struct {
	Mode   string `group:"How to run:" enum:"functional,timing" default:"functional" help:"functional: without a clock. timing: on the compute units of the chip that --gpu names, with a clock; the state that a program leaves is the same."`
	Caches string `group:"How to run:" enum:"cold,warm" default:"cold" help:"With --mode timing: what a launch finds in the caches. cold: nothing, so that it takes the time that it takes alone. warm: in L2, and of the code, what the launch before has left."`
	model
}

// timed reports whether the run has a clock. It refuses flags that do not go with the mode.
// functionalOnly says, by name, which of the flags that do not go with a clock are set.
func (c *clocked) timed(functionalOnly map[string]bool) (bool, error) {
	if c.Mode != timingMode {
		if c.Figures != "" {
			return false, usage("--figures changes a chip's clock and units: it needs --mode timing")
		}
		if c.Caches != sim.ColdCaches.String() {
			return false, usage("--caches is about the time that launches take: it needs --mode timing")
		}
		return false, nil
	}
	for _, name := range slices.Sorted(maps.Keys(functionalOnly)) {
		if functionalOnly[name] {
			return false, usage("--mode timing and %s: %s", name, notWithClock[name])
		}
	}
	return true, nil
}

// timedRun are the flags of verbs that show what a run with a clock did.
type timedRun struct {
	program
	machine
	model
	Caches string `group:"How to run:" enum:"cold,warm" default:"cold" help:"What a launch finds in the caches. cold: nothing. warm: in L2, and of the code, what the launch before has left."`
}

func (*timedRun) endsEarly() {}

// prepare reads what is run, with a clock or without.
func (c *timedRun) prepare(ctx context.Context, timed bool) (f *launch.File, opts sim.Options, err error) {
	clock := clocked{Mode: timingMode, Caches: c.Caches, model: c.model}
	if !timed {
		clock.Mode = functional
	}
	if _, err := clock.timed(map[string]bool{"--order": c.Order != ""}); err != nil {
		return nil, opts, err
	}
	if opts, err = c.options(ctx); err != nil {
		return nil, opts, err
	}
	if f, err = c.launchFile(); err != nil {
		return nil, opts, err
	}
	if timed {
		opts.Policy = nil
		opts.Timing, err = clock.clock(f)
	}
	return f, opts, err
}

// notWithClock says why a flag needs the functional mode.
var notWithClock = map[string]string{
	"--order":        "with a clock it is the memory of the chip that decides when operations return",
	"--check":        "the checks want operations to return as late as they can, so they need the functional mode, which is the default",
	"--disable":      "with a clock nothing is checked, so there are no findings",
	"--min-severity": "with a clock nothing is checked, so there are no findings",
	"--count":        "simulated clocks are the same in every run, so there is one",
	"--warmup":       "simulated clocks are the same in every run, so there is one",
	"--min-time":     "simulated clocks are the same in every run, so there is one",
}

// clock is the options of a launch file on a chip: the one that --gpu names, else that of the
// launch file, else the first chip of the code object's target.
func (c *clocked) clock(f *launch.File) (*sim.TimingOptions, error) {
	gpu := f.GPU
	if gpu == "" {
		o, _, err := run.Code(f)
		if err != nil {
			return nil, err
		}
		gpu = o.Target
	}
	m, err := c.chip(gpu)
	if err != nil {
		if f.Path != "" {
			err = usage("%s: %w", f.Path, err)
		}
		return nil, err
	}
	caches, err := sim.ParseCaches(c.Caches)
	return &sim.TimingOptions{Chip: m, Caches: caches}, err
}
