package isa

import "math/bits"

// vop1Rows: vector ALU, one source. Each has a VOP3 form unless flagged.
var vop1Rows = []Desc{
	{Name: "v_nop", Flag: NoE32 | NoSDWA | NoDPP, Enc: e(VOP1, 0, 0, 0, 0),
		Do: CtlVNop, Doc: "Nothing."},
	{Name: "v_mov_b32", Args: "d:b32 a:b32", Flag: Copy, Enc: e(VOP1, 1, 1, 1, 1),
		Do: Vector(func(k *Vec) { *k.D[0] = *k.A[0] }), Host: put(hA),
		Doc: "D = S0."},
	{Name: "v_readfirstlane_b32", Args: "d:s.b32 a:v.b32", Flag: NoE32 | NoSDWA | NoDPP, Enc: e(VOP1, 2, 2, 2, 2),
		Do: CtlReadFirstLane, Host: put(h2(HostLane, hA, hSelect(hNonZero(hExec), h1(HostFirst, hExec), hImm(0)))),
		Doc: "SGPR D = S0 of the lowest active lane, of lane 0 if EXEC = 0."},
	{Name: "v_cvt_i32_f64", Args: "d:i32 a:f64", Enc: e(VOP1, 3, 3, 3, 3),
		Do:   Vector(func(k *Vec) { mapFrom64(k, func(a uint64) uint32 { return cvtI32from64(a) }) }),
		Host: by(HostNearest, put(hToI32(hADouble))),
		Doc:  "D = int(S0) towards zero; saturates; NaN gives 0."},
	{Name: "v_cvt_f64_i32", Args: "d:f64 a:i32", Enc: e(VOP1, 4, 4, 4, 4),
		Do:   Vector(func(k *Vec) { mapTo64(k, func(a uint32) uint64 { return cvt64fromI32(a) }) }),
		Host: hFromInt(true),
		Doc:  "D = float(S0), exact."},
	{Name: "v_cvt_f32_i32", Args: "d:f32 a:i32", Enc: e(VOP1, 5, 5, 5, 5),
		Do: Vector(func(k *Vec) {
			if r := k.FP.F32; r&roundMask != RoundNearest {
				map1(k, func(a uint32) uint32 { return cvt32fromI32(a, r) })
				return
			}
			map1(k, func(a uint32) uint32 { return b32(float32(int32(a))) })
		}), Host: put(h1(HostF32I, hA)),
		Doc: "D = float(S0)."},
	{Name: "v_cvt_f32_u32", Args: "d:f32 a:u32", Enc: e(VOP1, 6, 6, 6, 6),
		Do: Vector(func(k *Vec) {
			if r := k.FP.F32; r&roundMask != RoundNearest {
				map1(k, func(a uint32) uint32 { return cvt32fromU32(a, r) })
				return
			}
			map1(k, func(a uint32) uint32 { return b32(float32(a)) })
		}), Host: put(h1(HostF32U, hA)),
		Doc: "D = float(S0)."},
	{Name: "v_cvt_u32_f32", Args: "d:u32 a:f32", Enc: e(VOP1, 7, 7, 7, 7),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return cvtU32from32(a) }) }),
		Host: put(h1(HostU32F, hA)),
		Doc:  "D = unsigned(S0) towards zero; saturates; NaN and negative give 0."},
	{Name: "v_cvt_i32_f32", Args: "d:i32 a:f32", Enc: e(VOP1, 8, 8, 8, 8),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return cvtI32from32(a) }) }),
		Host: put(h1(HostI32F, hA)),
		Doc:  "D = int(S0) towards zero; saturates; NaN gives 0."},
	{Name: "v_cvt_f16_f32", Args: "d:f16 a:f32", Enc: e(VOP1, 10, 10, 10, 10),
		Do: Vector(func(k *Vec) {
			in, out := k.FP.F32, k.halfMode()
			map1(k, func(a uint32) uint32 { return cvt16from32(a, in, out) })
		}),
		Host: by(HostHalf, put(hToHalf(hFtzIn(hA)))),
		Doc:  "D.f16 = S0, rounded by the f16/f64 field of MODE; GCN 1.0 and 1.1: by its f32 field.",
		Note: "GCN 1.0 and 1.1: the f32 field, and half denormals are kept (CLRX); unverified."},
	{Name: "v_cvt_f32_f16", Args: "d:f32 a:f16", Enc: e(VOP1, 11, 11, 11, 11),
		Do: Vector(func(k *Vec) {
			r := k.halfMode()
			map1(k, func(a uint32) uint32 { return cvt32from16(a, r) })
		}),
		Host: by(HostHalf, put(hHalf(hA))),
		Doc:  "D = S0.f16, exact."},
	{Name: "v_cvt_rpi_i32_f32", Args: "d:i32 a:f32", Flag: NoOmod, Enc: e(VOP1, 12, 12, 12, 12),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map1(k, func(a uint32) uint32 { return cvtRpiI32(a, r) })
		}),
		Host: hRpi(),
		Doc:  "D = int(floor(S0 + 0.5)), whatever MODE.round says.",
		Note: noteSaturate},
	{Name: "v_cvt_flr_i32_f32", Args: "d:i32 a:f32", Flag: NoOmod, Enc: e(VOP1, 13, 13, 13, 13),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map1(k, func(a uint32) uint32 { return cvtFlrI32(a, r) })
		}),
		Host: put(h1(HostI32F, hRRound(hFtzIn(hA), HostDown))),
		Doc:  "D = int(floor(S0)).",
		Note: noteSaturate},
	{Name: "v_cvt_off_f32_i4", Args: "d:f32 a:b32", Enc: e(VOP1, 14, 14, 14, 14),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return cvtOffI4(a) }) }),
		Host: by(HostNearest, put(h2(HostRMul, h1(HostF32I, hSar(hShl(hA, hImm(28)), hImm(28))), hImm(0x3d800000)))),
		Doc:  "D = signed S0[3:0] / 16."},
	{Name: "v_cvt_f32_f64", Args: "d:f32 a:f64", Enc: e(VOP1, 15, 15, 15, 15),
		Do: Vector(func(k *Vec) {
			in, out := k.FP.F64, k.FP.F32
			mapFrom64(k, func(a uint64) uint32 { return cvt32from64(a, in, out) })
		}),
		Host: by(HostNarrow, put(hFtzOut(h1(HostF32W, hADouble)))),
		Doc:  "D = S0, rounded by the f32 field of MODE."},
	{Name: "v_cvt_f64_f32", Args: "d:f64 a:f32", Enc: e(VOP1, 16, 16, 16, 16),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			mapTo64(k, func(a uint32) uint64 { return cvt64from32(a, r) })
		}),
		Host: hFromSingle(),
		Doc:  "D = S0, exact."},
	{Name: "v_cvt_f32_ubyte0", Args: "d:f32 a:b32", Enc: e(VOP1, 17, 17, 17, 17),
		Do: Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return b32(float32(a & 0xff)) }) }), Host: put(h1(HostF32U, hAnd(hShr(hA, hImm(0)), hImm(255)))),
		Doc: "D = float(S0[7:0]), unsigned."},
	{Name: "v_cvt_f32_ubyte1", Args: "d:f32 a:b32", Enc: e(VOP1, 18, 18, 18, 18),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return b32(float32(a >> 8 & 0xff)) }) }),
		Host: put(h1(HostF32U, hAnd(hShr(hA, hImm(8)), hImm(255)))),
		Doc:  "D = float(S0[15:8]), unsigned."},
	{Name: "v_cvt_f32_ubyte2", Args: "d:f32 a:b32", Enc: e(VOP1, 19, 19, 19, 19),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return b32(float32(a >> 16 & 0xff)) }) }),
		Host: put(h1(HostF32U, hAnd(hShr(hA, hImm(16)), hImm(255)))),
		Doc:  "D = float(S0[23:16]), unsigned."},
	{Name: "v_cvt_f32_ubyte3", Args: "d:f32 a:b32", Enc: e(VOP1, 20, 20, 20, 20),
		Do: Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return b32(float32(a >> 24)) }) }), Host: put(h1(HostF32U, hAnd(hShr(hA, hImm(24)), hImm(255)))),
		Doc: "D = float(S0[31:24]), unsigned."},
	{Name: "v_cvt_u32_f64", Args: "d:u32 a:f64", Enc: e(VOP1, 21, 21, 21, 21),
		Do:   Vector(func(k *Vec) { mapFrom64(k, func(a uint64) uint32 { return cvtU32from64(a) }) }),
		Host: by(HostNearest, put(hToU32(hADouble))),
		Doc:  "D = unsigned(S0) towards zero; saturates; NaN and negative give 0."},
	{Name: "v_cvt_f64_u32", Args: "d:f64 a:u32", Enc: e(VOP1, 22, 22, 22, 22),
		Do:   Vector(func(k *Vec) { mapTo64(k, func(a uint32) uint64 { return cvt64fromU32(a) }) }),
		Host: hFromInt(false),
		Doc:  "D = float(S0), exact."},
	{Name: "v_trunc_f64", Args: "d:f64 a:f64", Enc: e(VOP1, -1, 23, 23, 23),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64(k, func(a uint64) uint64 { return roundInt64(a, RoundZero, r) })
		}),
		Host: putDouble(hWRound(hADouble, HostToZero)),
		Doc:  "D = S0 rounded to integral towards zero."},
	{Name: "v_ceil_f64", Args: "d:f64 a:f64", Enc: e(VOP1, -1, 24, 24, 24),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64(k, func(a uint64) uint64 { return roundInt64(a, RoundUp, r) })
		}),
		Host: putDouble(hWRound(hADouble, HostUp)),
		Doc:  "D = S0 rounded to integral upwards."},
	{Name: "v_rndne_f64", Args: "d:f64 a:f64", Enc: e(VOP1, -1, 25, 25, 25),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64(k, func(a uint64) uint64 { return roundInt64(a, RoundNearest, r) })
		}),
		Host: putDouble(hWRound(hADouble, HostToNearest)),
		Doc:  "D = S0 rounded to the nearest integral number, ties to even, whatever MODE.round says."},
	{Name: "v_floor_f64", Args: "d:f64 a:f64", Enc: e(VOP1, -1, 26, 26, 26),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64(k, func(a uint64) uint64 { return roundInt64(a, RoundDown, r) })
		}),
		Host: putDouble(hWRound(hADouble, HostDown)),
		Doc:  "D = S0 rounded to integral downwards."},
	{Name: "v_fract_f32", Args: "d:f32 a:f32", Enc: e(VOP1, 32, 32, 27, 27),
		Do: Vector(func(k *Vec) {
			r, g := k.FP.F32, k.Features
			map1(k, func(a uint32) uint32 { return fract32(a, r, g) })
		}),
		Host: put(hFract()),
		Doc:  "D = S0 - floor(S0).",
		Note: noteFract},
	{Name: "v_trunc_f32", Args: "d:f32 a:f32", Enc: e(VOP1, 33, 33, 28, 28),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map1(k, func(a uint32) uint32 { return roundInt32(a, RoundZero, r) })
		}),
		Host: put(hRRound(hFtzIn(hA), HostToZero)),
		Doc:  "D = S0 rounded to integral towards zero."},
	{Name: "v_ceil_f32", Args: "d:f32 a:f32", Enc: e(VOP1, 34, 34, 29, 29),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map1(k, func(a uint32) uint32 { return roundInt32(a, RoundUp, r) })
		}),
		Host: put(hRRound(hFtzIn(hA), HostUp)),
		Doc:  "D = S0 rounded to integral upwards."},
	{Name: "v_rndne_f32", Args: "d:f32 a:f32", Enc: e(VOP1, 35, 35, 30, 30),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map1(k, func(a uint32) uint32 { return roundInt32(a, RoundNearest, r) })
		}),
		Host: put(hRRound(hFtzIn(hA), HostToNearest)),
		Doc:  "D = S0 rounded to the nearest integral number, ties to even, whatever MODE.round says."},
	{Name: "v_floor_f32", Args: "d:f32 a:f32", Enc: e(VOP1, 36, 36, 31, 31),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map1(k, func(a uint32) uint32 { return roundInt32(a, RoundDown, r) })
		}),
		Host: put(hRRound(hFtzIn(hA), HostDown)),
		Doc:  "D = S0 rounded to integral downwards."},
	{Name: "v_exp_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 37, 37, 32, 32),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return exp32(a) }) }),
		Host: by(HostNearest, put(hApprox(hExp))),
		Doc:  "D = 2^S0.",
		Note: noteApprox32},
	{Name: "v_log_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 39, 39, 33, 33),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return log32(a) }) }),
		Host: by(HostNearest, put(hApprox(hLog))),
		Doc:  "D = log2(S0).",
		Note: noteApprox32},
	{Name: "v_rcp_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 42, 42, 34, 34),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return rcp32(a) }) }),
		Host: by(HostNearest, put(hApprox(hRcp))),
		Doc:  "D = 1 / S0.",
		Note: noteApprox32},
	{Name: "v_rcp_iflag_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 43, 43, 35, 35),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return rcp32(a) }) }),
		Host: by(HostNearest, put(hApprox(hRcp))),
		Doc:  "D = 1 / S0; raises only the integer division exception.",
		Note: noteApprox32},
	{Name: "v_rsq_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 46, 46, 36, 36),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return rsq32(a) }) }),
		Host: by(HostNearest, put(hApprox(hRsq))),
		Doc:  "D = 1 / sqrt(S0).",
		Note: noteApprox32},
	{Name: "v_rcp_f64", Lat: LatDouble2, Args: "d:f64 a:f64", Flops: 1, Enc: e(VOP1, 47, 47, 37, 37),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64(k, func(a uint64) uint64 { return rcp64(a, r) })
		}),
		Host: hFinish64(hRcp64()),
		Doc:  "D = 1 / S0.",
		Note: noteApprox64},
	{Name: "v_rsq_f64", Lat: LatDouble2, Args: "d:f64 a:f64", Flops: 1, Enc: e(VOP1, 49, 49, 38, 38),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64(k, func(a uint64) uint64 { return rsq64(a, r) })
		}),
		Host: hFinish64(hRsq64()),
		Doc:  "D = 1 / sqrt(S0).",
		Note: noteRsq64},
	{Name: "v_sqrt_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 51, 51, 39, 39),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return sqrt32(a) }) }),
		Host: by(HostNearest, put(hApprox(hSqrt))),
		Doc:  "D = sqrt(S0).",
		Note: noteApprox32},
	{Name: "v_sqrt_f64", Lat: LatDouble2, Args: "d:f64 a:f64", Flops: 1, Enc: e(VOP1, 52, 52, 40, 40),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64(k, func(a uint64) uint64 { return sqrt64(a, r) })
		}),
		Host: hFinish64(hSqrt64()),
		Doc:  "D = sqrt(S0).",
		Note: noteApprox64},
	{Name: "v_sin_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 53, 53, 41, 41),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map1(k, func(a uint32) uint32 { return sin32(a, r) })
		}),
		Host: by(HostNearest, put(hTrig(0))),
		Doc:  "D = sin(2*pi*S0).",
		Note: noteTrig},
	{Name: "v_cos_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 54, 54, 42, 42),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map1(k, func(a uint32) uint32 { return cos32(a, r) })
		}),
		Host: by(HostNearest, put(hTrig(1))),
		Doc:  "D = cos(2*pi*S0).",
		Note: noteTrig},
	{Name: "v_not_b32", Args: "d:b32 a:b32", Enc: e(VOP1, 55, 55, 43, 43),
		Do: Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return ^a }) }), Host: put(hNot(hA)),
		Doc: "D = ~S0."},
	{Name: "v_bfrev_b32", Args: "d:b32 a:b32", Enc: e(VOP1, 56, 56, 44, 44),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return bits.Reverse32(a) }) }),
		Host: put(hReverse(hA)),
		Doc:  "D[31:0] = S0[0:31]."},
	{Name: "v_ffbh_u32", Args: "d:u32 a:u32", Enc: e(VOP1, 57, 57, 45, 45),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return ffbhU(a) }) }),
		Host: put(hFfbh(hA)),
		Doc:  "D = number of zeros above the highest one, -1 if S0 = 0."},
	{Name: "v_ffbl_b32", Args: "d:b32 a:b32", Enc: e(VOP1, 58, 58, 46, 46),
		Do: Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return ffblB(a) }) }), Host: put(hFfbl(hA)),
		Doc: "D = position of the lowest one, -1 if S0 = 0."},
	{Name: "v_ffbh_i32", Args: "d:i32 a:i32", Enc: e(VOP1, 59, 59, 47, 47),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return ffbhI(a) }) }),
		Host: put(hFfbh(hXor(hA, hSar(hA, hImm(31))))),
		Doc:  "D = number of leading bits equal to the sign, -1 if S0 is 0 or -1."},
	{Name: "v_frexp_exp_i32_f64", Args: "d:i32 a:f64", Enc: e(VOP1, 60, 60, 48, 48),
		Do: Vector(func(k *Vec) {
			r, g := k.FP.F64, k.Features
			mapFrom64(k, func(a uint64) uint32 { return frexpExp64(a, r, g) })
		}),
		Doc:  "D = exponent e of S0 = m * 2^e, 0.5 <= |m| < 1; infinity and NaN give 0, on GCN 1.0 -1.",
		Note: noteFrexpZero},
	{Name: "v_frexp_mant_f64", Args: "d:f64 a:f64", Enc: e(VOP1, 61, 61, 49, 49),
		Do: Vector(func(k *Vec) {
			r, g := k.FP.F64, k.Features
			map64(k, func(a uint64) uint64 { return frexpMant64(a, r, g) })
		}),
		Doc:  "D = mantissa m of S0 = m * 2^e, 0.5 <= |m| < 1.",
		Note: noteFrexpInf},
	{Name: "v_fract_f64", Args: "d:f64 a:f64", Enc: e(VOP1, 62, 62, 50, 50),
		Do: Vector(func(k *Vec) {
			r, g := k.FP.F64, k.Features
			map64(k, func(a uint64) uint64 { return fract64(a, r, g) })
		}),
		Host: hFract64(),
		Doc:  "D = S0 - floor(S0).",
		Note: noteFract},
	{Name: "v_frexp_exp_i32_f32", Args: "d:i32 a:f32", Flag: NoOmod, Enc: e(VOP1, 63, 63, 51, 51),
		Do: Vector(func(k *Vec) {
			r, g := k.FP.F32, k.Features
			map1(k, func(a uint32) uint32 { return frexpExp32(a, r, g) })
		}),
		Doc:  "D = exponent e of S0 = m * 2^e, 0.5 <= |m| < 1; infinity and NaN give 0, on GCN 1.0 -1.",
		Note: noteFrexpZero},
	{Name: "v_frexp_mant_f32", Args: "d:f32 a:f32", Enc: e(VOP1, 64, 64, 52, 52),
		Do: Vector(func(k *Vec) {
			r, g := k.FP.F32, k.Features
			map1(k, func(a uint32) uint32 { return frexpMant32(a, r, g) })
		}),
		Doc:  "D = mantissa m of S0 = m * 2^e, 0.5 <= |m| < 1.",
		Note: noteFrexpInf},
	{Name: "v_clrexcp", Flag: NoE32 | NoSDWA | NoDPP, Enc: e(VOP1, 65, 65, 53, 53),
		Do: CtlClrExcp, Doc: "Clears the exception state of the wave."},
	{Name: "v_screen_partition_4se_b32", Args: "d:b32 a:b32", Enc: e(VOP1, -1, -1, -1, 55),
		Do: Vector(func(k *Vec) {
			map1(k, func(a uint32) uint32 { return uint32(screenPartition[a>>4&15]>>(a&15*4)) & 15 })
		}),
		Doc: "D = table[S0[7:0]], the shader engines that a region of the screen touches."},
	{Name: "v_cvt_f16_u16", Args: "d:f16 a:u16", Enc: e(VOP1, -1, -1, 57, 57),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return cvt16fromU16(a, r) })
		}),
		Host: by(HostHalf, put(hToHalf(h1(HostF32U, hLo(hA))))),
		Doc:  "D.f16 = float(S0.u16)."},
	{Name: "v_cvt_f16_i16", Args: "d:f16 a:i16", Enc: e(VOP1, -1, -1, 58, 58),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return cvt16fromI16(a, r) })
		}),
		Host: by(HostHalf, put(hToHalf(h1(HostF32I, hLoS(hA))))),
		Doc:  "D.f16 = float(S0.i16)."},
	{Name: "v_cvt_u16_f16", Args: "d:u16 a:f16", Enc: e(VOP1, -1, -1, 59, 59),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return cvtU16from16(a) }) }),
		Host: by(HostHalf, put(h2(HostMinU, h1(HostU32F, hHalf(hA)), hImm(0xffff)))),
		Doc:  "D.u16 = int(S0.f16) towards zero; saturates; NaN gives 0."},
	{Name: "v_cvt_i16_f16", Args: "d:i16 a:f16", Enc: e(VOP1, -1, -1, 60, 60),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return cvtI16from16(a) }) }),
		Host: by(HostHalf, put(hSatS16(h1(HostI32F, hHalf(hA))))),
		Doc:  "D.i16 = int(S0.f16) towards zero; saturates; NaN gives 0."},
	{Name: "v_rcp_f16", Lat: LatQuarter, Args: "d:f16 a:f16", Flops: 1, Enc: e(VOP1, -1, -1, 61, 61),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return rcp16(a, r) })
		}),
		Host: hFinish16(hRcp(hHalf(hA))),
		Doc:  "D = 1 / S0.",
		Note: noteApprox16},
	{Name: "v_sqrt_f16", Lat: LatQuarter, Args: "d:f16 a:f16", Flops: 1, Enc: e(VOP1, -1, -1, 62, 62),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return sqrt16(a, r) })
		}),
		Host: hFinish16(hSqrt(hHalf(hA))),
		Doc:  "D = sqrt(S0).",
		Note: noteApprox16},
	{Name: "v_rsq_f16", Lat: LatQuarter, Args: "d:f16 a:f16", Flops: 1, Enc: e(VOP1, -1, -1, 63, 63),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return rsq16(a, r) })
		}),
		Host: hFinish16(hExactRsq(hHalf(hA))),
		Doc:  "D = 1 / sqrt(S0).",
		Note: noteApprox16},
	{Name: "v_log_f16", Lat: LatQuarter, Args: "d:f16 a:f16", Flops: 1, Enc: e(VOP1, -1, -1, 64, 64),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return log16(a, r) })
		}),
		Doc:  "D = log2(S0).",
		Note: noteApprox16},
	{Name: "v_exp_f16", Lat: LatQuarter, Args: "d:f16 a:f16", Flops: 1, Enc: e(VOP1, -1, -1, 65, 65),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return exp16(a, r) })
		}),
		Doc:  "D = 2^S0.",
		Note: noteApprox16},
	{Name: "v_frexp_mant_f16", Args: "d:f16 a:f16", Enc: e(VOP1, -1, -1, 66, 66),
		Do: Vector(func(k *Vec) {
			r, g := k.FP.F16, k.Features
			map1(k, func(a uint32) uint32 { return frexpMant16(a, r, g) })
		}),
		Doc: "D = mantissa m of S0 = m * 2^e, 0.5 <= |m| < 1; infinity and NaN come back."},
	{Name: "v_frexp_exp_i16_f16", Args: "d:i16 a:f16", Enc: e(VOP1, -1, -1, 67, 67),
		Do: Vector(func(k *Vec) {
			r, g := k.FP.F16, k.Features
			map1(k, func(a uint32) uint32 { return frexpExp16(a, r, g) })
		}),
		Doc:  "D = exponent e of S0 = m * 2^e, 0.5 <= |m| < 1; infinity and NaN give 0.",
		Note: noteFrexpZero},
	{Name: "v_floor_f16", Args: "d:f16 a:f16", Enc: e(VOP1, -1, -1, 68, 68),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return roundInt16(a, RoundDown, r) })
		}),
		Host: hRoundHalf(HostDown),
		Doc:  "D = S0 rounded to integral downwards."},
	{Name: "v_ceil_f16", Args: "d:f16 a:f16", Enc: e(VOP1, -1, -1, 69, 69),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return roundInt16(a, RoundUp, r) })
		}),
		Host: hRoundHalf(HostUp),
		Doc:  "D = S0 rounded to integral upwards."},
	{Name: "v_trunc_f16", Args: "d:f16 a:f16", Enc: e(VOP1, -1, -1, 70, 70),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return roundInt16(a, RoundZero, r) })
		}),
		Host: hRoundHalf(HostToZero),
		Doc:  "D = S0 rounded to integral towards zero."},
	{Name: "v_rndne_f16", Args: "d:f16 a:f16", Enc: e(VOP1, -1, -1, 71, 71),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return roundInt16(a, RoundNearest, r) })
		}),
		Host: hRoundHalf(HostToNearest),
		Doc:  "D = S0 rounded to the nearest integral number, ties to even, whatever MODE.round says."},
	{Name: "v_fract_f16", Args: "d:f16 a:f16", Enc: e(VOP1, -1, -1, 72, 72),
		Do: Vector(func(k *Vec) {
			r, g := k.FP.F16, k.Features
			map1(k, func(a uint32) uint32 { return fract16(a, r, g) })
		}),
		Doc:  "D = S0 - floor(S0).",
		Note: "The limit below 1.0 and the default NaN of infinity are unverified."},
	{Name: "v_sin_f16", Lat: LatQuarter, Args: "d:f16 a:f16", Flops: 1, Enc: e(VOP1, -1, -1, 73, 73),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return sin16(a, r) })
		}),
		Doc:  "D = sin(2*pi*S0).",
		Note: noteTrig},
	{Name: "v_cos_f16", Lat: LatQuarter, Args: "d:f16 a:f16", Flops: 1, Enc: e(VOP1, -1, -1, 74, 74),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return cos16(a, r) })
		}),
		Doc:  "D = cos(2*pi*S0).",
		Note: noteTrig},
	{Name: "v_exp_legacy_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, -1, 70, 75, 75),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return exp32(a) }) }),
		Host: by(HostNearest, put(hApprox(hExp))),
		Doc:  "D = 2^S0.",
		Note: noteApprox32 + " CLRX has the legacy form less accurate."},
	{Name: "v_log_legacy_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, -1, 69, 76, 76),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return log32(a) }) }),
		Host: by(HostNearest, put(hApprox(hLog))),
		Doc:  "D = log2(S0).",
		Note: noteApprox32 + " CLRX has the legacy form less accurate."},
	{Name: "v_cvt_norm_i16_f16", Args: "d:i16 a:f16", Enc: e(VOP1, -1, -1, -1, 77),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return cvtNormI16(a, r) })
		}),
		Doc:  "D = S0 clamped to [-1, 1] * 32767, rounded by MODE.",
		Note: noteCvtNorm},
	{Name: "v_cvt_norm_u16_f16", Args: "d:u16 a:f16", Enc: e(VOP1, -1, -1, -1, 78),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map1(k, func(a uint32) uint32 { return cvtNormU16(a, r) })
		}),
		Doc:  "D = S0 clamped to [0, 1] * 65535, rounded by MODE.",
		Note: noteCvtNorm},
	{Name: "v_sat_pk_u8_i16", Args: "d:b16 a:v2i16", Enc: e(VOP1, -1, -1, -1, 79),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return satU8(s16(a)) | satU8(s16(a>>16))<<8 }) }),
		Host: put(hOr(hSat8(hLoS(hA)), hShl(hSat8(hHiS(hA)), hImm(8)))),
		Doc:  "D[7:0] = S0[15:0], D[15:8] = S0[31:16], signed, clamped to 0..255."},
	{Name: "v_swap_b32", Lat: LatVALU2, Args: "d+:b32 a+:v.b32", Flag: NoVOP3 | NoSDWA | NoDPP, Enc: e(VOP1, -1, -1, -1, 81),
		Do: CtlSwap, Doc: "D and S0 exchange their values."},
	{Name: "v_movreld_b32", Args: "d:b32 a:b32", Imp: "<m0", Flag: NoSDWA | NoDPP, Enc: e(VOP1, 66, 66, 54, -1),
		Do: CtlVMovRelD, Doc: "VGPR[D + M0] = S0."},
	{Name: "v_movrels_b32", Args: "d:b32 a:v.b32", Imp: "<m0", Flag: NoSDWA | NoDPP, Enc: e(VOP1, 67, 67, 55, -1),
		Do: CtlVMovRelS, Doc: "D = VGPR[S0 + M0]."},
	{Name: "v_movrelsd_b32", Args: "d:b32 a:v.b32", Imp: "<m0", Flag: NoSDWA | NoDPP, Enc: e(VOP1, 68, 68, 56, -1),
		Do: CtlVMovRelSD, Doc: "VGPR[D + M0] = VGPR[S0 + M0]."},
	{Name: "v_log_clamp_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 38, 38, -1, -1),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return logClamp32(a) }) }),
		Host: by(HostNearest, put(hLogClamp(hApprox(hLog)))),
		Doc:  "D = log2(S0); -infinity becomes -MAX_FLOAT.",
		Note: noteApprox32},
	{Name: "v_rcp_clamp_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 40, 40, -1, -1),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return rcpClamp32(a) }) }),
		Host: by(HostNearest, put(hClampInf(hApprox(hRcp)))),
		Doc:  "D = 1 / S0; infinity becomes MAX_FLOAT of its sign.",
		Note: noteApprox32},
	{Name: "v_rcp_legacy_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 41, 41, -1, -1),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return rcpLegacy32(a) }) }),
		Host: by(HostNearest, put(hZeroInf(hApprox(hRcp)))),
		Doc:  "D = 1 / S0; infinity becomes zero of its sign.",
		Note: noteApprox32},
	{Name: "v_rsq_clamp_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 44, 44, -1, -1),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return rsqClamp32(a) }) }),
		Host: by(HostNearest, put(hClampInf(hApprox(hRsq)))),
		Doc:  "D = 1 / sqrt(S0); infinity becomes MAX_FLOAT of its sign.",
		Note: noteApprox32},
	{Name: "v_rsq_legacy_f32", Lat: LatQuarter, Args: "d:f32 a:f32", Flops: 1, Enc: e(VOP1, 45, 45, -1, -1),
		Do:   Vector(func(k *Vec) { map1(k, func(a uint32) uint32 { return rsqLegacy32(a) }) }),
		Host: by(HostNearest, put(hZeroInf(hApprox(hRsq)))),
		Doc:  "D = 1 / sqrt(S0); infinity becomes zero of its sign.",
		Note: noteApprox32},
	{Name: "v_rcp_clamp_f64", Lat: LatDouble2, Args: "d:f64 a:f64", Flops: 1, Enc: e(VOP1, 48, 48, -1, -1),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64(k, func(a uint64) uint64 { return rcpClamp64(a, r) })
		}),
		Doc:  "D = 1 / S0; infinity becomes the largest number of its sign.",
		Note: noteApprox64},
	{Name: "v_rsq_clamp_f64", Lat: LatDouble2, Args: "d:f64 a:f64", Flops: 1, Enc: e(VOP1, 50, 50, -1, -1),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64(k, func(a uint64) uint64 { return rsqClamp64(a, r) })
		}),
		Doc:  "D = 1 / sqrt(S0); infinity becomes the largest number of its sign.",
		Note: noteRsq64},
}
