package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/sim/profile"
	"github.com/gcnsim/gcnsim/sim/report"
)

type reportCmd struct {
	timedRun
	sources
	Against    string `group:"What to compare with:" placeholder:"FILE" help:"Compare with this launch file, or with this code in the same launch: differences first."`
	AgainstGPU string `name:"against-gpu" group:"What to compare with:" placeholder:"GPU" help:"Run what is compared on this chip."`
	HTML       string `name:"html" short:"o" group:"Output:" placeholder:"FILE" help:"Write one HTML page that needs no network."`
	WhatIf     string `name:"what-if" group:"Output:" placeholder:"LIST" default:"${reportwhatif}" help:"Changes that are tried, as \"run --what-if\" takes them; none: no more than the run itself."`
	Format     string `group:"Output:" enum:"text,json" default:"text" help:"text or json."`
}

// reportWhatIf are the changes that a report tries where nobody says which.
var reportWhatIf = func() string {
	var list []string
	for _, part := range sortedKeys(perfect) {
		list = append(list, part+"=perfect")
	}
	return strings.Join(append(list, "waves=+1"), ",")
}()

// Help is shown below the flags.
func (*reportCmd) Help() string {
	return `Examples:

    gcnsim report --launch k.json --html k.html
    gcnsim report --launch k.json --gpu polaris10 --what-if none
    gcnsim report --launch before.json --against after.json --html change.html
    gcnsim report --launch k.json --against faster.co
    gcnsim report --launch k.json --gpu polaris10 --against-gpu vega10 --html chips.html
    gcnsim report --launch k.json --format json

Runs a program with the clock of a chip, as "run --mode timing" does, and says in one sentence what limits the launch and what would remove it. The page of
--html has what that rests on: how busy units are, what waves spend clocks on, the costliest lines, the hot loop, the roofline, waves by registers and LDS,
bandwidth and waves over time, coalescing, bank conflicts, and what the changes of --what-if would save. It is light or dark as the machine is, and needs no
network. Of several launches the one that takes longest is looked at.

A unit that is busy for 70 % of the time or more limits the launch; else what waves spend most clocks on does. The changes are runs of their own: a dozen
times the work of one run.

--against compares two launches, or two codes in one launch, and --against-gpu two chips: A is what the other flags say, B is what is compared with it.

JSON: a list of what the page shows, of A and of B; docs: go doc ./sim/report Run. Exit status as "run": 3 where a program faulted.`
}

// Run executes the verb.
func (c *reportCmd) Run(s streams, ctx context.Context) error {
	var changes []change
	if c.WhatIf != "none" {
		var err error
		if changes, err = parseChanges(c.WhatIf); err != nil {
			return err
		}
	}
	sides := []*reportCmd{c}
	if c.Against != "" || c.AgainstGPU != "" {
		sides = append(sides, c.other())
	}
	var fs []*launch.File
	var opts []sim.Options
	var inputs []files.Taken
	for i, x := range sides {
		f, o, err := x.prepare(ctx, true)
		if err != nil {
			return err
		}
		if i == 1 && c.Against != "" && c.Launch != "" && !isLaunchFile(c.Against) {
			if f.Code, err = filepath.Abs(c.Against); err != nil {
				return usage("--against: %w", err)
			}
		}
		fs, opts = append(fs, f), append(opts, o)
		inputs = append(inputs, append(f.Inputs(), f.Outputs()...)...)
	}
	var html *files.Output
	if c.HTML != "" {
		var err error
		if html, err = create("--html", c.HTML, inputs...); err != nil {
			return err
		}
	}
	var runs []*report.Run
	err := func() error {
		for i, x := range sides {
			r, err := x.report(s, ctx, fs[i], opts[i], changes)
			if err != nil {
				return err
			}
			runs = append(runs, r)
		}
		return nil
	}()
	if html != nil {
		if err == nil {
			err = report.Write(html, runs...)
		}
		err = finish("--html", html, err)
	}
	if err != nil {
		return err
	}
	w := bufio.NewWriter(s.out)
	if c.Format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		err = e.Encode(runs)
	} else {
		for _, r := range runs {
			r.Text(w)
		}
		if len(runs) == 2 {
			fmt.Fprintln(w, report.Compare(runs[0], runs[1]).Says)
		}
	}
	return errors.Join(err, w.Flush())
}

// isLaunchFile reports whether a file is a launch file by its name.
func isLaunchFile(path string) bool { return strings.EqualFold(filepath.Ext(path), ".json") }

// other are the flags of what is compared.
func (c *reportCmd) other() *reportCmd {
	x := *c
	switch {
	case c.Against == "":
	case isLaunchFile(c.Against):
		x.Launch, x.File = c.Against, ""
	case c.Launch == "":
		x.File = c.Against
	}
	if c.AgainstGPU != "" {
		x.GPU = c.AgainstGPU
	}
	return &x
}

// report runs one side, and its changes.
func (c *reportCmd) report(s streams, ctx context.Context, f *launch.File, opts sim.Options,
	changes []change) (*report.Run, error) {
	var collect report.Collector
	clock := *opts.Timing
	collect.Ask(&opts)
	out, err := run.Run(f, opts)
	if err != nil {
		return nil, c.runError(err)
	}
	if out.Fault != nil {
		return nil, &exit{exitFailed, out.Fault}
	}
	var tried []report.WhatIf
	if len(changes) > 0 {
		opts.Count = false
		t := &trials{f: f, opts: opts, clock: clock, wrap: c.runError}
		if tried, err = t.all(out, slices.Clone(changes)); err != nil {
			return nil, err
		}
	}
	name := f.Path
	if name == "" {
		name = f.Code
	} else if c.Against != "" && c.Launch != "" && !isLaunchFile(c.Against) {
		name += " with " + filepath.Base(f.Code)
	}
	name = fmt.Sprintf("%s on %s", name, clock.Chip.Name)
	return report.New(name, out, profile.New(out, f.Resolve(f.Code)), &collect, c.read, tried)
}
