package vecref

import (
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/internal/exact"
)

// vecRefs holds the reference of every row with a vector kernel; the comparisons are added by their
// predicates.
var vecRefs = map[string]vecRef{
	"v_mov_b32":    bitRef(func(a, b, c bool) bool { return a }),
	"v_not_b32":    bitRef(func(a, b, c bool) bool { return !a }),
	"v_and_b32":    bitRef(func(a, b, c bool) bool { return a && b }),
	"v_or_b32":     bitRef(func(a, b, c bool) bool { return a || b }),
	"v_xor_b32":    bitRef(func(a, b, c bool) bool { return a != b }),
	"v_xnor_b32":   bitRef(func(a, b, c bool) bool { return a == b }),
	"v_bfi_b32":    bitRef(func(a, b, c bool) bool { return a && b || !a && c }),
	"v_and_or_b32": bitRef(func(a, b, c bool) bool { return a && b || c }),
	"v_or3_b32":    bitRef(func(a, b, c bool) bool { return a || b || c }),
	"v_bfrev_b32":  func(x *Lane) { x.put(bitwise(32, func(i int) bool { return x.u(0).Bit(31-i) == 1 })) },
	"v_ffbh_u32":   func(x *Lane) { x.put(bi(int64(firstBit(32, func(i int) bool { return x.u(0).Bit(31-i) == 1 })))) },
	"v_ffbl_b32":   func(x *Lane) { x.put(bi(int64(firstBit(32, func(i int) bool { return x.u(0).Bit(i) == 1 })))) },
	"v_ffbh_i32": func(x *Lane) {
		x.put(bi(int64(firstBit(32, func(i int) bool { return x.u(0).Bit(31-i) != x.u(0).Bit(31) }))))
	},
	"v_cndmask_b32": func(x *Lane) {
		if x.In {
			x.put(x.u(1))
		} else {
			x.put(x.u(0))
		}
	},

	// Addition and subtraction.
	"v_add_co_u32": carryRef(1, 1, false), "v_sub_co_u32": carryRef(1, -1, false), "v_subrev_co_u32": carryRef(-1, 1, false),
	"v_addc_co_u32": carryRef(1, 1, true), "v_subb_co_u32": carryRef(1, -1, true), "v_subbrev_co_u32": carryRef(-1, 1, true),
	"v_add_u32": int2(add), "v_sub_u32": int2(sub), "v_subrev_u32": int2(func(a, b *big.Int) *big.Int { return sub(b, a) }),
	"v_add_u16": int2(add), "v_sub_u16": int2(sub), "v_subrev_u16": int2(func(a, b *big.Int) *big.Int { return sub(b, a) }),
	"v_add_i32": int2(add), "v_sub_i32": int2(sub), "v_add_i16": int2(add), "v_sub_i16": int2(sub),
	"v_pk_add_i16": int2(add), "v_pk_sub_i16": int2(sub), "v_pk_add_u16": int2(add), "v_pk_sub_u16": int2(sub),
	"v_add3_u32":     int3(func(a, b, c *big.Int) *big.Int { return add(add(a, b), c) }),
	"v_lshl_add_u32": int3(func(a, b, c *big.Int) *big.Int { return add(new(big.Int).Lsh(a, uint(amount(b, 32))), c) }),
	"v_add_lshl_u32": int3(func(a, b, c *big.Int) *big.Int { return new(big.Int).Lsh(add(a, b), uint(amount(c, 32))) }),
	"v_lshl_or_b32": int3(func(a, b, c *big.Int) *big.Int {
		return new(big.Int).Or(lowBits(new(big.Int).Lsh(a, uint(amount(b, 32))), 32), c)
	}),
	"v_xad_u32": int3(func(a, b, c *big.Int) *big.Int { return add(new(big.Int).Xor(a, b), c) }),

	// Multiplication.
	"v_mul_i32_i24": func(x *Lane) { x.put(mul(low24(x, 0, true), low24(x, 1, true))) },
	"v_mul_u32_u24": func(x *Lane) { x.put(mul(low24(x, 0, false), low24(x, 1, false))) },
	"v_mul_hi_i32_i24": func(x *Lane) {
		x.put(new(big.Int).Rsh(mul(low24(x, 0, true), low24(x, 1, true)), 32))
	},
	"v_mul_hi_u32_u24": func(x *Lane) {
		x.put(new(big.Int).Rsh(mul(low24(x, 0, false), low24(x, 1, false)), 32))
	},
	"v_mad_i32_i24": func(x *Lane) { x.put(add(mul(low24(x, 0, true), low24(x, 1, true)), x.i(2))) },
	"v_mad_u32_u24": func(x *Lane) { x.put(add(mul(low24(x, 0, false), low24(x, 1, false)), x.u(2))) },
	"v_mul_lo_u32":  int2(mul), "v_mul_lo_i32": int2(mul), "v_mul_lo_u16": int2(mul), "v_pk_mul_lo_u16": int2(mul),
	"v_mul_hi_u32": int2(func(a, b *big.Int) *big.Int { return new(big.Int).Rsh(mul(a, b), 32) }),
	"v_mul_hi_i32": int2(func(a, b *big.Int) *big.Int { return new(big.Int).Rsh(mul(a, b), 32) }),
	"v_mad_u16":    int3(mulAdd), "v_mad_i16": int3(mulAdd), "v_mad_legacy_u16": int3(mulAdd), "v_mad_legacy_i16": int3(mulAdd),
	"v_mad_u32_u16": int3(mulAdd), "v_mad_i32_i16": int3(mulAdd), "v_pk_mad_i16": int3(mulAdd), "v_pk_mad_u16": int3(mulAdd),
	"v_mad_u64_u32": func(x *Lane) {
		v := mulAdd(x.u(0), x.u(1), x.u(2))
		x.Out = v.BitLen() > 64
		x.put(v)
	},
	"v_mad_i64_i32": func(x *Lane) {
		v := mulAdd(x.i(0), x.i(1), x.i(2))
		x.Out = v.Sign() < 0
		x.put(v)
	},

	// Minimum, maximum, median.
	"v_min_i32": int2(min2), "v_max_i32": int2(max2), "v_min_u32": int2(min2), "v_max_u32": int2(max2),
	"v_min_i16": int2(min2), "v_max_i16": int2(max2), "v_min_u16": int2(min2), "v_max_u16": int2(max2),
	"v_pk_min_i16": int2(min2), "v_pk_max_i16": int2(max2), "v_pk_min_u16": int2(min2), "v_pk_max_u16": int2(max2),
	"v_min3_i32": int3(min3), "v_max3_i32": int3(max3), "v_min3_u32": int3(min3), "v_max3_u32": int3(max3),
	"v_min3_i16": int3(min3), "v_max3_i16": int3(max3), "v_min3_u16": int3(min3), "v_max3_u16": int3(max3),
	"v_med3_i32": int3(bigMed), "v_med3_u32": int3(bigMed), "v_med3_i16": int3(bigMed), "v_med3_u16": int3(bigMed),

	// Shifts and bit fields.
	"v_lshlrev_b32": shiftRef(1, 0, true), "v_lshrrev_b32": shiftRef(1, 0, false), "v_ashrrev_i32": shiftRef(1, 0, false),
	"v_lshl_b32": shiftRef(0, 1, true), "v_lshr_b32": shiftRef(0, 1, false), "v_ashr_i32": shiftRef(0, 1, false),
	"v_lshlrev_b16": shiftRef(1, 0, true), "v_lshrrev_b16": shiftRef(1, 0, false), "v_ashrrev_i16": shiftRef(1, 0, false),
	"v_pk_lshlrev_b16": shiftRef(1, 0, true), "v_pk_lshrrev_b16": shiftRef(1, 0, false), "v_pk_ashrrev_i16": shiftRef(1, 0, false),
	"v_lshlrev_b64": shiftRef(1, 0, true), "v_lshrrev_b64": shiftRef(1, 0, false), "v_ashrrev_i64": shiftRef(1, 0, false),
	"v_lshl_b64": shiftRef(0, 1, true), "v_lshr_b64": shiftRef(0, 1, false), "v_ashr_i64": shiftRef(0, 1, false),
	"v_bfe_u32": func(x *Lane) { x.put(extract(x)) },
	"v_bfe_i32": func(x *Lane) {
		v, n := extract(x), amount(x.u(2), 32)
		if off := amount(x.u(1), 32); off+n > 32 {
			n = 32 - off // the field ends at bit 31
		}
		if n > 0 {
			v = signOf(v, n)
		}
		x.put(v)
	},
	"v_bfm_b32": func(x *Lane) {
		n, off := amount(x.u(0), 32), amount(x.u(1), 32)
		x.put(bitwise(64, func(i int) bool { return i >= off && i < off+n }))
	},
	"v_alignbit_b32": func(x *Lane) {
		x.put(new(big.Int).Rsh(add(new(big.Int).Lsh(x.u(0), 32), x.u(1)), uint(amount(x.u(2), 32))))
	},
	"v_alignbyte_b32": func(x *Lane) {
		x.put(new(big.Int).Rsh(add(new(big.Int).Lsh(x.u(0), 32), x.u(1)), uint(8*amount(x.u(2), 4))))
	},
	"v_bcnt_u32_b32": func(x *Lane) { x.put(add(countOnes(x, 0, 32), x.u(1))) },
	"v_mbcnt_lo_u32_b32": func(x *Lane) {
		x.put(add(countOnes(x, 0, min(x.Index, 32)), x.u(1)))
	},
	"v_mbcnt_hi_u32_b32": func(x *Lane) {
		x.put(add(countOnes(x, 0, max(x.Index-32, 0)), x.u(1)))
	},

	// Bytes.
	"v_perm_b32": func(x *Lane) {
		v := new(big.Int)
		for j := 3; j >= 0; j-- {
			sel := fieldOf(x.u(2), 8, j).Int64()
			in := add(new(big.Int).Lsh(x.u(0), 32), x.u(1))
			b := bi(0xff)
			switch {
			case sel <= 7:
				b = fieldOf(in, 8, int(sel))
			case sel <= 11:
				if fieldOf(in, 8, int(2*(sel-8)+1)).Bit(7) == 0 {
					b = bi(0)
				}
			case sel == 12:
				b = bi(0)
			}
			v = add(new(big.Int).Lsh(v, 8), b)
		}
		x.put(v)
	},
	"v_lerp_u8": func(x *Lane) {
		v := new(big.Int)
		for j := 3; j >= 0; j-- {
			s := add(add(fieldOf(x.u(0), 8, j), fieldOf(x.u(1), 8, j)), bi(int64(x.u(2).Bit(8*j))))
			v = add(new(big.Int).Lsh(v, 8), s.Rsh(s, 1))
		}
		x.put(v)
	},
	"v_sad_u8": sadRef(8, false, 0), "v_sad_hi_u8": sadRef(8, false, 16), "v_sad_u16": sadRef(16, false, 0), "v_sad_u32": sadRef(32, false, 0),
	"v_msad_u8": sadRef(8, true, 0), "v_qsad_pk_u16_u8": quadRef(16, false), "v_mqsad_pk_u16_u8": quadRef(16, true),
	"v_mqsad_u32_u8": quadRef(32, true), "v_qsad_u8": quadRef(16, false), "v_mqsad_u8": quadRef(16, true),
	"v_sat_pk_u8_i16": func(x *Lane) {
		sat := func(n int) *big.Int { return bigMin(bigMax(signOf(fieldOf(x.u(0), 16, n), 16), bi(0)), bi(255)) }
		x.put(add(sat(0), new(big.Int).Lsh(sat(1), 8)))
	},
	"v_screen_partition_4se_b32": screenRef,
	"v_cvt_pk_u16_u32":           int2(func(a, b *big.Int) *big.Int { return pair(bigMin(a, bi(0xffff)), bigMin(b, bi(0xffff))) }),
	"v_cvt_pk_i16_i32": int2(func(a, b *big.Int) *big.Int {
		sat := func(v *big.Int) *big.Int { return bigMax(bigMin(v, bi(32767)), bi(-32768)) }
		return pair(sat(a), sat(b))
	}),
	"v_pack_b32_f16": func(x *Lane) { x.put(pair(x.u(0), x.u(1))) },

	// Floating-point arithmetic.
	"v_add_f32": float(fAdd), "v_add_f64": float(fAdd), "v_add_f16": float(fAdd), "v_pk_add_f16": float(fAdd),
	"v_sub_f32": float(fSub), "v_sub_f16": float(fSub), "v_subrev_f32": float(fSubRev), "v_subrev_f16": float(fSubRev),
	"v_mul_f32": float(fMul), "v_mul_f64": float(fMul), "v_mul_f16": float(fMul), "v_pk_mul_f16": float(fMul),
	"v_fma_f32": float(fFMA), "v_fma_f64": float(fFMA), "v_fma_f16": float(fFMA), "v_fma_legacy_f16": float(fFMA), "v_pk_fma_f16": float(fFMA),
	"v_mad_f32": mad(0, 1, 2, false), "v_mac_f32": mad(0, 1, 3, false), "v_madmk_f32": mad(0, 4, 1, false), "v_madak_f32": mad(0, 1, 4, false),
	"v_mad_f16": mad(0, 1, 2, false), "v_mac_f16": mad(0, 1, 3, false), "v_madmk_f16": mad(0, 4, 1, false), "v_madak_f16": mad(0, 1, 4, false),
	"v_mad_legacy_f16": mad(0, 1, 2, false), "v_mad_legacy_f32": mad(0, 1, 2, true), "v_mac_legacy_f32": mad(0, 1, 3, true),
	"v_fma_mix_f32": float(fFMA), "v_fma_mixlo_f16": float(fFMA), "v_fma_mixhi_f16": float(fFMA),
	"v_fmac_f32": float(func(x *Lane, o exact.Format, r exact.Rule) exact.Num {
		return o.FMA(x.f(0), x.f(1), o.Decode(uint64(x.Old[0]), r), r)
	}),
	"v_dot2_f32_f16": dot2Ref,
	"v_dot2_i32_i16": dotRef(16, true), "v_dot2_u32_u16": dotRef(16, false),
	"v_dot4_i32_i8": dotRef(8, true), "v_dot4_u32_u8": dotRef(8, false),
	"v_dot8_i32_i4": dotRef(4, true), "v_dot8_u32_u4": dotRef(4, false),
	"v_mad_mix_f32": mad(0, 1, 2, false), "v_mad_mixlo_f16": mad(0, 1, 2, false), "v_mad_mixhi_f16": mad(0, 1, 2, false),
	"v_mul_legacy_f32": func(x *Lane) { mulLegacyRef(x) },
	"v_mullit_f32": func(x *Lane) {
		b, c := exact.F32.Value(x.raw(1), exact.KeepAll), exact.F32.Value(x.raw(2), x.fp.F32)
		if c > 0 && b > -math.MaxFloat32 {
			mulLegacyRef(x)
		} else {
			x.putBits(0xff7fffff)
		}
	},
	"v_min_f32": minMaxRef(false), "v_max_f32": minMaxRef(true), "v_min_f64": minMaxRef(false), "v_max_f64": minMaxRef(true),
	"v_min_f16": minMaxRef(false), "v_max_f16": minMaxRef(true), "v_pk_min_f16": minMaxRef(false), "v_pk_max_f16": minMaxRef(true),
	"v_min3_f32": minMaxRef(false), "v_max3_f32": minMaxRef(true), "v_min3_f16": minMaxRef(false), "v_max3_f16": minMaxRef(true),
	"v_med3_f32": med3Ref, "v_med3_f16": med3Ref,
	"v_min_legacy_f32": func(x *Lane) {
		if x.raw64(0) < x.raw64(1) {
			x.putBits(x.raw(0))
		} else {
			x.putBits(x.raw(1))
		}
	},
	"v_max_legacy_f32": func(x *Lane) {
		if x.raw64(0) >= x.raw64(1) {
			x.putBits(x.raw(0))
		} else {
			x.putBits(x.raw(1))
		}
	},
	"v_ldexp_f32": ldexpRef, "v_ldexp_f64": ldexpRef, "v_ldexp_f16": ldexpRef,
	"v_cubeid_f32": cubeRef(0), "v_cubesc_f32": cubeRef(1), "v_cubetc_f32": cubeRef(2), "v_cubema_f32": cubeRef(3),
	"v_div_scale_f32": divScaleRef(96, 23, 64), "v_div_scale_f64": divScaleRef(768, 53, 128),
	"v_div_fmas_f32": divFmasRef(64), "v_div_fmas_f64": divFmasRef(128),
	"v_div_fixup_f32": divFixupRef(-150), "v_div_fixup_f64": divFixupRef(-1075),
	"v_div_fixup_f16": divFixupRef(0), "v_div_fixup_legacy_f16": divFixupRef(0),
	"v_trig_preop_f64": trigPreopRef,

	// Conversions.
	"v_cvt_i32_f64": toInt(3, 32, true), "v_cvt_u32_f64": toInt(3, 32, false),
	"v_cvt_i32_f32": toInt(3, 32, true), "v_cvt_u32_f32": toInt(3, 32, false),
	"v_cvt_i16_f16": toInt(3, 16, true), "v_cvt_u16_f16": toInt(3, 16, false), "v_cvt_flr_i32_f32": toInt(2, 32, true),
	"v_cvt_rpi_i32_f32": func(x *Lane) {
		v := x.f(0)
		if v.Kind == exact.Finite {
			v = exact.F32.Add(v, exact.Num{M: bi(1), E: -1}, exact.KeepAll)
		}
		x.put(intOf(v, 2, 32, true))
	},
	"v_cvt_f32_i32": fromInt(typed), "v_cvt_f32_u32": fromInt(typed), "v_cvt_f64_i32": fromInt(typed), "v_cvt_f64_u32": fromInt(typed),
	"v_cvt_f16_i16": fromInt(typed), "v_cvt_f16_u16": fromInt(typed),
	"v_cvt_f32_ubyte0": fromInt(byteOf(0)), "v_cvt_f32_ubyte1": fromInt(byteOf(1)),
	"v_cvt_f32_ubyte2": fromInt(byteOf(2)), "v_cvt_f32_ubyte3": fromInt(byteOf(3)),
	"v_cvt_off_f32_i4": float(func(x *Lane, o exact.Format, r exact.Rule) exact.Num {
		v := signOf(lowBits(x.u(0), 4), 4)
		return exact.Num{Neg: v.Sign() < 0, M: new(big.Int).Abs(v), E: -4}
	}),
	"v_cvt_f16_f32": func(x *Lane) { x.putBits(x.convert(0, exact.F16, x.fp.F32, x.halfRule())) },
	"v_cvt_f32_f16": func(x *Lane) { x.putBits(x.convert(0, exact.F32, x.halfRule(), x.fp.F32)) },
	"v_cvt_f32_f64": func(x *Lane) { x.putBits(x.convert(0, exact.F32, x.fp.F64, x.fp.F32)) },
	"v_cvt_f64_f32": func(x *Lane) { x.putBits(x.convert(0, exact.F64, x.fp.F32, exact.KeepAll)) },
	"v_cvt_pkrtz_f16_f32": func(x *Lane) {
		half := func(n int) *big.Int {
			return new(big.Int).SetUint64(x.convert(n, exact.F16, x.fp.F32, x.halfRule()|3))
		}
		x.put(pair(half(0), half(1)))
	},
	"v_cvt_pk_u8_f32":      func(x *Lane) { x.putBits(byteInto(x, x.Src[2][0])) },
	"v_cvt_pkaccum_u8_f32": func(x *Lane) { x.putBits(byteInto(x, x.Old[0])) },
	"v_cvt_pknorm_i16_f32": normPair(true), "v_cvt_pknorm_u16_f32": normPair(false),
	"v_cvt_pknorm_i16_f16": normPair(true), "v_cvt_pknorm_u16_f16": normPair(false),
	"v_cvt_norm_i16_f16": func(x *Lane) { x.put(norm(x.f(0), true, x.fp.F16)) },
	"v_cvt_norm_u16_f16": func(x *Lane) { x.put(norm(x.f(0), false, x.fp.F16)) },
	"v_trunc_f32":        integral(3), "v_trunc_f64": integral(3), "v_trunc_f16": integral(3),
	"v_ceil_f32": integral(1), "v_ceil_f64": integral(1), "v_ceil_f16": integral(1),
	"v_floor_f32": integral(2), "v_floor_f64": integral(2), "v_floor_f16": integral(2),
	"v_rndne_f32": integral(0), "v_rndne_f64": integral(0), "v_rndne_f16": integral(0),
	"v_fract_f32": fractRef, "v_fract_f64": fractRef, "v_fract_f16": fractRef,
	"v_frexp_exp_i32_f32": frexpExpRef, "v_frexp_exp_i32_f64": frexpExpRef, "v_frexp_exp_i16_f16": frexpExpRef,
	"v_frexp_mant_f32": frexpMantRef, "v_frexp_mant_f64": frexpMantRef, "v_frexp_mant_f16": frexpMantRef,

	// Approximations: within one unit in the last place.
	"v_rcp_f32": root(oRcp, nil), "v_rcp_iflag_f32": root(oRcp, nil), "v_rcp_f16": root(oRcp, nil), "v_rcp_f64": root(oRcp, nil),
	"v_rsq_f32": root(oRsq, nil), "v_rsq_f16": root(oRsq, nil), "v_rsq_f64": root(oRsq, nil),
	"v_sqrt_f32": root(exact.Format.Sqrt, nil), "v_sqrt_f16": root(exact.Format.Sqrt, nil), "v_sqrt_f64": root(exact.Format.Sqrt, nil),
	"v_rcp_clamp_f32": root(oRcp, toMax), "v_rcp_clamp_f64": root(oRcp, toMax), "v_rcp_legacy_f32": root(oRcp, toZero),
	"v_rsq_clamp_f32": root(oRsq, toMax), "v_rsq_clamp_f64": root(oRsq, toMax), "v_rsq_legacy_f32": root(oRsq, toZero),
	"v_log_f32": transcendental(log2Big, true), "v_log_f16": transcendental(log2Big, true), "v_log_legacy_f32": transcendental(log2Big, true),
	"v_log_clamp_f32": func(x *Lane) {
		transcendental(log2Big, true)(x)
		if x.D[0] == 0xff800000 {
			x.D[0]--
		}
	},
	"v_exp_f32": transcendental(math.Exp2, true), "v_exp_f16": transcendental(math.Exp2, true), "v_exp_legacy_f32": transcendental(math.Exp2, true),
	"v_sin_f32": transcendental(turns(false), false), "v_sin_f16": transcendental(turns(false), false),
	"v_cos_f32": transcendental(turns(true), false), "v_cos_f16": transcendental(turns(true), false),

	"v_cmp_class_f32": classRef, "v_cmpx_class_f32": classRef, "v_cmp_class_f64": classRef, "v_cmpx_class_f64": classRef,
	"v_cmp_class_f16": classRef, "v_cmpx_class_f16": classRef,
}

