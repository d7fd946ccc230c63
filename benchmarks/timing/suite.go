package timing

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// Rows are all rows of the suite, by group.
func Rows() ([]Row, error) {
	var rows []Row
	for _, group := range [...]func() ([]Row, error){issueRows, ldsRows, scalarRows, fetchRows, coissueRows,
		occupancyRows, latencyRows, streamRows} {
		more, err := group()
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// Result is a row that was measured.
type Result struct {
	Row      *Row
	Value    float64 // NaN where there is none
	Verdict  Verdict
	Err      error // why the benchmark failed
	Expected string
}

// Run measures rows on a machine, several at a time, and returns their results in the order of the
// rows. progress, if not nil, is called after each one. It ends early with ctx's error when that is
// done.
func Run(ctx context.Context, rows []Row, run Machine, workers int, progress func(done int)) ([]Result, error) {
	results := make([]Result, len(rows))
	var next, done atomic.Int64
	var wg sync.WaitGroup
	var mu sync.Mutex // of progress
	for range max(1, workers) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(rows) {
					return
				}
				results[i] = measure(&rows[i], run)
				if n := done.Add(1); progress != nil {
					mu.Lock()
					progress(int(n))
					mu.Unlock()
				}
			}
		}()
	}
	wg.Wait()
	return results, ctx.Err()
}

func measure(r *Row, run Machine) Result {
	out := Result{Row: r, Value: math.NaN(), Verdict: NoBench, Expected: r.expected()}
	if r.Measure == nil {
		return out
	}
	c, err := chip.Lookup(r.Chip)
	if err == nil {
		out.Value, err = r.Measure(run, &c)
	}
	if err != nil {
		out.Value, out.Verdict, out.Err = math.NaN(), Failed, err
		return out
	}
	out.Verdict = r.judge(out.Value)
	return out
}

// Bad reports whether the result is a failure: a scored figure that no source allows, or a
// benchmark that did not run.
func (r *Result) Bad() bool { return r.Verdict == Outside || r.Verdict == Failed }

// value is the simulated figure as text.
func (r *Result) value() string {
	if math.IsNaN(r.Value) {
		return "-"
	}
	return number(r.Value)
}

// summary counts verdicts for each tier, and in all.
func summary(results []Result) (counts [len(tiers)]map[Verdict]int, all map[Verdict]int) {
	all = map[Verdict]int{}
	for i := range counts {
		counts[i] = map[Verdict]int{}
	}
	for i := range results {
		r := &results[i]
		all[r.Verdict]++
		at := slices.IndexFunc(tiers[:], func(t struct {
			tier Tier
			doc  string
		}) bool {
			return t.tier == r.Row.Tier
		})
		counts[at][r.Verdict]++
	}
	return counts, all
}

// WriteText prints a line for each of the results that are shown, and the summary of all.
func WriteText(w io.Writer, shown, all []Result) error {
	if len(shown) == 0 {
		return writeSummary(w, all)
	}
	results := shown
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "verdict\ttier\trow\texpected\tsimulated\tunit\tsource")
	for i := range results {
		r := &results[i]
		note := r.Row.sources()
		if r.Err != nil {
			note = r.Err.Error()
		}
		if r.Verdict == NoBench {
			note = strings.TrimPrefix(r.Row.How+"; "+note, "; ")
		}
		fmt.Fprintf(t, "%s\t%c\t%s\t%s\t%s\t%s\t%s\n", r.Verdict, r.Row.Tier, r.Row.ID, r.Expected, r.value(),
			r.Row.Unit, note)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return writeSummary(w, all)
}

// writeSummary prints how many rows of each tier have which verdict.
func writeSummary(w io.Writer, results []Result) error {
	counts, all := summary(results)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "tier\trows")
	for _, v := range verdicts {
		fmt.Fprintf(t, "\t%s", v)
	}
	fmt.Fprintln(t, "\tmeaning")
	line := func(name string, counts map[Verdict]int, doc string) {
		n := 0
		for _, c := range counts {
			n += c
		}
		fmt.Fprintf(t, "%s\t%d", name, n)
		for _, v := range verdicts {
			fmt.Fprintf(t, "\t%d", counts[v])
		}
		fmt.Fprintf(t, "\t%s\n", doc)
	}
	for i, x := range tiers {
		line(string(x.tier), counts[i], x.doc)
	}
	line("all", all, "")
	return t.Flush()
}

// MarshalJSON is the result with its row.
func (r *Result) MarshalJSON() ([]byte, error) {
	out := struct {
		ID       string   `json:"id"`
		Chip     string   `json:"chip"`
		What     string   `json:"what"`
		Unit     string   `json:"unit"`
		Tier     string   `json:"tier"`
		Claims   []Claim  `json:"claims"`
		Settled  []Claim  `json:"not_followed,omitempty"`
		How      string   `json:"how"`
		Value    *float64 `json:"simulated"`
		Verdict  Verdict  `json:"verdict"`
		Disputed bool     `json:"disputed"`
		Error    string   `json:"error,omitempty"`
	}{r.Row.ID, r.Row.Chip, r.Row.What, r.Row.Unit, string(r.Row.Tier), r.Row.Claims, r.Row.Settled, r.Row.How, nil, r.Verdict, false, ""}
	if out.Claims == nil {
		out.Claims = []Claim{}
	}
	if !math.IsNaN(r.Value) {
		out.Value = &r.Value
	}
	_, out.Disputed = r.Row.claimed()
	if r.Err != nil {
		out.Error = r.Err.Error()
	}
	return json.Marshal(out)
}

// WriteJSON writes the results that are shown and the summary of all: {"rows": [...], "summary":
// [{"tier", "meaning", verdict: number}]}.
func WriteJSON(w io.Writer, shown, all []Result) error {
	counts, _ := summary(all)
	type object map[string]any
	var tierList []object
	for i, x := range tiers {
		o := object{"tier": string(x.tier), "meaning": x.doc}
		for _, v := range verdicts {
			o[strings.ReplaceAll(string(v), " ", "_")] = counts[i][v]
		}
		tierList = append(tierList, o)
	}
	list := make([]*Result, len(shown))
	for i := range shown {
		list[i] = &shown[i]
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(object{"rows": list, "summary": tierList})
}

// Sort puts results in the order in which they need attention, those of one verdict as they were.
func Sort(results []Result) {
	rank := func(r Result) int {
		return slices.Index([]Verdict{Failed, Outside, Disputed, NotScored, NoBench, Inside, Exact}, r.Verdict)
	}
	slices.SortStableFunc(results, func(a, b Result) int { return cmp.Compare(rank(a), rank(b)) })
}
