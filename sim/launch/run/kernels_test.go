package run_test

import (
	"flag"
	"hash/fnv"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

var long = flag.Bool("long", false, "run every test kernel in every way instead of some")

const kernels = "../../../testdata/kernels/"

// way is how a launch file is run. A program without findings gives the same bytes in all of them.
type way struct {
	policy  string
	workers int // 0: work-groups one after the other, in order
}

// ways returns every way to run a launch file.
func ways() (list []way) {
	for _, policy := range []string{"late", "asap", "random:1", "random:2", "random:3"} {
		for _, workers := range []int{0, 4} {
			list = append(list, way{policy, workers})
		}
	}
	return list
}

func (w way) String() string {
	if w.workers == 0 {
		return w.policy + ",serial"
	}
	return w.policy + ",parallel"
}

func (w way) options(t *testing.T) sim.Options {
	policy, err := waitcnt.ParsePolicy(w.policy)
	require.NoError(t, err)
	return sim.Options{Policy: policy, Workers: w.workers, Deterministic: w.workers == 0}
}

// some chooses n ways for a launch file by its name: neighbours get different ones, and the choice
// does not change when files are added.
func some(path string, all []way, n int) (list []way) {
	h := fnv.New32a()
	h.Write([]byte(filepath.ToSlash(path)))
	first := int(h.Sum32() % uint32(len(all)))
	for i := range n {
		list = append(list, all[(first+i*3)%len(all)]) // 3 divides neither 10 nor 5: no way comes twice
	}
	return list
}

// parallel lists the ways that run work-groups at the same time.
func parallel() (list []way) {
	for _, w := range ways() {
		if w.workers > 0 {
			list = append(list, w)
		}
	}
	return list
}

// TestMain lets the collector run less often: the tests make many devices, whose memory is small,
// and a third of their time was its work.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// without lists the launch files that expect nothing, because a wait is missing or the result is in
// registers; tests below run them.
var without = map[string]bool{"load_nowait": true, "smem_order": true, "smem_wait": true}

// single lists the benchmark loops: long, and of one wave, so that nothing can race.
var single = map[string]bool{"alu": true, "mix": true}

// raced reports whether the race detector sees a launch file: of each kernel the program of one
// generation, of another for the next. How work-groups share a device depends on the kernel.
func raced(path string) bool {
	kernel := filepath.Base(filepath.Dir(path))
	h := fnv.New32a()
	h.Write([]byte(kernel))
	return !single[kernel] && filepath.Base(path) == []string{"gfx600", "gfx700", "gfx803", "gfx900"}[h.Sum32()%4]+"-O2.json"
}

func TestKernelsGiveTheNativeResult(t *testing.T) {
	files, err := filepath.Glob(kernels + "*/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		name, _, _ := strings.Cut(filepath.Base(path), "-")
		if without[name] {
			continue
		}
		list := ways()
		switch {
		case *long:
		case race:
			if !raced(path) {
				continue
			}
			list = some(path, parallel(), 1)
		default: // TestCheckedKernelsHaveNoErrors has one more
			list = some(path, list, 1)
		}
		t.Run(strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), kernels), ".json"), func(t *testing.T) {
			f, err := launch.Load(path)
			require.NoError(t, err)
			require.NotZero(t, run.Expectations(f), "a launch file that expects nothing tests nothing")
			for _, w := range list {
				out, err := run.Run(f, w.options(t))
				require.NoError(t, err, w)
				require.Nil(t, out.Fault, w)
				for _, c := range out.Unmet {
					require.Failf(t, "wrong result", "%v: buffer %s: %v", w, c.Buffer, c.Mismatch)
				}
				require.Len(t, out.Launches, len(f.Launches), w)
			}
		})
	}
}

// runFile runs one of the hand-written cases and keeps its waves.
func runFile(t *testing.T, name, policy string) *run.Outcome {
	f, err := launch.Load(kernels + "asm/" + name + ".json")
	require.NoError(t, err)
	p, err := waitcnt.ParsePolicy(policy)
	require.NoError(t, err)
	out, err := run.Run(f, sim.Options{Policy: p, Keep: true})
	require.NoError(t, err)
	require.Nil(t, out.Fault)
	require.Empty(t, out.Unmet)
	return out
}

// The values of v6 that the store sees: 7 until the load returns, 0x01010101 then. Each is doubled.
func TestMissingVectorWaitShowsTheOldValue(t *testing.T) {
	for _, gpu := range []string{"gfx803", "gfx900"} {
		for _, c := range []struct {
			policy string
			want   byte
		}{{"late", 0}, {"asap", 2}, {"0,1,2", 0}} {
			out := runFile(t, "load_nowait-"+gpu, c.policy)
			got := make([]byte, 256)
			require.NoError(t, out.Device.Mem.Read(out.Buffers["out"].Base, got))
			want := strings.Repeat("\x02\x02\x02\x02", 64)
			if c.want == 0 {
				want = strings.Repeat("\x0e\x00\x00\x00", 64)
			}
			require.Equal(t, want, string(got), "%s %s", gpu, c.policy)
		}
	}
}

// The pair is 0x2a and 0x1000; s8 is 0xdeadbe00 until the first load returns.
func TestScalarLoadsReturnInTheOrderAskedFor(t *testing.T) {
	const fresh, stale = 2 * 0x2a, 2 * 0xdeadbe00 & 0xffffffff
	for _, c := range []struct {
		name, policy string
		s20          uint32
	}{
		{"smem_order", "asap", fresh},
		{"smem_order", "late", stale},
		{"smem_order", "0,1", fresh},
		{"smem_order", "1,0", stale},
		{"smem_wait", "asap", fresh},
		{"smem_wait", "late", fresh},
		{"smem_wait", "0,1", fresh},
		{"smem_wait", "1,0", fresh},
		{"smem_wait", "random:7", fresh},
	} {
		for _, gpu := range []string{"gfx803", "gfx900"} {
			out := runFile(t, c.name+"-"+gpu, c.policy)
			s := out.Launches[0].Result.State[0].Waves[0].S
			require.Equal(t, c.s20, s[20], "%s %s %s: s20", c.name, gpu, c.policy)
			require.Equal(t, c.s20+0x1000, s[21], "%s %s %s: s21", c.name, gpu, c.policy)
		}
	}
}

// Both results of the missing wait come up among a few random orders: the checker's point.
func TestRandomOrdersFindBothResults(t *testing.T) {
	seen := map[uint32]bool{}
	for _, seed := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
		seen[runFile(t, "smem_order-gfx900", "random:"+seed).Launches[0].Result.State[0].Waves[0].S[20]] = true
	}
	require.Len(t, seen, 2)
}
