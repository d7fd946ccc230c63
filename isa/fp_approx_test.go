package isa

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestApproximationsAreWithinTheirBounds(t *testing.T) {
	// sin(2*pi*x), folded exactly to a quarter turn so that math.Sin's argument has a small
	// relative error.
	sin := func(x float64) float64 {
		x -= math.RoundToEven(x)
		if math.Abs(x) > 0.25 {
			x = math.Copysign(0.5, x) - x
		}
		return math.Sin(2 * math.Pi * x)
	}
	cos := func(x float64) float64 { return sin(0.25 - math.Abs(x)) }
	keep := func(f func(uint32, FPRule) uint32) func(uint32) uint32 {
		return func(x uint32) uint32 { return f(x, KeepAll) }
	}
	for _, c := range []struct {
		name   string
		f      oFormat
		got    func(x uint32) uint32
		want   func(float64) float64
		lo, hi float64
	}{
		{"rcp32", oFormats[1], rcp32, func(x float64) float64 { return 1 / x }, -1e37, 1e37},
		{"rsq32", oFormats[1], rsq32, func(x float64) float64 { return 1 / math.Sqrt(x) }, 2e-38, 1e38},
		{"sqrt32", oFormats[1], sqrt32, math.Sqrt, 2e-38, 1e38},
		{"log32", oFormats[1], log32, math.Log2, 2e-38, 1e38},
		{"log32 near 1", oFormats[1], log32, func(x float64) float64 { return math.Log1p(x-1) / math.Ln2 }, 0.9, 1.1},
		{"exp32", oFormats[1], exp32, math.Exp2, -126, 127.9},
		{"sin32", oFormats[1], keep(sin32), sin, -0.51, 0.51},
		{"cos32", oFormats[1], keep(cos32), cos, -0.51, 0.51},
		{"rcp16", oFormats[0], keep(rcp16), func(x float64) float64 { return 1 / x }, -60000, 60000},
		{"rsq16", oFormats[0], keep(rsq16), func(x float64) float64 { return 1 / math.Sqrt(x) }, 6e-8, 60000},
		{"sqrt16", oFormats[0], keep(sqrt16), math.Sqrt, 6e-8, 60000},
		{"log16", oFormats[0], keep(log16), math.Log2, 6e-8, 60000},
		{"exp16", oFormats[0], keep(exp16), math.Exp2, -24, 15.9},
		{"sin16", oFormats[0], keep(sin16), sin, -0.51, 0.51},
		{"cos16", oFormats[0], keep(cos16), cos, -0.51, 0.51},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, worst := fpRand(), 0.0
			for range 20000 * *fpCases {
				x := uint32(c.f.Random(g, 0))
				v := c.f.value(uint64(x), KeepAll)
				if g.IntN(2) == 0 {
					v = c.lo + (c.hi-c.lo)*g.Float64()
					x = f32ToF16(math.Float32bits(float32(v)), KeepAll)
					if c.f.Width == 32 {
						x = math.Float32bits(float32(v))
					}
					v = c.f.value(uint64(x), KeepAll)
				}
				if !(v >= c.lo && v <= c.hi) || v == 0 || c.f.Width == 32 && isDenorm32(x) {
					continue
				}
				worst = max(worst, c.f.Ulps(c.want(v), uint64(c.got(x))))
			}
			require.Less(t, worst, 0.501, "units in the last place")
		})
	}
}

func TestSineAndCosineBetweenTheirZeros(t *testing.T) {
	// Absolute error over the whole range; relative error near the inner zeros is covered by
	// symmetry.
	g := fpRand()
	for range 20000 {
		x := float32((g.Float64() - 0.5) * 500)
		want, cos := math.Sincos(2 * math.Pi * (float64(x) - math.Floor(float64(x))))
		require.InDelta(t, want, math.Float32frombits(sin32(math.Float32bits(x), KeepAll)), 6.1e-8)
		require.InDelta(t, cos, math.Float32frombits(cos32(math.Float32bits(x), KeepAll)), 6.1e-8)
	}
}

