package isa

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// edgePairs calls f with every pair of edge values of a format.
func (f oFormat) edgePairs(do func(a, b uint64)) {
	for _, a := range f.Edges() {
		for _, b := range f.Edges() {
			do(a, b)
		}
	}
}

func TestMinMaxFollowVegaText(t *testing.T) {
	u := func(x uint32) uint64 { return uint64(x) }
	for _, r := range []FPRule{FlushAll, KeepAll, DenormIn, DenormOut} {
		for _, ieee := range []bool{false, true} {
			oFormats[0].edgePairs(func(a, b uint64) {
				f := oFormats[0]
				same(t, f.minMaxText(a, b, false, r, ieee), u(min16(uint32(a), uint32(b), r, ieee)), "min16", a, b, r, ieee)
				same(t, f.minMaxText(a, b, true, r, ieee), u(max16(uint32(a), uint32(b), r, ieee)), "max16", a, b, r, ieee)
			})
			oFormats[1].edgePairs(func(a, b uint64) {
				f := oFormats[1]
				same(t, f.minMaxText(a, b, false, r, ieee), u(min32(uint32(a), uint32(b), r, ieee)), "min32", a, b, r, ieee)
				same(t, f.minMaxText(a, b, true, r, ieee), u(max32(uint32(a), uint32(b), r, ieee)), "max32", a, b, r, ieee)
			})
			oFormats[2].edgePairs(func(a, b uint64) {
				f := oFormats[2]
				same(t, f.minMaxText(a, b, false, r, ieee), min64(a, b, r, ieee), "min64", a, b, r, ieee)
				same(t, f.minMaxText(a, b, true, r, ieee), max64(a, b, r, ieee), "max64", a, b, r, ieee)
			})
		}
	}
}

func TestThreeOperandMinMaxMed(t *testing.T) {
	type f3 = func(a, b, c uint32, r FPRule, ieee bool) uint32
	for i, ops := range []struct{ min3, max3, med3 f3 }{{min3x16, max3x16, med3x16}, {min3x32, max3x32, med3x32}} {
		f := oFormats[i]
		g := fpRand()
		for range 50000 {
			a := f.Random(g, 0)
			b := f.Random(g, a)
			c := f.Random(g, b)
			p, q, s := uint32(a), uint32(b), uint32(c)
			r, ieee := []FPRule{FlushAll, KeepAll}[g.IntN(2)], g.IntN(2) == 0
			two := func(x, y uint64, isMax bool) uint64 { return f.minMaxText(x, y, isMax, r, ieee) }
			min3, max3 := two(two(a, b, false), c, false), two(two(a, b, true), c, true)
			same(t, min3, uint64(ops.min3(p, q, s, r, ieee)), "min3", a, b, c, r)
			same(t, max3, uint64(ops.max3(p, q, s, r, ieee)), "max3", a, b, c, r)
			want := min3
			if !f.IsNaN(a) && !f.IsNaN(b) && !f.IsNaN(c) {
				switch m := f.value(max3, r); m {
				case f.value(a, r):
					want = two(b, c, true)
				case f.value(b, r):
					want = two(a, c, true)
				default:
					want = two(a, b, true)
				}
			}
			same(t, want, uint64(ops.med3(p, q, s, r, ieee)), "med3", a, b, c, r, ieee)
		}
	}
	require.Equal(t, uint32(0x40000000), med3x32(0x40400000, 0x3f800000, 0x40000000, KeepAll, true), "median of 3, 1, 2")
}