// screenRef is the geometry behind V_SCREEN_PARTITION_4SE_B32 (Vega ISA): tiles of 32 pixels belong
// to shader engine {x[5]^y[6], y[5]^x[6]}; the source is {x_min[6:5], y_min[6:5], x_max[6:5],
// y_max[6:5]}, the result has a bit for each engine that the rectangle touches.
func screenRef(x *Lane) {
	v := x.Src[0][0]
	x0, y0, x1, y1 := v>>6&3, v>>4&3, v>>2&3, v&3
	for dx := range (x1-x0)&3 + 1 {
		for dy := range (y1-y0)&3 + 1 {
			tx, ty := (x0+dx)&3, (y0+dy)&3
			x.D[0] |= 1 << ((tx&1^ty>>1)<<1 | ty&1 ^ tx>>1)
		}
	}
}

func low24(x *Lane, n int, signed bool) *big.Int {
	v := lowBits(x.u(n), 24)
	if signed {
		return signOf(v, 24)
	}
	return v
}

func mulAdd(a, b, c *big.Int) *big.Int { return add(mul(a, b), c) }
func min2(a, b *big.Int) *big.Int      { return bigMin(a, b) }
func max2(a, b *big.Int) *big.Int      { return bigMax(a, b) }
func min3(a, b, c *big.Int) *big.Int   { return bigMin(a, b, c) }
func max3(a, b, c *big.Int) *big.Int   { return bigMax(a, b, c) }

