package isa

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

var fpCases = flag.Int("fpcases", 1, "multiply the number of random floating-point cases by this")

func fpRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// allRules is every rounding mode with every treatment of denormals.
func allRules() (list []FPRule) {
	for r := range FPRule(16) {
		list = append(list, r)
	}
	return list
}

// same fails with the operands in hex; it is much faster than require.Equal in a hot loop.
func same(t *testing.T, want, got uint64, what string, args ...any) {
	if want != got {
		t.Helper() // only here: it takes longer than a comparison
		t.Fatalf("%s %s: want %#x, got %#x", what, fmt.Sprintf("%#x", args), want, got)
	}
}

func TestFPModeDecodesModeRegister(t *testing.T) {
	m := NewFPMode(0x1<<0|0x2<<2|0x1<<4|0x2<<6|1<<8|1<<23, GCN14.Features())
	require.Equal(t, FPMode{
		F32: RoundUp | DenormIn, F64: RoundDown | DenormOut, F16: RoundDown | DenormOut | FP16Ovfl, DX10Clamp: true,
	}, m)
	m = NewFPMode(0xc0|1<<9|1<<23, GCN12.Features()) // the usual compute setting
	require.Equal(t, FPMode{F32: FlushAll, F64: KeepAll, F16: KeepAll, IEEE: true}, m)
	require.Equal(t, RoundUp|DenormIn|DenormOut, (RoundUp | DenormOut).kept())
	require.Equal(t, RoundUp, (RoundUp | DenormOut).flushed())
	require.Equal(t, RoundZero|DenormOut, (RoundUp | DenormOut).withRound(RoundZero))
}

// TestSoftfloatAgreesWithBigIntegers checks every operation in every format, rounding mode and
// denormal rule.
func TestSoftfloatAgreesWithBigIntegers(t *testing.T) {
	for _, f := range oFormats {
		t.Run(f.Name, func(t *testing.T) {
			check2 := func(a, b uint64, r FPRule) {
				x, y := f.decode(a, r), f.decode(b, r)
				same(t, f.encode(f.oAdd(x, y, r), r), f.f.add(a, b, r), "add", a, b, r)
				same(t, f.encode(f.Mul(x, y), r), f.f.mul(a, b, r), "mul", a, b, r)
				same(t, f.encode(f.Div(x, y), r), f.f.div(a, b, r), "div", a, b, r)
				if y.Kind != oNaN {
					y.Neg = !y.Neg
				}
				same(t, f.encode(f.oAdd(x, y, r), r), f.f.sub(a, b, r), "sub", a, b, r)
			}
			check1 := func(a uint64, r FPRule) {
				x := f.decode(a, r)
				same(t, f.encode(f.Sqrt(x), r), f.f.sqrt(a, r), "sqrt", a, r)
				f.checkConversions(t, a, r)
			}
			check3 := func(a, b, c uint64, r FPRule) {
				want := f.encode(f.oFMA(f.decode(a, r), f.decode(b, r), f.decode(c, r), r), r)
				same(t, want, f.f.fma(a, b, c, 0, r), "fma", a, b, c, r)
			}
			edges, g := f.Edges(), fpRand()
			for _, a := range edges {
				for _, r := range allRules() {
					check1(a, r)
				}
				for i, b := range edges {
					for _, r := range allRules() {
						if (i+int(r))%4 == 0 || *fpCases > 1 {
							check2(a, b, r)
						}
					}
					for i := 0; i < len(edges); i += 5 {
						check3(a, b, edges[(i+g.IntN(5))%len(edges)], FPRule(g.IntN(16)))
					}
				}
			}
			for range 3000 * *fpCases {
				r := FPRule(g.IntN(16))
				a := f.Random(g, 0)
				b := f.Random(g, a)
				check1(a, r)
				check2(a, b, r)
				p := f.f.mul(a, b, r)
				check3(a, b, f.Random(g, p), r)
			}
		})
	}
}

