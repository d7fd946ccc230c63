package mem

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Rows are as far apart as each lane that takes part says, whatever the others hold.
func TestRowsAreAsFarApartAsTheirLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var a, b Row
		m, d := r.Uint64()&r.Uint64(), r.Uint32()
		if r.IntN(4) == 0 {
			m = AllLanes
		}
		for i := range a {
			a[i], b[i] = r.Uint32(), r.Uint32()
			if m>>i&1 != 0 {
				a[i] = b[i] + d
			}
		}
		same := m != 0
		if l := r.IntN(64); m>>l&1 != 0 && m != 1<<l && r.IntN(2) == 0 {
			a[l]++
			same = false
		}
		got, ok := Apart(&a, &b, m)
		if vector || vector8 {
			require.Equal(t, same, ok)
		}
		if ok {
			require.True(t, same)
			require.Equal(t, d, got)
		}
	}
}
