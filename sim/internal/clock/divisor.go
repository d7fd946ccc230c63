package clock

import (
	"math"
	"math/bits"
)

// divisor divides by a figure of the chip. Most are powers of two. For others the host multiplies by the inverse:
// a division takes it longer.
type divisor struct {
	n       uint64
	inverse uint64 // 2^64 / n, rounded up
	most    uint64 // what is less is multiplied by that; 0: n is a power of two
	shift   uint8  // log2 of n
}

func newDivisor(n uint64) divisor {
	d := divisor{n: n, shift: uint8(bits.Len64(n) - 1)}
	if n&(n-1) != 0 {
		d.inverse, d.most = math.MaxUint64/n+1, math.MaxUint64/n
	}
	return d
}

// split returns quotient and remainder.
func (d *divisor) split(x uint64) (q, rest uint64) {
	if d.most == 0 {
		return x >> (d.shift & 63), x & (d.n - 1)
	}
	q = d.divide(x)
	return q, x - q*d.n
}

// over returns the quotient.
func (d *divisor) over(x uint64) uint64 {
	if d.most == 0 {
		return x >> (d.shift & 63)
	}
	return d.divide(x)
}

// divide is over where n is no power of two. What it multiplies by is too large by less than 1/2^64: the product is
// too large by less than 1/n for an x below most, and does not come to the next whole number.
func (d *divisor) divide(x uint64) uint64 {
	if x < d.most {
		q, _ := bits.Mul64(x, d.inverse)
		return q
	}
	return x / d.n
}

// power divides by a figure of the chip that has to be a power of two.
type power struct {
	rest  uint64 // n - 1
	shift uint8  // log2 of n
}

func newPower(n uint64) power { return power{n - 1, uint8(bits.TrailingZeros64(n))} }

// split returns quotient and remainder.
func (p *power) split(x uint64) (q, rest uint64) { return x >> (p.shift & 63), x & p.rest }

// over returns the quotient.
func (p *power) over(x uint64) uint64 { return x >> (p.shift & 63) }
