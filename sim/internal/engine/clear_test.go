package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// Of a wave's registers those that have been written become zero, in all lanes, and no others.
func TestWrittenRowsAreCleared(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, clearing := range map[string]func(*[256]isa.Row, *[256]uint64){"go": clearRows, "vector": clearWritten} {
		for round := range 100 {
			var v, want [256]isa.Row
			var written [256]uint64
			for i := range v {
				for l := range v[i] {
					v[i][l] = random.Uint32()
				}
				want[i] = v[i]
				if random.IntN(100) < round { // none up to nearly all
					written[i] = 1 << random.IntN(64)
					want[i] = isa.Row{}
				}
			}
			clearing(&v, &written)
			require.Equal(t, want, v, name)
			require.Zero(t, written, name)
		}
	}
}
