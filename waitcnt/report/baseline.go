package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// Baseline are findings that are known: what is not among them is new.
type Baseline struct {
	Version  int     `json:"version"` // of the format and of fingerprints: 1
	Findings []Known `json:"findings"`
}

// Known is a finding of a baseline. Only its fingerprint and number count; the rest is for people.
type Known struct {
	Fingerprint string `json:"fingerprint"`
	Count       int    `json:"count"` // so many findings with it, in different files
	Rule        string `json:"rule"`
	File        string `json:"file"` // where it was first
	Kernel      string `json:"kernel,omitempty"`
	Message     string `json:"message"`
}

const baselineVersion = 1

// MaxBaseline bounds a baseline's file, bytes.
const MaxBaseline = 64 << 20

// ReadBaseline reads what [Baseline.Write] wrote.
func ReadBaseline(data []byte) (*Baseline, error) {
	b := new(Baseline)
	if err := json.Unmarshal(data, b); err != nil {
		return nil, fmt.Errorf("it is no baseline: %w", err)
	}
	if b.Version != baselineVersion {
		return nil, fmt.Errorf("it is a baseline of version %d, not %d: write it again (--write-baseline)", b.Version,
			baselineVersion)
	}
	for i := range b.Findings {
		if k := &b.Findings[i]; k.Fingerprint == "" || k.Count < 1 {
			return nil, fmt.Errorf("finding %d of the baseline: it needs a fingerprint and a count of at least 1", i)
		}
	}
	return b, nil
}

// Write writes the baseline as JSON.
func (b *Baseline) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(b)
}

// NewBaseline is the baseline of findings of files.
func NewBaseline(files []File) *Baseline {
	b := &Baseline{Version: baselineVersion, Findings: []Known{}}
	at := map[string]int{}
	for i := range files {
		f := &files[i]
		for k, print := range Fingerprints(f.Findings) {
			x := &f.Findings[k]
			j, known := at[print]
			if !known {
				j = len(b.Findings)
				at[print] = j
				b.Findings = append(b.Findings, Known{Fingerprint: print, Rule: x.Rule, File: f.Name, Kernel: x.Kernel,
					Message: x.Message})
			}
			b.Findings[j].Count++
		}
	}
	slices.SortStableFunc(b.Findings, func(x, y Known) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Kernel, y.Kernel), cmp.Compare(x.Rule, y.Rule),
			cmp.Compare(x.Fingerprint, y.Fingerprint))
	})
	return b
}

// Remaining is a baseline while files are compared with it.
type Remaining struct{ left map[string]int }

// Remaining begins a comparison.
func (b *Baseline) Remaining() *Remaining {
	r := &Remaining{left: map[string]int{}}
	for _, k := range b.Findings {
		r.left[k.Fingerprint] += k.Count
	}
	return r
}

// New returns those findings of a file that are not in the baseline, of which each counts once.
func (r *Remaining) New(list []waitcnt.Finding) []waitcnt.Finding {
	prints := Fingerprints(list)
	var fresh []waitcnt.Finding
	for i := range list {
		if r.left[prints[i]] > 0 {
			r.left[prints[i]]--
			continue
		}
		fresh = append(fresh, list[i])
	}
	return fresh
}

// Gone is how many findings of the baseline no file had.
func (r *Remaining) Gone() (n int) {
	for _, k := range r.left {
		n += k
	}
	return n
}

// target is what differs in an instruction's text when code before it, or in front of its target,
// grows: the target of a branch.
var target = regexp.MustCompile(`^(s_branch|s_cbranch\w*|s_call_b64)\b.*`)

// Fingerprints name findings of a file by what they are, not by where: rule, kernel, instructions
// and register, and which of several alike it is, in the order of their addresses. They stay when
// instructions are inserted elsewhere, and when the file moves.
func Fingerprints(list []waitcnt.Finding) []string {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[a].PC, list[b].PC) })
	seen := map[string]int{}
	prints := make([]string, len(list))
	for _, i := range order {
		f := &list[i]
		kernel := f.Kernel
		if len(kernel) > 2 && kernel[:2] == "0x" {
			kernel = "" // code without a name
		}
		space := ""
		if f.Memory != nil {
			space = f.Memory.Space
		}
		what := fmt.Sprintf("%s|%s|%s|%s|%s|%s|%s", f.Rule, kernel, f.Access, f.Register, space,
			target.ReplaceAllString(f.Instruction, "$1"), target.ReplaceAllString(f.Producer, "$1"))
		n := seen[what]
		seen[what]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s|%d", what, n))
		prints[i] = hex.EncodeToString(sum[:12])
	}
	return prints
}
