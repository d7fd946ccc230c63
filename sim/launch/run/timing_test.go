package run_test

import (
	"path/filepath"
	"slices"
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

// told is all that a run with a clock tells.
type told struct {
	Timing []*sim.Timing
	Spent  []*sim.WaveSpent
	Traces []*sim.WaveTrace
	Insts  []uint64
}

// clocks runs a launch file with a clock. hooks, if not nil, are called.
func clocks(t *testing.T, path string, workers int, hooks *sim.Hooks) (x told) {
	t.Helper()
	f, err := launch.Load(path)
	require.NoError(t, err)
	out, err := run.Run(f, sim.Options{Workers: workers, Hooks: hooks, Timing: &sim.TimingOptions{Chip: small(t, f.GPU), Waves: true, Series: 64,
		Spent: func(w *sim.WaveSpent) {
			s := *w
			s.Insts = slices.Clone(s.Insts)
			x.Spent = append(x.Spent, &s)
		},
		Trace: &sim.TraceOptions{Max: 1 << 12, Wave: func(w *sim.WaveTrace) { x.Traces = append(x.Traces, w) }}}})
	require.NoError(t, err)
	require.Nil(t, out.Fault)
	require.Empty(t, out.Unmet)
	for _, l := range out.Launches {
		x.Timing, x.Insts = append(x.Timing, l.Result.Timing), append(x.Insts, l.Result.Insts)
	}
	return x
}

// TestRecordedWavesTakeTheSameClocks: waves that were executed before the clock comes to them take the same
// clocks, for the same reasons, as waves that execute as they issue, which they do where somebody may
// interrupt the launch.
func TestRecordedWavesTakeTheSameClocks(t *testing.T) {
	files, err := filepath.Glob(kernels + "*/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for i, path := range files {
		name, _, _ := strings.Cut(filepath.Base(path), "-")
		if without[name] || !*long && (i%29 != 0 || race || single[filepath.Base(filepath.Dir(path))]) {
			continue
		}
		t.Run(strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), kernels), ".json"), func(t *testing.T) {
			want := clocks(t, path, 1, &sim.Hooks{Window: func() bool { return false }})
			require.Equal(t, want, clocks(t, path, 1, nil))
			if *long {
				require.Equal(t, want, clocks(t, path, 2, nil), "two workers")
			}
		})
	}
}
