package lsp

import (
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/gcntest"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// rule is a rule of a TextMate grammar.
type rule struct {
	Name          string          `json:"name,omitempty"`
	Match         string          `json:"match,omitempty"`
	Begin         string          `json:"begin,omitempty"`
	End           string          `json:"end,omitempty"`
	While         string          `json:"while,omitempty"`
	Include       string          `json:"include,omitempty"`
	Captures      map[string]rule `json:"captures,omitempty"`
	BeginCaptures map[string]rule `json:"beginCaptures,omitempty"`
	Patterns      []rule          `json:"patterns,omitempty"`
}

// grammar is a TextMate grammar.
type grammar struct {
	Name      string   `json:"name"`
	ScopeName string   `json:"scopeName"`
	FileTypes []string `json:"fileTypes"`
	Patterns  []rule   `json:"patterns"`
	// Repository has the rules that others include.
	Repository map[string]rule `json:"repository,omitempty"`
}

// WriteGrammar writes a TextMate grammar: of assembly, or of .gcn files with their code.
func WriteGrammar(w io.Writer, name string) error {
	g := &grammar{Name: "GCN assembly", ScopeName: "source.gcn.asm", FileTypes: []string{"s", "asm"}, Patterns: asmRules()}
	if name == "gcn" {
		g = &grammar{Name: "GCN tests", ScopeName: "source.gcn", FileTypes: []string{"gcn"}, Patterns: testRules(),
			Repository: map[string]rule{"asm": {Patterns: asmRules()}}}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(g)
}

// anyOf is a pattern for one of some words.
func anyOf(words []string) string {
	words = slices.Clone(words)
	// A longer word first: the first alternative that fits is taken.
	slices.SortFunc(words, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	words = slices.Compact(words)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	return "(?:" + strings.Join(words, "|") + ")"
}

// allMnemonics are the instructions of all targets, with and without suffixes of encodings.
func allMnemonics() (list []string) {
	seen := map[string]bool{}
	for _, t := range isa.Targets() {
		for _, f := range t.Forms() {
			for _, n := range []string{f.Base(), f.Name} {
				if !seen[n] {
					seen[n] = true
					list = append(list, n)
				}
			}
		}
	}
	return list
}

var numbered = regexp.MustCompile(`^(?:s|v|ttmp)[0-9]+$`)

// namedRegisters are registers without a number.
func namedRegisters() (list []string) {
	for c := launch.EXEC; c <= launch.MODE; c++ {
		list = append(list, c.String())
	}
	for _, g := range isa.Gens() {
		for _, r := range registers(g) {
			if !numbered.MatchString(r) && !slices.Contains(list, r) {
				list = append(list, r)
			}
		}
	}
	return list
}

const number = `\b(?:0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?[0-9]+)?|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\b`

// registerRule is for registers, also in other places than assembly.
func registerRule() rule {
	return rule{Name: "variable.language.register.gcn", Match: `\b(?:[sv][0-9]+|ttmp[0-9]+|[sv](?=\[)|ttmp(?=\[)|` + anyOf(namedRegisters()) + `)\b`}
}

func asmRules() []rule {
	return []rule{
		{Name: "comment.line.gcn", Match: `(?://|;).*$`},
		{Name: "comment.line.gcn", Match: `^\s*#.*$`},
		{Name: "comment.block.gcn", Begin: `/\*`, End: `\*/`},
		{Name: "string.quoted.double.gcn", Match: `"(?:[^"\\]|\\.)*"`},
		{Match: `^\s*([A-Za-z_.$][\w.$]*)\s*:`, Captures: map[string]rule{"1": {Name: "entity.name.label.gcn"}}},
		{Name: "keyword.other.directive.gcn", Match: `(?<![\w.])\.[A-Za-z_][\w.]*`},
		{Name: "support.function.mnemonic.gcn", Match: `(?i)(?<![\w.])` + anyOf(allMnemonics()) + `(?:_e32|_e64|_sdwa|_dpp)?(?![\w.])`},
		registerRule(),
		{Name: "constant.numeric.gcn", Match: number},
		{Name: "support.type.modifier.gcn", Match: `\b[a-z_][a-z_0-9]*:`},
	}
}

func testRules() []rule {
	var others []string
	for _, k := range gcntest.Keywords() {
		if k != "test" && k != "code" {
			others = append(others, k)
		}
	}
	return []rule{
		{Name: "comment.line.gcn", Match: `(?:#|//).*$`},
		{Match: `^\s*(test)\s+(.*)$`, Captures: map[string]rule{"1": {Name: "keyword.control.gcn"}, "2": {Name: "entity.name.function.gcn"}}},
		// Code is what is indented more than its line.
		{Begin: `^(\s*)(code)\s*$`, While: `^(?:\1\s+\S|\s*$|\s*[A-Za-z_.$][\w.$]*:)`, BeginCaptures: map[string]rule{"2": {Name: "keyword.control.gcn"}},
			Patterns: []rule{{Include: "#asm"}}},
		{Match: `^\s*(code)\s+(\S.*)$`, Captures: map[string]rule{"1": {Name: "keyword.control.gcn"}, "2": {Name: "string.unquoted.gcn"}}},
		{Match: `^\s*(` + anyOf(others) + `)\b`, Captures: map[string]rule{"1": {Name: "keyword.control.gcn"}}},
		{Name: "string.quoted.double.gcn", Match: `"[^"]*"`},
		{Name: "storage.type.gcn", Match: `\b(?:as_)?` + anyOf(gcntest.TypeNames()) + `\b`},
		{Name: "keyword.other.gcn", Match: `\b(?:ulp|abs|rel|step|x|in|at|null|no|any|findings?|fault|cycles|instructions|wave|group|memory)\b`},
		{Name: "support.function.gcn", Match: `\b` + anyOf(gcntest.Functions()) + `(?=\()`},
		{Name: "constant.language.gcn", Match: `\b(?:inf|nan|pi|true|false|lane|i|active)\b`},
		registerRule(),
		{Name: "constant.numeric.gcn", Match: number},
		{Name: "variable.parameter.gcn", Match: `\{[A-Za-z_]\w*\}`},
	}
}
