package isa

import "math"

// Recipes of floating-point instructions that are more than one operation.

// by gives a recipe rules of its own.
func by(fp HostFP, r *Recipe) *Recipe {
	r.FP = fp
	return r
}

func hFCmp(p CmpPred, x, y *HostExpr) *HostExpr {
	return &HostExpr{Kind: HostFCmp, X: x, Y: y, K: uint32(p)}
}
func hWCmp(p CmpPred, x, y *HostExpr) *HostExpr {
	return &HostExpr{Kind: HostWCmp, X: x, Y: y, K: uint32(p)}
}
func hRRound(x *HostExpr, how uint32) *HostExpr { return &HostExpr{Kind: HostRRound, X: x, K: how} }
func hWRound(x *HostExpr, how uint32) *HostExpr { return &HostExpr{Kind: HostWRound, X: x, K: how} }

// hDouble is a constant.
func hDouble(v float64) *HostExpr { return hBits64(math.Float64bits(v)) }

func hBits64(u uint64) *HostExpr {
	return h2(HostPair, hImm(uint32(u)), hImm(uint32(u>>32)))
}

func hFtzIn(x *HostExpr) *HostExpr  { return h1(HostFtzIn, x) }
func hFtzOut(x *HostExpr) *HostExpr { return h1(HostFtzOut, x) }

// The sources as doubles.
var (
	hADouble = h2(HostPair, hA, hAHi)
	hBDouble = h2(HostPair, hB, hBHi)
	hCDouble = h2(HostPair, hC, hCHi)
)

// putDouble is a result of 64 bits.
func putDouble(x *HostExpr) *Recipe {
	return by(HostDouble, put64(h1(HostLo, x), h1(HostHi, x)))
}

// Tests of numbers, of 32 bits, of doubles by their dwords and of halves.

func hIsNaN(x *HostExpr) *HostExpr { return hLtU(hImm(inf32), hMagnitude(x)) }

func hMagnitude(x *HostExpr) *HostExpr { return hAnd(x, hImm(0x7fffffff)) }
func hSignBit(x *HostExpr) *HostExpr   { return hAnd(x, hImm(sign32)) }

// hSticky is the high dword without its sign, with a one where there is one in the low dword: it
// compares with high dwords as the whole number does.
func hSticky(lo, hi *HostExpr) *HostExpr { return hOr(hMagnitude(hi), hIf(hNonZero(lo))) }

func hIsNaN64(lo, hi *HostExpr) *HostExpr { return hLtU(hImm(inf64>>32), hSticky(lo, hi)) }

// hFinish is [finish32]: y is the result for source x.
func hFinish(x, y *HostExpr) *HostExpr {
	return hSelect(hIsNaN(x), hOr(x, hImm(quiet32)), hSelect(hIsNaN(y), hImm(badNaN32), h1(HostFtz, y)))
}

// hApprox is the recipe of a flushing function f of a single.
func hApprox(f func(x *HostExpr) *HostExpr) *HostExpr { return hFinish(hA, f(h1(HostFtz, hA))) }

func hOne() *HostExpr { return hImm(one32) }

// The quotient of singles and the root of one, rounded to a single, are those that are rounded to
// a double first: a double has more than twice their digits and two.
func hRcp(x *HostExpr) *HostExpr  { return h2(HostRDiv, hOne(), x) }
func hSqrt(x *HostExpr) *HostExpr { return h1(HostRSqrt, x) }

// hExactRsq is 1/sqrt(x) as doubles, then rounded to a single.
func hExactRsq(x *HostExpr) *HostExpr {
	return h1(HostF32W, h2(HostWDiv, hDouble(1), h1(HostWSqrt, h1(HostWF32, x))))
}

