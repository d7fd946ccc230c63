package report

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// edit is a change of one line of a text.
type edit struct {
	line     int // from 1
	from, to int // bytes of the line that are replaced
	text     string
}

// mending is what mends the findings at a line.
type mending struct {
	wait  *waitcnt.Wait
	other []string // instructions
}

// edits are those that mend findings of an assembly text, in the order of the text, and how many
// instructions they insert and how many waits that are there they make stronger.
func edits(text string, list []waitcnt.Finding) (out []edit, inserted, strengthened int) {
	todo := map[int]*mending{}
	for i := range list {
		f := &list[i]
		x := f.Insertion()
		if x == "" || f.Line <= 0 || f.File != "" {
			continue
		}
		m := todo[f.Line]
		if m == nil {
			m = &mending{}
			todo[f.Line] = m
		}
		operand, isWait := strings.CutPrefix(x, "s_waitcnt ")
		if w, ok := waitcnt.ParseWait(operand); isWait && ok {
			if m.wait != nil {
				w = both(w, *m.wait)
			}
			m.wait = &w
		} else if !slices.Contains(m.other, x) {
			m.other = append(m.other, x)
		}
	}
	lines := slices.Collect(strings.Lines(text))
	for _, line := range slices.Sorted(maps.Keys(todo)) {
		if line > len(lines) {
			continue
		}
		m := todo[line]
		var here []string
		if m.wait != nil {
			if e, ok := strengthen(lines, line, *m.wait); ok {
				out = append(out, e)
				strengthened++
			} else {
				here = append(here, "s_waitcnt "+m.wait.String())
			}
		}
		// An s_nop stands behind a wait: what the wait returns may take the time of the nop.
		if here = append(here, m.other...); len(here) > 0 {
			out = append(out, insert(lines[line-1], line, here))
			inserted += len(here)
		}
	}
	slices.SortStableFunc(out, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.from, b.from))
	})
	return out, inserted, strengthened
}

// both is the wait that does what two do.
func both(a, b waitcnt.Wait) waitcnt.Wait {
	for c := range a {
		a[c] = min(a[c], b[c])
	}
	return a
}

// labelled is a line with labels in front of its instruction.
var labelled = regexp.MustCompile(`^((?:\s*[A-Za-z_.$][\w.$@]*:)+)([ \t]*)(.*)$`)

// labels are those of a line, and where its instruction begins; they end before the instruction.
func labels(line string) (end, instruction int, ok bool) {
	m := labelled.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
	if m == nil || m[3] == "" {
		return 0, 0, false
	}
	return len(m[1]), len(m[1]) + len(m[2]), true
}

// insert puts instructions in front of that of a line, behind its labels.
func insert(line string, at int, insts []string) edit {
	end := line[len(strings.TrimRight(line, "\r\n")):]
	if end == "" {
		end = "\n"
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	e := edit{line: at}
	if from, to, ok := labels(line); ok {
		indent += "\t"
		e.from, e.to, e.text = from, to, end
	}
	for _, x := range insts {
		e.text += indent + x + end
	}
	if e.to > 0 {
		e.text += indent
	}
	return e
}

// strengthen makes the s_waitcnt that stands directly before a line as strong as w asks for. There is
// none where something comes from elsewhere in between (a label), where anything but comments
// stands there, and where its operand is no list of counts.
func strengthen(lines []string, line int, w waitcnt.Wait) (e edit, ok bool) {
	if _, _, here := labels(lines[line-1]); here {
		return e, false
	}
	for i := line - 2; i >= 0; i-- {
		switch m := waiting.FindStringSubmatchIndex(lines[i]); {
		case m != nil && !commented(lines[:i]):
			have, ok := waitcnt.ParseWait(separators.Replace(lines[i][m[2]:m[3]]))
			if all := both(have, w); ok && all != have {
				return edit{i + 1, m[2], m[3], all.String()}, true
			}
			return e, false
		case !empty.MatchString(lines[i]):
			return e, false
		}
	}
	return e, false
}

var (
	// waiting is a line that is an s_waitcnt for counts, empty one without anything but a comment.
	waiting = regexp.MustCompile(`^(?:\s*[A-Za-z_.$][\w.$@]*:)*\s*s_waitcnt\s+(\w+\(\d+\)(?:[\s&,]+\w+\(\d+\))*)` + tail)
	empty   = regexp.MustCompile(`^` + tail)
	// separators are what LLVM and CLRX allow between counts.
	separators = strings.NewReplacer("&", " ", ",", " ")
)

// tail is the end of a line behind its instruction.
const tail = `\s*(?:(?:;|//).*|/\*[^*]*\*/\s*)?\r?\n?$`

// commented reports whether a comment of several lines has begun and not ended.
func commented(lines []string) bool {
	inside := false
	for _, line := range lines {
		for line != "" {
			if inside {
				_, line, inside = strings.Cut(line, "*/")
				inside = !inside
				continue
			}
			i := strings.IndexAny(line, ";/")
			switch {
			case i < 0 || line[i] == ';' || strings.HasPrefix(line[i:], "//"):
				line = ""
			case strings.HasPrefix(line[i:], "/*"):
				inside, line = true, line[i+2:]
			default:
				line = line[i+1:]
			}
		}
	}
	return inside
}

// Mend puts into an assembly text what mends its findings. A wait that stands directly before the
// instruction that came too early is made stronger. Else instructions are inserted, each in a line
// of its own in front of it. Findings that take something else, and those in macros of other files,
// are left.
func Mend(text string, list []waitcnt.Finding) (mended string, inserted, strengthened int) {
	todo, inserted, strengthened := edits(text, list)
	var b strings.Builder
	at := 0
	for line := range strings.Lines(text) {
		at++
		from := 0
		for ; len(todo) > 0 && todo[0].line == at; todo = todo[1:] {
			b.WriteString(line[from:todo[0].from] + todo[0].text)
			from = todo[0].to
		}
		b.WriteString(line[from:])
	}
	return b.String(), inserted, strengthened
}