func (f oFormat) checkConversions(t *testing.T, a uint64, r FPRule) {
	x := f.decode(a, r)
	for _, to := range oFormats {
		want := uint64(0)
		if x.Kind == oNaN {
			p := a & (1<<f.Mant - 1)
			if d := to.Mant - f.Mant; d >= 0 {
				p <<= d
			} else {
				p >>= -d
			}
			want = to.WithSign(a>>(f.Width-1) == 1, to.DefaultNaN()|p)
		} else {
			want = to.encode(x, r)
		}
		same(t, want, f.f.convert(to.f, a, r, r), "convert to "+to.Name, a, r)
	}
	for _, width := range []uint{8, 16, 32, 64} {
		one := big.NewInt(1)
		for _, signed := range []bool{false, true} {
			lo, hi := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, width), one)
			if signed {
				lo, hi = new(big.Int).Neg(new(big.Int).Lsh(one, width-1)), new(big.Int).Sub(new(big.Int).Lsh(one, width-1), one)
			}
			n := oInt(x, r, lo, hi)
			want := new(big.Int).And(n, new(big.Int).Sub(new(big.Int).Lsh(one, width), one)).Uint64()
			same(t, want, f.f.toInt(a, r, width, signed), "toInt", a, r, uint64(width), signed)
		}
	}
	if x.Kind == oFinite {
		n := oIntegral(x, r)
		same(t, f.encode(oNum{Neg: x.Neg, M: new(big.Int).Abs(n)}, r), f.f.roundInt(a, r), "roundInt", a, r)
		for _, by := range []int{0, 1, -1, f.Mant, -f.Mant - 1, -2 * f.Bias, 2*f.Bias + f.Mant + 3, math.MaxInt32, math.MinInt32} {
			v := x
			v.E += max(min(by, 10000), -10000)
			same(t, f.encode(v, r), f.f.ldexp(a, by, r), "ldexp", a, r, by)
		}
		m, e := f.f.frexp(a, r)
		if x.Zero() {
			same(t, f.WithSign(x.Neg, 0), m, "frexp", a, r)
			require.Zero(t, e)
		} else {
			v := x
			v.E -= e
			same(t, f.encode(v, r), m, "frexp", a, r)
			require.Equal(t, uint64(f.Bias-1), m>>f.Mant&(1<<(f.Width-1-f.Mant)-1), "mantissa in [0.5,1): %#x", a)
		}
	}
}

func TestSoftfloatIntegerToFloat(t *testing.T) {
	g := fpRand()
	for range 20000 {
		n := g.Uint64() >> g.IntN(64)
		r, neg := FPRule(g.IntN(16)), g.IntN(2) == 0
		for _, f := range oFormats {
			want := uint64(0)
			if n != 0 {
				want = f.encode(oNum{Neg: neg, M: new(big.Int).SetUint64(n)}, r)
			}
			same(t, want, f.f.fromInt(n, neg, r), "fromInt", n, neg, r)
		}
	}
}

func TestF64FMAKeepsTheLastProductBit(t *testing.T) {
	b := math.Float64bits
	// (1+2^-26)(1-2^-26+2^-52) = 1+2^-78: the last bit alone decides a tie with 2^53.
	x, y := b(1+0x1p-26), b(1-0x1p-26+0x1p-52)
	require.Equal(t, b(0x1p53+2), fp64.fma(x, y, b(0x1p53), 0, KeepAll))
	require.Equal(t, b(0x1p53+2), fma64(x, y, b(0x1p53), KeepAll))
	require.Equal(t, b(0x1p53-1), fp64.fma(x^sign64, y, b(0x1p53), 0, KeepAll|RoundZero)+1)
	require.Equal(t, b(0x1p100)-1, fp64.fma(x^sign64, y, b(0x1p100), 0, KeepAll|RoundDown))
}

func TestScaledFMARoundsOnce(t *testing.T) {
	g := fpRand()
	for _, f := range oFormats {
		for range 5000 {
			a := f.Random(g, 0)
			b := f.Random(g, a)
			c := f.Random(g, f.f.mul(a, b, KeepAll))
			r, by := FPRule(g.IntN(16)), g.IntN(400)-200
			v := f.oFMA(f.decode(a, r), f.decode(b, r), f.decode(c, r), r)
			v.E += by
			same(t, f.encode(v, r), f.f.fma(a, b, c, by, r), "fma", a, b, c, by, r)
		}
	}
}

