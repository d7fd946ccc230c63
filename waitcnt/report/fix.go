package report

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// insertion is what is put in front of a line of a text.
type insertion struct {
	line int // from 1
	text string
}

// insertions are those that mend findings of an assembly text, one for each line and instruction.
func insertions(list []waitcnt.Finding) (out []insertion) {
	for i := range list {
		f := &list[i]
		x := insertion{f.Line, f.Insertion()}
		if x.text != "" && x.line > 0 && f.File == "" && !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	// An s_nop stands behind a wait: what the wait returns may take the time of the nop.
	slices.SortStableFunc(out, func(a, b insertion) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(b.text, a.text))
	})
	return out
}

// labelled is a line with labels in front of its instruction.
var labelled = regexp.MustCompile(`^((?:\s*[A-Za-z_.$][\w.$@]*:)+)([ \t]*)(.*)$`)

// Mend puts into an assembly text what mends its findings: the text with the instructions, each in
// a line of its own in front of the instruction that came too early, and how many they are.
// Findings that take something else, and those in macros of other files, are left.
func Mend(text string, list []waitcnt.Finding) (mended string, n int) {
	todo := insertions(list)
	if len(todo) == 0 {
		return text, 0
	}
	var b strings.Builder
	at := 0
	for line := range strings.Lines(text) {
		at++
		var here []string
		for len(todo) > 0 && todo[0].line == at {
			here = append(here, todo[0].text)
			todo = todo[1:]
		}
		if here == nil {
			b.WriteString(line)
			continue
		}
		n += len(here)
		end := line[len(strings.TrimRight(line, "\r\n")):]
		if end == "" {
			end = "\n"
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if m := labelled.FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil && m[3] != "" {
			b.WriteString(m[1] + end)
			indent, line = indent+"\t", indent+"\t"+m[3]+line[len(strings.TrimRight(line, "\r\n")):]
		}
		for _, x := range here {
			b.WriteString(indent + x + end)
		}
		b.WriteString(line)
	}
	return b.String(), n
}
