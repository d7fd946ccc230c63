package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// Format is a form of output.
type Format string

// The formats.
const (
	Text   Format = "text"
	JSON   Format = "json"
	SARIF  Format = "sarif"  // version 2.1.0
	JUnit  Format = "junit"  // a suite of tests for each file, as build servers read it
	GitHub Format = "github" // workflow commands, which annotate lines of a change
)

// File is what was found in one file.
type File struct {
	Name     string            // path, as the user gave it
	GPU      string            // LLVM's target, "gfx803"
	Verdict  string            // first line of text, or empty
	Findings []waitcnt.Finding // those wanted, sorted
	Hidden   int               // others, below the wanted severity or disabled
	Known    int               // others, which a baseline has
	Ignored  int               // others, which comments take away
	Unused   []Ignore          // comments that took nothing away
	Text     string            // the assembly text that was checked, "" for binaries: SARIF's fixes change it
	// Of a static check: "clean", "findings", or "partial" where not everything was examined; the
	// instructions that were, and those that no path was found to; the worst finding, hidden ones
	// included.
	Status            string
	Insts, Unexamined int
	Worst             waitcnt.Severity
}

// Summary counts findings, by kind and by severity. Advice has no severity.
type Summary struct {
	Races       int `json:"races"`        // [waitcnt.Race]
	Hazards     int `json:"hazards"`      // [waitcnt.Hazard]
	Uninit      int `json:"uninit"`       // [waitcnt.Uninit]
	Bounds      int `json:"bounds"`       // [waitcnt.Bounds]
	LDSRaces    int `json:"lds_races"`    // [waitcnt.LDSRace]
	GlobalRaces int `json:"global_races"` // [waitcnt.GlobalRace]
	Stale       int `json:"stale"`        // [waitcnt.Stale]
	Operands    int `json:"operands"`     // [waitcnt.Operand]
	Notes       int `json:"notes"`        // [waitcnt.Note]
	Advice      int `json:"advice"`       // [waitcnt.Advice]

	Errors   int `json:"errors"`   // [waitcnt.Error]
	Warnings int `json:"warnings"` // [waitcnt.Warning]
	Disputed int `json:"disputed"` // [waitcnt.Disputed]
	Partial  int `json:"partial"`  // not examined
	Info     int `json:"info"`     // [waitcnt.Info]
	Hidden   int `json:"hidden"`   // found, but below the wanted severity or disabled
}

// Summarize counts.
func Summarize(list []waitcnt.Finding, hidden int) Summary {
	s := Summary{Hidden: hidden}
	kinds := s.kinds()
	for i := range list {
		f := &list[i]
		for _, k := range kinds {
			if k.kind == f.Kind {
				*k.n++
			}
		}
		if f.Kind == waitcnt.Advice {
			continue
		}
		switch f.Severity {
		case waitcnt.Error:
			s.Errors++
		case waitcnt.Warning:
			s.Warnings++
		case waitcnt.Disputed:
			s.Disputed++
		case waitcnt.Partial:
			s.Partial++
		default:
			s.Info++
		}
	}
	return s
}

// kindCount is one kind of a summary.
type kindCount struct {
	kind     waitcnt.Kind
	n        *int
	key      string // in a verdict
	one, all string // in a sentence
	always   bool   // also shown where there are none
}

func (s *Summary) kinds() []kindCount {
	return []kindCount{
		{waitcnt.Race, &s.Races, "races", "race", "races", true},
		{waitcnt.Hazard, &s.Hazards, "hazards", "hazard", "hazards", true},
		{waitcnt.Uninit, &s.Uninit, "uninit", "uninitialised use", "uninitialised uses", true},
		{waitcnt.Bounds, &s.Bounds, "bounds", "access out of bounds", "accesses out of bounds", false},
		{waitcnt.LDSRace, &s.LDSRaces, "lds-races", "LDS race", "LDS races", false},
		{waitcnt.GlobalRace, &s.GlobalRaces, "global-races", "global race", "global races", false},
		{waitcnt.Stale, &s.Stale, "stale", "stale value", "stale values", false},
		{waitcnt.Operand, &s.Operands, "operands", "undefined operand", "undefined operands", false},
		{waitcnt.Note, &s.Notes, "notes", "note", "notes", false},
		{waitcnt.Advice, &s.Advice, "advice", "piece of advice", "pieces of advice", false},
	}
}

// Fields is the part of a verdict that counts: "races=1 hazards=0 uninit=0", and other kinds where
// there are any.
func (s Summary) Fields() string {
	var out []string
	for _, k := range s.kinds() {
		if k.always || *k.n > 0 {
			out = append(out, fmt.Sprintf("%s=%d", k.key, *k.n))
		}
	}
	return strings.Join(out, " ")
}

