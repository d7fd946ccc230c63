package timing

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
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
		occupancyRows, latencyRows, streamRows, emergentRows} {
		more, err := group()
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	for i := range rows {
		if r := &rows[i]; r.Kind == Parameter {
			r.Kind = kindOf(r.ID)
		}
	}
	return rows, addMisses(rows)
}

// kindsOf are the kinds of rows that do not say so themselves, by what their names begin with; the
// last that fits holds.
var kindsOf = [...]struct {
	prefix string
	kind   Kind
}{
	{"issue/", Parameter}, {"scalar/", Parameter}, {"scalar/s_sleep", Rule}, {"valu/", Parameter}, {"valu-to-salu/", Parameter},
	{"issue-pair/", Rule}, {"branch/", Parameter}, {"branch/if-else", Rule}, {"fetch/", Rule}, {"fetch/mi25", Parameter}, {"co-issue/", Rule}, {"lds-rate/", Rule},
	{"lds-conflict/", Rule}, {"occupancy/", Rule}, {"latency/", Parameter}, {"barrier/", Parameter}, {"launch/", Parameter}, {"bandwidth/", Parameter},
}

func kindOf(id string) (k Kind) {
	for _, x := range kindsOf {
		if strings.HasPrefix(id, x.prefix) {
			k = x.kind
		}
	}
	return k
}

// addMisses notes at rows that the model is known to miss them, and why.
func addMisses(rows []Row) error {
	list, err := table("misses.tsv")
	if err != nil {
		return err
	}
	why := map[string]string{}
	for _, m := range list {
		why[m["row"]] = m["why"]
	}
	for i := range rows {
		rows[i].Miss = why[rows[i].ID]
		delete(why, rows[i].ID)
	}
	for id := range why {
		return fmt.Errorf("misses.tsv: there is no row %s", id)
	}
	return nil
}

// Group is the first part of the row's name.
func (r *Row) Group() string {
	g, _, _ := strings.Cut(r.ID, "/")
	return g
}

// Result is a row that was measured.
type Result struct {
	Row      *Row    // nil where Run ended before it
	Value    float64 // NaN where there is none
	Verdict  Verdict // of Value against the row's claims
	Err      error   // why the benchmark failed
	Expected string  // the claims as text; "?" where there is none
}

