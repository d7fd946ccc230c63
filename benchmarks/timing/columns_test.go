package timing

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// What a compute unit does by itself takes the clocks of its generation on every chip: the chips that no
// row is about are as those that one is about. Kaveri's latencies are its own.
func TestChipsOfAGenerationTakeTheSame(t *testing.T) {
	groups := []string{"l1-pattern", "l1-parts", "l1-stride", "image-load", "image-store", "image-sample", "image-tiled", "lds-atomics", "lds-by-waves",
		"conflicts", "atomics", "l1-by-waves"}
	seen := map[string]int{}
	for _, r := range allRows(t) {
		group := r.Group()
		// One row of each group by default, as a row runs on all chips of its generation. Launches have last
		// waves, whose part depends on the number of compute units.
		launch := strings.HasPrefix(r.How, "perftest's launch")
		if r.Slow || launch || r.Measure == nil || !slices.Contains(groups, group) || !*long && seen[group] > 0 {
			continue
		}
		c, err := chip.Lookup(r.Chip)
		require.NoError(t, err)
		seen[group]++
		want, err := r.Measure(Simulate, &c)
		require.NoError(t, err, r.ID)
		for _, x := range chip.All() {
			if x.Target.Gen != c.Target.Gen || x.Name == c.Name || group == "l1-by-waves" && x.Name == "kaveri" {
				continue
			}
			got, err := r.Measure(Simulate, &x)
			require.NoError(t, err, "%s on %s", r.ID, x.Name)
			require.InEpsilon(t, want, got, 0.03, "%s on %s", r.ID, x.Name)
		}
	}
	require.Len(t, seen, len(groups))
}
