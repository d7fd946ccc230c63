package run_test

import (
	"hash/fnv"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// oneOfEach chooses one launch file of each kernel and processor, by its name: another level of
// optimisation for the next.
func oneOfEach(files []string) map[string]bool {
	groups := map[string][]string{}
	for _, path := range files {
		gpu, _, _ := strings.Cut(filepath.Base(path), "-")
		key := filepath.Base(filepath.Dir(path)) + "/" + gpu
		groups[key] = append(groups[key], path)
	}
	chosen := map[string]bool{}
	for key, list := range groups {
		h := fnv.New32a()
		h.Write([]byte(key))
		chosen[list[h.Sum32()%uint32(len(list))]] = true
	}
	return chosen
}

// The hand-written cases without a wait are there to be found; everything else is what compilers
// emit, and right, and gives the native result.
func TestCheckedKernelsHaveNoErrors(t *testing.T) {
	files, err := filepath.Glob(kernels + "*/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	sample := oneOfEach(files)
	for _, path := range files {
		name, _, _ := strings.Cut(filepath.Base(path), "-")
		bench := single[filepath.Base(filepath.Dir(path))]
		policies := []string{"late", "asap"}
		switch {
		case *long:
		case race && !raced(path), testing.Short() && bench:
			continue
		case !strings.Contains(path, "/asm/"):
			// TestKernelsGiveTheNativeResult runs them all without the checker.
			if !race && !sample[path] {
				continue
			}
			// Findings do not depend on the policy, which other tests show.
			policies = policies[len(path)&1:][:1]
		}
		t.Run(strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), kernels), ".json"), func(t *testing.T) {
			f, err := launch.Load(path)
			require.NoError(t, err)
			for _, policy := range policies {
				p, err := waitcnt.ParsePolicy(policy)
				require.NoError(t, err)
				out, err := run.Run(f, sim.Options{Policy: p, Check: true})
				require.NoError(t, err)
				require.Nil(t, out.Fault, policy)
				if !without[name] {
					require.NotZero(t, run.Expectations(f), "a launch file that expects nothing tests nothing")
					require.Empty(t, out.Unmet, policy)
				}
				var bad []waitcnt.Finding
				for _, l := range out.Launches {
					for _, x := range l.Result.Findings {
						t.Logf("%s: %s %v %v %s: %s (%d times)", policy, x.Rule, x.Severity, x.PC, x.Instruction, x.Message, x.Count)
						if x.Severity == waitcnt.Error {
							bad = append(bad, x)
						}
					}
				}
				require.Equal(t, name == "load_nowait" || name == "smem_order", len(bad) != 0, "%s: %v", policy, bad)
			}
		})
	}
}
