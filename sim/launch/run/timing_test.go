package run_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// small is a chip of a generation with few compute units: work-groups share them and wait for each
// other.
func small(t testing.TB, gpu string) chip.Chip {
	t.Helper()
	c, err := chip.Lookup(gpu)
	require.NoError(t, err)
	c, err = c.Override(strings.NewReader(`{"ses": 2, "arrays": 1, "cus": 6}`), "test")
	require.NoError(t, err)
	return c
}

func TestKernelsGiveTheNativeResultWithAClock(t *testing.T) {
	files, err := filepath.Glob(kernels + "*/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for i, path := range files {
		name, _, _ := strings.Cut(filepath.Base(path), "-")
		if without[name] || !*long && (i%7 != 0 || single[filepath.Base(filepath.Dir(path))]) ||
			race && !strings.Contains(path, "O2") {
			continue
		}
		t.Run(strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), kernels), ".json"), func(t *testing.T) {
			f, err := launch.Load(path)
			require.NoError(t, err)
			out, err := run.Run(f, sim.Options{Timing: &sim.TimingOptions{Chip: small(t, f.GPU)}})
			require.NoError(t, err)
			require.Nil(t, out.Fault)
			for _, c := range out.Unmet {
				require.Failf(t, "wrong result", "buffer %s: %v", c.Buffer, c.Mismatch)
			}
			for _, l := range out.Launches {
				tm := l.Result.Timing
				require.Equal(t, tm.WaveCycles, tm.Stalls.Total())
				var sum sim.Stalls
				for i := range tm.Insts {
					require.LessOrEqual(t, tm.Insts[i].Exposed, tm.Insts[i].Latency)
					for s, n := range tm.Insts[i].Stalls {
						sum[s] += n
					}
				}
				require.Equal(t, tm.Stalls, sum)
			}
		})
	}
}
