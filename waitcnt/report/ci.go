package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/gcnsim/gcnsim/internal/junit"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// writeJUnit writes a suite for each file. Each finding is a test: it failed where the finding is
// an error, a warning or disputed. A file without findings has one test, which passed.
func writeJUnit(w io.Writer, files []File) error {
	var suites []junit.Suite
	for i := range files {
		f := &files[i]
		s := junit.Suite{Name: f.Name}
		for k := range f.Findings {
			x := &f.Findings[k]
			var text bytes.Buffer
			f.write(&text, x)
			c := junit.Case{Class: f.Name, Name: fmt.Sprintf("%s at %v", x.Rule, x.PC)}
			if x.Kernel != "" {
				c.Class += "." + x.Kernel
			}
			if level(x.Kind, x.Severity) == "note" {
				c.Out = text.String()
			} else {
				c.Failure = &junit.Text{Type: x.Rule, Message: message(x), Text: text.String()}
			}
			s.Cases = append(s.Cases, c)
		}
		if len(s.Cases) == 0 {
			s.Cases = []junit.Case{{Class: f.Name, Name: "check"}}
		}
		suites = append(suites, s)
	}
	return junit.Write(w, "gcnsim check", suites)
}

// writeGitHub writes a workflow command for each finding
// (docs.github.com, "Workflow commands for GitHub Actions": error, warning, notice).
func writeGitHub(w io.Writer, files []File) error {
	var b bytes.Buffer
	for i := range files {
		f := &files[i]
		for k := range f.Findings {
			x := &f.Findings[k]
			command := level(x.Kind, x.Severity)
			if command == "note" {
				command = "notice"
			}
			file, at := f.Name, ""
			if x.File != "" {
				file = x.File
			}
			if x.Line > 0 {
				at = fmt.Sprintf(",line=%d", x.Line)
			}
			text := message(x)
			if x.Fix != "" {
				text += "\nFix: " + x.Fix
			}
			fmt.Fprintf(&b, "::%s file=%s%s,title=%s::%s\n", command, githubProperty(file), at, githubProperty(title(x)),
				githubData(text))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// title is a finding in a few words.
func title(x *waitcnt.Finding) string {
	if x.Kernel == "" {
		return x.Rule
	}
	return x.Rule + " in " + x.Kernel
}

// githubData is text as a workflow command takes it, githubProperty one of its parameters.
func githubData(s string) string { return githubEscapes.Replace(s) }

func githubProperty(s string) string { return githubPropertyEscapes.Replace(s) }

var (
	githubEscapes         = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubPropertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
