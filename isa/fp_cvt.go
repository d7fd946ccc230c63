package isa

import "math"

// Conversions between formats and integers, rounding to integral, ldexp, frexp and fract.

// cvt32from16 is v_cvt_f32_f16: exact. in is the rule of half precision, out that of single
// precision; no half is an f32 denormal.
func cvt32from16(x uint32, in FPRule) uint32 {
	x &= 0xffff
	if isNaN16(x) {
		return x&sign16<<16 | x<<13&0x7fe000 | nan32
	}
	return b32(float32(widen16(ftzIn16(x, in))))
}

// cvt16from32 is v_cvt_f16_f32. The rounding is that of out, the f16/f64 field of MODE (Vega ISA);
// in is the rule of single precision.
func cvt16from32(x uint32, in, out FPRule) uint32 {
	if !isNaN32(x) {
		return round16(float64(f32(ftzIn32(x, in))), out)
	}
	return uint32(fp32.convert(fp16, uint64(x), in, out))
}

// cvt64from32 is v_cvt_f64_f32: exact.
func cvt64from32(x uint32, in FPRule) uint64 {
	if isNaN32(x) {
		return fp32.convert(fp64, uint64(x), in, KeepAll)
	}
	return b64(float64(f32(ftzIn32(x, in))))
}

// cvt32from64 is v_cvt_f32_f64: rounding and result denormals by out.
func cvt32from64(x uint64, in, out FPRule) uint32 {
	if out&roundMask != RoundNearest || isNaN64(x) {
		return uint32(fp64.convert(fp32, x, in, out))
	}
	return ftzOut32(b32(float32(f64(ftzIn64(x, in)))), out)
}

// F16ToF32 is the exact value of the half in the low 16 bits of x; a NaN comes out quiet.
func F16ToF32(x uint32) uint32 { return cvt32from16(x, KeepAll) }

// f32ToF16 rounds to half by r.
func f32ToF16(x uint32, r FPRule) uint32 { return cvt16from32(x, KeepAll, r) }

// Integers to floating point: rounded by r.

func cvt32fromI32(x uint32, r FPRule) uint32 {
	if r&roundMask == RoundNearest {
		return b32(float32(int32(x)))
	}
	return uint32(fp32.fromInt(absI(int64(int32(x))), int32(x) < 0, r))
}

func cvt32fromU32(x uint32, r FPRule) uint32 {
	if r&roundMask == RoundNearest {
		return b32(float32(x))
	}
	return uint32(fp32.fromInt(uint64(x), false, r))
}

func cvt64fromI32(x uint32) uint64 { return b64(float64(int32(x))) } // exact
func cvt64fromU32(x uint32) uint64 { return b64(float64(x)) }        // exact

// cvt16fromI16 and cvt16fromU16 take the low 16 bits of x.
func cvt16fromI16(x uint32, r FPRule) uint32 {
	return uint32(fp16.fromInt(absI(int64(int16(x))), int16(x) < 0, r))
}
func cvt16fromU16(x uint32, r FPRule) uint32 {
	return uint32(fp16.fromInt(uint64(x&0xffff), false, r))
}

func absI(x int64) uint64 {
	if x < 0 {
		x = -x
	}
	return uint64(x)
}

// Floating point to integers: towards zero, NaN is 0, everything else saturates (Vega ISA,
// v_cvt_i32_f32: "out-of-range floating point values (including infinity) saturate. NaN is
// converted to 0").

func cvtI32from32(x uint32) uint32 {
	f := f32(x)
	if f > -0x1p31 && f < 0x1p31 {
		return uint32(int32(f))
	}
	return uint32(fp32.toInt(uint64(x), RoundZero, 32, true))
}

func cvtU32from32(x uint32) uint32 {
	f := f32(x)
	if f >= 0 && f < 0x1p32 {
		return uint32(int64(f))
	}
	return uint32(fp32.toInt(uint64(x), RoundZero, 32, false))
}

func cvtI32from64(x uint64) uint32 {
	f := f64(x)
	if f > -0x1p31 && f < 0x1p31 {
		return uint32(int32(f))
	}
	return uint32(fp64.toInt(x, RoundZero, 32, true))
}

func cvtU32from64(x uint64) uint32 {
	f := f64(x)
	if f >= 0 && f < 0x1p32 {
		return uint32(int64(f))
	}
	return uint32(fp64.toInt(x, RoundZero, 32, false))
}

// cvtI16from16 and cvtU16from16 leave the result in the low 16 bits.
func cvtI16from16(x uint32) uint32 {
	return uint32(fp16.toInt(uint64(x&0xffff), RoundZero, 16, true))
}
func cvtU16from16(x uint32) uint32 {
	return uint32(fp16.toInt(uint64(x&0xffff), RoundZero, 16, false))
}