// TestVegaExamples are the examples printed with the instructions in the Vega ISA manual, and the
// same rules for the older variants (CLRX).
func TestVegaExamples(t *testing.T) {
	keep := func(f func(uint32, FPRule) uint32) func(uint32) uint32 {
		return func(x uint32) uint32 { return f(x, KeepAll) }
	}
	type io struct{ in, out uint32 }
	for name, c := range map[string]struct {
		f    func(uint32) uint32
		list []io
	}{
		"exp32": {exp32, []io{{0xff800000, 0}, {0x80000000, 0x3f800000}, {0x7f800000, 0x7f800000}, {1, 0x3f800000}, {0xc2fe0000, 0},
			{0x43000000, 0x7f800000}, {0x7f800001, 0x7fc00001}, {0xc2fc0000, 0x00800000}}},
		"log32": {log32, []io{{0xff800000, 0xffc00000}, {0xbf800000, 0xffc00000}, {0x80000000, 0xff800000}, {0, 0xff800000}, {0x3f800000, 0},
			{0x7f800000, 0x7f800000}, {1, 0xff800000}, {0x41000000, 0x40400000}}},
		"rcp32": {rcp32, []io{{0xff800000, 0x80000000}, {0xc0000000, 0xbf000000}, {0x80000000, 0xff800000}, {0, 0x7f800000}, {0x7f800000, 0},
			{1, 0x7f800000}, {0x7f000000, 0}, {0xffa00000, 0xffe00000}}},
		"rsq32": {rsq32, []io{{0xff800000, 0xffc00000}, {0x80000000, 0xff800000}, {0, 0x7f800000}, {0x40800000, 0x3f000000}, {0x7f800000, 0},
			{0x80000001, 0xff800000}, {0xbf800000, 0xffc00000}}},
		"sqrt32": {sqrt32, []io{{0xff800000, 0xffc00000}, {0x80000000, 0x80000000}, {0, 0}, {0x40800000, 0x40000000},
			{0x7f800000, 0x7f800000}, {1, 0}}},
		"sin32": {keep(sin32), []io{{0xff800000, 0xffc00000}, {0xff7fffff, 0}, {0x80000000, 0x80000000}, {0x3e800000, 0x3f800000},
			{0x7f800000, 0xffc00000}, {0xbe800000, 0xbf800000}, {0x3f000000, 0}, {0xbf000000, 0}, {0x43808000, 0}, {0x437fa000, 0xbf3504f3}}},
		"cos32": {keep(cos32), []io{{0xff800000, 0xffc00000}, {0xff7fffff, 0x3f800000}, {0x80000000, 0x3f800000}, {0x3e800000, 0},
			{0x7f800000, 0xffc00000}, {0x3f000000, 0xbf800000}}},
		"rcp16":  {keep(rcp16), []io{{0xfc00, 0x8000}, {0xc000, 0xb800}, {0x8000, 0xfc00}, {0, 0x7c00}, {0x7c00, 0}}},
		"sqrt16": {keep(sqrt16), []io{{0xfc00, 0xfe00}, {0x8000, 0x8000}, {0, 0}, {0x4400, 0x4000}, {0x7c00, 0x7c00}}},
		"rsq16":  {keep(rsq16), []io{{0xfc00, 0xfe00}, {0x8000, 0xfc00}, {0, 0x7c00}, {0x4400, 0x3800}, {0x7c00, 0}}},
		"log16": {keep(log16), []io{{0xfc00, 0xfe00}, {0xbc00, 0xfe00}, {0x8000, 0xfc00}, {0, 0xfc00}, {0x3c00, 0}, {0x7c00, 0x7c00},
			{1, 0xce00}}},
		"exp16": {keep(exp16), []io{{0xfc00, 0}, {0x8000, 0x3c00}, {0x7c00, 0x7c00}, {0xce00, 1}, {0x4c00, 0x7c00}}},
		"sin16": {keep(sin16), []io{{0xfc00, 0xfe00}, {0xfbff, 0}, {0x8000, 0x8000}, {0x3400, 0x3c00}, {0x7bff, 0}, {0x7c00, 0xfe00}}},
		"cos16": {keep(cos16), []io{{0xfc00, 0xfe00}, {0xfbff, 0x3c00}, {0x8000, 0x3c00}, {0x3400, 0}, {0x7bff, 0x3c00}, {0x7c00, 0xfe00}}},

		"rcp clamp":  {rcpClamp32, []io{{0, 0x7f7fffff}, {0x80000000, 0xff7fffff}, {0x7f800000, 0}}},
		"rsq clamp":  {rsqClamp32, []io{{0, 0x7f7fffff}, {0x80000000, 0xff7fffff}, {0xbf800000, 0xffc00000}}},
		"log clamp":  {logClamp32, []io{{0, 0xff7fffff}, {0x7f800000, 0x7f800000}, {0xbf800000, 0xffc00000}}},
		"rcp legacy": {rcpLegacy32, []io{{0, 0}, {0x80000000, 0x80000000}, {0x40000000, 0x3f000000}}},
		"rsq legacy": {rsqLegacy32, []io{{0, 0}, {0x80000000, 0x80000000}, {0x40800000, 0x3f000000}}},
	} {
		for _, x := range c.list {
			require.Equal(t, x.out, c.f(x.in), "%s(%#x)", name, x.in)
		}
	}
	d := math.Float64bits
	require.Equal(t, d(0.25), rcp64(d(4), KeepAll))
	require.Equal(t, d(0.5), rsq64(d(4), KeepAll))
	require.Equal(t, d(2), sqrt64(d(4), KeepAll))
	require.Equal(t, uint64(badNaN64), sqrt64(d(-4), KeepAll))
	require.Equal(t, uint64(sign64|inf64), rcp64(sign64, KeepAll))
	require.Equal(t, uint64(inf64), rcp64(1, FlushAll))
	require.Equal(t, d(0x1p537), rsq64(1, KeepAll), "denormals are supported")
	require.Equal(t, d(math.MaxFloat64), rcpClamp64(0, KeepAll))
	require.Equal(t, d(-math.MaxFloat64), rsqClamp64(sign64, KeepAll))
	require.Equal(t, uint64(0x0008000000000000), rcp64(d(0x1p1023), KeepAll), "1/2^1023 is denormal")
	require.Equal(t, uint32(0x00c90fdb), sin32(0x00200000, KeepAll), "a denormal times 2*pi")
}