// hostSame32 and hostSame64 compare with the host, NaN with any NaN.
func hostSame32(t *testing.T, want float32, got uint64, what string, args ...any) {
	if want != want {
		require.True(t, isNaN32(uint32(got)), "%s %#x", what, args)
		return
	}
	same(t, uint64(math.Float32bits(want)), got, what, args...)
}

func hostSame64(t *testing.T, want float64, got uint64, what string, args ...any) {
	if want != want {
		require.True(t, isNaN64(got), "%s %#x", what, args)
		return
	}
	same(t, math.Float64bits(want), got, what, args...)
}

func TestSoftfloatAgreesWithHost(t *testing.T) {
	g := fpRand()
	for range 25000 * *fpCases {
		a := oFormats[1].Random(g, 0)
		b := oFormats[1].Random(g, a)
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		hostSame32(t, x+y, fp32.add(a, b, KeepAll), "add", a, b)
		hostSame32(t, x-y, fp32.sub(a, b, KeepAll), "sub", a, b)
		hostSame32(t, x*y, fp32.mul(a, b, KeepAll), "mul", a, b)
		hostSame32(t, x/y, fp32.div(a, b, KeepAll), "div", a, b)
		hostSame32(t, float32(math.Sqrt(float64(x))), fp32.sqrt(a, KeepAll), "sqrt", a)
		a = oFormats[2].Random(g, 0)
		b = oFormats[2].Random(g, a)
		c := oFormats[2].Random(g, fp64.mul(a, b, KeepAll))
		u, v, w := math.Float64frombits(a), math.Float64frombits(b), math.Float64frombits(c)
		hostSame64(t, u+v, fp64.add(a, b, KeepAll), "add", a, b)
		hostSame64(t, u-v, fp64.sub(a, b, KeepAll), "sub", a, b)
		hostSame64(t, u*v, fp64.mul(a, b, KeepAll), "mul", a, b)
		hostSame64(t, u/v, fp64.div(a, b, KeepAll), "div", a, b)
		hostSame64(t, math.Sqrt(u), fp64.sqrt(a, KeepAll), "sqrt", a)
		hostSame64(t, math.FMA(u, v, w), fp64.fma(a, b, c, 0, KeepAll), "fma", a, b, c)
		hostSame32(t, float32(u), fp64.convert(fp32, a, KeepAll, KeepAll), "convert", a)
	}
}

// pick is a rule, nearest with flush or keep most of the time, because those have the fast paths.
func pick(g *rand.Rand) FPRule {
	if g.IntN(4) == 0 {
		return FPRule(g.IntN(32))
	}
	return []FPRule{FlushAll, KeepAll, DenormIn, DenormOut}[g.IntN(4)]
}

