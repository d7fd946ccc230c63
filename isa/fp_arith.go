package isa

import "math"

// Arithmetic of the instructions. Functions whose name ends in N ("native") use the host's floating
// point, which Go defines as IEEE 754 with round to nearest and denormals: they hold for KeepAll,
// choose NaNs themselves and, where small, inline. The others take a rule, use the native form when
// only denormals differ from KeepAll, and softfloat otherwise. Flushing sources before and results
// after a native operation is exact because flushing happens on the rounded result.
//
// A NaN operand comes out quiet whether MODE.IEEE is set or not (the manual promises it only for
// IEEE=1; unverified otherwise).
//
// Every product that must be rounded before an addition is written float32(x*y): Go may fuse it
// otherwise.

func f32(x uint32) float32 { return math.Float32frombits(x) }
func f64(x uint64) float64 { return math.Float64frombits(x) }
func b32(x float32) uint32 { return math.Float32bits(x) }
func b64(x float64) uint64 { return math.Float64bits(x) }

// The NaN of an operation whose result is known to be NaN.

func pickNaN32(a, b uint32) uint32 {
	switch {
	case isNaN32(a):
		return a | quiet32
	case isNaN32(b):
		return b | quiet32
	}
	return nan32
}

func pickNaN64(a, b uint64) uint64 {
	switch {
	case isNaN64(a):
		return a | quiet64
	case isNaN64(b):
		return b | quiet64
	}
	return nan64
}

func add32N(a, b uint32) uint32 {
	s := f32(a) + f32(b)
	if s != s {
		return pickNaN32(a, b)
	}
	return b32(s)
}

func sub32N(a, b uint32) uint32 {
	s := f32(a) - f32(b)
	if s != s {
		return pickNaN32(a, b)
	}
	return b32(s)
}

func mul32N(a, b uint32) uint32 {
	p := float32(f32(a) * f32(b))
	if p != p {
		return pickNaN32(a, b)
	}
	return b32(p)
}

func add64N(a, b uint64) uint64 {
	s := f64(a) + f64(b)
	if s != s {
		return pickNaN64(a, b)
	}
	return b64(s)
}

func mul64N(a, b uint64) uint64 {
	p := float64(f64(a) * f64(b))
	if p != p {
		return pickNaN64(a, b)
	}
	return b64(p)
}

// add32 is v_add_f32.
func add32(a, b uint32, r FPRule) uint32 {
	if r&roundMask != RoundNearest {
		return uint32(fp32.add(uint64(a), uint64(b), r))
	}
	return ftzOut32(add32N(ftzIn32(a, r), ftzIn32(b, r)), r)
}

// sub32 is v_sub_f32; a NaN in b keeps its sign.
func sub32(a, b uint32, r FPRule) uint32 {
	if r&roundMask != RoundNearest {
		return uint32(fp32.sub(uint64(a), uint64(b), r))
	}
	return ftzOut32(sub32N(ftzIn32(a, r), ftzIn32(b, r)), r)
}

// mul32 is v_mul_f32.
func mul32(a, b uint32, r FPRule) uint32 {
	if r&roundMask != RoundNearest {
		return uint32(fp32.mul(uint64(a), uint64(b), r))
	}
	return ftzOut32(mul32N(ftzIn32(a, r), ftzIn32(b, r)), r)
}

// mad32 is v_mad_f32, v_mac_f32, v_madmk_f32, v_madak_f32: the product is rounded, then the sum,
// and denormals are flushed at each step whatever MODE says. Only the rounding of r counts.
func mad32(a, b, c uint32, r FPRule) uint32 {
	r = r.flushed()
	if r != RoundNearest {
		return uint32(fp32.add(fp32.mul(uint64(a), uint64(b), r), uint64(c), r))
	}
	return ftz32(add32N(ftz32(mul32N(ftz32(a), ftz32(b))), ftz32(c)))
}

// mulLegacy32 is v_mul_legacy_f32: zero times anything, infinity and NaN included, is +0 (Vega ISA,
// "DX9 rules").
func mulLegacy32(a, b uint32, r FPRule) uint32 {
	if isZero32(ftzIn32(a, r)) || isZero32(ftzIn32(b, r)) {
		return 0
	}
	return mul32(a, b, r)
}

// madLegacy32 is v_mad_legacy_f32 and v_mac_legacy_f32: mulLegacy32 and an addition, flushed as
// mad32.
func madLegacy32(a, b, c uint32, r FPRule) uint32 {
	r = r.flushed()
	return add32(mulLegacy32(a, b, r), c, r)
}