// TestTwoOverPiTable computes the constant anew: pi by Machin's formula in exact integers.
func TestTwoOverPiTable(t *testing.T) {
	const prec = 1400
	arctan := func(n int64) *big.Int { // arctan(1/n) * 2^prec
		sum, term := new(big.Int), new(big.Int).Div(new(big.Int).Lsh(big.NewInt(1), prec), big.NewInt(n))
		for k := int64(1); term.Sign() != 0; k += 2 {
			q := new(big.Int).Div(term, big.NewInt(k))
			if k&2 != 0 {
				q.Neg(q)
			}
			sum.Add(sum, q)
			term.Div(term, big.NewInt(n*n))
		}
		return sum
	}
	pi := new(big.Int).Mul(big.NewInt(4), new(big.Int).Sub(new(big.Int).Mul(big.NewInt(4), arctan(5)), arctan(239)))
	bits := new(big.Int).Div(new(big.Int).Lsh(big.NewInt(2), 1201+prec), pi) // 1201 places
	word := new(big.Int).Lsh(bits, 15)
	for i := len(twoOverPi) - 1; i >= 0; i-- {
		require.Equal(t, new(big.Int).And(word, new(big.Int).SetUint64(math.MaxUint64)).Uint64(), twoOverPi[i], "word %d", i)
		word.Rsh(word, 64)
	}

	// Segments, from the same integer.
	for n := range uint32(32) {
		for _, exp := range []int{0, 1023, 1077, 1078, 1100, 1500, 1967, 1968, 2046} {
			shift := 53 * int(n)
			if exp > 1077 {
				shift += exp - 1077
			}
			seg := new(big.Int).Rsh(new(big.Int).Lsh(bits, 64), 64) // a copy
			if s := 1201 - 53 - shift; s >= 0 {
				seg.Rsh(seg, uint(s))
			} else {
				seg.Lsh(seg, uint(-s))
			}
			seg.And(seg, new(big.Int).SetUint64(1<<53-1))
			scale := -53 - shift
			if exp >= 1968 {
				scale += 128
			}
			want := oFormats[2].encode(oNum{M: seg, E: scale}, KeepAll)
			require.Equal(t, want, trigPreop64(uint64(exp)<<52|0x123456789, n, KeepAll), "segment %d exponent %d", n, exp)
		}
	}
	require.InDelta(t, 2/math.Pi, math.Float64frombits(trigPreop64(one64, 0, KeepAll)), 1e-15)
}
