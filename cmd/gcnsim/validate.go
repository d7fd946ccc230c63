package main

import (
	"bufio"
	"context"
	"errors"
	"regexp"
	"runtime"
	"strings"

	"github.com/gcnsim/gcnsim/benchmarks/timing"
	"github.com/gcnsim/gcnsim/sim/chip"
)

type validateCmd struct {
	GPU     string `name:"gpu" placeholder:"GPU" help:"Only rows of this chip (fiji), target (gfx803) or generation (gcn1.2)."`
	Tier    string `placeholder:"ABC" help:"Only rows of these tiers."`
	Kind    string `placeholder:"KIND" help:"Only rows that are emergent, rule or parameter."`
	Long    bool   `help:"Also the rows that take a second and more: streams and gathers of large chips."`
	Groups  bool   `help:"How far each group of rows is from what is published, in place of rows."`
	Filter  string `placeholder:"RE" help:"Only rows whose name matches this expression: issue/v_add_f32/tahiti."`
	Sort    bool   `help:"Rows that need attention first."`
	Summary bool   `help:"Only the rows that failed or are known misses, and the summary."`
	Format  string `enum:"text,json" default:"text" help:"text or json."`
	Workers int    `placeholder:"N" help:"Rows that are measured at the same time. Default: all processors."`
}

// Help is shown below the flags.
func (*validateCmd) Help() string {
	return `Examples:

    gcnsim validate
    gcnsim validate --summary
    gcnsim validate --kind emergent --long
    gcnsim validate --groups
    gcnsim validate --gpu tahiti --filter '^issue/v_'
    gcnsim validate --tier A --format json

Microbenchmarks run on the simulated clock, and what they measure is compared with what is published of the chip: a line for each row with what is expected,
what was simulated, and who says so. Verdicts: exact (the published number), inside (the published interval), disputed (sources disagree, and the figure is
one of theirs or between them), outside, known miss (outside, and the row says why the model misses it), failed (the benchmark did not run), not scored (nothing is published, or only a guess), none (no benchmark exists).
Tiers say how good the source is, kinds what a row tests: a figure that the chip was given (parameter), a published rule (rule), or what comes out of the
parts of the model together (emergent). The summary lists them.

Exit status: 0 no row is outside or failed, 1 one is, 2 bad usage.

JSON: {"rows": [{"id", "chip", "what", "unit", "tier", "kind", "claims": [{"lo", "hi", "source"}], "not_followed": [...], "how", "simulated", "verdict",
"disputed", "known_miss", "error"}], "kinds": [{"kind", "meaning", VERDICTS}], "summary": [{"tier", "meaning", VERDICTS}]}, where VERDICTS are counts: "exact",
"inside", "disputed", "known_miss", "outside", "failed", "not_scored", "none".`
}

func (*validateCmd) endsEarly() {}

// Run executes the verb.
func (c *validateCmd) Run(s streams, ctx context.Context) error {
	rows, err := c.rows()
	if err != nil {
		return err
	}
	workers := c.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	measured := standingOf(ctx).several("rows", len(rows))
	results, err := timing.Run(ctx, rows, timing.NewSimulator(), workers, func(int) { measured.add(1) })
	if err != nil {
		return &exit{exitFailed, err}
	}
	measured.over()
	bad := 0
	shown := results
	if c.Summary {
		shown = nil
	}
	for i := range results {
		if results[i].Bad() {
			bad++
		}
		if c.Summary && (results[i].Bad() || results[i].Verdict == timing.KnownMiss) {
			shown = append(shown, results[i])
		}
	}
	if c.Sort {
		timing.Sort(shown)
	}
	w := bufio.NewWriter(s.out)
	switch {
	case c.Format == "json":
		err = timing.WriteJSON(w, shown, results)
	case c.Groups:
		err = timing.WriteGroups(w, results)
	default:
		err = timing.WriteText(w, shown, results)
	}
	if err = errors.Join(err, w.Flush()); err == nil && bad > 0 {
		return &exit{status: exitUnmet}
	}
	return err
}

// rows are those that the flags choose.
func (c *validateCmd) rows() ([]timing.Row, error) {
	re, err := regexp.Compile(c.Filter)
	if err != nil {
		return nil, usage("--filter: %w", err)
	}
	name := ""
	if c.GPU != "" {
		m, err := chip.Lookup(c.GPU)
		if err != nil {
			return nil, usage("--gpu: %w", err)
		}
		name = m.Name
	}
	for _, t := range c.Tier {
		if !strings.ContainsRune("ABCDE", t) {
			return nil, usage("--tier %s: want letters from A to E", c.Tier)
		}
	}
	if c.Kind != "" && c.Kind != timing.Emergent.String() && c.Kind != timing.Rule.String() &&
		c.Kind != timing.Parameter.String() {
		return nil, usage("--kind %s: want emergent, rule or parameter", c.Kind)
	}
	all, err := timing.Rows()
	if err != nil {
		return nil, err
	}
	var rows []timing.Row
	for _, r := range all {
		if (name == "" || r.Chip == name) && (c.Tier == "" || strings.ContainsRune(c.Tier, rune(r.Tier))) &&
			(c.Kind == "" || r.Kind.String() == c.Kind) && (c.Long || !r.Slow) && re.MatchString(r.ID) {
			rows = append(rows, r)
		}
	}
	if len(rows) == 0 {
		return nil, usage("no row is of that GPU, tier and kind and has such a name (some need --long)")
	}
	return rows, nil
}