// mullit32 is v_mullit_f32 (GCN 1.0 and 1.1): -MAX_FLOAT when c is not above zero, or b is
// -MAX_FLOAT, -infinity or NaN; otherwise the product by DX9 rules. The conditions on b are those
// of MUL_LIT in AMD's older ISA manuals, to which the Sea Islands manual alludes ("special INF,
// NaN, overflow rules"); unverified.
func mullit32(a, b, c uint32, r FPRule) uint32 {
	c = ftzIn32(c, r)
	if isNaN32(c) || isZero32(c) || c&sign32 != 0 || isNaN32(b) || b == sign32|inf32 || b == sign32|big32 {
		return sign32 | big32
	}
	return mulLegacy32(a, b, r)
}

// fma32N is the exact fused multiply-add for KeepAll.
func fma32N(a, b, c uint32) uint32 {
	if s, ok := fmaWide(a, b, c); ok {
		return b32(float32(s))
	}
	return fmaHalfway(a, b, c)
}

// fmaWide returns a*b+c in f64: the product of two f32 is exact there, the sum is rounded. It is
// not ok if rounding it again, to f32, may give another result than rounding once: the second
// rounding goes wrong only from exactly half way between two f32 numbers. Below the normal range
// (897: exponent of the smallest normal f32 in f64) the half-way points lie elsewhere; those sums,
// infinities and NaNs are not ok either. A sum of zero is exact: the smallest product of two f32 is
// far above f64's smallest number.
func fmaWide(a, b, c uint32) (s float64, ok bool) {
	s = float64(float64(f32(a))*float64(f32(b))) + float64(f32(c))
	u := b64(s)
	return s, u&0x1fffffff != 0x10000000 && u>>52&0x7ff-897 < 2047-897 || u<<1 == 0
}

// fmaHalfway is fma32N for every case. Knuth's TwoSum gives the error of the f64 sum, exactly, as
// nothing overflows or is denormal in f64. Where there is one, the sum is rounded to odd instead:
// with 53 bits for 24 the second rounding is then right (Boldo and Melquiond 2008).
func fmaHalfway(a, b, c uint32) uint32 {
	p, z := float64(float64(f32(a))*float64(f32(b))), float64(f32(c))
	s := p + z
	if s != s {
		return uint32(fp32.fma(uint64(a), uint64(b), uint64(c), 0, KeepAll)) // chooses the NaN
	}
	u := b64(s)
	if u&^sign64 == inf64 {
		return b32(float32(s))
	}
	t := s - p
	if e := (p - (s - t)) + (z - t); e != 0 && u&1 == 0 {
		if (e > 0) == (s > 0) {
			u++
		} else {
			u--
		}
	}
	return b32(float32(f64(u)))
}

// fma32 is v_fma_f32: one rounding, denormals as r says.
func fma32(a, b, c uint32, r FPRule) uint32 {
	if r&roundMask != RoundNearest {
		return uint32(fp32.fma(uint64(a), uint64(b), uint64(c), 0, r))
	}
	return ftzOut32(fma32N(ftzIn32(a, r), ftzIn32(b, r), ftzIn32(c, r)), r)
}

// add64 is v_add_f64.
func add64(a, b uint64, r FPRule) uint64 {
	if r&roundMask != RoundNearest {
		return fp64.add(a, b, r)
	}
	return ftzOut64(add64N(ftzIn64(a, r), ftzIn64(b, r)), r)
}

// mul64 is v_mul_f64.
func mul64(a, b uint64, r FPRule) uint64 {
	if r&roundMask != RoundNearest {
		return fp64.mul(a, b, r)
	}
	return ftzOut64(mul64N(ftzIn64(a, r), ftzIn64(b, r)), r)
}

// fma64N is the exact fused multiply-add for KeepAll; math.FMA rounds once on every host.
func fma64N(a, b, c uint64) uint64 {
	s := math.FMA(f64(a), f64(b), f64(c))
	if s != s {
		if !isNaN64(a) && !isNaN64(b) && isNaN64(c) {
			return c | quiet64
		}
		return pickNaN64(a, b)
	}
	return b64(s)
}

