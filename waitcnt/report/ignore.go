package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// Ignore is a comment "gcnsim:ignore RULE reason" of a source text. It takes away findings of the
// rule at its line, or, where the line has nothing but the comment, at the next line that has more.
type Ignore struct {
	At     int      `json:"line"` // of the comment, from 1
	Line   int      `json:"-"`    // whose findings it takes away; 0: none follows
	Rules  []string `json:"rules"`
	Reason string   `json:"reason"`
	Used   int      `json:"-"` // findings that it took away
}

// ignoreWord begins such a comment.
const ignoreWord = "gcnsim:ignore"

// ParseIgnores finds the comments of a text. An error says what is wrong with one: a rule that
// there is not, no reason.
func ParseIgnores(text string) ([]Ignore, error) {
	if !strings.Contains(text, ignoreWord) {
		return nil, nil
	}
	var list []Ignore
	waiting := 0 // comments of list that stand alone and have no line yet
	n := 0
	for line := range strings.Lines(text) {
		n++
		before, after, found := strings.Cut(line, ignoreWord)
		alone := comment(before)
		if code := !found && !comment(line) || found && !alone; code {
			for i := len(list) - waiting; i < len(list); i++ {
				list[i].Line = n
			}
			waiting = 0
		}
		if !found {
			continue
		}
		x := Ignore{At: n}
		if !alone {
			x.Line = n
		}
		rules, reason, _ := strings.Cut(strings.TrimSpace(after), " ")
		x.Reason = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(reason), "*/"))
		for rule := range strings.SplitSeq(rules, ",") {
			if _, err := waitcnt.RuleByID(rule); err != nil {
				return nil, fmt.Errorf("%d: %s: %w", n, ignoreWord, err)
			}
			x.Rules = append(x.Rules, rule)
		}
		if x.Reason == "" {
			return nil, fmt.Errorf("%d: %s %s: say why, behind the rule", n, ignoreWord, rules)
		}
		if list = append(list, x); alone {
			waiting++
		}
	}
	return list, nil
}

// comment reports whether a line, or its beginning, has nothing, or no more than a comment.
func comment(line string) bool {
	line = strings.TrimSpace(line)
	begins := func(c string) bool { return strings.HasPrefix(line, c) }
	return line == "" || slices.ContainsFunc([]string{";", "//", "#", "/*", "*"}, begins)
}

// Unignored returns the findings that no comment takes away. file is the source of the comments as
// findings name it, "" for the assembly text that was checked.
func Unignored(list []waitcnt.Finding, ignores []Ignore, file string) (keep []waitcnt.Finding) {
	for _, f := range list {
		i := slices.IndexFunc(ignores, func(x Ignore) bool {
			return x.Line == f.Line && f.File == file && slices.Contains(x.Rules, f.Rule)
		})
		if i < 0 {
			keep = append(keep, f)
			continue
		}
		ignores[i].Used++
	}
	return keep
}