// hRsq is the same: from a guess y with 1-x*y*y = e, 1/sqrt(x) is y/sqrt(1-e), of whose series the
// first term left out is below 2^-50. Where that is so near to half way between two singles that
// it may be rounded to the wrong side, the quotient and the root decide.
func hRsq(x *HostExpr) *HostExpr {
	y := h1(HostWF32, h1(HostRRsq, x))
	minus := h1(HostWF32, hXor(x, hImm(sign32)))
	e := h3(HostWFma, minus, h2(HostWMul, y, y), hDouble(1))
	series := h2(HostWMul, hPoly(e, []float64{35. / 128, 5. / 16, 3. / 8, 1. / 2}), e)
	r := h3(HostWFma, y, series, y)
	const half, near = 1 << 28, 64 // in units of a double's last place
	doubt := hLtU(hAnd(hSub(h1(HostLo, r), hImm(half-near)), hImm(2*half-1)), hImm(2*near))
	d := h1(HostF32W, r)
	d = hSelect(hEq(x, hImm(inf32)), hImm(0), d)
	d = hSelect(hLtI(x, hImm(0)), hImm(nan32), d)
	d = hSelect(hEq(hMagnitude(x), hImm(0)), hOr(x, hImm(inf32)), d)
	return h3(HostSure, d, hExactRsq(x), doubt)
}

// hClampInf is [clampInf32], hZeroInf [zeroInf32].

func hClampInf(x *HostExpr) *HostExpr {
	return hSub(x, hIf(hEq(hMagnitude(x), hImm(inf32))))
}

func hZeroInf(x *HostExpr) *HostExpr {
	return hSelect(hEq(hMagnitude(x), hImm(inf32)), hSignBit(x), x)
}

// hPoly is [poly].
func hPoly(x *HostExpr, c []float64) *HostExpr {
	y := hDouble(c[0])
	for _, k := range c[1:] {
		y = h3(HostWFma, y, x, hDouble(k))
	}
	return y
}

// hExp is [exp2] of a single. Outside of +-1022 the result is infinity or zero as a single.
func hExp(x *HostExpr) *HostExpr {
	const limit = 0x447f8000 // 1022
	small := h2(HostMinU, hMagnitude(x), hImm(limit))
	y := h1(HostWF32, hOr(small, hSignBit(x)))
	n := hWRound(y, HostToNearest)
	scale := h2(HostPair, hImm(0), hShl(hAdd(h1(HostI32W, n), hImm(1023)), hImm(20)))
	return h1(HostF32W, h2(HostWMul, hPoly(h2(HostWSub, y, n), expCoef[:]), scale))
}

// hLog is [log2] of a single.
func hLog(x *HostExpr) *HostExpr {
	m := hOr(hAnd(x, hImm(0x007fffff)), hOne())
	high := hIf(hLtU(hImm(0x3fb504f3), m)) // above the square root of 2
	e := h1(HostWF32, h1(HostF32I, hAdd(hSub(hShr(x, hImm(23)), hImm(127)), high)))
	y := h1(HostWF32, hSub(m, hShl(high, hImm(23))))
	s := h2(HostWDiv, h2(HostWSub, y, hDouble(1)), h2(HostWAdd, y, hDouble(1)))
	r := h1(HostF32W, h3(HostWFma, s, hPoly(h2(HostWMul, s, s), logCoef[:]), e))
	r = hSelect(hEq(x, hImm(inf32)), x, r)
	r = hSelect(hLtI(x, hImm(0)), hImm(nan32), r)
	return hSelect(hEq(hMagnitude(x), hImm(0)), hImm(sign32|inf32), r)
}

// hLogClamp is [logClamp32] of a logarithm.
func hLogClamp(x *HostExpr) *HostExpr { return hSub(x, hIf(hEq(x, hImm(sign32|inf32)))) }

