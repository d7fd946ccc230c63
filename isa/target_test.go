package isa

import (
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mnemonic is the instruction of a text, without the suffix of its encoding.
func mnemonic(text string) string {
	name, _, _ := strings.Cut(text, " ")
	for _, suffix := range []string{"_e32", "_e64", "_dpp", "_sdwa"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}

// What LLVM has in another way on a target than on the first of its generation is refused by name, as words and as text, and nothing
// else is.
func TestTargetsRefuseWhatIsDifferent(t *testing.T) {
	data, err := os.ReadFile("../testdata/isa/targets.txt")
	require.NoError(t, err)
	var target Target
	differ, same := map[string]int{}, map[string]int{}
	named := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		if name, ok := strings.CutPrefix(line, "target "); ok {
			name, _, _ := strings.Cut(name, " ")
			target, err = FindTarget(name)
			require.NoError(t, err)
			continue
		}
		f := strings.Split(line, " | ")
		require.Len(t, f, 3, line)
		code, err := hex.DecodeString(f[0])
		require.NoError(t, err)
		in, err := target.Decode(code)
		if f[1] == f[2] {
			same[target.Name]++
			require.NoError(t, target.Refuses(code), line)
			want, wantErr := Decode(target.Gen, code)
			require.Equal(t, wantErr == nil, err == nil, line)
			require.Equal(t, want, in, line)
			continue
		}
		differ[target.Name]++
		require.ErrorIs(t, err, ErrTarget, line)
		for _, text := range f[1:] {
			if text == "-" {
				continue
			}
			require.ErrorContains(t, err, mnemonic(text), line)
			named[mnemonic(text)] = true
			_, err := target.Assemble("s_nop 0\n  " + text + "\n")
			var e *SyntaxError
			require.ErrorAs(t, err, &e, line)
			require.Equal(t, []int{2, 3}, []int{e.Line, e.Col}, line)
			require.Contains(t, e.Msg, mnemonic(text), line)
			require.Contains(t, e.Msg, target.Name, line)
			if f[1] != "-" && text == f[1] { // the generation has it
				_, err = Assemble(target.Gen, text)
				require.NoError(t, err, line)
			}
		}
		require.ErrorContains(t, err, target.Name)
	}
	require.Len(t, same, len(targets)-len(gens), "every target that is not the first of its generation")
	require.Len(t, differ, 3)
	for i := range differences { // no row is without a word of LLVM's
		for _, n := range []string{differences[i].name, differences[i].base} {
			require.True(t, n == "" || named[n], n)
		}
	}
}

// A form of the table is refused on a target where some of its words are.
func TestRefusedFormsAreThoseWithRefusedWords(t *testing.T) {
	for _, target := range targets {
		for _, f := range Forms(target.Gen) {
			_, refused := target.RefusedForm(f)
			want := false
			switch target.Name {
			case "gfx904", "gfx906":
				want = strings.HasPrefix(f.Name, "v_mad_mix")
			case "gfx810":
				want = strings.Contains(f.Name, "format_d16_xy") || f.Fmt == MIMG
			}
			require.Equal(t, want, refused, "%s %s", target.Name, f.Name)
		}
	}
}
