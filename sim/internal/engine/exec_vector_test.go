package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// A result reaches the active lanes and no other, whichever of eight neighbours are active.
func TestMergeWritesTheActiveLanesOnly(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 0))
	masks := []uint64{0, 1, 1 << 63, 1<<15 - 1, AllLanes >> 1, AllLanes}
	for m := range uint64(256) { // each pattern of eight lanes, among many active ones
		masks = append(masks, m<<24|0xffff_ffff<<32)
	}
	for range 256 {
		masks = append(masks, rnd.Uint64(), rnd.Uint64()&rnd.Uint64()&rnd.Uint64())
	}
	for _, m := range masks {
		var dst, src, want isa.Row
		for l := range dst {
			dst[l], src[l] = rnd.Uint32(), rnd.Uint32()
			want[l] = dst[l]
			if m>>l&1 != 0 {
				want[l] = src[l]
			}
		}
		before := src
		merge(&dst, &src, m)
		require.Equal(t, want, dst, "lanes %#x", m)
		require.Equal(t, before, src)
	}
}
