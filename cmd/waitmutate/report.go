package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The verdicts on a mutant; see the package comment.
const (
	confirmed   = "flagged, a run is wrong"
	orderFound  = "flagged, the model breaks"
	presumed    = "flagged, nothing shows that it is harmless"
	falseAlarm  = "flagged, but harmless"
	noted       = "noted, harmless as far as the calls are known"
	redundant   = "not flagged, harmless on all paths"
	sameResult  = "not flagged, the same result in all orders tried"
	idle        = "not flagged, not run"
	missed      = "missed"
	unexplained = "unexplained"
)

// sort gives a mutant its verdict.
func (m *mutant) sort() {
	switch {
	case m.Flagged && m.Wrong != "":
		m.Verdict = confirmed
	case m.Flagged && m.Model == "broken":
		m.Verdict = orderFound
	case m.Model == "safe" && m.Info:
		m.Verdict = noted
	case m.Flagged && m.Model == "safe":
		m.Verdict = falseAlarm
	case m.Flagged:
		m.Verdict = presumed
	case m.Wrong != "":
		m.Verdict = missed
	case m.Model == "safe":
		m.Verdict = redundant
	case m.Model == "unknown" && m.Runs > 0:
		m.Verdict = sameResult
	case m.Model == "unknown" && m.Runs == 0 && m.Kind != "nop":
		m.Verdict = idle
	default:
		m.Verdict = unexplained
	}
}

// convention reports whether a rule is about a function by itself: that it relies on the state in
// which it is called or returns.
func convention(rule string) bool { return rule == waitcnt.RuleEntry || rule == waitcnt.RuleReturn }

// row is a line of the table: the mutants of one generation, or all.
type row struct {
	Name        string  `json:"name"`
	Mutants     int     `json:"mutants"`
	Flagged     int     `json:"flagged"`
	Confirmed   int     `json:"confirmed_by_run"`
	OrderFound  int     `json:"confirmed_by_model"`
	Presumed    int     `json:"flagged_undecided"`
	FalseAlarms int     `json:"false_alarms"`
	Noted       int     `json:"noted"` // see the package comment
	Redundant   int     `json:"redundant"`
	SameResult  int     `json:"same_result"`
	Idle        int     `json:"not_run"`
	Missed      int     `json:"missed"`
	Unexplained int     `json:"unexplained"`
	Precision   float64 `json:"precision"`
	Recall      float64 `json:"recall"`
}

func (r *row) add(m *mutant) {
	r.Mutants++
	if m.Flagged && m.Verdict != noted {
		r.Flagged++
	}
	*map[string]*int{confirmed: &r.Confirmed, orderFound: &r.OrderFound, presumed: &r.Presumed,
		falseAlarm: &r.FalseAlarms, noted: &r.Noted, idle: &r.Idle, redundant: &r.Redundant,
		sameResult: &r.SameResult, missed: &r.Missed, unexplained: &r.Unexplained}[m.Verdict]++
	r.Precision, r.Recall = ratio(r.Flagged-r.FalseAlarms, r.Flagged), ratio(r.Flagged, r.Flagged+r.Missed)
}

func ratio(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// tally makes the table: by generation, by kind, and all.
func (r *result) tally() {
	groups := []struct {
		name string
		has  func(m *mutant) bool
	}{}
	for _, g := range isa.Gens() {
		groups = append(groups, struct {
			name string
			has  func(m *mutant) bool
		}{g.String(), func(m *mutant) bool { return m.gen == g && m.Kind != "nop" }})
	}
	groups = append(groups, struct {
		name string
		has  func(m *mutant) bool
	}{"s_waitcnt", func(m *mutant) bool { return m.Kind != "nop" }}, struct {
		name string
		has  func(m *mutant) bool
	}{"s_nop", func(m *mutant) bool { return m.Kind == "nop" }}, struct {
		name string
		has  func(m *mutant) bool
	}{"all", func(*mutant) bool { return true }})
	for _, g := range groups {
		x := row{Name: g.name}
		for _, m := range r.Mutants {
			if g.has(m) {
				x.add(m)
			}
		}
		r.Rows = append(r.Rows, x)
	}
}

func (r *result) total() *row { return &r.Rows[len(r.Rows)-1] }

// markdown prints the table.
func (r *result) markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("| | mutants | flagged | a run is wrong | an order is found | undecided | false alarms | noted | " +
		"redundant | same result | not run | unexplained |" +
		" missed | precision | recall |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, x := range r.Rows {
		if x.Mutants == 0 {
			continue
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %.2f %% | %.2f %% |\n",
			x.Name, x.Mutants, x.Flagged, x.Confirmed,
			x.OrderFound, x.Presumed, x.FalseAlarms, x.Noted, x.Redundant, x.SameResult, x.Idle,
			x.Unexplained, x.Missed, 100*x.Precision, 100*x.Recall)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// text prints the table and every mutant that needs a look.
func (r *result) text(w io.Writer) error {
	if err := r.markdown(w); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d objects, %d kernels and functions, %d mutants in %.0f s; %d s_nop 0 cannot be taken away in "+
		"place\n", r.Objects, r.Parts, len(r.Mutants),
		r.Seconds, r.Skipped)
	fmt.Fprintf(&b, "errors in unmutated code: %d; unmutated code that the model finds broken: %d\n", len(r.Errors),
		len(r.Broken))
	for _, e := range r.Errors {
		fmt.Fprintf(&b, "  %s: %v %s: %s\n", e.Object, e.Finding.PC, e.Finding.Rule, e.Finding.Message)
	}
	for _, s := range r.Broken {
		fmt.Fprintf(&b, "  model: %s\n", s)
	}
	for _, v := range []string{missed, falseAlarm, unexplained} {
		n := 0
		for _, m := range r.Mutants {
			if m.Verdict != v {
				continue
			}
			if n++; n > 40 {
				continue
			}
			fmt.Fprintf(&b, "%s: %s %s %v %s: %s %d -> %d; model %s; executed %d times, %d runs", v, m.Object,
				m.Kernel, m.PC, m.Text, m.Field, m.From, m.To, m.Model,
				m.Count, m.Runs)
			if m.Wrong != "" {
				fmt.Fprintf(&b, "; %s", m.Wrong)
			}
			if len(m.Rules) > 0 {
				slices.Sort(m.Rules)
				fmt.Fprintf(&b, "; %s", strings.Join(m.Rules, " "))
			}
			b.WriteByte('\n')
		}
		if n > 40 {
			fmt.Fprintf(&b, "%s: %d more\n", v, n-40)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
