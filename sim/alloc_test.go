//go:build !race

// The race detector allocates.

package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// A work-group takes no memory of the host that the one before has not left: a launch of many takes
// as often memory as a launch of few.
func TestNoAllocationByWorkGroup(t *testing.T) {
	gpu, err := chip.Lookup("fiji")
	require.NoError(t, err)
	for name, o := range map[string]sim.Options{
		"functional": {Workers: 1},
		"checked":    {Workers: 1, Check: true},
		"clock":      {Workers: 1, Timing: &sim.TimingOptions{Chip: gpu}},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAdder(t, 1, 128)
			allocs := func(groups int) float64 {
				l := a.launch(0, groups, 256, o)
				return testing.AllocsPerRun(5, func() {
					r, err := a.d.Run(l)
					require.NoError(t, err)
					require.Nil(t, r.Fault)
				})
			}
			for range 3 {
				allocs(128) // lists grow to what is needed
			}
			few, many := allocs(64), allocs(128)
			t.Logf("%v allocations with 64 work-groups, %v with 128", few, many)
			require.Less(t, many-few, 16.0)
			require.Less(t, few, 120.0)
		})
	}
}