func TestLegacyMinMaxAndMul(t *testing.T) {
	const nan, one, two, inf = 0x7fc00001, 0x3f800000, 0x40000000, 0x7f800000
	for _, c := range []struct{ a, b, min, max uint32 }{
		{one, two, one, two}, {two, one, one, two}, {nan, one, one, one}, {one, nan, nan, nan}, {0, sign32, sign32, 0}, {sign32, 0, 0, sign32},
	} {
		require.Equal(t, c.min, minLegacy32(c.a, c.b, KeepAll), "min %#x %#x", c.a, c.b)
		require.Equal(t, c.max, maxLegacy32(c.a, c.b, KeepAll), "max %#x %#x", c.a, c.b)
	}
	for _, c := range []struct{ a, b, want uint32 }{
		{0, inf, 0}, {inf, sign32, 0}, {nan, 0, 0}, {0x80000000, one, 0}, {two, two, 0x40800000}, {nan, one, nan}, {1, two, 0}, // 1: denormal
	} {
		require.Equal(t, c.want, mulLegacy32(c.a, c.b, FlushAll), "%#x * %#x", c.a, c.b)
	}
	require.Equal(t, uint32(2), mulLegacy32(1, two, KeepAll), "a kept denormal is no zero")
	require.Equal(t, uint32(one), madLegacy32(0, inf, one, KeepAll))
	require.Equal(t, uint32(0x40a00000), madLegacy32(two, two, one, KeepAll), "2*2+1")
	require.Equal(t, uint32(0x40800000), mullit32(two, two, one, FlushAll))
	for _, c := range []uint32{0, sign32, nan, 0xbf800000, 1} {
		require.Equal(t, uint32(0xff7fffff), mullit32(two, two, c, FlushAll), "%#x", c)
	}
}

func TestComparisonPredicates(t *testing.T) {
	texts := map[CmpPred]func(x, y float64) bool{
		CmpF: func(x, y float64) bool { return false }, CmpLT: func(x, y float64) bool { return x < y },
		CmpEQ: func(x, y float64) bool { return x == y }, CmpLE: func(x, y float64) bool { return x <= y },
		CmpGT: func(x, y float64) bool { return x > y }, CmpLG: func(x, y float64) bool { return x < y || x > y },
		CmpGE: func(x, y float64) bool { return x >= y }, CmpO: func(x, y float64) bool { return x == x && y == y },
		CmpU: func(x, y float64) bool { return x != x || y != y }, CmpNGE: func(x, y float64) bool { return !(x >= y) },
		CmpNLG: func(x, y float64) bool { return !(x < y || x > y) }, CmpNGT: func(x, y float64) bool { return !(x > y) },
		CmpNLE: func(x, y float64) bool { return !(x <= y) }, CmpNEQ: func(x, y float64) bool { return !(x == y) },
		CmpNLT: func(x, y float64) bool { return !(x < y) }, CmpTru: func(x, y float64) bool { return true },
	}
	require.Len(t, texts, 16)
	for p, text := range texts {
		for _, r := range []FPRule{FlushAll, KeepAll} {
			for _, f := range oFormats {
				f.edgePairs(func(a, b uint64) {
					want := text(f.value(a, r), f.value(b, r))
					got := false
					switch f.Width {
					case 16:
						got = cmp16(p, uint32(a), uint32(b), r)
					case 32:
						got = cmp32(p, uint32(a), uint32(b), r)
					case 64:
						got = cmp64(p, a, b, r)
					}
					if want != got {
						t.Fatalf("%s %s %#x %#x %d: want %v", p, f.Name, a, b, r, want)
					}
				})
			}
		}
	}
	require.Equal(t, "nge", CmpNGE.String())
	require.Equal(t, "tru", CmpTru.String())
}

func TestClass(t *testing.T) {
	for i, c := range []struct {
		x16, x32 uint32
		x64      uint64
	}{
		{0xfc01, 0x7f800001, 0x7ff0000000000001}, {0x7e00, 0xffc00000, 0xfff8000000000001}, {0xfc00, 0xff800000, 0xfff0000000000000},
		{0xbc00, 0x80800000, 0x8010000000000000}, {0x8001, 0x807fffff, 0x800fffffffffffff}, {0x8000, 0x80000000, 0x8000000000000000},
		{0, 0, 0}, {0x03ff, 1, 1}, {0x7bff, 0x7f7fffff, 0x7fefffffffffffff}, {0x7c00, 0x7f800000, 0x7ff0000000000000},
	} {
		for bit := range 10 {
			m := uint32(1) << bit
			require.Equal(t, bit == i, cmpClass16(c.x16, m), "%#x %d", c.x16, bit)
			require.Equal(t, bit == i, cmpClass32(c.x32, m), "%#x %d", c.x32, bit)
			require.Equal(t, bit == i, cmpClass64(c.x64, m), "%#x %d", c.x64, bit)
		}
	}
}