// cvtFlrI32 is v_cvt_flr_i32_f32, floor(x), and cvtRpiI32 v_cvt_rpi_i32_f32, floor(x+0.5) with an
// exact sum ("0.5ULP", Vega ISA). Neither looks at the rounding of MODE. Saturation and NaN as
// v_cvt_i32_f32 (unverified: CLRX has NaN saturate by its sign).
func cvtFlrI32(x uint32, r FPRule) uint32 {
	return uint32(fp32.toInt(uint64(x), r.withRound(RoundDown), 32, true))
}

func cvtRpiI32(x uint32, r FPRule) uint32 {
	// x + 0.5 is exact in f64 for |x| up to 2^52; beyond 2^31 it saturates anyway, and a tiny x
	// vanishes towards 0.5 on the right side.
	x = ftzIn32(x, r)
	if isNaN32(x) {
		return 0
	}
	s := math.Floor(float64(f32(x)) + 0.5)
	return cvtI32from64(b64(s))
}

// cvtOffI4 is v_cvt_off_f32_i4: the signed 4-bit integer in x[3:0] divided by 16.
func cvtOffI4(x uint32) uint32 { return b32(float32(int32(x<<28)>>28) / 16) }

// cvtPkU8 is v_cvt_pk_u8_f32 and v_cvt_pkaccum_u8_f32: a rounded by r to 0..255 into byte b[1:0] of
// c (for pkaccum c is the old destination).
func cvtPkU8(a, b, c uint32, r FPRule) uint32 {
	sh := b & 3 * 8
	return c&^(0xff<<sh) | uint32(fp32.toInt(uint64(a), r, 8, false))<<sh
}

// cvtPkRtz is v_cvt_pkrtz_f16_f32: both rounded towards zero whatever MODE says; denormals follow
// the rules.
func cvtPkRtz(a, b uint32, in, out FPRule) uint32 {
	out = out.withRound(RoundZero)
	return pack16(cvt16from32(a, in, out), cvt16from32(b, in, out))
}

// norm16 scales a number in [-1,1] (signed) or [0,1] to 16 bits: clamped, times 32767 or 65535
// (exact in f64), rounded by r. NaN gives 0 (CLRX).
func norm16(x float64, signed bool, r FPRule) uint32 {
	if x != x {
		return 0
	}
	lo, scale := 0.0, 65535.0
	if signed {
		lo, scale = -1, 32767
	}
	x = min(max(x, lo), 1) * scale
	return uint32(fp64.toInt(b64(x), r|DenormIn, 16, signed))
}

// value16 and value32 are operands as float64, NaN included.
func value16(x uint32, r FPRule) float64 {
	if isNaN16(x) {
		return math.NaN()
	}
	return widen16(ftzIn16(x&0xffff, r))
}
func value32(x uint32, r FPRule) float64 { return float64(f32(ftzIn32(x, r))) }

// cvtPkNormI16 and cvtPkNormU16 are v_cvt_pknorm_{i16,u16}_f32: to nearest even (CLRX).
func cvtPkNormI16(a, b uint32, r FPRule) uint32 {
	return pack16(norm16(value32(a, r), true, RoundNearest), norm16(value32(b, r), true, RoundNearest))
}
func cvtPkNormU16(a, b uint32, r FPRule) uint32 {
	return pack16(norm16(value32(a, r), false, RoundNearest), norm16(value32(b, r), false, RoundNearest))
}

// cvtPkNormI16F16 and cvtPkNormU16F16 are v_cvt_pknorm_{i16,u16}_f16.
func cvtPkNormI16F16(a, b uint32, r FPRule) uint32 {
	return pack16(norm16(value16(a, r), true, RoundNearest), norm16(value16(b, r), true, RoundNearest))
}
func cvtPkNormU16F16(a, b uint32, r FPRule) uint32 {
	return pack16(norm16(value16(a, r), false, RoundNearest), norm16(value16(b, r), false, RoundNearest))
}

// cvtNormI16 and cvtNormU16 are v_cvt_norm_{i16,u16}_f16; they round by r ("supports rounding",
// Vega ISA).
func cvtNormI16(x uint32, r FPRule) uint32 { return norm16(value16(x, r), true, r) }
func cvtNormU16(x uint32, r FPRule) uint32 { return norm16(value16(x, r), false, r) }

// Rounding to integral numbers. mode replaces the rounding of r: RoundZero is v_trunc, RoundUp
// v_ceil, RoundDown v_floor, RoundNearest v_rndne. A zero result has the sign of the source.

func roundInt16(x uint32, mode, r FPRule) uint32 {
	return uint32(fp16.roundInt(uint64(x&0xffff), r.withRound(mode)))
}

