package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt/report"
)

// allOrders is the --order that tries every order.
const allOrders = "all"

// exploreOrders is run --order all.
func (c *runCmd) exploreOrders(s streams, f *launch.File, opts sim.Options) error {
	switch {
	case c.Dump.on:
		return usage("--order all and --dump: there is no one state to show; run again with the --order of one of the states")
	case c.Trace != "":
		return usage("--order all and --trace: there is no one run to show; run again with the --order of one of the states")
	case c.OrderWindow < 1 || c.OrderRuns < 1 || c.OrderWaves < 1:
		return usage("--order-window, --order-runs and --order-waves must be at least 1")
	}
	x, err := run.Explore(f, sim.Exploring{Window: c.OrderWindow, Runs: c.OrderRuns, Waves: c.OrderWaves}, opts)
	if x == nil {
		return c.runError(err)
	}
	if err != nil {
		err = c.runError(err)
	}
	r := &orders{Version: version, Order: allOrders, Exploration: x, code: f.Resolve(f.Code)}
	r.Verdict = r.verdict()
	w := bufio.NewWriter(s.out)
	write := r.text
	if c.DumpFormat == "json" {
		write = r.json
	}
	if err := errors.Join(write(w), w.Flush(), err); err != nil {
		return err
	}
	switch {
	case len(x.States) > 1:
		return &exit{status: exitFindings}
	case len(x.States) == 1 && x.States[0].Fault != "":
		return &exit{exitFailed, errors.New(x.States[0].Fault)}
	case isError(x.Findings):
		return &exit{status: exitFindings}
	}
	return nil
}

// orders is what run --order all prints.
type orders struct {
	Verdict string `json:"verdict"`
	Version string `json:"version"`
	Order   string `json:"order"`
	*sim.Exploration
	code string // the file
}

// verdict says how many states there are and how far that is sure.
func (r *orders) verdict() string {
	x := r.Exploration
	how := "complete"
	if !x.Complete {
		how = "bounded by " + strings.Join(x.Bounded, ",")
	}
	return fmt.Sprintf("gcnsim %s order=all states=%d runs=%d pruned=%d decisions=%d waves=%d/%d %s (window=%d runs=%d "+
		"waves=%d)", r.Version, len(x.States),
		x.Runs, x.Pruned, x.Decisions, x.Waves, x.OfWaves, how, x.Bounds.Window, x.Bounds.Runs, x.Bounds.Waves)
}

// text writes the verdict, the states, and how the first two differ.
func (r *orders) text(w io.Writer) error {
	x := r.Exploration
	fmt.Fprintln(w, r.Verdict)
	if err := report.WriteFindings(w, &report.File{Name: r.code, Findings: x.Findings}); err != nil {
		return err
	}
	for i, s := range x.States {
		fmt.Fprintf(w, "state %d %s runs=%d --order %s\n", i, s.Hash, s.Runs, s.Order)
		if s.Fault != "" {
			fmt.Fprintf(w, "  fault: %s\n", s.Fault)
		}
	}
	if len(x.Returns) > 0 {
		fmt.Fprintln(w, "operations that return at another time under the orders of states 0 and 1 (number among the "+
			"returns, before or in which instruction):")
	}
	for _, o := range x.Returns {
		data := ""
		if o.Data {
			data = " (its data are read)"
		}
		fmt.Fprintf(w, "  %s op %d %v %s%s\n", o.Wave, o.Op, o.PC, o.Inst, data)
		for i, m := range o.Before {
			fmt.Fprintf(w, "    state %d: #%d %v %s (%d executed)\n", i, o.Rank[i], m.PC, m.Inst, m.Insts)
		}
	}
	if x.Differ > 0 {
		fmt.Fprintf(w, "differences of states 0 and 1: %d", x.Differ)
		if n := len(x.Differences); n < x.Differ {
			fmt.Fprintf(w, ", the first %d", n)
		}
		fmt.Fprintln(w, ":")
	}
	for _, d := range x.Differences {
		fmt.Fprintf(w, "  %s: %s | %s\n", d.Where, d.Values[0], d.Values[1])
	}
	return nil
}

func (r *orders) json(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}
