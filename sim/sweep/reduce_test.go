package sweep

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is left still fails, and no single part of it can go.
func TestMinimiseLeavesWhatIsNeeded(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 50 {
		n := 1 + rng.IntN(200)
		parts := make([]int, n)
		needed := map[int]bool{}
		for i := range parts {
			parts[i] = i
			if rng.IntN(20) == 0 {
				needed[i] = true
			}
		}
		tests := 0
		got, err := minimise(parts, func(list []int) (bool, error) {
			tests++
			for i := range needed {
				if !slices.Contains(list, i) {
					return false, nil
				}
			}
			return true, nil
		})
		require.NoError(t, err)
		require.Len(t, got, len(needed))
		require.LessOrEqual(t, tests, 4*n+20*(len(needed)+1)*8)
	}
}

// A program with a fault among a hundred instructions becomes the few that lead to it, and one with a
// missing wait the load and its use.
func TestAFailingProgramIsMadeSmall(t *testing.T) {
	for _, c := range []struct {
		name, text, spec string
		want             []string
	}{
		{"fault", strings.Repeat("v_add_f32 v1, v1, v0\ns_nop 3\n", 40) + "s_mov_b32 s4, 0\ns_mov_b32 s5, 1\ns_load_dword s6, s[4:5], 0x0\ns_waitcnt lgkmcnt(0)\n" +
			strings.Repeat("v_mov_b32 v3, s6\n", 30) + "s_endpgm\n", `"mode": "functional"`, []string{"s_load_dword s6, s[4:5], 0x0"}},
		{"wait", "s_mov_b64 s[4:5], s[8:9]\n" + strings.Repeat("v_add_f32 v1, v1, v0\n", 50) + "s_load_dword s6, s[4:5], 0x0\n" + strings.Repeat("s_nop 0\n", 20) + "s_add_u32 s7, s6, s6\n" +
			strings.Repeat("v_mul_f32 v1, v1, v1\n", 20) + "s_waitcnt lgkmcnt(0)\ns_endpgm\n", `"mode": "functional"`, []string{"s_load_dword s6, s[4:5], 0x0", "s_add_u32 s7, s6, s6", "s_endpgm"}},
	} {
		dir := t.TempDir()
		write(t, dir, "k.s", c.text)
		s := load(t, dir, fmt.Sprintf(`{"programs": [{"name": "k", "launch": {"code": "k.s", "buffers": [{"name": "b", "size": 64}],
			"launches": [{"entry": 0, "grid": [64], "group": [64], "registers": {"s[8:9]": "buffer:b", "s[4:5]": "buffer:b", "v0": "lane", "v1": 0, "s7": 0}}]}}], "gpus": ["fiji"], %s}`, c.spec))
		r, err := s.Reduce(t.Context(), 0, 5000, nil)
		require.NoError(t, err)
		got := strings.Split(strings.TrimSpace(string(r.Text)), "\n")
		if c.name == "fault" { // the address is a bad one by two instructions, or by one
			require.LessOrEqual(t, len(got), 4, r.Text)
			require.Contains(t, got, c.want[0])
			require.Equal(t, StatusFault, r.Status)
			continue
		}
		require.Equal(t, c.want, got)
	}
}

// A command's program is made and checked by other commands.
func TestACommandsProgramIsMadeSmall(t *testing.T) {
	dir := t.TempDir()
	s := load(t, dir, `{"command": {"run": ["false", "{i}"], "reduce": {"make": ["sh", "-c", "seq {i} > {file}"],
		"check": ["sh", "-c", "grep -qx 17 {file} && grep -qx 33 {file}"]}}, "vars": {"i": [100]}}`)
	r, err := s.Reduce(t.Context(), 0, 5000, nil)
	require.NoError(t, err)
	require.Equal(t, "17\n33\n", string(r.Text))
	require.Equal(t, 100, r.Was)
	require.Equal(t, 2, r.Lines)
	few, err := s.Reduce(t.Context(), 0, 2, nil)
	require.NoError(t, err)
	require.Equal(t, 2, few.Tests, "a limit gives what there is by then")
}

func TestWhatCannotBeMadeSmall(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "small.s", smallText)
	for _, c := range []struct{ spec, says string }{
		{`{"programs": [` + small + `], "gpus": ["fiji"], "vars": {"n": [5]}}`, "does not fail"},
		{`{"programs": [` + strings.Replace(small, `"{n} x 64"`, `"9 x 64"`, 1) + `], "gpus": ["fiji"], "vars": {"n": [5]}}`, "any other program"},
		{`{"command": {"run": ["false", "{i}"]}, "vars": {"i": [1]}}`, "command.reduce"},
		{`{"command": {"run": ["false", "{i}"], "reduce": {"make": ["touch", "{file}"], "check": ["false", "{file}"]}}, "vars": {"i": [1]}}`, "does not fail as the task does"},
		{`{"command": {"run": ["false", "{i}"], "reduce": {"make": ["false", "{file}"], "check": ["true", "{file}"]}}, "vars": {"i": [1]}}`, "command.reduce.make"},
	} {
		_, err := load(t, dir, c.spec).Reduce(t.Context(), 0, 100, nil)
		require.ErrorContains(t, err, c.says)
	}
}

// The campaigns of this project are specs that can be loaded, with the tasks that they should have.
func TestCampaigns(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/sweep/*.json")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(paths), 6)
	schema := compileSchema(t)
	for _, p := range paths {
		spec, err := Read(p)
		require.NoError(t, err)
		require.NoError(t, validFile(schema, p), p)
		s, err := Load(p, t.TempDir(), "test")
		require.NoError(t, err)
		require.Greater(t, s.Len(), 5, p)
		if spec.Command == nil {
			continue
		}
		require.NoError(t, s.Prepare(2))
		require.Greater(t, s.Len(), 5, p)
	}
}