// toInteger rounds to an integral number; -0 may become +0.
func toInteger(v float64, mode FPRule) float64 {
	switch mode {
	case RoundZero:
		return math.Trunc(v)
	case RoundUp:
		return math.Ceil(v)
	case RoundDown:
		return math.Floor(v)
	}
	return math.RoundToEven(v)
}

func roundInt32(x uint32, mode, r FPRule) uint32 {
	if x>>23&0xff >= 127+23 { // integral already, infinite or NaN
		if isNaN32(x) {
			x |= quiet32
		}
		return x
	}
	v, s := toInteger(float64(f32(ftzIn32(x, r))), mode), x&sign32
	return b32(float32(v))&^sign32 | s
}

func roundInt64(x uint64, mode, r FPRule) uint64 {
	if x>>52&0x7ff >= 1023+52 {
		if isNaN64(x) {
			x |= quiet64
		}
		return x
	}
	v, s := toInteger(f64(ftzIn64(x, r)), mode), x&sign64
	return b64(v)&^sign64 | s
}

// ldexp: x * 2^n rounded once by r, large n included; n of ldexp16 is a signed 16-bit integer.

func ldexp16(x, n uint32, r FPRule) uint32 {
	return uint32(fp16.ldexp(uint64(x&0xffff), int(int16(n)), r))
}
func ldexp32(x, n uint32, r FPRule) uint32 { return uint32(fp32.ldexp(uint64(x), int(int32(n)), r)) }
func ldexp64(x uint64, n uint32, r FPRule) uint64 {
	return fp64.ldexp(x, int(int32(n)), r)
}

// frexpExp is the exponent e with x = m * 2^e, 0.5 <= |m| < 1, as a 32-bit integer (f16: 16-bit).
// It is 0 for zero, and 0 for infinity and NaN except on GCN 1.0, where it is -1 (CLRX).
func (f fpFormat) frexpExp(x uint64, r FPRule, g Features) uint32 {
	if f.isNaN(x) || f.isInf(x) {
		if !g.Has(FeatureFrexp) {
			return ^uint32(0)
		}
		return 0
	}
	_, e := f.frexp(x, r)
	return uint32(int32(e))
}

// frexpMant is the m of frexpExp. Infinity and NaN come back unchanged, NaN quieted; on GCN 1.0
// infinity gives -NaN (CLRX).
func (f fpFormat) frexpMant(x uint64, r FPRule, g Features) uint64 {
	switch {
	case f.isNaN(x):
		return x | f.quiet()
	case f.isInf(x):
		if !g.Has(FeatureFrexp) {
			return f.sign() | f.nan()
		}
		return x
	}
	m, _ := f.frexp(x, r)
	return m
}

func frexpExp16(x uint32, r FPRule, g Features) uint32 {
	return fp16.frexpExp(uint64(x&0xffff), r, g) & 0xffff
}
func frexpExp32(x uint32, r FPRule, g Features) uint32 { return fp32.frexpExp(uint64(x), r, g) }
func frexpExp64(x uint64, r FPRule, g Features) uint32 { return fp64.frexpExp(x, r, g) }
func frexpMant16(x uint32, r FPRule, g Features) uint32 {
	return uint32(fp16.frexpMant(uint64(x&0xffff), r, g))
}
func frexpMant32(x uint32, r FPRule, g Features) uint32 {
	return uint32(fp32.frexpMant(uint64(x), r, g))
}
func frexpMant64(x uint64, r FPRule, g Features) uint64 { return fp64.frexpMant(x, r, g) }

// fract is x - floor(x) rounded by r; infinity gives the default NaN. The difference can round up
// to 1.0 when x is a tiny negative number: GCN 1.0 returns that (LLVM FeatureFractBug), later
// generations the largest number below 1.0, as LLVM assumes when it turns min(x-floor(x), 0.999...)
// into this instruction.
func (f fpFormat) fract(x uint64, r FPRule, g Features) uint64 {
	d := f.sub(x, f.roundInt(x, r.withRound(RoundDown)), r)
	if one := uint64(f.bias()) << f.mant; g.Has(FeatureFrexp) && d == one {
		d--
	}
	return d
}

func fract16(x uint32, r FPRule, g Features) uint32 {
	return uint32(fp16.fract(uint64(x&0xffff), r, g))
}

func fract32(x uint32, r FPRule, g Features) uint32 {
	if r&roundMask != RoundNearest {
		return uint32(fp32.fract(uint64(x), r, g))
	}
	d := sub32(x, roundInt32(x, RoundDown, r), r)
	if d == one32 && g.Has(FeatureFrexp) {
		d--
	}
	return d
}

func fract64(x uint64, r FPRule, g Features) uint64 { return fp64.fract(x, r, g) }