// hTrig is [trig32]: sine, or cosine where quarter is 1.
func hTrig(quarter uint32) *HostExpr {
	x := hFtzIn(hA)
	size := hMagnitude(x)
	far := hLtU(hImm(0x43800000), size) // above 256
	in := hSelect(far, hImm(0), x)
	y := h1(HostWF32, in)
	q := hWRound(h2(HostWMul, y, hDouble(4)), HostToNearest)
	t := h2(HostWSub, y, h2(HostWMul, q, hDouble(0.25)))
	t2 := h2(HostWMul, t, t)
	n := hAdd(h1(HostI32W, q), hImm(quarter))
	sin := h1(HostF32W, h2(HostWMul, t, hPoly(t2, sinCoef[:])))
	cos := h1(HostF32W, hPoly(t2, cosCoef[:]))
	r := hSelect(hNonZero(hAnd(n, hImm(1))), cos, sin)
	r = hXor(r, hShl(hAnd(n, hImm(2)), hImm(30)))
	r = hSelect(hEq(hMagnitude(r), hImm(0)), hImm(0), r) // no -0
	if quarter == 0 {
		r = hSelect(hEq(hMagnitude(in), hImm(0)), in, r) // but for its own
	}
	r = hSelect(hLtU(hImm(inf32-1), size), hImm(badNaN32), r)
	return hSelect(hIsNaN(hA), hOr(hA, hImm(quiet32)), hFtzOut(r))
}

// hFract is v_fract_f32.
func hFract() *HostExpr {
	d := h2(HostFSub, hA, hRRound(hFtzIn(hA), HostDown))
	return hSub(d, hSelect(hEq(d, hOne()), hAnd(&HostExpr{Kind: HostFrac}, hImm(1)), hImm(0)))
}

// hMulLegacy is [mulLegacy32].
func hMulLegacy() *HostExpr {
	zero := h2(HostBoth, hFCmp(CmpEQ, hA, hImm(0)), hFCmp(CmpEQ, hB, hImm(0)))
	return hSelect(zero, hImm(0), h2(HostFMul, hA, hB))
}

// hMinMax is min or max of doubles or halves, as integers decide it: b comes in front of a where
// less says so; of NaNs and signalling NaNs there are tests.
func hMinMax(less, nanA, nanB, sigA, sigB, a, b, quietA, quietB *HostExpr) *HostExpr {
	r := hSelect(less, b, a)
	r = hSelect(nanB, a, r)
	r = hSelect(nanA, b, r)
	r = hSelect(sigB, quietB, r)
	return hSelect(sigA, quietA, r)
}

// hIEEE is MODE.IEEE.
var hIEEE = &HostExpr{Kind: HostIEEE}

// hMinMax16 is [min16], or [max16], where denormals are kept.
func hMinMax16(a, b *HostExpr, greater bool) *HostExpr {
	a, b = hLo(a), hLo(b)
	key := func(x *HostExpr) *HostExpr {
		s := hLoS(x)
		return hXor(s, hAnd(hSar(s, hImm(31)), hImm(0x7fff)))
	}
	nan := func(x *HostExpr) *HostExpr { return hLtU(hImm(inf16), hAnd(x, hImm(0x7fff))) }
	quiet := func(x *HostExpr) *HostExpr { return hOr(x, hImm(quiet16)) }
	// a signalling NaN lies between infinity and the quiet ones
	sig := func(x *HostExpr) *HostExpr {
		m := hSub(hAnd(hAnd(x, hImm(0x7fff)), hIEEE), hImm(inf16+1))
		return hLtU(m, hImm(quiet16-1))
	}
	less := hLtI(key(b), key(a))
	if greater {
		less = hLtI(key(a), key(b))
	}
	return hMinMax(less, nan(a), nan(b), sig(a), sig(b), a, b, quiet(a), quiet(b))
}

// hMinMax64 is [min64], or [max64], where denormals are kept.
func hMinMax64(greater bool) *Recipe {
	sign := func(hi *HostExpr) *HostExpr { return hSar(hi, hImm(31)) }
	keyHi := func(hi *HostExpr) *HostExpr { return hXor(hi, hShr(sign(hi), hImm(1))) }
	keyLo := func(lo, hi *HostExpr) *HostExpr { return hXor(lo, sign(hi)) }
	less := func(lo, hi, lo2, hi2 *HostExpr) *HostExpr {
		x, y := keyHi(hi), keyHi(hi2)
		low := hIf(hLtU(keyLo(lo, hi), keyLo(lo2, hi2)))
		return hNonZero(hSelect(hEq(x, y), low, hIf(hLtI(x, y))))
	}
	sig := func(lo, hi *HostExpr) *HostExpr {
		m := hSub(hAnd(hSticky(lo, hi), hIEEE), hImm(inf64>>32+1))
		return hLtU(m, hImm(quiet64>>32-1))
	}
	// Each dword by tests of its own: there are few registers for masks.
	dword := func(a, b, quietA, quietB *HostExpr) *HostExpr {
		order := less(hB, hBHi, hA, hAHi)
		if greater {
			order = less(hA, hAHi, hB, hBHi)
		}
		return hMinMax(order, hIsNaN64(hA, hAHi), hIsNaN64(hB, hBHi), sig(hA, hAHi), sig(hB, hBHi), a, b, quietA, quietB)
	}
	quiet := func(hi *HostExpr) *HostExpr { return hOr(hi, hImm(quiet64>>32)) }
	return by(HostDoubleNearest, put64(dword(hA, hB, hA, hB), dword(hAHi, hBHi, quiet(hAHi), quiet(hBHi))))
}

