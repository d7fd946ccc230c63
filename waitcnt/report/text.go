package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/gcnsim/gcnsim/internal/plain"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// WriteFindings writes the findings of a file as text, and a summary line where there are any.
func WriteFindings(w io.Writer, f *File) error {
	b := bufio.NewWriter(w)
	for i := range f.Findings {
		f.write(b, &f.Findings[i])
	}
	for _, u := range f.Unused {
		fmt.Fprintf(b, "UNUSED: %s:%d: %s %s takes nothing away\n", plain.Name(f.Name), u.At, ignoreWord,
			strings.Join(u.Rules, ","))
	}
	if len(f.Findings) > 0 || f.Hidden > 0 {
		fmt.Fprintln(b, Summarize(f.Findings, f.Hidden).Line(plain.Name(f.Name)))
	}
	return b.Flush()
}

// label is the first word of a finding.
func label(x *waitcnt.Finding) string {
	if x.Kind == waitcnt.Advice {
		return "ADVICE"
	}
	return strings.ToUpper(x.Severity.String())
}

// message is the finding in one sentence: that of the rule where it has none of its own.
func message(x *waitcnt.Finding) string {
	if x.Message != "" {
		return x.Message
	}
	if r, err := waitcnt.RuleByID(x.Rule); err == nil {
		return r.Title
	}
	return x.Rule
}

func (f *File) write(w io.Writer, x *waitcnt.Finding) {
	fmt.Fprintf(w, "%s: %s: %s\n", label(x), x.Rule, message(x))
	what := ""
	switch {
	case x.Access != "":
		what = strings.ToUpper(x.Access[:1]) + x.Access[1:] + " of " + object(x.Access, x.Register, x.Memory)
	case object(x.Access, x.Register, x.Memory) != "":
		what = "Use of " + object(x.Access, x.Register, x.Memory)
	default:
		what = "Instruction"
	}
	fmt.Fprintf(w, "  %s at %v%s%s\n", what, x.PC, instruction(x.Instruction), f.where(x.File, x.Line, x))
	if x.ProducerPC != nil {
		what := "Previous operation"
		if x.Kind == waitcnt.Uninit {
			what = "First read"
		}
		fmt.Fprintf(w, "  %s at %v%s%s\n", what, *x.ProducerPC, instruction(x.Producer),
			f.where(x.ProdFile, x.ProdLine, nil))
	}
	fmt.Fprint(w, waits(x))
	for i := range x.Also {
		a := &x.Also[i]
		what := object(a.Access, a.Register, a.Memory)
		if what != "" {
			what += ", "
		}
		fmt.Fprintf(w, "  Also %s%s", what, a.Rule)
		if a.ProducerPC != nil {
			fmt.Fprintf(w, ": %v%s%s", *a.ProducerPC, instruction(a.Producer), f.where(a.ProdFile, a.ProdLine, nil))
		}
		fmt.Fprintf(w, "; have %s, need %s\n", a.HaveText(), a.Need)
	}
	for _, d := range x.Detail {
		fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(d, "\n", "\n  "))
	}
	for _, l := range [...][2]string{{"Fix", x.Fix}, {"Replay", x.Replay}, {"Source", x.Source}} {
		if l[1] != "" {
			fmt.Fprintf(w, "  %s: %s\n", l[0], strings.ReplaceAll(l[1], "\n", "\n    "))
		}
	}
}

// object is what the finding is about: a register, or a piece of memory.
func object(access, register string, m *waitcnt.Range) string {
	s := register
	if m != nil {
		if s != "" {
			s += ", "
		}
		unit := "bytes"
		if m.Bytes == 1 {
			unit = "byte"
		}
		s += fmt.Sprintf("%d %s at %v (%s)", m.Bytes, unit, m.Addr, m.Space)
	}
	if s == "" && access != "" {
		s = "memory"
	}
	return s
}

func instruction(text string) string {
	if text == "" {
		return ""
	}
	return "  " + text
}

// where is what else is known about the place: "(k.s:4, kernel vadd, work-group 0,0,0 wave 1, lanes
// 0x1, 12 times)". x is nil for the earlier operation.
func (f *File) where(file string, line int, x *waitcnt.Finding) string {
	var parts []string
	if line > 0 {
		parts = append(parts, fmt.Sprintf("%s:%d", plain.Name(cmp.Or(file, f.Name)), line))
	}
	if x != nil {
		if len(x.Inlined) > 0 {
			parts = append(parts, plain.Name(strings.Join(x.Inlined, ", "))+" inlined")
		}
		if x.Kernel != "" {
			parts = append(parts, "in "+plain.Name(x.Kernel))
		}
		if v := x.Wave; v != nil {
			parts = append(parts, fmt.Sprintf("work-group %d,%d,%d wave %d after %d instructions", v.Group[0],
				v.Group[1], v.Group[2], v.Wave, v.Inst))
		}
		if x.Lanes != "" {
			parts = append(parts, "lanes "+x.Lanes)
		}
		if x.Count > 1 {
			parts = append(parts, fmt.Sprintf("%d times", x.Count))
		}
	}
	if parts == nil {
		return ""
	}
	return "  (" + strings.Join(parts, ", ") + ")"
}

// waits is the line about what there is and what is needed.
func waits(x *waitcnt.Finding) string {
	if x.Have == "" && x.Need == "" {
		return ""
	}
	name := "Between"
	switch x.Kind {
	case waitcnt.Race:
		name = "Wait"
	case waitcnt.Hazard:
		name = "Wait states"
	}
	var parts []string
	if x.Have != "" {
		parts = append(parts, "have "+x.HaveText())
	}
	if x.Need != "" {
		parts = append(parts, "need "+x.Need)
	}
	return fmt.Sprintf("  %s: %s\n", name, strings.Join(parts, ", "))
}