func TestFastPathsAgreeWithSoftfloat(t *testing.T) {
	g := fpRand()
	u := func(x uint32) uint64 { return uint64(x) }
	for range 40000 * *fpCases { // times some 40 checks
		r := pick(g)
		a := oFormats[1].Random(g, 0)
		b := oFormats[1].Random(g, a)
		c := oFormats[1].Random(g, fp32.mul(a, b, r))
		p, q, s := uint32(a), uint32(b), uint32(c)
		same(t, fp32.add(a, b, r), u(add32(p, q, r)), "add32", a, b, r)
		same(t, fp32.sub(a, b, r), u(sub32(p, q, r)), "sub32", a, b, r)
		same(t, fp32.mul(a, b, r), u(mul32(p, q, r)), "mul32", a, b, r)
		same(t, fp32.fma(a, b, c, 0, r), u(fma32(p, q, s, r)), "fma32", a, b, c, r)
		z := r.flushed()
		same(t, fp32.add(fp32.mul(a, b, z), c, z), u(mad32(p, q, s, r)), "mad32", a, b, c, r)
		same(t, fp32.convert(fp64, a, r, r), cvt64from32(p, r), "cvt64from32", a, r)
		same(t, fp32.convert(fp16, a, r, r), u(cvt16from32(p, r, r)), "cvt16from32", a, r)
		same(t, fp32.toInt(a, RoundZero|DenormIn, 32, true), u(cvtI32from32(p)), "cvtI32from32", a)
		same(t, fp32.toInt(a, RoundZero|DenormIn, 32, false), u(cvtU32from32(p)), "cvtU32from32", a)
		for mode := range FPRule(4) {
			same(t, fp32.roundInt(a, (r&^3|mode)|DenormOut), u(roundInt32(p, mode, r)), "roundInt32", a, mode, r)
		}
		same(t, fp32.fract(a, r, GCN14.Features()), u(fract32(p, r, GCN14.Features())), "fract32", a, r)
		same(t, fp32.fromInt(absI(int64(int32(p))), int32(p) < 0, r), u(cvt32fromI32(p, r)), "cvt32fromI32", a, r)
		same(t, fp32.fromInt(a, false, r), u(cvt32fromU32(p, r)), "cvt32fromU32", a, r)

		d, flag := div32.scaleBy(a, a, b, r)
		fast, fastFlag := divScale32(p, p, q, r)
		same(t, d, u(fast), "divScale32", a, a, b, r)
		require.True(t, flag == fastFlag)
		same(t, div32.fixup(c, a, b, r), u(divFixup32(s, p, q, r)), "divFixup32", c, a, b, r)
		same(t, div32.fmas(a, b, c, false, r), u(divFmas32(p, q, s, false, r)), "divFmas32", a, b, c, r)

		a = oFormats[2].Random(g, 0)
		b = oFormats[2].Random(g, a)
		c = oFormats[2].Random(g, fp64.mul(a, b, r))
		d, flag = div64.scaleBy(b, a, b, r)
		fast64, fastFlag := divScale64(b, a, b, r)
		same(t, d, fast64, "divScale64", b, a, b, r)
		require.True(t, flag == fastFlag)
		same(t, div64.fixup(c, a, b, r), divFixup64(c, a, b, r), "divFixup64", c, a, b, r)
		same(t, fp64.add(a, b, r), add64(a, b, r), "add64", a, b, r)
		same(t, fp64.mul(a, b, r), mul64(a, b, r), "mul64", a, b, r)
		same(t, fp64.fma(a, b, c, 0, r), fma64(a, b, c, r), "fma64", a, b, c, r)
		same(t, fp64.convert(fp32, a, r, r), u(cvt32from64(a, r, r)), "cvt32from64", a, r)
		same(t, fp64.toInt(a, RoundZero|DenormIn, 32, true), u(cvtI32from64(a)), "cvtI32from64", a)
		same(t, fp64.toInt(a, RoundZero|DenormIn, 32, false), u(cvtU32from64(a)), "cvtU32from64", a)
		mode := FPRule(g.IntN(4))
		same(t, fp64.roundInt(a, (r&^3|mode)|DenormOut), roundInt64(a, mode, r), "roundInt64", a, mode, r)

		a = oFormats[0].Random(g, 0)
		b = oFormats[0].Random(g, a)
		c = oFormats[0].Random(g, fp16.mul(a, b, r))
		p, q, s = uint32(a), uint32(b), uint32(c)
		same(t, fp16.add(a, b, r), u(add16(p, q, r)), "add16", a, b, r)
		same(t, fp16.sub(a, b, r), u(sub16(p, q, r)), "sub16", a, b, r)
		same(t, fp16.mul(a, b, r), u(mul16(p, q, r)), "mul16", a, b, r)
		same(t, fp16.fma(a, b, c, 0, r), u(fma16(p, q, s, r)), "fma16", a, b, c, r)
		same(t, fp16.convert(fp32, a, r, KeepAll), u(cvt32from16(p, r)), "cvt32from16", a, r)
	}
}