// Conversions.

// hToI32 is the signed integer of a double, towards zero, saturated, 0 for NaN.
func hToI32(x *HostExpr) *HostExpr {
	r := hSelect(hWCmp(CmpGE, x, hDouble(1<<31)), hImm(0x7fffffff), h1(HostI32W, x))
	return hSelect(hWCmp(CmpU, x, x), hImm(0), r)
}

// hToU32 is the unsigned one.
func hToU32(x *HostExpr) *HostExpr {
	high := hXor(h1(HostI32W, h2(HostWSub, x, hDouble(1<<31))), hImm(1<<31))
	r := hSelect(hWCmp(CmpGE, x, hDouble(1<<31)), high, h1(HostI32W, x))
	r = hSelect(hWCmp(CmpGE, x, hDouble(1<<32)), hImm(^uint32(0)), r)
	return hSelect(hWCmp(CmpGT, x, hDouble(0)), r, hImm(0))
}

// hFromInt is the double of an integer, exact: its bits below those of 2^52, less what that adds.
func hFromInt(signed bool) *Recipe {
	x, base := hA, uint64(0x4330000000000000)
	if signed {
		x, base = hXor(hA, hImm(1<<31)), base|1<<31
	}
	d := h2(HostWSub, h2(HostPair, x, hImm(0x43300000)), hBits64(base))
	return by(HostNearest, put64(h1(HostLo, d), h1(HostHi, d)))
}

// hFromSingle is v_cvt_f64_f32.
func hFromSingle() *Recipe {
	d := h1(HostWF32, hFtzIn(hA))
	return by(HostNearest, put64(h1(HostLo, d), h1(HostHi, d)))
}

// hRpi is v_cvt_rpi_i32_f32.
func hRpi() *Recipe {
	s := h2(HostWAdd, h1(HostWF32, hFtzIn(hA)), hDouble(0.5))
	return by(HostNearest, put(hToI32(hWRound(s, HostDown))))
}

// hLdexp is v_ldexp_f32: exact as a double, then rounded.
func hLdexp() *Recipe {
	n := h2(HostMinI, h2(HostMaxI, hB, hNeg(hImm(400))), hImm(400))
	scale := h2(HostPair, hImm(0), hShl(hAdd(n, hImm(1023)), hImm(20)))
	r := h1(HostF32W, h2(HostWMul, h1(HostWF32, hFtzIn(hA)), scale))
	return by(HostSingle, put(hFtzOut(r)))
}

// hLdexp64 is v_ldexp_f64. A double of the smallest normal exponent and below is scaled in steps.
// Only the last step rounds, unless the result is zero or infinity in any case.
func hLdexp64() *Recipe {
	clamp := func(x *HostExpr, lo, hi uint32) *HostExpr {
		return h2(HostMinI, h2(HostMaxI, x, hNeg(hImm(lo))), hImm(hi))
	}
	scale := func(n *HostExpr) *HostExpr {
		return h2(HostPair, hImm(0), hShl(hAdd(n, hImm(1023)), hImm(20)))
	}
	n, y := clamp(hB, 4000, 4000), hADouble
	for range 2 {
		step := hSelect(hLtI(n, hNeg(hImm(1022))), hNeg(hImm(969)), clamp(n, 1022, 1023))
		y, n = h2(HostDMul, y, scale(step)), hSub(n, step)
	}
	return putDouble(h2(HostDMul, y, scale(clamp(n, 1022, 1023))))
}

