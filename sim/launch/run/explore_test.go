package run_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// TestCompiledKernelsHaveOneState: LLVM's waits leave no order of return that changes a result.
func TestCompiledKernelsHaveOneState(t *testing.T) {
	pattern, bounds := kernels+"*/gfx[69]00-O[03].json", sim.Exploring{Runs: 6, Waves: 2}
	if *long {
		pattern, bounds.Runs = kernels+"*/gfx*-O?.json", 200
	}
	files, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	complete, runs := 0, 0
	sample := oneOfEach(files)
	for _, path := range files {
		name := filepath.Base(filepath.Dir(path))
		if !*long && (single[name] || !sample[path]) || testing.Short() && len(name)%3 != 0 || race {
			continue
		}
		f, err := launch.Load(path)
		require.NoError(t, err)
		e, err := run.Explore(f, bounds, sim.Options{})
		require.NoError(t, err, path)
		require.Len(t, e.States, 1, "%s: %+v", path, e)
		require.Empty(t, e.States[0].Fault, path)
		runs += e.Runs
		if len(e.Bounded) == 0 || len(e.Bounded) == 1 && e.Bounded[0] == "waves" {
			complete++
		}
	}
	t.Logf("%d launch files at hand, %d runs, %d explorations complete but for waves", len(files), runs, complete)
}

// TestExploringSavesNothing: buffers with "save" are for the run that a user asks for.
func TestExploringSavesNothing(t *testing.T) {
	f, err := launch.Load(kernels + "vecadd/gfx900.json")
	require.NoError(t, err)
	out := filepath.Join(t.TempDir(), "c.bin")
	for i := range f.Buffers {
		f.Buffers[i].Save = out
	}
	_, err = run.Explore(f, sim.Exploring{Runs: 1}, sim.Options{})
	require.NoError(t, err)
	require.NoFileExists(t, out)
}
