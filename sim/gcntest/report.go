package gcntest

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/gcnsim/gcnsim/internal/junit"
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/formula"
)

// sourceTypes are the types of operands that a value is shown in.
var sourceTypes = map[isa.Type]formula.Type{
	isa.F16: formula.F16, isa.F32: formula.F32, isa.F64: formula.F64, isa.U16: formula.U16, isa.I16: formula.I16,
	isa.U32: formula.U32, isa.I32: formula.I32, isa.U64: formula.U64, isa.I64: formula.I64,
}

// WriteText writes what a case did, for people: a line where it passed and verbose is set, else what is
// wrong.
func (r *Result) WriteText(w io.Writer, verbose bool) error {
	var b strings.Builder
	switch {
	case r.Status == Passed && verbose:
		fmt.Fprintf(&b, "PASS %s  %d instructions", r.Name, r.Insts)
		if r.Cycles > 0 {
			fmt.Fprintf(&b, ", %d cycles", r.Cycles)
		}
		b.WriteByte('\n')
	case r.Status == Skipped && verbose:
		fmt.Fprintf(&b, "SKIP %s  %s\n", r.Name, r.Reason)
	case r.Status == Failed, r.Status == Invalid:
		fmt.Fprintf(&b, "%s %s\n", map[Status]string{Failed: "FAIL", Invalid: "ERROR"}[r.Status], r.Name)
		for i := range r.Failures {
			r.Failures[i].text(&b, r.File)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// text is the failure with its elements, indented.
func (f *Failure) text(b *strings.Builder, file string) {
	fmt.Fprintf(b, "  %s:%d: %s\n", file, f.Line, f.Message)
	wide := [3]int{}
	for _, e := range f.Elements {
		for i, s := range []string{e.At, e.Got, e.Want} {
			wide[i] = max(wide[i], len(s))
		}
	}
	previous := ""
	for _, e := range f.Elements {
		fmt.Fprintf(b, "    %-*s  got %-*s  wanted %-*s", wide[0], e.At, wide[1], e.Got, wide[2], e.Want)
		switch who := e.who(); {
		case who == "":
		case who == previous && !e.Never:
			b.WriteString("  by the same")
		default:
			b.WriteString("  " + who)
			previous = who
		}
		if len(e.From) > 0 {
			b.WriteString(", from " + strings.Join(e.From, ", "))
		}
		if e.Note != "" {
			b.WriteString("; " + e.Note)
		}
		trimmed := strings.TrimRight(b.String(), " ")
		b.Reset()
		b.WriteString(trimmed + "\n")
	}
	if n := f.Differ - len(f.Elements); len(f.Elements) > 0 && n > 0 {
		fmt.Fprintf(b, "    and %d more\n", n)
	}
}

// who says which instruction wrote the element.
func (e *Element) who() string {
	switch {
	case e.Never:
		return "no instruction wrote it"
	case e.Writer == "":
		return ""
	case e.Line > 0 && e.Source != "":
		return fmt.Sprintf("by %s:%d, %s", e.Source, e.Line, e.Writer)
	case e.Line > 0:
		return fmt.Sprintf("by line %d, %s", e.Line, e.Writer)
	}
	return fmt.Sprintf("by %s at %s", e.Writer, e.PC)
}

// Summary counts results.
type Summary struct {
	Cases   int `json:"cases"`
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Errors  int `json:"errors"` // Invalid ones
	Skipped int `json:"skipped"`
}

// Add counts a result.
func (s *Summary) Add(r *Result) {
	s.Cases++
	switch r.Status {
	case Passed:
		s.Passed++
	case Failed:
		s.Failed++
	case Invalid:
		s.Errors++
	case Skipped:
		s.Skipped++
	}
}

// String is the summary in the words of a verdict.
func (s *Summary) String() string {
	return fmt.Sprintf("cases=%d passed=%d failed=%d errors=%d skipped=%d", s.Cases, s.Passed, s.Failed, s.Errors,
		s.Skipped)
}

// WriteJSON writes results as one document; version is that of the program.
func WriteJSON(w io.Writer, version string, s *Summary, list []*Result) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	if list == nil {
		list = []*Result{}
	}
	return e.Encode(struct {
		Version string    `json:"version"`
		Summary *Summary  `json:"summary"`
		Cases   []*Result `json:"cases"`
	}{version, s, list})
}

// WriteJUnit writes results in JUnit's format: a suite for each file.
func WriteJUnit(w io.Writer, list []*Result) error {
	var suites []junit.Suite
	at := map[string]int{}
	for _, r := range list {
		i, ok := at[r.File]
		if !ok {
			i = len(suites)
			at[r.File] = i
			suites = append(suites, junit.Suite{Name: r.File})
		}
		c := junit.Case{Name: r.Name, Class: strings.TrimSuffix(r.File, ".gcn"), Seconds: r.Seconds}
		text := &junit.Text{Message: r.Reason}
		if len(r.Failures) > 0 {
			text.Message = fmt.Sprintf("%s:%d: %s", r.File, r.Failures[0].Line, r.Failures[0].Message)
			var b strings.Builder
			for k := range r.Failures {
				r.Failures[k].text(&b, r.File)
			}
			text.Text = b.String()
		}
		switch r.Status {
		case Failed:
			c.Failure = text
		case Invalid:
			c.Error = text
		case Skipped:
			c.Skipped = text
		}
		suites[i].Cases = append(suites[i].Cases, c)
	}
	return junit.Write(w, "gcnsim test", suites)
}