// hFinish64 is [finish64] where denormals are kept.
func hFinish64(y *HostExpr) *Recipe {
	lo, hi := h1(HostLo, y), h1(HostHi, y)
	dword := func(x, bad, y *HostExpr) *HostExpr {
		return hSelect(hIsNaN64(hA, hAHi), x, hSelect(hIsNaN64(lo, hi), bad, y))
	}
	return by(HostDoubleNearest, put64(dword(hA, hImm(0), lo),
		dword(hOr(hAHi, hImm(quiet64>>32)), hImm(badNaN64>>32), hi)))
}

func hRcp64() *HostExpr  { return h2(HostWDiv, hDouble(1), hADouble) }
func hRsq64() *HostExpr  { return h2(HostWDiv, hDouble(1), h1(HostWSqrt, hADouble)) }
func hSqrt64() *HostExpr { return h1(HostWSqrt, hADouble) }

// hFract64 is v_fract_f64.
func hFract64() *Recipe {
	d := h2(HostDSub, hADouble, hWRound(hADouble, HostDown))
	lo, hi := h1(HostLo, d), h1(HostHi, d)
	one := hEq(hOr(lo, hXor(hi, hImm(one64>>32))), hImm(0))
	less := hAnd(&HostExpr{Kind: HostFrac}, hSelect(one, hImm(1), hImm(0)))
	return by(HostDouble, put64(hSub(lo, less), hSub(hi, less)))
}

// Halves: as singles, which have two digits and twice those of halves, sums, products and quotients
// are rounded to halves as the exact ones are.

func hHalf(x *HostExpr) *HostExpr   { return h1(HostF32H, x) }
func hToHalf(x *HostExpr) *HostExpr { return h1(HostHF32, x) }

// hToHalfBy rounds in a way of [HostRRound]'s.
func hToHalfBy(x *HostExpr, how uint32) *HostExpr {
	round := [...]FPRule{HostToNearest: RoundNearest, HostDown: RoundDown, HostUp: RoundUp, HostToZero: RoundZero}[how]
	return &HostExpr{Kind: HostHF32, X: x, K: 1 + uint32(round)}
}

// putHalf is an operation on halves.
func putHalf(k HostKind, x, y *HostExpr) *Recipe {
	return by(HostHalf, put(hToHalf(h2(k, hHalf(x), hHalf(y)))))
}

// hToOdd adds x and y as singles, rounded to odd: where the sum is not exact, its last bit is one,
// so that rounding it again, to fewer digits, is right. Source: S. Boldo, G. Melquiond, "Emulation
// of FMA and correctly rounded sums", 2008.
func hToOdd(x, y *HostExpr) *HostExpr {
	s := h2(HostRAdd, x, y)
	t := h2(HostRSub, s, x)
	e := h2(HostRAdd, h2(HostRSub, x, h2(HostRSub, s, t)), h2(HostRSub, y, t)) // what the sum has lost
	odd := hOr(hSub(s, hShr(hXor(s, e), hImm(31))), hImm(1))
	return hSelect(hFCmp(CmpLG, e, hImm(0)), odd, s)
}

// hFirstNaN is the first one of numbers that is NaN, or else r, for which the NaN of an invalid
// operation stands where it is NaN.
func hFirstNaN(r *HostExpr, from ...*HostExpr) *HostExpr {
	r = hSelect(hIsNaN(r), hImm(nan32), r)
	for i := len(from) - 1; i >= 0; i-- {
		r = hSelect(hIsNaN(from[i]), hOr(from[i], hImm(quiet32)), r)
	}
	return r
}

// hFma16 is [fma16].
func hFma16() *Recipe {
	a, b, c := hHalf(hA), hHalf(hB), hHalf(hC)
	r := hToOdd(h2(HostRMul, a, b), c)
	return by(HostHalfNearest, put(h3(HostSure, hToHalf(r), hToHalf(hFirstNaN(r, a, b, c)), hFCmp(CmpU, r, r))))
}

