package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// The grammars have every mnemonic and register of the table, and patterns that fit lines as they
// should: the scopes of words.
func TestGrammarsHaveTheWordsOfTheTable(t *testing.T) {
	type rule struct {
		Name, Match string
		Patterns    []rule
	}
	for _, name := range []string{"asm", "gcn"} {
		status, out, _ := command(t, "", "lsp", "--grammar", name)
		require.Equal(t, exitDone, status)
		var g struct {
			ScopeName  string
			Patterns   []rule
			Repository map[string]struct{ Patterns []rule }
		}
		require.NoError(t, json.Unmarshal([]byte(out), &g))
		rules := g.Patterns
		if name == "gcn" {
			rules = g.Repository["asm"].Patterns
		}
		// Go has no look-around; words here stand alone, so that it says nothing.
		around := regexp.MustCompile(`\(\?<?[!=][^()]*(?:\\\(|\[[^\]]*\])?[^()]*\)`)
		patterns := map[string]*regexp.Regexp{}
		scope := func(rules []rule, word string) string {
			for _, r := range rules {
				if r.Match == "" {
					continue
				}
				if patterns[r.Match] == nil {
					patterns[r.Match] = regexp.MustCompile("^(?:" + around.ReplaceAllString(r.Match, "") + ")$")
				}
				if patterns[r.Match].MatchString(word) {
					return r.Name
				}
			}
			return ""
		}
		for _, target := range isa.Targets() {
			for i, f := range target.Forms() {
				if i%97 == 0 || strings.HasPrefix(f.Name, "v_cmp_") {
					require.Equal(t, "support.function.mnemonic.gcn", scope(rules, f.Name), f.Name)
				}
			}
		}
		for _, r := range []string{"s0", "s101", "v255", "vcc", "vcc_lo", "exec", "exec_hi", "m0", "scc", "flat_scratch", "ttmp3"} {
			require.Equal(t, "variable.language.register.gcn", scope(rules, r), r)
		}
		for word, want := range map[string]string{"V_ADD_F32_E64": "support.function.mnemonic.gcn", "v_nope": "", ".macro": "keyword.other.directive.gcn",
			"0x1f": "constant.numeric.gcn", "1.5": "constant.numeric.gcn", "; x": "comment.line.gcn", `"a\"b"`: "string.quoted.double.gcn"} {
			require.Equal(t, want, scope(rules, word), fmt.Sprint(name, " ", word))
		}
		if name == "gcn" {
			for word, want := range map[string]string{"# x": "comment.line.gcn", "f32": "storage.type.gcn", "as_u16": "storage.type.gcn", "ballot": "support.function.gcn",
				"lane": "constant.language.gcn", "v3": "variable.language.register.gcn", "{op}": "variable.parameter.gcn", "ulp": "keyword.other.gcn"} {
				require.Equal(t, want, scope(g.Patterns, word), word)
			}
		}
	}
}