func TestOutputModifiers(t *testing.T) {
	for _, c := range []struct{ in, plain, dx10 uint32 }{
		{0x3f000000, 0x3f000000, 0x3f000000}, {0x3f800001, one32, one32}, {0x7f800000, one32, one32}, {0xff800000, 0, 0}, {0x80000000, 0, 0},
		{0xbf800000, 0, 0}, {0x7fc00001, 0x7fc00001, 0}, {0xff800001, 0xff800001, 0}, {1, 1, 1}, {0, 0, 0},
	} {
		require.Equal(t, c.plain, ClampF32(c.in, false), "%#x", c.in)
		require.Equal(t, c.dx10, ClampF32(c.in, true), "%#x", c.in)
		if h := f32ToF16(c.in, KeepAll); !isNaN32(c.in) {
			require.Equal(t, f32ToF16(c.plain, KeepAll), ClampF16(h, false), "%#x", h)
			d := cvt64from32(c.in, KeepAll)
			require.Equal(t, cvt64from32(c.plain, KeepAll), ClampF64(d, true), "%#x", d)
		}
	}
	require.Equal(t, uint32(0x7e01), ClampF16(0x7e01, false))
	require.Equal(t, uint32(0), ClampF16(0x7e01, true))
	require.Equal(t, uint64(0xfff8000000000001), ClampF64(0xfff8000000000001, false))
	require.Equal(t, uint64(0), ClampF64(0xfff8000000000001, true))

	require.Equal(t, uint32(0x40000000), OmodF32(one32, 1, FlushAll, false), "1*2")
	require.Equal(t, uint32(0xc0800000), OmodF32(one32|sign32, 2, FlushAll, false), "-1*4")
	require.Equal(t, uint32(0x3f000000), OmodF32(one32, 3, FlushAll, false), "1/2")
	require.Equal(t, uint32(0), OmodF32(0x00800000, 3, FlushAll, false), "a denormal is flushed")
	require.Equal(t, uint32(inf32), OmodF32(0x7f7fffff, 1, FlushAll, false))
	require.Equal(t, uint32(0), OmodF32(sign32, 1, FlushAll, false), "the sign of zero is lost")
	require.Equal(t, uint32(one32), OmodF32(one32, 1, KeepAll, false), "ignored with output denormals")
	require.Equal(t, uint32(one32), OmodF32(one32, 1, FlushAll, true), "ignored in IEEE mode")
	require.Equal(t, uint32(0x4400), OmodF16(0x3c00, 2, FlushAll, false))
	require.Equal(t, uint64(0x4010000000000000), OmodF64(one64, 2, FlushAll, false))
}

// The sequences below are those of a compiler for n/d with denormals on (LLVM AMDGPU, fdiv for
// gfx900).

func divide32(n, d uint32, r FPRule) uint32 {
	neg := func(x uint32) uint32 { return x ^ sign32 }
	den, _ := divScale32(d, d, n, r)
	num, vcc := divScale32(n, d, n, r)
	rcp := rcp32(den)
	e := fma32(neg(den), rcp, one32, r)
	rcp = fma32(e, rcp, rcp, r)
	q := mul32(num, rcp, r)
	e = fma32(neg(den), q, num, r)
	q = fma32(e, rcp, q, r)
	e = fma32(neg(den), q, num, r)
	return divFixup32(divFmas32(e, rcp, q, vcc, r), d, n, r)
}

func divide64(n, d uint64, r FPRule) uint64 {
	neg := func(x uint64) uint64 { return x ^ sign64 }
	den, _ := divScale64(d, d, n, r)
	num, vcc := divScale64(n, d, n, r)
	rcp := rcp64(den, r)
	for range 2 {
		e := fma64(neg(den), rcp, one64, r)
		rcp = fma64(rcp, e, rcp, r)
	}
	q := mul64(num, rcp, r)
	e := fma64(neg(den), q, num, r)
	return divFixup64(divFmas64(e, rcp, q, vcc, r), d, n, r)
}