// hFtz16 is [ftz16].
func hFtz16(x *HostExpr) *HostExpr {
	return hSelect(hEq(hAnd(x, hImm(inf16)), hImm(0)), hAnd(x, hImm(sign16)), hLo(x))
}

// hMad16 is [mad16].
func hMad16(a, b, c *HostExpr) *Recipe {
	op := func(k HostKind, x, y *HostExpr) *HostExpr {
		return hFtz16(hToHalf(h2(k, hHalf(hFtz16(x)), hHalf(hFtz16(y)))))
	}
	return by(HostHalf, put(op(HostFAdd, op(HostFMul, a, b), c)))
}

// hRoundHalf is [roundInt16] where denormals are kept.
func hRoundHalf(how uint32) *Recipe {
	return by(HostHalf, put(hToHalf(hRRound(hHalf(hA), how))))
}

// hFinish16 is [finish16] where denormals are kept.
func hFinish16(y *HostExpr) *Recipe {
	x := hLo(hA)
	nan := hLtU(hImm(inf16), hAnd(x, hImm(0x7fff)))
	r := hSelect(hIsNaN(y), hImm(badNaN16), hToHalfBy(y, HostToNearest))
	return by(HostHalfNearest, put(hSelect(nan, hOr(x, hImm(quiet16)), r)))
}

// hPkRtz is v_cvt_pkrtz_f16_f32.
func hPkRtz() *HostExpr {
	return hPack(hToHalfBy(hFtzIn(hA), HostToZero), hToHalfBy(hFtzIn(hB), HostToZero))
}

// Division.

// hExponent is the exponent of a single that is not zero, as if it were normal; 128 for infinity
// and NaN.
func hExponent(x *HostExpr) *HostExpr {
	e := hShr(hMagnitude(x), hImm(23))
	low := hSub(hShr(h1(HostF32I, hMagnitude(x)), hImm(23)), hImm(127+149))
	return hSelect(hEq(e, hImm(0)), low, hSub(e, hImm(127)))
}

// hDivScale is [divScale32].
func hDivScale() *Recipe {
	is := func(m *HostExpr) *HostExpr { return hSelect(m, hImm(^uint32(0)), hImm(0)) }
	not := hNot
	e1, e2 := hExponent(hFtzIn(hB)), hExponent(hFtzIn(hC))
	diff := hSub(e2, e1)
	den, num := is(hEq(hA, hB)), is(hEq(hA, hC))
	least := hNeg(hImm(126))
	big := is(hLtI(hImm(95), diff))
	denormal := is(hLtI(e1, least))
	rcpTiny, quotTiny := is(hLtI(hImm(125), e1)), is(hLtI(diff, hNeg(hImm(125))))
	tiny := is(hLtI(e2, hNeg(hImm(127-23-1))))
	// factor and flag, the last rule first
	const up, down = 0x5f800000, 0x1f800000 // 2^64 and 2^-64
	f := hChoose(tiny, hImm(up), hOne())
	f = hChoose(quotTiny, hChoose(num, hImm(up), hOne()), f)
	f = hChoose(rcpTiny, hImm(down), f)
	both := hAnd(rcpTiny, quotTiny)
	f = hChoose(both, hChoose(den, hImm(down), hOne()), f)
	f = hChoose(denormal, hImm(up), f)
	f = hChoose(big, hChoose(den, hImm(up), hOne()), f)
	flag := hOr(big, hAnd(not(denormal), hOr(both, hAnd(not(rcpTiny), quotTiny))))
	zero := hOr(is(hEq(hMagnitude(hFtzIn(hB)), hImm(0))), is(hEq(hMagnitude(hFtzIn(hC)), hImm(0))))
	return putOut(hChoose(zero, hImm(nan32), h2(HostFMul, hA, f)), hNonZero(hOr(zero, flag)))
}

