package suite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/gcnsim/gcnsim/benchmarks"
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// Options say what is measured, and how.
type Options struct {
	Cases  []*Case  // measured in this order
	Small  bool     // of a size for tests
	Ways   []string // of benchmarks.Checked, Unchecked and Clock, in the order of columns
	Native []Native // further ways, where a case has them
	Count  int      // samples of each way; 0 is none
	// MinTime is the least time of a sample, as benchmarks.Spec has it.
	MinTime time.Duration

	Options sim.Options // of every run, but Check and Timing, which the way says
	Top     int         // as benchmarks.Spec has it
	// Chip is what benchmarks.Clock runs code of a target on.
	Chip func(target string) (chip.Chip, error)

	Progress func(format string, args ...any) // what is being done; nil: nobody wants to know
}

// turn is a way of a case that is being measured.
type turn interface {
	Sample(ctx context.Context) error
	Report() *benchmarks.Report
}

// Measure measures cases one after the other. The ways of a case take turns, a sample each, so that
// what else the host does falls on all of them. Every run's results are compared.
func Measure(ctx context.Context, o Options) (reports []*benchmarks.Report, err error) {
	if o.Progress == nil {
		o.Progress = func(string, ...any) {}
	}
	for _, c := range o.Cases {
		some, err := o.measure(ctx, c)
		if err != nil {
			return nil, err
		}
		reports = append(reports, some...)
	}
	return reports, nil
}

// measure measures one case.
func (o *Options) measure(ctx context.Context, c *Case) (reports []*benchmarks.Report, err error) {
	o.Progress("%s: inputs and results\n", c.Name)
	w, err := c.Work(o.Small)
	if err != nil {
		return nil, err
	}
	var turns []turn
	for _, way := range o.Ways {
		m, err := o.begin(ctx, w, way)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", c.Name, way, err)
		}
		turns = append(turns, m)
	}
	if len(o.Native) > 0 && w.source != "" {
		dir, e := os.MkdirTemp("", "gcnsim-bench-")
		if e != nil {
			return nil, e
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		insts := uint64(0)
		if len(turns) > 0 {
			insts = turns[0].Report().Insts
		}
		for i := range o.Native {
			n := &o.Native[i]
			if !w.has(n) {
				continue
			}
			o.Progress("%s: %s\n", c.Name, n.Way())
			p, e := n.build(ctx, w, insts, dir)
			if e != nil {
				return nil, fmt.Errorf("%s, %s: %w", c.Name, n.Way(), e)
			}
			defer func() { err = errors.Join(err, p.close()) }()
			turns = append(turns, p)
		}
	}
	for i := range o.Count {
		o.Progress("%s: sample %d of %d\n", c.Name, i+1, o.Count)
		for _, t := range turns {
			if err := t.Sample(ctx); err != nil {
				return nil, fmt.Errorf("%s, %s: %w", c.Name, t.Report().Way, err)
			}
		}
	}
	for _, t := range turns {
		reports = append(reports, t.Report())
	}
	return reports, nil
}

// begin starts the measurement of a way of the simulator.
func (o *Options) begin(ctx context.Context, w *Work, way string) (*benchmarks.Measurement, error) {
	spec := benchmarks.Spec{Name: w.File.Path, File: w.File, Code: w.Object, Raw: w.Raw, Options: o.Options, Host: true,
		Top: o.Top, MinTime: o.MinTime}
	spec.Options.Check = way == benchmarks.Checked
	if way == benchmarks.Clock {
		m, err := o.Chip(w.Object.Target)
		if err != nil {
			return nil, err
		}
		if spec.Options.Timing, err = w.Timing(m); err != nil {
			return nil, err
		}
		spec.Options.Policy = nil
	}
	return benchmarks.Begin(ctx, spec)
}

// Timing is how a chip runs it.
func (w *Work) Timing(m chip.Chip) (o *sim.TimingOptions, err error) {
	o = &sim.TimingOptions{Chip: m}
	if w.Waves > 0 {
		// What each wave needs is as much as lets so many be there, whatever LDS it has.
		o.Need = &chip.Need{VGPRs: 24, SGPRs: 48, LDS: 1 << 10, Group: isa.Lanes}
		o.Chip, err = m.Override(strings.NewReader(`{"cus": 1, "ses": 1, "arrays": 1}`), "one compute unit")
	}
	return o, err
}