// divide16 goes through f32 with v_mad and corrects the quotient by the sign and exponent of its
// error.
func divide16(n, d uint32, r FPRule) uint32 {
	nf, df := cvt32from16(n, r), cvt32from16(d, r)
	rcp := rcp32(df)
	q := mul32(nf, rcp, KeepAll)
	e := mad32(df^sign32, q, nf, FlushAll)
	q = mad32(e, rcp, q, FlushAll)
	e = mad32(df^sign32, q, nf, FlushAll)
	e = mul32(e, rcp, KeepAll) & 0xff800000
	return divFixup16(cvt16from32(add32(e, q, KeepAll), KeepAll, r), d, n, r)
}

// ieeeQuotient is n/d, with the negative NaN that v_div_fixup gives for 0/0 and inf/inf, and a NaN
// numerator before a NaN denominator.
func (f oFormat) ieeeQuotient(n, d uint64) uint64 {
	x, y := f.decode(n, KeepAll), f.decode(d, KeepAll)
	q := f.Div(x, y)
	if q.Kind == oNaN && x.Kind != oNaN && y.Kind != oNaN {
		return f.WithSign(true, f.DefaultNaN())
	}
	return f.encode(q, KeepAll)
}

func TestDivisionSequencesRoundCorrectly(t *testing.T) {
	g := fpRand()
	for i, div := range []func(n, d uint64) uint64{
		func(n, d uint64) uint64 { return uint64(divide16(uint32(n), uint32(d), KeepAll)) },
		func(n, d uint64) uint64 { return uint64(divide32(uint32(n), uint32(d), KeepAll)) },
		func(n, d uint64) uint64 { return divide64(n, d, KeepAll) },
	} {
		f := oFormats[i]
		f.edgePairs(func(n, d uint64) { same(t, f.ieeeQuotient(n, d), div(n, d), "div "+f.Name, n, d) })
		for range 60000 * *fpCases {
			n := f.Random(g, 0)
			d := f.Random(g, n)
			if g.IntN(3) == 0 { // an exact or nearly exact quotient, often denormal or near overflow
				n = f.f.mul(d, f.Random(g, d), KeepAll) ^ uint64(g.IntN(2))
			}
			same(t, f.ieeeQuotient(n, d), div(n, d), "div "+f.Name, n, d)
		}
	}
}

func TestDivScaleFlagSaysThatOneOperandWasScaled(t *testing.T) {
	// The GCN 1.0 workaround of compilers computes the flag as "numerator scaled" xor "denominator
	// scaled" from the high dwords.
	g := fpRand()
	f := oFormats[2]
	for range 50000 {
		n := f.Random(g, 0)
		d := f.Random(g, n)
		x, y := f.decode(n, KeepAll), f.decode(d, KeepAll)
		if x.Kind != oFinite || y.Kind != oFinite || x.Zero() || y.Zero() {
			continue
		}
		den, flag1 := divScale64(d, d, n, KeepAll)
		num, flag2 := divScale64(n, d, n, KeepAll)
		require.Equal(t, flag1, flag2)
		require.Equal(t, (den != d) != (num != n), flag1, "%#x / %#x", n, d)
	}
}

