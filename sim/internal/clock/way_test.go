package clock

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The line that returns first is the one that a sorted list has first, wherever lines come from and in whatever
// order they return.
func TestLinesOnTheirWay(t *testing.T) {
	r := rand.New(rand.NewPCG(28, 1))
	for _, n := range []int{1, 2, 7, 64} {
		way := newOnTheirWay(n)
		for range 3 { // launches
			way.renew()
			list, now := make([]uint64, n), uint64(0)
			for step := range 4000 {
				require.Equal(t, list[0], way.first, "%d lines, step %d", n, step)
				now = max(now+r.Uint64N(4), list[0])
				back, from := now+r.Uint64N(100), LevelL2
				if r.IntN(3) > 0 {
					back, from = now+300+r.Uint64N(400), LevelDRAM
				}
				way.replace(back, from)
				list[0] = back
				slices.Sort(list)
			}
		}
	}
}
