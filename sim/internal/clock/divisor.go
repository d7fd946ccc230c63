package clock

import "math/bits"

// divisor divides by a figure of the chip. Most are powers of two, for which the host need not divide, which
// takes it long.
type divisor struct {
	n     uint64
	shift uint8 // log2 of n
	power bool  // n is a power of two
}

func newDivisor(n uint64) divisor {
	return divisor{n: n, shift: uint8(bits.Len64(n) - 1), power: n&(n-1) == 0}
}

// split returns quotient and remainder.
func (d *divisor) split(x uint64) (q, rest uint64) {
	if d.power {
		return x >> (d.shift & 63), x & (d.n - 1)
	}
	return x / d.n, x % d.n
}

// over returns the quotient.
func (d *divisor) over(x uint64) uint64 {
	if d.power {
		return x >> (d.shift & 63)
	}
	return x / d.n
}
