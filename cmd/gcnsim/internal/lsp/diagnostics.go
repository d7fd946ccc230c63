package lsp

import (
	"errors"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/gcntest"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// diagnostic is what is wrong with a part of a text.
type diagnostic struct {
	Range    span   `json:"range"`
	Severity int    `json:"severity"` // 1 error, 2 warning, 3 information, 4 hint
	Code     string `json:"code,omitempty"`
	Source   string `json:"source"`
	Message  string `json:"message"`

	line int
}

const (
	severityError = 1 + iota
	severityWarning
	severityInformation
	severityHint
)

// severities are those of findings.
var severities = map[waitcnt.Severity]int{waitcnt.Error: severityError, waitcnt.Warning: severityWarning,
	waitcnt.Disputed: severityInformation, waitcnt.Partial: severityInformation, waitcnt.Info: severityHint}

// publish sends the diagnostics of a document.
func (s *server) publish(d *document) {
	list := s.diagnose(d)
	slices.SortStableFunc(list, func(a, b diagnostic) int { return a.line - b.line })
	p := map[string]any{"uri": d.uri, "diagnostics": list}
	if d.version != nil {
		p["version"] = *d.version
	}
	s.notify("textDocument/publishDiagnostics", p)
}

// maxCases is how many cases of a .gcn file are looked at while it is written.
const maxCases = 64

func (s *server) diagnose(d *document) []diagnostic {
	list := []diagnostic{}
	add := func(x diagnostic) {
		x.line = x.Range.Start.Line
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	findings := func(o *codeobj.Object, raw bool, expected func(rule string) bool) {
		found, err := s.Check(o, raw)
		if err != nil {
			return // the assembler has said what is wrong
		}
		source := o.Source(d.path)
		for i := range found {
			f := &found[i]
			at := source.Place(uint64(f.PC))
			if at.Line == 0 || at.File != "" && at.File != d.path || expected(f.Rule) {
				continue
			}
			text := f.Message
			if f.Fix != "" {
				text += "\n" + f.Fix
			}
			add(diagnostic{Range: d.ofLine(at.Line-1, s.utf8), Severity: severities[f.Severity], Code: f.Rule,
				Source: "gcnsim check", Message: text})
		}
	}
	if d.tests != nil {
		errs := gcntest.AsErrors(d.err)
		if d.err == nil {
			err := d.tests.Examine(maxCases, func(x *gcntest.Code) { findings(x.Object, x.Raw, x.Expects) })
			errs = gcntest.AsErrors(err)
		}
		for _, e := range errs {
			add(diagnostic{Range: d.at(e.Line-1, e.Col-1, s.utf8), Severity: severityError, Source: "gcnsim test",
				Message: e.Text()})
		}
		return list
	}
	o, raw, msgs, err := run.TextObject(d.path, []byte(d.text), d.target, launch.Text{})
	var bad asm.Errors
	if errors.As(err, &bad) {
		msgs = append(msgs, bad...)
	} else if err != nil {
		add(diagnostic{Range: d.ofLine(0, s.utf8), Severity: severityError, Source: "gcnsim asm", Message: err.Error()})
	}
	for i := range msgs {
		m := &msgs[i]
		severity := severityError
		switch m.Severity {
		case asm.SeverityWarning:
			severity = severityWarning
		case asm.SeverityPrint:
			severity = severityInformation
		}
		x := diagnostic{Range: d.at(m.Line-1, m.Col-1, s.utf8), Severity: severity, Source: "gcnsim asm", Message: m.Msg}
		if m.File != d.path { // of a file that it includes
			x.Range, x.Message = d.ofLine(0, s.utf8), m.String()
		}
		add(x)
	}
	if err == nil {
		findings(o, raw, func(string) bool { return false })
	}
	return list
}

// ofLine is the text of a line, without a comment at its end and blanks around it.
func (d *document) ofLine(line int, bytes bool) span {
	line = max(line, 0)
	text := d.line(line)
	for _, comment := range []string{"//", ";"} {
		if before, _, _ := strings.Cut(text, comment); strings.TrimSpace(before) != "" && strings.Count(before, `"`)%2 == 0 {
			text = before
		}
	}
	from := len(text) - len(strings.TrimLeft(text, " \t"))
	return d.span(line, from, max(from, len(strings.TrimRight(text, " \t"))), bytes)
}

// at is the word at a byte of a line; the line where there is no column.
func (d *document) at(line, col int, bytes bool) span {
	text := d.line(line)
	if line < 0 || col < 0 || col > len(text) {
		return d.ofLine(line, bytes)
	}
	to := col
	for to < len(text) && isWord(text[to]) {
		to++
	}
	if to == col && to < len(text) {
		to++
	}
	return d.span(line, col, to, bytes)
}
