package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// The types are those objects and properties of SARIF 2.1.0 (OASIS standard, section numbers in
// brackets) that are used.

type sarifLog struct { // [3.13]
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct { // [3.14]
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	Artifacts   []sarifArtifact   `json:"artifacts"`
	Results     []sarifResult     `json:"results"`
}

type sarifDriver struct { // [3.19]
	Name           string      `json:"name"`
	Version        string      `json:"version"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifInvocation struct { // [3.20]
	Successful bool `json:"executionSuccessful"`
}

type sarifArtifact struct { // [3.24]
	Location   sarifArtifactLocation `json:"location"`
	Properties map[string]string     `json:"properties"`
}

type sarifRule struct { // reportingDescriptor [3.49]
	ID         string         `json:"id"`
	Short      sarifText      `json:"shortDescription"`
	Full       sarifText      `json:"fullDescription"`
	Help       sarifMarkdown  `json:"help"`
	Default    sarifLevel     `json:"defaultConfiguration"`
	Properties map[string]any `json:"properties"`
}

type sarifText struct { // [3.11], [3.12]
	Text string `json:"text"`
}

type sarifMarkdown struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifLevel struct { // reportingConfiguration [3.50]
	Level string `json:"level"`
}

type sarifResult struct { // [3.27]
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Properties   waitcnt.Finding   `json:"properties"` // property bag [3.8]: the finding as it is in JSON
	Fixes        []sarifFix        `json:"fixes,omitempty"`
}

type sarifFix struct { // [3.55]
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct { // [3.56]
	Artifact     sarifArtifactLocation `json:"artifactLocation"`
	Replacements []sarifReplacement    `json:"replacements"`
}

type sarifReplacement struct { // [3.57]
	Deleted  sarifSpot `json:"deletedRegion"`
	Inserted sarifText `json:"insertedContent"` // artifactContent [3.3] has "text", too
}

type sarifSpot struct { // region [3.30] within a line
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifLocation struct { // [3.28]
	ID       *int           `json:"id,omitempty"`
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifText     `json:"message,omitempty"`
}

type sarifPhysical struct { // [3.29]
	Artifact sarifArtifactLocation `json:"artifactLocation"`
	Region   *sarifRegion          `json:"region,omitempty"`
	Address  sarifAddress          `json:"address"`
}

type sarifArtifactLocation struct { // [3.4]
	URI string `json:"uri"`
}

type sarifRegion struct { // [3.30]
	StartLine int `json:"startLine"`
}

type sarifAddress struct { // [3.32]
	Absolute sarifNumber `json:"absoluteAddress"`
	Kind     string      `json:"kind"`
	Name     string      `json:"name"`
}

// sarifNumber is an address as a number: SARIF has no text for it.
type sarifNumber uint64

type sarifLogical struct { // [3.33]
	Name string `json:"fullyQualifiedName"`
	Kind string `json:"kind"`
}

// level maps a severity to SARIF's. What is disputed is a warning: its properties say more.
func level(kind waitcnt.Kind, s waitcnt.Severity) string {
	switch {
	case kind == waitcnt.Advice || s <= waitcnt.Partial:
		return "note"
	case s == waitcnt.Error:
		return "error"
	}
	return "warning"
}

// uri is a path as a URI reference.
func uri(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
	}
	return u.String()
}

func writeSARIF(w io.Writer, version string, files []File) error {
	run := sarifRun{Invocations: []sarifInvocation{{true}}, Artifacts: []sarifArtifact{}, Results: []sarifResult{}}
	d := &run.Tool.Driver
	d.Name, d.Version, d.InformationURI = "gcnsim", version, "https://github.com/gcnsim/gcnsim"
	for _, r := range waitcnt.Rules() {
		d.Rules = append(d.Rules, sarifRuleOf(&r))
	}
	for i := range files {
		f := &files[i]
		about := map[string]string{"gpu": f.GPU}
		if f.Status != "" {
			about["status"], about["insts"], about["unexamined"] = f.Status, strconv.Itoa(f.Insts), strconv.Itoa(f.Unexamined)
		}
		run.Artifacts = append(run.Artifacts, sarifArtifact{sarifArtifactLocation{uri(f.Name)}, about})
		prints := Fingerprints(f.Findings)
		for j := range f.Findings {
			x := &f.Findings[j]
			at := slices.IndexFunc(d.Rules, func(r sarifRule) bool { return r.ID == x.Rule })
			if at < 0 {
				return fmt.Errorf("finding at %v: there is no rule %q", x.PC, x.Rule)
			}
			r := f.sarif(x, at)
			r.Fingerprints = map[string]string{"finding/v1": prints[j]}
			run.Results = append(run.Results, r)
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(sarifLog{"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		"2.1.0", []sarifRun{run}})
}

// fixes are what mends a finding by itself: a stronger wait, or an insertion.
func (f *File) fixes(x *waitcnt.Finding) []sarifFix {
	todo, _, strengthened := edits(f.Text, []waitcnt.Finding{*x})
	if todo == nil {
		return nil
	}
	lines := slices.Collect(strings.Lines(f.Text))
	fix := sarifFix{sarifText{x.Fix}, []sarifChange{{Artifact: sarifArtifactLocation{uri(f.Name)}}}}
	for _, e := range todo {
		if strengthened > 0 {
			fix.Description.Text = fmt.Sprintf("wait for %s before %v", e.text, x.PC)
		}
		l := lines[e.line-1]
		at := sarifSpot{e.line, utf16Len(l[:e.from]) + 1, e.line, utf16Len(l[:e.to]) + 1}
		fix.Changes[0].Replacements = append(fix.Changes[0].Replacements, sarifReplacement{at, sarifText{e.text}})
	}
	return []sarifFix{fix}
}

// utf16Len is a text's length as SARIF counts columns where nothing else is said [3.14.17].
func utf16Len(s string) int { return len(utf16.Encode([]rune(s))) }

func sarifRuleOf(r *waitcnt.Rule) sarifRule {
	help := sarifMarkdown{r.Doc + "\n\nSource: " + r.Source, r.Doc + "\n\nSource: " + r.Source}
	for _, x := range [...][2]string{{"Wrong", r.Bad}, {"Right", r.Good}} {
		if x[1] != "" {
			help.Text += "\n\n" + x[0] + ":\n" + x[1]
			help.Markdown += "\n\n" + x[0] + ":\n\n```\n" + x[1] + "\n```"
		}
	}
	return sarifRule{r.ID, sarifText{r.Title}, sarifText{r.Doc}, help, sarifLevel{level(r.Kind, r.Severity)},
		map[string]any{"kind": r.Kind, "severity": r.Severity, "generations": r.Gens.String(),
			"tags": []string{string(r.Kind)}}}
}

// sarif is a finding as a result of the rule at an index.
func (f *File) sarif(x *waitcnt.Finding, rule int) sarifResult {
	place := func(pc waitcnt.Addr, file string, line int, text string) sarifLocation {
		l := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifactLocation{uri(cmp.Or(file, f.Name))},
			Address: sarifAddress{sarifNumber(pc), "instruction", text}}}
		if line > 0 {
			l.Physical.Region = &sarifRegion{line}
		}
		return l
	}
	r := sarifResult{RuleID: x.Rule, RuleIndex: rule, Level: level(x.Kind, x.Severity),
		Message: sarifText{message(x)}, Properties: *x}
	at := place(x.PC, x.File, x.Line, x.Instruction)
	if x.Kernel != "" {
		at.Logical = []sarifLogical{{x.Kernel, "function"}}
	}
	r.Locations = []sarifLocation{at}
	if f.Text != "" {
		r.Fixes = f.fixes(x)
	}
	related := func(pc *waitcnt.Addr, file string, line int, text, what string) {
		if pc == nil {
			return
		}
		l := place(*pc, file, line, text)
		id := len(r.Related)
		l.ID, l.Message = &id, &sarifText{what}
		r.Related = append(r.Related, l)
	}
	what := "the earlier operation"
	if x.Kind == waitcnt.Uninit {
		what = "the instruction that read it first"
	}
	related(x.ProducerPC, x.ProdFile, x.ProdLine, x.Producer, what)
	for i := range x.Also {
		related(x.Also[i].ProducerPC, x.Also[i].ProdFile, x.Also[i].ProdLine, x.Also[i].Producer,
			"another earlier operation that the wait is for")
	}
	related(x.WaitPC, "", 0, x.Have, "the wait that is too weak")
	return r
}