func TestDivScaleHardwareCases(t *testing.T) {
	// tinygrad test/amd/hw/test_vop3.py, values that its authors took from hardware.
	bits := math.Float32bits
	for _, c := range []struct {
		name       string
		s0, s1, s2 uint32
		r          FPRule
		d          uint32
		flag       bool
	}{
		{"no scaling", bits(2), bits(4), bits(2), KeepAll, bits(2), false},
		{"zero denominator", bits(1), 0, bits(1), KeepAll, nan32, true},
		{"zero numerator", 0, bits(1), 0, KeepAll, nan32, true},
		{"large difference scales the denominator", bits(1), bits(1), 0x7f7fffff, KeepAll, bits(0x1p64), true},
		{"large difference leaves the numerator", 0x7f7fffff, bits(1), 0x7f7fffff, KeepAll, 0x7f7fffff, true},
		{"flushed denormal denominator", 1, 1, bits(1), FlushAll, nan32, true},
		{"tiny numerator", 0x00800000, bits(1), 0x00800000, KeepAll, bits(0x1p-62), true},
		{"denormal quotient leaves this numerator's scale to the exponents", bits(1), bits(0x1p127), bits(1), KeepAll, bits(1), true},
	} {
		d, flag := divScale32(c.s0, c.s1, c.s2, c.r)
		require.Equal(t, c.d, d, c.name)
		require.Equal(t, c.flag, flag, c.name)
	}
	require.Equal(t, bits(7), divFmas32(bits(2), bits(3), bits(1), false, KeepAll))
	require.Equal(t, bits(3*0x1p64), divFmas32(bits(1), bits(1), bits(2), true, KeepAll), "up")
	require.Equal(t, bits(7*0x1p-64), divFmas32(bits(2), bits(3), bits(1), true, KeepAll), "down")
	require.Equal(t, math.Float64bits(3*0x1p128), divFmas64(one64, one64, math.Float64bits(2), true, KeepAll), "up")
	require.Equal(t, math.Float64bits(7*0x1p-128), divFmas64(math.Float64bits(2), math.Float64bits(3), one64, true, KeepAll), "down")
	require.Equal(t, bits(float32(math.Inf(1))), divFixup32(nan32, bits(3), bits(1), KeepAll), "NaN quotient of ordinary operands")
	require.Equal(t, bits(float32(math.Inf(-1))), divFixup32(nan32, bits(3), bits(-1), KeepAll|RoundZero))
	require.Equal(t, uint32(0xfe00), divFixup16(one16, 0, 0x8000, KeepAll), "0/0")
	require.Equal(t, uint32(0x7e01), divFixup16(one16, one16, 0x7c01, KeepAll), "a NaN numerator, quieted")
	require.Equal(t, uint32(sign32), divFixup32(one32, bits(0x1p120), bits(-0x1p-120), KeepAll), "underflow")
	require.Equal(t, uint32(sign32|1), divFixup32(one32, bits(0x1p120), bits(-0x1p-120), KeepAll|RoundDown), "underflow rounds by MODE")
	require.Equal(t, bits(-3), divFixup32(bits(3), bits(-2), bits(6), KeepAll))
}

func TestCubeMapFaces(t *testing.T) {
	b := math.Float32bits
	for _, c := range []struct {
		x, y, z        float32
		id, sc, tc, ma float32
	}{ // major axis; S and T of each face (Vega ISA)
		{3, 1, 2, 0, -2, -1, 6}, {-3, 1, 2, 1, 2, -1, -6}, {1, 3, 2, 2, 1, 2, 6}, {1, -3, 2, 3, 1, -2, -6}, {1, 2, 3, 4, 1, -2, 6},
		{1, 2, -3, 5, -1, -2, -6}, {1, 1, 1, 4, 1, -1, 2}, {1, 1, 0, 2, 1, 0, 2}, {-2, 1, -2, 5, 2, -1, -4},
	} {
		x, y, z := b(c.x), b(c.y), b(c.z)
		require.Equal(t, b(c.id), cubeID(x, y, z, FlushAll), "id %v", c)
		require.Equal(t, c.sc, math.Float32frombits(cubeSC(x, y, z, FlushAll)), "sc %v", c)
		require.Equal(t, c.tc, math.Float32frombits(cubeTC(x, y, z, FlushAll)), "tc %v", c)
		require.Equal(t, b(c.ma), cubeMA(x, y, z, FlushAll), "ma %v", c)
	}
}

