package clock

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDivisorsDivide: powers of two and others.
func TestDivisorsDivide(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 12, 16, 24, 64, 100, 641, 1<<21 - 1, 1 << 21, 1<<32 + 1, 1 << 63, math.MaxUint64} {
		d := newDivisor(n)
		most := math.MaxUint64 / n // of the quotients
		for _, x := range []uint64{0, 1, 11, 12, 63, 64, 65, 1 << 20, 1<<40 + 17, most - 1, most, most/n*n - 1, most / n * n,
			most/2/n*n - 1, most / 2 / n * n, math.MaxUint64} {
			q, rest := d.split(x)
			require.Equal(t, [3]uint64{x / n, x % n, x / n}, [3]uint64{q, rest, d.over(x)}, "%d by %d", x, n)
			if p := newPower(n); n&(n-1) == 0 {
				q, rest := p.split(x)
				require.Equal(t, [3]uint64{x / n, x % n, x / n}, [3]uint64{q, rest, p.over(x)}, "%d by %d", x, n)
			}
		}
	}
}