// TestF32FMAAtHalfWayPoints uses products and sums that lie at, just above and just below half-way
// points, normal and denormal.
func TestF32FMAAtHalfWayPoints(t *testing.T) {
	g := fpRand()
	for i := range uint32(1000) {
		// (1+i*2^-23)(1-i*2^-23)*2^-150 is half the smallest denormal and a little less: f64 sees a
		// tie with c, which is none.
		a := 0x3f800000 + i - 75<<23
		b := 0x3f800000 - 2*i - 75<<23
		c := g.Uint32() & (1<<23 - 1)
		if i > 0 {
			same(t, uint64(c), uint64(fma32N(a, b, c)), "denormal sum", a, b, c)
		}
		same(t, oFormats[1].encode(oFormats[1].oFMA(oFormats[1].decode(uint64(a), KeepAll), oFormats[1].decode(uint64(b), KeepAll),
			oFormats[1].decode(uint64(c), KeepAll), KeepAll), KeepAll), uint64(fma32N(a, b, c)), "denormal sum", a, b, c)
	}
	for range 300000 * *fpCases {
		// a*b is a 48-bit product with a tail; c is chosen so that the sum is close to c + half a
		// unit of c.
		a := 0x3f800000 | g.Uint32()&(1<<23-1)&^(1<<g.IntN(24)-1)
		b := 0x3f800000 | g.Uint32()&(1<<23-1)&^(1<<g.IntN(24)-1)
		c := g.Uint32()&(1<<23-1) | uint32(127+22+g.IntN(6))<<23 | g.Uint32()&sign32
		if g.IntN(2) == 0 { // move all down into the denormals: the product by 2^-k, the addend as well
			k := uint32(100+g.IntN(60)) << 23
			a = a - min(a&inf32, k/2)&inf32
			b = b - min(b&inf32, k-k/2)&inf32
			c = c - min(c&inf32, k)&inf32
		}
		want := fp32.fma(uint64(a), uint64(b), uint64(c), 0, KeepAll)
		same(t, want, uint64(fma32N(a, b, c)), "fma", a, b, c)
	}
}

func TestHalfConversionsExhaustive(t *testing.T) {
	for x := range uint32(1 << 16) {
		y := F16ToF32(x)
		if isNaN16(x) {
			require.True(t, isNaN32(y) && !isSNaN32(y))
			continue
		}
		v := oFormats[0].decode(uint64(x), KeepAll)
		same(t, oFormats[1].encode(v, KeepAll), uint64(y), "F16ToF32", x)
		same(t, uint64(x), uint64(f32ToF16(y, KeepAll)), "F32ToF16", y)
		same(t, uint64(ftz16(x)), uint64(f32ToF16(y, FlushAll)), "F32ToF16 flushed", y)
	}
}

func TestFP16Overflow(t *testing.T) {
	const big = 0x7bff
	r := KeepAll | FP16Ovfl
	require.Equal(t, uint32(0x7c00), add16(big, big, KeepAll))
	require.Equal(t, uint32(big), add16(big, big, r), "an overflow stays finite")
	require.Equal(t, uint32(0xfbff), mul16(0xfbff, big, r|RoundDown))
	require.Equal(t, uint32(0x7c00), add16(big, 0x7c00, r), "a true infinity stays")
	require.Equal(t, uint32(0x7c00), rcp16(0, r))
	require.Equal(t, uint32(big), rcp16(1, r), "1/2^-24 overflows")
	require.Equal(t, uint32(big), exp16(0x5000, r), "2^32 overflows")
	require.Equal(t, uint32(0x7c00), exp16(0x7c00, r))
	require.Equal(t, uint32(0x7bff), cvt16fromU16(0xffff, r))
	require.Equal(t, uint32(0x7c00), cvt16fromU16(0xffff, KeepAll))
	require.Equal(t, uint32(0x7c00), f32ToF16(inf32, r))
	require.Equal(t, uint32(big), f32ToF16(0x7f7fffff, r))
	require.Equal(t, uint32(0x7c00), divFixup16(0x7c00, 0x3c00, big, r|RoundZero), "an infinite quotient stays")
}
