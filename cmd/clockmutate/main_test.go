package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/benchmarks/timing"
)

// Each mutant has its place in the source as it is, and is a change.
func TestMutantsHaveTheirPlaces(t *testing.T) {
	root, err := moduleRoot()
	require.NoError(t, err)
	names := map[string]bool{}
	for i := range mutants {
		m := &mutants[i]
		require.NotEmpty(t, m.breaks, m.name)
		require.False(t, names[m.name], "%s is there twice", m.name)
		names[m.name] = true
		require.NotEqual(t, m.old, m.new, m.name)
		file, text, err := m.apply(root)
		require.NoError(t, err, m.name)
		require.FileExists(t, file)
		require.Contains(t, text, m.new, m.name)
	}
	require.GreaterOrEqual(t, len(mutants), 60)

	_, _, err = (&mutant{name: "gone", old: "no such text"}).apply(root)
	require.ErrorContains(t, err, "0 times")
	_, _, err = (&mutant{name: "many", old: "return"}).apply(root)
	require.ErrorContains(t, err, "want once")
}

// A mutant is built from an overlay, its rows are judged against those of the clock as it is, and
// what no row notices makes a summary with it.
func TestMutantsAreBuiltAndJudged(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	root, err := moduleRoot()
	require.NoError(t, err)
	dir := t.TempDir()
	// A few rows are enough.
	o := options{timeout: 1e12, rows: "mix/valu-salu-1-waves/"}
	rows, err := o.ordered()
	require.NoError(t, err)
	require.Greater(t, len(rows), 1)
	base := newUnchanged(rows)
	list := []*mutant{
		{name: "double", breaks: "a turn takes twice as long", old: "fma := 1", new: "", reason: ""},
		{name: "slow", breaks: "a vector instruction takes eight clocks", old: "return c.Int(VALUCycles)\n}", new: "return 2 * c.Int(VALUCycles)\n}"},
	}
	x := o.try(context.Background(), root, filepath.Join(dir, "a"), base, list[0])
	require.ErrorContains(t, x.err, "0 times")
	program := filepath.Join(dir, "b")
	y := o.try(context.Background(), root, program, base, list[1])
	require.NoError(t, y.err)
	require.Len(t, y.found, 1)
	require.Equal(t, rows[0].ID, y.found[0].Row)
	require.Equal(t, map[string]bool{rows[0].ID: true}, base.good)

	// A row that is not as published without the break does not count: others may notice it.
	broken := slices.Clone(rows)
	broken[0].Claims = []timing.Claim{{Lo: -2, Hi: -1}}
	z := o.rowsIn(context.Background(), program, newUnchanged(broken), list[1])
	require.NoError(t, z.err)
	require.Len(t, z.found, 1)
	require.Equal(t, rows[1].ID, z.found[0].Row)
	o.rows = rows[0].ID
	z = o.rowsIn(context.Background(), program, newUnchanged(broken), list[1])
	require.NoError(t, z.err)
	require.Empty(t, z.found)
	require.Empty(t, z.how)

	// What fails itself is caught; what did not judge is not.
	y = o.try(context.Background(), root, filepath.Join(dir, "c"), base, &mutant{name: "panics",
		old: "return c.Int(VALUCycles)\n}", new: "panic(\"no cycles\")\n}"})
	require.NoError(t, y.err)
	require.Contains(t, y.how, "no cycles")
	_, err = failure(exec.Command(program, "--no-such-flag").Run())
	require.ErrorContains(t, err, "judged no rows")

	// Rows that take long have not noticed anything unless they had a processor.
	o.timeout = 10
	z = o.rowsIn(context.Background(), program, base, list[1])
	require.ErrorContains(t, z.err, "--timeout")
	c := exec.Command(program, "--no-such-flag")
	require.Error(t, c.Run())
	how, err := o.late(c.ProcessState) // it has taken more than a nanosecond
	require.NoError(t, err)
	require.Contains(t, how, "do not end")

	_, err = base.isGood(context.Background(), "no/such/row")
	require.ErrorContains(t, err, "no/such/row")

	var out bytes.Buffer
	missed, err := summarize(&out, []outcome{y, {m: &mutant{name: "m", breaks: "nothing"}}, {m: &mutant{name: "e", reason: "unpublished"}}, {m: y.m, how: "does not end"}})
	require.NoError(t, err)
	require.Equal(t, 1, missed)
	require.Contains(t, out.String(), "4 mutants: 2 caught, 1 excused, 1 missed\nmissed: m: nothing\n")
	_, err = summarize(&out, []outcome{x})
	require.ErrorContains(t, err, "double")
}

func TestBadFlags(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"--nothing"}, {"--rows", "no-such-row"}, {"--only", "no-such-mutant"}} {
		_, err := run(context.Background(), args, new(bytes.Buffer))
		require.Error(t, err, args)
	}
}

// The campaign of the sweep has a task for each mutant.
func TestTheCampaignHasAllMutants(t *testing.T) {
	root, err := moduleRoot()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(root, "testdata", "sweep", "clock.json"))
	require.NoError(t, err)
	var spec struct {
		Vars struct{ Mutant []string }
	}
	require.NoError(t, json.Unmarshal(text, &spec))
	var names []string
	for i := range mutants {
		names = append(names, mutants[i].name)
	}
	require.ElementsMatch(t, names, spec.Vars.Mutant)
}
