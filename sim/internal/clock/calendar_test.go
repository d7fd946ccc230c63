package clock

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Slots that are taken together are those that are taken one behind the other, and leave the same, also where
// what is asked for is older than what is kept.
func TestSlotsAreTakenTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 1))
	for _, never := range []func(uint64) uint64{nil, func(w uint64) uint64 { return refreshing(w*64*3, 3, 700, 50) }} {
		for range 200 {
			one, many := calendar{never: never}, calendar{never: never}
			now := uint64(0)
			for range 60 {
				if now += r.Uint64N(200); r.IntN(8) == 0 {
					now = r.Uint64N(now + 6000)
				}
				for range r.IntN(20) {
					slot := now + r.Uint64N(300)
					require.Equal(t, one.take(slot), many.take(slot))
				}
				n, want := 1+r.IntN(80), now
				for range n {
					want = one.take(want)
				}
				require.Equal(t, want, many.takeMany(now, n))
				require.Equal(t, one.full, many.full)
				require.Equal(t, one.words, many.words)
			}
		}
	}
}
