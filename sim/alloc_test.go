//go:build !race

// The race detector allocates.

package sim_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// Work-groups allocate nothing: a launch of many takes as many allocations as one of a few, when
// launches before it have left what it needs.
func TestWorkGroupsAllocateNothing(t *testing.T) {
	gpu, err := chip.Lookup("fiji")
	require.NoError(t, err)
	gpu, err = gpu.Override(strings.NewReader(`{"cus": 4}`), "test")
	require.NoError(t, err)
	for name, o := range map[string]sim.Options{
		"go":        {Workers: 1, Host: "go"},
		"host":      {Workers: 1},
		"checked":   {Workers: 1, Check: true, Host: "go"},
		"both":      {Workers: 1, Check: true},
		"clock":     {Workers: 1, Timing: &sim.TimingOptions{Chip: gpu}},
		"two cores": {Workers: 2, Check: true},
	} {
		t.Run(name, func(t *testing.T) {
			const many = 400
			a := newAdder(t, 1, many)
			allocations := func(groups int) float64 {
				l := a.launch(0, groups, 128, o)
				least := math.Inf(1) // lists grow to what is needed, when workers first need that at one time
				for range 4 {
					least = min(least, testing.AllocsPerRun(1, func() {
						r, err := a.d.Run(l)
						require.NoError(t, err)
						require.Nil(t, r.Fault)
					}))
				}
				return least
			}
			allocations(many)
			few := allocations(many / 20)
			require.Less(t, few, 120.0)
			require.Less(t, allocations(many)-few, many/20.0) // some are the runtime's
		})
	}
}
