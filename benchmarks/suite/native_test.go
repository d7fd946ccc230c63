package suite

import (
	"context"
	"os/exec"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/benchmarks"
)

// compilers are those of the host, by the names that they often have.
func compilers() (list []string) {
	for _, name := range []string{"clang", "clang-22", "gcc"} {
		if _, err := exec.LookPath(name); err == nil {
			list = append(list, name)
		}
	}
	return list
}

// C of each kind gives the results that the simulator gives: building it compares them.
func TestNativeGivesTheResults(t *testing.T) {
	found := compilers()
	if len(found) == 0 || testing.Short() {
		t.Skip("needs a C compiler, and seconds")
	}
	native, err := Natives(found)
	if err != nil {
		t.Skip(err)
	}
	cases, err := Find("mix,matmul,f64-independent")
	require.NoError(t, err)
	reports, err := Measure(context.Background(), Options{Cases: cases, Small: true, Ways: []string{benchmarks.Unchecked},
		Native: native, Count: 1})
	require.NoError(t, err)
	ways := map[string][]string{}
	for _, r := range reports {
		ways[r.Name] = append(ways[r.Name], r.Way)
		require.Len(t, r.Samples, 1)
		require.Positive(t, r.Samples[0].Insts)
	}
	for _, n := range native {
		require.Equal(t, true, slices.Contains(ways["mix"], n.Way()), n.Way())
		require.Equal(t, n.dialect.name == "c", slices.Contains(ways["f64-independent"], n.Way()), n.Way())
	}
}

func TestNativeNeedsACompiler(t *testing.T) {
	_, err := Natives([]string{"no-such-compiler"})
	require.ErrorIs(t, err, ErrNative)
}
