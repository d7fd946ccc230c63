package main

import (
	"bufio"
	"context"
	"os"
	"os/signal"
	"time"

	"github.com/gcnsim/gcnsim/benchmarks"
)

type benchCmd struct {
	program
	machine

	Name    string        `group:"Output:" placeholder:"NAME" help:"What the output calls it."`
	Count   int           `group:"Output:" default:"10" placeholder:"N" help:"Samples."`
	Warmup  int           `group:"Output:" default:"1" placeholder:"N" help:"Runs before the first sample."`
	MinTime time.Duration `group:"Output:" default:"100ms" placeholder:"TIME" help:"Least time of a sample: the run is repeated until it is reached."`
	Top     int           `group:"Output:" default:"10" placeholder:"N" help:"Instructions listed in the mix; -1 for all."`
	Format  string        `group:"Output:" enum:"go,text,json" default:"go" help:"go (the format of Go benchmarks, for benchstat), text or json."`
}

// Help is shown below the flags.
func (*benchCmd) Help() string {
	return `Examples:

    gcnsim bench --launch testdata/kernels/mix/mix.json --format text
    gcnsim bench loop.s --gpu gfx900 --reg s13=100000 > new.txt
    benchstat old.txt new.txt

Measures how fast this host simulates the code; what the code does is not measured but counted. A run that faults, or misses an expectation of its
launch file, is an error. One worker is used unless --workers says otherwise.`
}

// Run executes the verb.
func (c *benchCmd) Run(s streams) error {
	opts, err := c.options()
	if err != nil {
		return err
	}
	if c.Count < 1 || c.Warmup < 0 || c.MinTime < 0 {
		return usage("--count must be at least 1, --warmup and --min-time at least 0")
	}
	f, err := c.launchFile()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	spec := benchmarks.Spec{Name: c.Name, File: f, Options: opts, Count: c.Count, Warmup: c.Warmup, MinTime: c.MinTime, Top: c.Top}
	if spec.Name == "" && c.Launch == "" {
		spec.Name = c.File
	}
	r, err := benchmarks.Run(ctx, spec)
	if err != nil {
		return c.runError(err)
	}
	w := bufio.NewWriter(s.out)
	write := map[string]func() error{
		"go":   func() error { return r.WriteText(w) },
		"text": func() error { return r.WriteSummary(w) },
		"json": func() error { return r.WriteJSON(w) },
	}[c.Format]
	if err := write(); err != nil {
		return err
	}
	return w.Flush()
}
