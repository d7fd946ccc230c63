package clock

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Every cluster is simulated in every window, whether the helpers are awake, asleep, or on their
// way.
func TestAGangSimulatesAllClusters(t *testing.T) {
	for _, pause := range []time.Duration{0, gangPatience / 2, 4 * gangPatience} {
		clusters := make([]*cluster, 9)
		for i := range clusters {
			clusters[i] = &cluster{}
		}
		g := newGang(clusters, 3)
		for window := range uint64(200) {
			for i, cl := range clusters {
				cl.next = never
				if window%3 != 0 || i%4 == 0 {
					cl.next = window
				}
			}
			g.run(window + 1)
			for i, cl := range clusters {
				require.Equal(t, never, cl.next, "cluster %d in window %d", i, window) // it has no compute units
			}
			time.Sleep(pause)
		}
		g.stop()
	}
}