// Line is the line behind the findings of a file: "SUMMARY: gcnsim: 1 race, 0 hazards in k.s".
func (s Summary) Line(file string) string {
	var parts []string
	for i, k := range s.kinds() {
		if i > 1 && *k.n == 0 {
			continue
		}
		name := k.all
		if *k.n == 1 {
			name = k.one
		}
		parts = append(parts, fmt.Sprintf("%d %s", *k.n, name))
	}
	line := fmt.Sprintf("SUMMARY: gcnsim: %s in %s", strings.Join(parts, ", "), file)
	if s.Hidden > 0 {
		line += fmt.Sprintf(" (%d not shown)", s.Hidden)
	}
	return line
}

// Write writes what was found in files, of one version of gcnsim.
func Write(w io.Writer, format Format, version string, files []File) error {
	switch format {
	case Text:
		return writeText(w, files)
	case JSON:
		return writeJSON(w, version, files)
	case SARIF:
		return writeSARIF(w, version, files)
	case JUnit:
		return writeJUnit(w, files)
	case GitHub:
		return writeGitHub(w, files)
	}
	return fmt.Errorf("format %q: want text, json, sarif, junit or github", format)
}

// WriteTotal writes in one line what was found in several files.
func WriteTotal(w io.Writer, files []File) error {
	var findings []waitcnt.Finding
	counts := map[string]int{}
	hidden, known, ignored := 0, 0, 0
	for i := range files {
		f := &files[i]
		counts[f.Status]++
		findings = append(findings, f.Findings...)
		hidden += f.Hidden
		known += f.Known
		ignored += f.Ignored
	}
	more := ""
	for _, x := range []struct {
		name string
		n    int
	}{{"known", known}, {"ignored", ignored}} {
		if x.n > 0 {
			more += fmt.Sprintf(" %s=%d", x.name, x.n)
		}
	}
	_, err := fmt.Fprintf(w, "\ntotal files=%d clean=%d findings=%d partial=%d %s%s\n", len(files), counts["clean"],
		counts["findings"],
		counts["partial"], Summarize(findings, hidden).Fields(), more)
	return err
}

// writeText writes the verdicts and findings of the files, one after the other.
func writeText(w io.Writer, files []File) error {
	for i := range files {
		f := &files[i]
		if i > 0 {
			fmt.Fprintln(w)
		}
		if f.Verdict != "" {
			fmt.Fprintln(w, f.Verdict)
		}
		if err := WriteFindings(w, f); err != nil {
			return err
		}
	}
	return nil
}

// jsonFinding is a finding of one of several files.
type jsonFinding struct {
	File string `json:"file"`
	waitcnt.Finding
}

// jsonFile says what was looked at; its findings are in the document's list.
type jsonFile struct {
	Verdict    string   `json:"verdict,omitempty"`
	File       string   `json:"file"`
	GPU        string   `json:"gpu"`
	Status     string   `json:"status,omitempty"`
	Insts      int      `json:"insts,omitempty"` // examined
	Unexamined int      `json:"unexamined"`
	Known      int      `json:"known,omitempty"`   // in the baseline
	Ignored    int      `json:"ignored,omitempty"` // by comments
	Unused     []Ignore `json:"unused_ignores,omitempty"`
	Summary    Summary  `json:"summary"`
}

// writeJSON writes one document. Of several files each finding names its own, and "files" lists
// them; "file" and "gpu" are of the only one.
func writeJSON(w io.Writer, version string, files []File) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	var list []jsonFile
	var all []waitcnt.Finding
	named := []jsonFinding{}
	hidden := 0
	for _, f := range files {
		list = append(list, jsonFile{f.Verdict, f.Name, f.GPU, f.Status, f.Insts, f.Unexamined, f.Known, f.Ignored, f.Unused,
			Summarize(f.Findings, f.Hidden)})
		all = append(all, f.Findings...)
		for _, x := range f.Findings {
			named = append(named, jsonFinding{f.Name, x})
		}
		hidden += f.Hidden
	}
	if len(files) != 1 {
		return e.Encode(struct {
			Version  string        `json:"version"`
			Files    []jsonFile    `json:"files"`
			Summary  Summary       `json:"summary"`
			Findings []jsonFinding `json:"findings"`
		}{version, list, Summarize(all, hidden), named})
	}
	if all == nil {
		all = []waitcnt.Finding{}
	}
	return e.Encode(struct {
		Version string `json:"version"`
		jsonFile
		Findings []waitcnt.Finding `json:"findings"`
	}{version, list[0], all})
}
