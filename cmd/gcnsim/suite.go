package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/gcnsim/gcnsim/benchmarks"
	"github.com/gcnsim/gcnsim/benchmarks/suite"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// benchWays are the values of --ways.
var benchWays = []string{benchmarks.Checked, benchmarks.Unchecked, benchmarks.Clock}

// suiteCount is how many samples --suite takes of each case and way.
const suiteCount = 5

// suiteTime is the least time of these samples.
const suiteTime = 50 * time.Millisecond

// listSuite shows what --suite can name.
func listSuite(out io.Writer) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range suite.Cases() {
		fmt.Fprintf(t, "%s\t%s\t%s\n", c.Set, c.Name, c.About)
	}
	return t.Flush()
}

// runSuite measures what is built in.
func (c *benchCmd) runSuite(s streams, ctx context.Context) error {
	for name, set := range map[string]bool{"FILE": c.File != "", "--launch": c.Launch != "", "--kernel": c.Kernel != "",
		"--grid": c.Grid != "", "--group": c.Group != "", "--arg": len(c.Arg) > 0, "--buffer": len(c.Buffer) > 0,
		"--reg": len(c.Reg) > 0, "--entry": c.Entry != "", "--kernarg": c.Kernarg != "", "--abi": c.ABI != "",
		"--lds": c.LDS != 0, "--scratch": c.Scratch != 0, "--name": c.Name != "", "--warmup": c.Warmup != nil, "--check": c.Check} {
		if set {
			return usage("--suite and %s: the suite says what is run; --ways says how", name)
		}
	}
	cases, err := suite.Find(c.Suite)
	if err != nil {
		return usage("--suite: %w (--list shows what there is)", err)
	}
	ways := c.Ways
	switch {
	case c.Mode == timingMode && len(ways) > 0:
		return usage("--mode and --ways: give one of both")
	case c.Mode == timingMode:
		ways = []string{benchmarks.Clock}
	case len(ways) == 0:
		ways = benchWays
	}
	for i, w := range ways {
		if !slices.Contains(benchWays, w) || slices.Contains(ways[:i], w) {
			return usage("--ways %s: want some of %s, each once", strings.Join(ways, ","), strings.Join(benchWays, ", "))
		}
	}
	opts, err := c.options(ctx)
	if err != nil {
		return err
	}
	native, err := suite.Natives(c.Native)
	if err != nil {
		return usage("--native: %w", err)
	}
	o := suite.Options{Cases: cases, Small: c.Small, Ways: ways, Native: native,
		Count: defaultValue(c.Count, suiteCount), Options: opts, Top: c.Top,
		Chip:     func(target string) (chip.Chip, error) { return c.chip(cmp.Or(c.GPU, target)) },
		Progress: standingOf(ctx).steps()}
	o.MinTime = defaultValue(c.MinTime, suiteTime)
	if c.Small {
		o.MinTime = defaultValue(c.MinTime, 0)
	}
	if o.Count < 1 || o.MinTime < 0 {
		return usage("--count must be at least 1, --min-time at least 0")
	}
	old, err := c.old(false)
	if err != nil {
		return err
	}
	reports, err := suite.Measure(ctx, o)
	if err != nil {
		return c.runError(err)
	}
	return c.finish(s, old, reports, func(w io.Writer) error { return c.writeSuite(w, old, reports) })
}

// writeSuite shows what was measured of a suite.
func (c *benchCmd) writeSuite(w io.Writer, old, reports []*benchmarks.Report) error {
	if len(old) > 0 {
		return writeChanges(w, old, reports)
	}
	switch c.Format {
	case "json":
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(reports)
	case "go":
		for _, r := range reports {
			if err := r.WriteText(w); err != nil {
				return err
			}
		}
		return nil
	}
	return suite.WriteTable(w, reports)
}