func TestConversionInstructions(t *testing.T) {
	b := math.Float32bits
	nan, inf := b(float32(math.NaN())), b(float32(math.Inf(1)))
	i := func(x int32) uint32 { return uint32(x) }
	for _, c := range []struct {
		x                  uint32
		i32, u32, flr, rpi uint32
	}{
		{b(0), 0, 0, 0, 0}, {b(1.5), 1, 1, 1, 2}, {b(-1.5), i(-1), 0, i(-2), i(-1)}, {b(0.5), 0, 0, 0, 1}, {b(-0.5), 0, 0, i(-1), 0},
		{0x3effffff, 0, 0, 0, 0}, {b(2.5), 2, 2, 2, 3}, {b(8388609), 8388609, 8388609, 8388609, 8388609}, {nan, 0, 0, 0, 0},
		{inf, math.MaxInt32, math.MaxUint32, math.MaxInt32, math.MaxInt32},
		{inf | sign32, i(math.MinInt32), 0, i(math.MinInt32), i(math.MinInt32)},
		{b(0x1p31), math.MaxInt32, 1 << 31, math.MaxInt32, math.MaxInt32}, {b(-0x1p31), i(math.MinInt32), 0, i(math.MinInt32), i(math.MinInt32)},
		{b(0x1p32), math.MaxInt32, math.MaxUint32, math.MaxInt32, math.MaxInt32},
		{0x4f7fffff, math.MaxInt32, 0xffffff00, math.MaxInt32, math.MaxInt32},
		{1 | sign32, 0, 0, i(-1), 0},
	} {
		require.Equal(t, c.i32, cvtI32from32(c.x), "i32 %#x", c.x)
		require.Equal(t, c.u32, cvtU32from32(c.x), "u32 %#x", c.x)
		require.Equal(t, c.flr, cvtFlrI32(c.x, KeepAll), "flr %#x", c.x)
		require.Equal(t, c.rpi, cvtRpiI32(c.x, KeepAll), "rpi %#x", c.x)
		d := cvt64from32(c.x, KeepAll)
		require.Equal(t, c.i32, cvtI32from64(d), "i32 %#x", d)
		require.Equal(t, c.u32, cvtU32from64(d), "u32 %#x", d)
	}
	require.Equal(t, uint32(0), cvtFlrI32(1|sign32, FlushAll))
	require.Equal(t, uint32(0x7fff), cvtI16from16(0x7bff))
	require.Equal(t, uint32(0x8000), cvtI16from16(0xfc00))
	require.Equal(t, uint32(0xfffe), cvtI16from16(0xc100), "-2.5")
	require.Equal(t, uint32(65504), cvtU16from16(0x7bff))
	require.Equal(t, uint32(0xffff), cvtU16from16(0x7c00))
	require.Equal(t, uint32(0), cvtU16from16(0xbc00))
	require.Equal(t, uint32(0xbc00), cvt16fromI16(0xffff, KeepAll))
	require.Equal(t, math.Float64bits(-1), cvt64fromI32(0xffffffff))
	require.Equal(t, math.Float64bits(0xffffffff), cvt64fromU32(0xffffffff))

	for k, want := range []float32{0, 0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375, 0.4375,
		-0.5, -0.4375, -0.375, -0.3125, -0.25, -0.1875, -0.125, -0.0625} {
		require.Equal(t, b(want), cvtOffI4(uint32(k)|0xabcdef0))
	}
	require.Equal(t, uint32(0x11ff3344), cvtPkU8(b(300), 2, 0x11223344, KeepAll))
	require.Equal(t, uint32(0x11220044), cvtPkU8(b(-3), 5, 0x11223344, KeepAll), "byte number modulo 4, negative is 0")
	require.Equal(t, uint32(2), cvtPkU8(b(2.5), 0, 0xff, RoundNearest))
	require.Equal(t, uint32(3), cvtPkU8(b(2.5), 0, 0xff, RoundUp))
	require.Equal(t, uint32(0), cvtPkU8(nan, 0, 0xff, KeepAll))
	require.Equal(t, uint32(0xfbff3c00), cvtPkRtz(0x3f800fff, b(-1e9), KeepAll, KeepAll|RoundUp))
	require.Equal(t, uint32(0x80017fff), cvtPkNormI16(b(7), b(-7), KeepAll))
	require.Equal(t, uint32(0x00004000), cvtPkNormI16(b(0.5), nan, KeepAll), "16383.5 is a tie to even")
	require.Equal(t, uint32(0x0000ffff), cvtPkNormU16(b(1), b(-1), KeepAll))
	require.Equal(t, uint32(0x80008000), cvtPkNormU16(b(0.5), b(0.5), KeepAll), "32767.5 is a tie to even")
	require.Equal(t, uint32(0x80014000), cvtPkNormI16F16(0x3800, 0xfc00, KeepAll))
	require.Equal(t, uint32(0xffff8000), cvtPkNormU16F16(0x3800, 0x7c00, KeepAll))
	require.Equal(t, uint32(0x3fff), cvtNormI16(0x3800, KeepAll|RoundZero))
	require.Equal(t, uint32(0x7fff), cvtNormU16(0x3800, KeepAll|RoundDown))
	require.Equal(t, uint32(0x12345678), pack16(0xffff5678, 0x1234))
	require.Equal(t, uint32(0x5678), lo16(0x12345678))
	require.Equal(t, uint32(0x1234), hi16(0x12345678))
}