// fma64 is v_fma_f64.
func fma64(a, b, c uint64, r FPRule) uint64 {
	if r&roundMask != RoundNearest {
		return fp64.fma(a, b, c, 0, r)
	}
	return ftzOut64(fma64N(ftzIn64(a, r), ftzIn64(b, r), ftzIn64(c, r)), r)
}

// widen16 is the exact value of a half that is no NaN, as a float64.
func widen16(x uint32) float64 {
	// The half's exponent and fraction read as those of an f32 are 2^-112 times too small; the
	// product is exact, also for denormals.
	v := f32(x&sign16<<16|x&0x7fff<<13) * 0x1p112
	if x&inf16 == inf16 {
		v = f32(x&sign16<<16 | inf32)
	}
	return float64(v)
}

// round16 rounds a float64 to half.
func round16(x float64, r FPRule) uint32 {
	const drop = 52 - 10
	u := b64(x)
	// a normal half, unless it rounds up out of range
	if m := u &^ sign64; r&roundMask == RoundNearest && m>>52-(1023-14) < 30 {
		m += 1<<(drop-1) - 1 + m>>drop&1
		if h := uint32(m>>drop) - (1023-15)<<10; h < inf16 {
			return uint32(u>>48)&sign16 | h
		}
	}
	return uint32(fp64.convert(fp16, u, KeepAll, r))
}

func pickNaN16(a, b uint32) uint32 {
	switch {
	case isNaN16(a):
		return a&0xffff | quiet16
	case isNaN16(b):
		return b&0xffff | quiet16
	}
	return nan16
}

// add16 is v_add_f16 and a half of v_pk_add_f16. The sum of two halves is exact in f64, so there is
// one rounding.
func add16(a, b uint32, r FPRule) uint32 {
	a, b = ftzIn16(a&0xffff, r), ftzIn16(b&0xffff, r)
	if isNaN16(a) || isNaN16(b) {
		return pickNaN16(a, b)
	}
	s := widen16(a) + widen16(b)
	if s != s {
		return nan16
	}
	if s == 0 {
		return uint32(fp16.add(uint64(a), uint64(b), r)) // the sign of an exact zero depends on the rounding mode
	}
	return round16(s, r)
}

// sub16 is v_sub_f16; a NaN in b keeps its sign.
func sub16(a, b uint32, r FPRule) uint32 {
	if isNaN16(b) {
		return add16(a, b, r)
	}
	return add16(a, b^sign16, r)
}

// mul16 is v_mul_f16 and a half of v_pk_mul_f16. The product of two halves is exact in f64.
func mul16(a, b uint32, r FPRule) uint32 {
	a, b = ftzIn16(a&0xffff, r), ftzIn16(b&0xffff, r)
	if isNaN16(a) || isNaN16(b) {
		return pickNaN16(a, b)
	}
	p := float64(widen16(a) * widen16(b))
	if p != p {
		return nan16
	}
	return round16(p, r)
}

// fma16 is v_fma_f16 and a half of v_pk_fma_f16. The f64 sum of the exact product and c is rounded
// to odd (its last bit says "inexact"), which makes the rounding to half exact: f64 has far more
// than two spare bits.
func fma16(a, b, c uint32, r FPRule) uint32 {
	a, b, c = ftzIn16(a&0xffff, r), ftzIn16(b&0xffff, r), ftzIn16(c&0xffff, r)
	if isNaN16(a) || isNaN16(b) || isNaN16(c) {
		if !isNaN16(a) && !isNaN16(b) {
			return c | quiet16
		}
		return pickNaN16(a, b)
	}
	p, z := float64(widen16(a)*widen16(b)), widen16(c)
	s := p + z
	switch {
	case s != s:
		return nan16
	case s == 0:
		return uint32(fp16.fma(uint64(a), uint64(b), uint64(c), 0, r))
	case s-s != 0: // an infinite operand
		return round16(s, r)
	}
	t := s - p
	e := float64(p-float64(s-t)) + float64(z-t) // Knuth's two-sum: s+e == p+z exactly
	if u := b64(s); e != 0 && u&1 == 0 {
		if (e > 0) == (s > 0) {
			s = f64(u + 1)
		} else {
			s = f64(u - 1)
		}
	}
	return round16(s, r)
}

// mad16 is v_mad_f16, v_mac_f16, v_madmk_f16, v_madak_f16: two roundings, denormals flushed as in
// mad32.
func mad16(a, b, c uint32, r FPRule) uint32 {
	r = r.flushed()
	return add16(mul16(a, b, r), c, r)
}
