package clock

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// A line is sent when a sorted list says that there may be one more, wherever lines come from and in whatever
// order they return.
func TestLinesOnTheirWay(t *testing.T) {
	r := rand.New(rand.NewPCG(28, 1))
	for _, n := range []int{1, 2, 7, 64, 300} {
		way := newOnTheirWay(n)
		for range 3 { // launches
			way.renew()
			list, port := make([]uint64, n), uint64(0)
			for step := range 4000 {
				at := port
				switch r.IntN(100) {
				case 0:
					at += r.Uint64N(80000)
				default:
					at += r.Uint64N(4) * r.Uint64N(2)
				}
				sent := max(at, way.first)
				require.Equal(t, max(at, list[0]), sent, "%d lines, step %d", n, step)
				back := sent + r.Uint64N(100)
				switch r.IntN(30) {
				case 0:
					back += r.Uint64N(40000)
				case 1:
					back -= min(sent, 50) // of a chip whose L2 is quicker than its L1
				default:
					back += r.Uint64N(2) * (300 + r.Uint64N(400))
				}
				way.replace(sent, back)
				list[0] = back
				slices.Sort(list)
				port = sent + 1 + r.Uint64N(2)*r.Uint64N(3)
			}
		}
	}
}