// hDivFmas is [divFmas32] where singles are rounded to nearest: the sum as a double, rounded to
// odd, is scaled exactly and rounded once.
func hDivFmas() *Recipe {
	a, b, c := h1(HostWF32, hA), h1(HostWF32, hB), h1(HostWF32, hC)
	p := h2(HostWMul, a, b)
	s := h2(HostWAdd, p, c)
	t := h2(HostWSub, s, p)
	e := h2(HostWAdd, h2(HostWSub, p, h2(HostWSub, s, t)), h2(HostWSub, c, t))
	odd := h2(HostWOr, h2(HostWSubI, s, h1(HostWSign, h2(HostWXor, s, e))), hBits64(1))
	lost := &HostExpr{Kind: HostWTrue, X: e, Y: hDouble(0), K: uint32(CmpLG)}
	s = h2(HostWXor, s, h2(HostWAnd, h2(HostWXor, s, odd), lost))
	const up, down = (1023 + 64) << 20, (1023 - 64) << 20
	far := hSelect(hLtU(hImm(one32+0x007fffff), hMagnitude(hC)), hImm(up), hImm(down))
	scale := h2(HostPair, hImm(0), hSelect(hIn, far, hImm(1023<<20)))
	r := h1(HostF32W, h2(HostWMul, s, scale))
	return by(HostSingleNearest, put(hFtzOut(hFirstNaN(r, hA, hB, hC))))
}

// hDivFixup is [divFixup32] where singles are rounded to nearest.
func hDivFixup() *Recipe {
	q, d, n := hA, hFtzIn(hB), hFtzIn(hC)
	dm, nm := hMagnitude(d), hMagnitude(n)
	neg := hSignBit(hXor(d, n))
	inf := func(x *HostExpr) *HostExpr { return hEq(x, hImm(inf32)) }
	zero := func(x *HostExpr) *HostExpr { return hEq(x, hImm(0)) }
	size := h1(HostFtzOut, hMagnitude(q))
	r := hSelect(hLtU(hImm(inf32-1), hMagnitude(q)), hImm(inf32), size)
	r = hSelect(hLtI(hSub(hExponent(n), hExponent(d)), hNeg(hImm(150))), hImm(0), r)
	r = hSelect(h2(HostBoth, zero(nm), inf(dm)), hImm(0), r)
	r = hSelect(h2(HostBoth, zero(dm), inf(nm)), hImm(inf32), r)
	r = hOr(r, neg)
	r = hSelect(zero(hOr(dm, nm)), hImm(badNaN32), r)
	r = hSelect(inf(hAnd(dm, nm)), hImm(badNaN32), r)
	r = hSelect(hIsNaN(d), hOr(d, hImm(quiet32)), r)
	return by(HostSingleNearest, put(hSelect(hIsNaN(n), hOr(n, hImm(quiet32)), r)))
}

// hMed32 is [med3x32].
func hMed32() *HostExpr {
	mm := func(x *HostExpr) *HostExpr { return h1(HostFtzMM, x) }
	lower := func(x, y *HostExpr) *HostExpr { return h2(HostFMin, x, y) }
	upper := func(x, y *HostExpr) *HostExpr { return h2(HostFMax, x, y) }
	m := upper(upper(hA, hB), hC)
	same := func(x *HostExpr) *HostExpr { // as numbers: zeros are
		both := hOr(x, m)
		return h2(HostBoth, hEq(x, m), hEq(hShl(both, hImm(1)), hImm(0)))
	}
	r := hSelect(same(mm(hB)), upper(hA, hC), upper(hA, hB))
	r = hSelect(same(mm(hA)), upper(hB, hC), r)
	nan := h2(HostBoth, h2(HostBoth, hIsNaN(hA), hIsNaN(hB)), hIsNaN(hC))
	return hSelect(nan, lower(lower(hA, hB), hC), r)
}

// dpRecipe is the recipe of a comparison of doubles or halves.
func dpRecipe(p CmpPred, typ string) *Recipe {
	if typ == "f64" {
		return by(HostDouble, &Recipe{Out: hWCmp(p, hADouble, hBDouble)})
	}
	return by(HostHalf, &Recipe{Out: hFCmp(p, hHalf(hA), hHalf(hB))})
}