// Run measures rows on a machine, several at a time, and returns their results in the order of the
// rows. Slow rows are measured first. progress, if not nil, is called after each one. It ends early
// with ctx's error when that is done.
func Run(ctx context.Context, rows []Row, run Machine, workers int, progress func(done int)) ([]Result, error) {
	results := make([]Result, len(rows))
	order := make([]int, 0, len(rows)) // slow ones first, so that none is left at the end for one worker alone
	for _, slow := range [...]bool{true, false} {
		for i := range rows {
			if rows[i].Slow == slow {
				order = append(order, i)
			}
		}
	}
	var next, done atomic.Int64
	var wg sync.WaitGroup
	var mu sync.Mutex // of progress
	for range max(1, workers) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for ctx.Err() == nil {
				n := int(next.Add(1)) - 1
				if n >= len(rows) {
					return
				}
				i := order[n]
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

// writeSummary prints how many emergent rows are met, and how many rows of each kind and tier have
// which verdict.
func writeSummary(w io.Writer, results []Result) error {
	kindCounts := byKind(results)
	e := kindCounts[0]
	fmt.Fprintf(w, "emergent rows: %d, of which %d are as published, %d known misses, %d outside, %d failed\n\n", total(e),
		e[Exact]+e[Inside]+e[Disputed], e[KnownMiss], e[Outside], e[Failed])
	counts, all := summary(results)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := func(what string) {
		fmt.Fprint(t, what+"\trows")
		for _, v := range verdicts {
			fmt.Fprintf(t, "\t%s", v)
		}
		fmt.Fprintln(t, "\tmeaning")
	}
	line := func(name string, counts map[Verdict]int, doc string) {
		fmt.Fprintf(t, "%s\t%d", name, total(counts))
		for _, v := range verdicts {
			fmt.Fprintf(t, "\t%d", counts[v])
		}
		fmt.Fprintf(t, "\t%s\n", doc)
	}
	head("kind")
	for i, x := range kinds {
		line(x.kind.String(), kindCounts[i], x.doc)
	}
	head("tier")
	for i, x := range tiers {
		line(string(x.tier), counts[i], x.doc)
	}
	line("all", all, "")
	return t.Flush()
}

func total(counts map[Verdict]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// byKind counts verdicts for each kind.
func byKind(results []Result) (counts [len(kinds)]map[Verdict]int) {
	for i := range counts {
		counts[i] = map[Verdict]int{}
		for j := range results {
			if r := &results[j]; r.Row.Kind == kinds[i].kind {
				counts[i][r.Verdict]++
			}
		}
	}
	return counts
}

// off is how far the figure lies from what is published, as a part of that; 0 inside.
func (r *Result) off() float64 {
	want, _ := r.Row.claimed()
	switch v := r.Value; {
	case v < want.Lo:
		return (want.Lo - v) / math.Abs(want.Lo)
	case v > want.Hi:
		return (v - want.Hi) / math.Abs(want.Hi)
	}
	return 0
}

// WriteGroups prints how far each group of rows that are scored is from what is published.
func WriteGroups(w io.Writer, results []Result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "group\tkind\trows\tas published\tknown misses\toutside\tmedian error\tworst error")
	for _, k := range kinds {
		groups := map[string][]*Result{}
		for i := range results {
			if r := &results[i]; r.Row.Kind == k.kind && r.Verdict != NotScored && r.Verdict != NoBench && r.Verdict != Failed {
				groups[r.Row.Group()] = append(groups[r.Row.Group()], r)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(groups)) {
			met, missed := 0, 0
			var off []float64
			for _, r := range groups[name] {
				off = append(off, r.off())
				switch r.Verdict {
				case KnownMiss:
					missed++
				case Outside:
				default:
					met++
				}
			}
			slices.Sort(off)
			n := len(off)
			fmt.Fprintf(t, "%s\t%v\t%d\t%d\t%d\t%d\t%.0f %%\t%.0f %%\n", name, k.kind, n, met, missed, n-met-missed, 100*off[n/2], 100*off[n-1])
		}
	}
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
		Kind     string   `json:"kind"`
		Claims   []Claim  `json:"claims"`
		Settled  []Claim  `json:"not_followed,omitempty"`
		How      string   `json:"how"`
		Value    *float64 `json:"simulated"`
		Verdict  Verdict  `json:"verdict"`
		Disputed bool     `json:"disputed"`
		Miss     string   `json:"known_miss,omitempty"`
		Error    string   `json:"error,omitempty"`
	}{r.Row.ID, r.Row.Chip, r.Row.What, r.Row.Unit, string(r.Row.Tier), r.Row.Kind.String(), r.Row.Claims, r.Row.Settled, r.Row.How, nil, r.Verdict, false, r.Row.Miss, ""}
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
// [{"tier", "meaning", verdict: number}], "kinds": [{"kind", "meaning", verdict: number}]}.
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
	var kindList []object
	for i, m := range byKind(all) {
		o := object{"kind": kinds[i].kind.String(), "meaning": kinds[i].doc}
		for _, v := range verdicts {
			o[strings.ReplaceAll(string(v), " ", "_")] = m[v]
		}
		kindList = append(kindList, o)
	}
	list := make([]*Result, len(shown))
	for i := range shown {
		list[i] = &shown[i]
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(object{"rows": list, "kinds": kindList, "summary": tierList})
}

// Sort puts results in the order in which they need attention, those of one verdict as they were.
func Sort(results []Result) {
	rank := func(r Result) int {
		return slices.Index([]Verdict{Failed, Outside, KnownMiss, Disputed, NotScored, NoBench, Inside, Exact}, r.Verdict)
	}
	slices.SortStableFunc(results, func(a, b Result) int { return cmp.Compare(rank(a), rank(b)) })
}