func extract(x *Lane) *big.Int {
	off, n := amount(x.u(1), 32), amount(x.u(2), 32)
	return bitwise(n, func(i int) bool { return x.u(0).Bit(off+i) == 1 })
}

func countOnes(x *Lane, from, to int) *big.Int {
	n := int64(0)
	for i := from; i < to; i++ {
		n += int64(x.u(0).Bit(i))
	}
	return bi(n)
}

func typed(x *Lane) *big.Int { return x.v(0) }
func byteOf(n int) func(x *Lane) *big.Int {
	return func(x *Lane) *big.Int { return fieldOf(x.u(0), 8, n) }
}

// byteInto replaces byte b[1:0] of old.
func byteInto(x *Lane, old uint32) uint64 {
	v, n := new(big.Int), amount(x.u(1), 4)
	for j := 3; j >= 0; j-- {
		b := fieldOf(bi(int64(old)), 8, j)
		if j == n {
			b = intOf(x.f(0), x.fp.F32, 8, false)
		}
		v = add(new(big.Int).Lsh(v, 8), b)
	}
	return v.Uint64()
}

func (x *Lane) raw64(n int) float64 { return exact.F32.Value(x.raw(n), exact.KeepAll) }

func fAdd(x *Lane, o exact.Format, r exact.Rule) exact.Num { return o.Add(x.f(0), x.f(1), r) }
func fSub(x *Lane, o exact.Format, r exact.Rule) exact.Num { return o.Add(x.f(0), negated(x.f(1)), r) }
func fSubRev(x *Lane, o exact.Format, r exact.Rule) exact.Num {
	return o.Add(x.f(1), negated(x.f(0)), r)
}
func fMul(x *Lane, o exact.Format, r exact.Rule) exact.Num { return o.Mul(x.f(0), x.f(1)) }
func fFMA(x *Lane, o exact.Format, r exact.Rule) exact.Num { return o.FMA(x.f(0), x.f(1), x.f(2), r) }

