package isa

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// exactFMA rounds the exact a*b+c once.
func exactFMA(a, b, c uint32) uint32 {
	exact := func(x uint32) *big.Float { return new(big.Float).SetPrec(1000).SetFloat64(float64(f32(x))) }
	sum := exact(a)
	sum.Mul(sum, exact(b)).Add(sum, exact(c))
	v, _ := sum.Float32()
	return b32(v)
}

// Sums that lie exactly, or by one bit of the product nearly, half way between two f32 numbers are
// where rounding twice goes wrong.
func TestFMAHalfwayIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func(exp int) uint32 { // few significant bits at either end make ties likely
		m := r.Uint32() & 0x7fffff
		switch r.IntN(4) {
		case 0:
			m &= 0x7ff << r.IntN(13)
		case 1:
			m = 1 << r.IntN(23)
		case 2:
			m = 0x7fffff >> r.IntN(23)
		}
		return r.Uint32()&sign32 | uint32(exp)<<23 | m
	}
	wide := 0
	for range 300_000 {
		ea := 1 + r.IntN(254)
		eb := min(max(127+r.IntN(60)-30, 1), 254)
		if r.IntN(4) == 0 {
			eb = min(max(127-ea+r.IntN(8), 0), 254) // towards denormal results
		}
		ec := min(max(ea+eb-127+r.IntN(52)-26, 0), 254)
		a, b, c := word(ea), word(eb), word(ec)
		want := exactFMA(a, b, c)
		if want&^sign32 == 0 { // an exact zero has the sign of its parts, which big.Float does not follow
			continue
		}
		if isInf32(want) && math.IsInf(float64(f32(a)), 0) {
			continue
		}
		require.Equal(t, want, fma32N(a, b, c), "fma %08x %08x %08x", a, b, c)
		require.Equal(t, want, fmaHalfway(a, b, c), "half way %08x %08x %08x", a, b, c)
		if _, ok := fmaWide(a, b, c); !ok {
			wide++
		}
	}
	require.Greater(t, wide, 10_000, "cases that take the careful way")
}