func TestFrexpAndFractSpecialValues(t *testing.T) {
	require.Equal(t, uint32(0), frexpExp32(inf32, KeepAll, GCN14.Features()))
	require.Equal(t, ^uint32(0), frexpExp32(nan32, KeepAll, GCN10.Features()))
	require.Equal(t, uint32(0), frexpExp32(0, KeepAll, GCN14.Features()))
	require.Equal(t, uint32(1), frexpExp32(one32, KeepAll, GCN14.Features()))
	require.Equal(t, uint32(0xffffff6c), frexpExp32(1, KeepAll, GCN14.Features()), "2^-149 = 0.5 * 2^-148")
	require.Equal(t, uint32(0), frexpExp32(1, FlushAll, GCN14.Features()))
	require.Equal(t, uint32(0xffe9), frexpExp16(1, KeepAll, GCN14.Features()), "2^-24 = 0.5 * 2^-23")
	require.Equal(t, uint32(0xbf400000), frexpMant32(0xc0400000, KeepAll, GCN14.Features()), "-3 = -0.75 * 4")
	require.Equal(t, uint32(0xff800000), frexpMant32(0xff800000, KeepAll, GCN14.Features()))
	require.Equal(t, uint32(0xffc00000), frexpMant32(0x7f800000, KeepAll, GCN10.Features()))
	require.Equal(t, uint32(sign32), frexpMant32(sign32, KeepAll, GCN14.Features()))
	require.Equal(t, uint32(0x3800), frexpMant16(1, KeepAll, GCN14.Features()))
	require.Equal(t, math.Float64bits(0.75), frexpMant64(math.Float64bits(6), KeepAll, GCN11.Features()))
	require.Equal(t, uint32(3), frexpExp64(math.Float64bits(6), KeepAll, GCN11.Features()))

	b := math.Float32bits
	require.Equal(t, b(0.25), fract32(b(-1.75), KeepAll, GCN14.Features()))
	require.Equal(t, uint32(0), fract32(b(-2), KeepAll, GCN14.Features()))
	require.Equal(t, uint32(0), fract32(sign32, KeepAll, GCN14.Features()))
	require.Equal(t, b(1), fract32(b(-1e-30), KeepAll, GCN10.Features()), "the fract bug of GCN 1.0")
	require.Equal(t, uint32(0x3f7fffff), fract32(b(-1e-30), KeepAll, GCN11.Features()))
	require.Equal(t, uint32(nan32), fract32(inf32, KeepAll, GCN14.Features()))
	require.Equal(t, uint32(0x3bff), fract16(0x8001, KeepAll, GCN14.Features()))
	require.Equal(t, uint32(0x3c00), fract16(0x8001, KeepAll, GCN10.Features()))
	require.Equal(t, uint64(one64), fract64(sign64|1, KeepAll, GCN10.Features()))
	require.Equal(t, uint64(0x3fefffffffffffff), fract64(sign64|1, KeepAll, GCN14.Features()))
	require.Equal(t, math.Float64bits(0.5), fract64(math.Float64bits(-3.5), KeepAll, GCN10.Features()))
	require.Equal(t, b(6), ldexp32(b(3), 1, KeepAll))
	require.Equal(t, uint32(0x4600), ldexp16(0x4200, 0x10001, KeepAll), "3 * 2^1; the upper half of the exponent is ignored")
}

func TestMadMixSources(t *testing.T) {
	b := math.Float32bits
	require.Equal(t, b(-1), mixSource(0x3c00c000, true, true, true, true, KeepAll))
	require.Equal(t, b(2), mixSource(0x3c00c000, true, false, true, false, KeepAll))
	require.Equal(t, b(-2), mixSource(0x3c00c000, true, false, false, false, KeepAll))
	require.Equal(t, b(-7), mixSource(b(7), false, true, false, true, KeepAll))
	x := b(1 + 0x1p-12)
	require.Equal(t, b(0x1p-24), madMix(x, x, b(-1-0x1p-11), true, KeepAll), "fused keeps the low product bits")
	require.Equal(t, uint32(0), madMix(x, x, b(-1-0x1p-11), false, KeepAll), "two roundings lose them")
}