func mulLegacyRef(x *Lane) {
	a, b := x.f(0), x.f(1)
	if a.Zero() || b.Zero() {
		x.putBits(0)
		return
	}
	o, r := x.dst()
	x.putBits(o.Encode(o.Mul(a, b), r))
}

// classRef is V_CMP_CLASS of the Vega text.
func classRef(x *Lane) {
	o := x.format(x.typ('a'))
	v, y := o.Decode(x.raw(0), exact.KeepAll), o.Value(x.raw(0), exact.KeepAll)
	neg := x.raw(0)>>(o.Width-1) == 1
	pick := func(minus, plus int) int {
		if neg {
			return minus
		}
		return plus
	}
	c := 0
	switch {
	case o.IsSNaN(x.raw(0)):
	case v.Kind == exact.NaN:
		c = 1
	case v.Kind == exact.Inf:
		c = pick(2, 9)
	case v.Zero():
		c = pick(5, 6)
	case math.Abs(y) < math.Ldexp(1, 1-o.Bias):
		c = pick(4, 7)
	default:
		c = pick(3, 8)
	}
	x.Out = x.Src[1][0]>>c&1 == 1
}

// cmpTexts are the predicates on the relation of the operands: -1, 0, 1, or unordered.
var cmpTexts = map[string]func(rel int, unordered bool) bool{
	"f": func(rel int, un bool) bool { return false }, "lt": func(rel int, un bool) bool { return !un && rel < 0 },
	"eq": func(rel int, un bool) bool { return !un && rel == 0 }, "le": func(rel int, un bool) bool { return !un && rel <= 0 },
	"gt": func(rel int, un bool) bool { return !un && rel > 0 }, "lg": func(rel int, un bool) bool { return !un && rel != 0 },
	"ge": func(rel int, un bool) bool { return !un && rel >= 0 }, "o": func(rel int, un bool) bool { return !un },
	"u": func(rel int, un bool) bool { return un }, "nge": func(rel int, un bool) bool { return un || rel < 0 },
	"nlg": func(rel int, un bool) bool { return un || rel == 0 }, "ngt": func(rel int, un bool) bool { return un || rel <= 0 },
	"nle": func(rel int, un bool) bool { return un || rel > 0 }, "neq": func(rel int, un bool) bool { return un || rel != 0 },
	"nlt": func(rel int, un bool) bool { return un || rel >= 0 }, "tru": func(rel int, un bool) bool { return true },
	"ne": func(rel int, un bool) bool { return rel != 0 }, "t": func(rel int, un bool) bool { return true },
}

var cmpName = regexp.MustCompile(`^v_cmps?x?_([a-z]+)_([fiu])\d\d$`)

// Has reports whether the row has a reference.
func Has(d *isa.Desc) bool { return reference(d) != nil }

// Names are the rows that have a reference of their own: all but the comparisons.
func Names() []string { return slices.Sorted(maps.Keys(vecRefs)) }

// reference is the reference of a row, or nil.
func reference(d *isa.Desc) vecRef {
	m := cmpName.FindStringSubmatch(d.Name)
	if m == nil || cmpTexts[m[1]] == nil {
		return vecRefs[d.Name]
	}
	return func(x *Lane) {
		if m[2] != "f" {
			x.Out = cmpTexts[m[1]](x.v(0).Cmp(x.v(1)), false)
			return
		}
		o := x.format(x.typ('a'))
		a, b := o.Value(x.raw(0), x.rule(o)), o.Value(x.raw(1), x.rule(o))
		rel := 0
		switch {
		case a < b:
			rel = -1
		case a > b:
			rel = 1
		}
		x.Out = cmpTexts[m[1]](rel, a != a || b != b)
	}
}
