package hostcode_test

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
	"github.com/gcnsim/gcnsim/sim/launch"
	launchrun "github.com/gcnsim/gcnsim/sim/launch/run"
)

// leastShare is the least share of the instructions that compute of which host code can be made.
const leastShare = 0.99

// Recipes cover what compiled kernels execute, but for memory and what controls waves. With -v it
// lists the instructions that they do not cover.
func TestRecipesCoverCompiledKernels(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/kernels/*/gfx*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var all, covered uint64
	missing := map[string]uint64{}
	for i, path := range files {
		if !*long && i%7 != 0 {
			continue
		}
		f, err := launch.Load(path)
		require.NoError(t, err, path)
		out, err := launchrun.Run(f, sim.Options{Host: "go", Count: true, Keep: true})
		require.NoError(t, err, path)
		p := out.Module.Prog
		for j := range out.Launches {
			r := out.Launches[j].Result
			mode := r.State[0].Waves[0].Mode
			for slot, n := range r.Counts {
				if n == 0 {
					continue
				}
				in, err := p.Inst(p.Base + uint64(slot)*4)
				require.NoError(t, err)
				if !computes(&in) {
					continue
				}
				all += n
				if hostcode.Usable(p, uint32(slot), mode) {
					covered += n
				} else {
					missing[in.Form.Name] += n
				}
			}
		}
	}
	var b strings.Builder
	most := func(a, b string) int { return cmp.Compare(missing[b], missing[a]) }
	for _, name := range slices.SortedFunc(maps.Keys(missing), most) {
		fmt.Fprintf(&b, "%9d %s\n", missing[name], name)
	}
	t.Logf("%d of %d, %.2f %%; not:\n%s", covered, all, 100*float64(covered)/float64(all), b.String())
	require.Greater(t, float64(covered)/float64(all), leastShare)
}

// computes reports whether an instruction is neither memory nor control of the wave.
func computes(in *isa.Inst) bool {
	switch do := in.Form.Desc.Do.(type) {
	case isa.Memory:
		return false
	case isa.Control:
		return in.Form.Desc.Host != nil || do >= isa.CtlGetReg
	}
	return true
}
