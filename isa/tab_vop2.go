package isa

import "math/bits"

// vop2Rows: vector ALU, two sources. Each has a VOP3 form unless flagged.
var vop2Rows = []Desc{
	{Name: "v_cndmask_b32", Args: "d:b32 a:b32 b:b32 c:mask", Flag: NoClamp | HasMods, Enc: e(VOP2, 0, 0, 0, 0),
		Do:   Vector(func(k *Vec) { mapIn(k, func(a, b, in uint32) uint32 { return a ^ (a^b)&-in }) }),
		Host: put(hSelect(hIn, hB, hA)),
		Doc:  "D = VCC[lane] ? S1 : S0; VOP3 takes the mask from S2."},
	{Name: "v_add_f32", Args: "d:f32 a:f32 b:f32", Flops: 1, Enc: e(VOP2, 3, 3, 1, 1),
		Do: Vector(func(k *Vec) { addF32(k.D[0], k.A[0], k.B[0], k.FP.F32) }), Host: put(h2(HostFAdd, hA, hB)),
		Doc: "D = S0 + S1."},
	{Name: "v_sub_f32", Args: "d:f32 a:f32 b:f32", Flops: 1, Enc: e(VOP2, 4, 4, 2, 2),
		Do: Vector(func(k *Vec) { subF32(k.D[0], k.A[0], k.B[0], k.FP.F32) }), Host: put(h2(HostFSub, hA, hB)),
		Doc: "D = S0 - S1."},
	{Name: "v_subrev_f32", Args: "d:f32 a:f32 b:f32", Flops: 1, Enc: e(VOP2, 5, 5, 3, 3),
		Do: Vector(func(k *Vec) { subF32(k.D[0], k.B[0], k.A[0], k.FP.F32) }), Host: put(h2(HostFSub, hB, hA)),
		Doc: "D = S1 - S0."},
	{Name: "v_mul_legacy_f32", Args: "d:f32 a:f32 b:f32", Flops: 1, Enc: e(VOP2, 7, 7, 4, 4),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map2(k, func(a, b uint32) uint32 { return mulLegacy32(a, b, r) })
		}),
		Host: put(hMulLegacy()),
		Doc:  "D = S0 * S1; zero times anything is +0.",
		Note: noteZeroSign},
	{Name: "v_mul_f32", Args: "d:f32 a:f32 b:f32", Flops: 1, Enc: e(VOP2, 8, 8, 5, 5),
		Do: Vector(func(k *Vec) { mulF32(k.D[0], k.A[0], k.B[0], k.FP.F32) }), Host: put(h2(HostFMul, hA, hB)),
		Doc: "D = S0 * S1."},
	{Name: "v_mul_i32_i24", Args: "d:i32 a:i32 b:i32", Flag: IntClamp, Enc: e(VOP2, 9, 9, 6, 6),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satI32(int64(s24(a)) * int64(s24(b))) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return uint32(s24(a) * s24(b)) })
		}),
		Host: put(hMul(hs24(hA), hs24(hB))),
		Doc:  "D = S0[23:0] * S1[23:0], signed, low 32 bits."},
	{Name: "v_mul_hi_i32_i24", Args: "d:i32 a:i32 b:i32", Enc: e(VOP2, 10, 10, 7, 7),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(int64(s24(a)) * int64(s24(b)) >> 32) }) }),
		Host: put(h2(HostMulHI, hs24(hA), hs24(hB))),
		Doc:  "D = (S0[23:0] * S1[23:0]) >> 32, signed."},
	{Name: "v_mul_u32_u24", Args: "d:u32 a:u32 b:u32", Flag: IntClamp, Enc: e(VOP2, 11, 11, 8, 8),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satU32(uint64(u24(a)) * uint64(u24(b))) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return u24(a) * u24(b) })
		}),
		Host: put(hMul(h24(hA), h24(hB))),
		Doc:  "D = S0[23:0] * S1[23:0], low 32 bits."},
	{Name: "v_mul_hi_u32_u24", Args: "d:u32 a:u32 b:u32", Enc: e(VOP2, 12, 12, 9, 9),
		Do: Vector(func(k *Vec) {
			map2(k, func(a, b uint32) uint32 { return uint32(uint64(u24(a)) * uint64(u24(b)) >> 32) })
		}),
		Host: put(h2(HostMulHU, h24(hA), h24(hB))),
		Doc:  "D = (S0[23:0] * S1[23:0]) >> 32."},
	{Name: "v_min_f32", Args: "d:f32 a:f32 b:f32", Enc: e(VOP2, 15, 15, 10, 10),
		Do:   Vector(minF32),
		Host: put(h2(HostFMin, hA, hB)),
		Doc:  "D = min(S0, S1); -0 < +0; a NaN loses, with MODE.IEEE a signalling one is returned quieted.",
		Note: noteMinMax},
	{Name: "v_max_f32", Args: "d:f32 a:f32 b:f32", Enc: e(VOP2, 16, 16, 11, 11),
		Do:   Vector(maxF32),
		Host: put(h2(HostFMax, hA, hB)),
		Doc:  "D = max(S0, S1); -0 < +0; a NaN loses, with MODE.IEEE a signalling one is returned quieted.",
		Note: noteMinMax},
	{Name: "v_min_i32", Args: "d:i32 a:i32 b:i32", Enc: e(VOP2, 17, 17, 12, 12),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(min(int32(a), int32(b))) }) }),
		Host: put(h2(HostMinI, hA, hB)),
		Doc:  "D = min(S0, S1), signed."},
	{Name: "v_max_i32", Args: "d:i32 a:i32 b:i32", Enc: e(VOP2, 18, 18, 13, 13),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(max(int32(a), int32(b))) }) }),
		Host: put(h2(HostMaxI, hA, hB)),
		Doc:  "D = max(S0, S1), signed."},
	{Name: "v_min_u32", Args: "d:u32 a:u32 b:u32", Enc: e(VOP2, 19, 19, 14, 14),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return min(a, b) }) }), Host: put(h2(HostMinU, hA, hB)),
		Doc: "D = min(S0, S1), unsigned."},
	{Name: "v_max_u32", Args: "d:u32 a:u32 b:u32", Enc: e(VOP2, 20, 20, 15, 15),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return max(a, b) }) }), Host: put(h2(HostMaxU, hA, hB)),
		Doc: "D = max(S0, S1), unsigned."},
	{Name: "v_lshrrev_b32", Args: "d:b32 a:u32 b:b32", Enc: e(VOP2, 22, 22, 16, 16),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return b >> (a & 31) }) }), Host: put(hShr(hB, hA)),
		Doc: "D = S1 >> S0[4:0]."},
	{Name: "v_ashrrev_i32", Args: "d:i32 a:u32 b:i32", Enc: e(VOP2, 24, 24, 17, 17),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(int32(b) >> (a & 31)) }) }),
		Host: put(hSar(hB, hA)),
		Doc:  "D = S1 >> S0[4:0], signed."},
	{Name: "v_lshlrev_b32", Args: "d:b32 a:u32 b:b32", Enc: e(VOP2, 26, 26, 18, 18),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return b << (a & 31) }) }), Host: put(hShl(hB, hA)),
		Doc: "D = S1 << S0[4:0]."},
	{Name: "v_and_b32", Args: "d:b32 a:b32 b:b32", Enc: e(VOP2, 27, 27, 19, 19),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return a & b }) }), Host: put(hAnd(hA, hB)),
		Doc: "D = S0 & S1."},
	{Name: "v_or_b32", Args: "d:b32 a:b32 b:b32", Enc: e(VOP2, 28, 28, 20, 20),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return a | b }) }), Host: put(hOr(hA, hB)),
		Doc: "D = S0 | S1."},
	{Name: "v_xor_b32", Args: "d:b32 a:b32 b:b32", Enc: e(VOP2, 29, 29, 21, 21),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return a ^ b }) }), Host: put(hXor(hA, hB)),
		Doc: "D = S0 ^ S1."},
	{Name: "v_xnor_b32", Args: "d:b32 a:b32 b:b32", Enc: need(FeatureDL, e(VOP2, -1, -1, -1, 61)),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return ^(a ^ b) }) }), Host: put(hNot(hXor(hA, hB))),
		Doc: "D = ~(S0 ^ S1)."},
	{Name: "v_fmac_f32", Lat: LatFMA32, Args: "d+:f32 a:f32 b:f32", Flops: 2, Flag: NoSDWA, Enc: need(FeatureDL, e(VOP2, -1, -1, -1, 59)),
		Do: Vector(func(k *Vec) { fmaF32(k.D[0], k.A[0], k.B[0], k.D[0], k.FP.F32) }), Host: put(h3(HostFFma, hA, hB, hD)),
		Doc: "D = S0 * S1 + D, rounded once."},
	{Name: "v_mac_f32", Args: "d+:f32 a:f32 b:f32", Flops: 2, Flag: SDWAMac, Enc: e(VOP2, 31, 31, 22, 22),
		Do:   Vector(func(k *Vec) { madF32(k.D[0], k.A[0], k.B[0], k.D[0], k.FP.F32) }),
		Host: by(HostFlushed, put(h3(HostFMad, hA, hB, hD))),
		Doc:  "D = S0 * S1 + D. The product is rounded, then the sum; denormals are flushed whatever MODE says."},
	{Name: "v_madmk_f32", Args: "d:f32 a:f32 K:b32 b:f32", Flops: 2, Flag: NoVOP3 | NoSDWA | NoDPP, Enc: e(VOP2, 32, 32, 23, 23),
		Do:   Vector(func(k *Vec) { madF32(k.D[0], k.A[0], k.literal(), k.B[0], k.FP.F32) }),
		Host: by(HostFlushed, put(h3(HostFMad, hA, hK, hB))),
		Doc:  "D = S0 * K + S1. The product is rounded, then the sum; denormals are flushed whatever MODE says."},
	{Name: "v_madak_f32", Args: "d:f32 a:f32 b:f32 K:b32", Flops: 2, Flag: NoVOP3 | NoSDWA | NoDPP, Enc: e(VOP2, 33, 33, 24, 24),
		Do:   Vector(func(k *Vec) { madF32(k.D[0], k.A[0], k.B[0], k.literal(), k.FP.F32) }),
		Host: by(HostFlushed, put(h3(HostFMad, hA, hB, hK))),
		Doc:  "D = S0 * S1 + K. The product is rounded, then the sum; denormals are flushed whatever MODE says."},
	{Name: "v_add_co_u32", Args: "d:u32 e:mask a:u32 b:u32", Flag: IntClamp, Enc: as("v_add_i32", GCN10|GCN11, as("v_add_u32", GCN12, e(VOP2, 37, 37, 25, 25))),
		Do: Vector(func(k *Vec) { addCarry(k, 0) }), Host: hCarry(hAdd(hA, hB), hA),
		Doc: "D = S0 + S1; VCC or SDST = carry."},
	{Name: "v_sub_co_u32", Args: "d:u32 e:mask a:u32 b:u32", Flag: IntClamp, Enc: as("v_sub_i32", GCN10|GCN11, as("v_sub_u32", GCN12, e(VOP2, 38, 38, 26, 26))),
		Do: Vector(func(k *Vec) { subCarry(k, k.A[0], k.B[0], 0) }), Host: putOut(hSub(hA, hB), hLtU(hA, hB)),
		Doc: "D = S0 - S1; VCC or SDST = borrow."},
	{Name: "v_subrev_co_u32", Args: "d:u32 e:mask a:u32 b:u32", Flag: IntClamp, Enc: as("v_subrev_i32", GCN10|GCN11, as("v_subrev_u32", GCN12, e(VOP2, 39, 39, 27, 27))),
		Do: Vector(func(k *Vec) { subCarry(k, k.B[0], k.A[0], 0) }), Host: putOut(hSub(hB, hA), hLtU(hB, hA)),
		Doc: "D = S1 - S0; VCC or SDST = borrow."},
	{Name: "v_addc_co_u32", Args: "d:u32 e:mask a:u32 b:u32 c:mask", Flag: IntClamp, Enc: as("v_addc_u32", GCN10|GCN11|GCN12, e(VOP2, 40, 40, 28, 28)),
		Do: Vector(func(k *Vec) { addCarry(k, k.In) }), Host: hAddC(),
		Doc: "D = S0 + S1 + VCC[lane]; VCC or SDST = carry; VOP3 takes the carry in from S2."},
	{Name: "v_subb_co_u32", Args: "d:u32 e:mask a:u32 b:u32 c:mask", Flag: IntClamp, Enc: as("v_subb_u32", GCN10|GCN11|GCN12, e(VOP2, 41, 41, 29, 29)),
		Do:   Vector(func(k *Vec) { subCarry(k, k.A[0], k.B[0], k.In) }),
		Host: hSubB(hA, hB),
		Doc:  "D = S0 - S1 - VCC[lane]; VCC or SDST = borrow; VOP3 takes the borrow in from S2."},
	{Name: "v_subbrev_co_u32", Args: "d:u32 e:mask a:u32 b:u32 c:mask", Flag: IntClamp, Enc: as("v_subbrev_u32", GCN10|GCN11|GCN12, e(VOP2, 42, 42, 30, 30)),
		Do:   Vector(func(k *Vec) { subCarry(k, k.B[0], k.A[0], k.In) }),
		Host: hSubB(hB, hA),
		Doc:  "D = S1 - S0 - VCC[lane]; VCC or SDST = borrow; VOP3 takes the borrow in from S2."},
	{Name: "v_add_f16", Args: "d:f16 a:f16 b:f16", Flops: 1, Enc: e(VOP2, -1, -1, 31, 31),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map2(k, func(a, b uint32) uint32 { return add16(a, b, r) })
		}),
		Host: putHalf(HostFAdd, hA, hB),
		Doc:  "D = S0 + S1."},
	{Name: "v_sub_f16", Args: "d:f16 a:f16 b:f16", Flops: 1, Enc: e(VOP2, -1, -1, 32, 32),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map2(k, func(a, b uint32) uint32 { return sub16(a, b, r) })
		}),
		Host: putHalf(HostFSub, hA, hB),
		Doc:  "D = S0 - S1."},
	{Name: "v_subrev_f16", Args: "d:f16 a:f16 b:f16", Flops: 1, Enc: e(VOP2, -1, -1, 33, 33),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map2(k, func(a, b uint32) uint32 { return sub16(b, a, r) })
		}),
		Host: putHalf(HostFSub, hB, hA),
		Doc:  "D = S1 - S0."},
	{Name: "v_mul_f16", Args: "d:f16 a:f16 b:f16", Flops: 1, Enc: e(VOP2, -1, -1, 34, 34),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map2(k, func(a, b uint32) uint32 { return mul16(a, b, r) })
		}),
		Host: putHalf(HostFMul, hA, hB),
		Doc:  "D = S0 * S1."},
	{Name: "v_mac_f16", Args: "d+:f16 a:f16 b:f16", Flops: 2, Flag: SDWAMac | Keep16G9, Enc: e(VOP2, -1, -1, 35, 35),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			rows3(k.D[0], k.A[0], k.B[0], k.D[0], func(a, b, c uint32) uint32 { return mad16(a, b, c, r) })
		}),
		Host: hMad16(hA, hB, hD),
		Doc:  "D = S0 * S1 + D. The product is rounded, then the sum; denormals are flushed whatever MODE says.",
		Note: noteKeep16},
	{Name: "v_madmk_f16", Args: "d:f16 a:f16 K:b32 b:f16", Flops: 2, Flag: NoVOP3 | NoSDWA | NoDPP | Keep16G9, Enc: e(VOP2, -1, -1, 36, 36),
		Do: Vector(func(k *Vec) {
			c, r := k.K, k.FP.F16
			map2(k, func(a, b uint32) uint32 { return mad16(a, c, b, r) })
		}),
		Host: hMad16(hA, hK, hB),
		Doc:  "D = S0 * K + S1. The product is rounded, then the sum; denormals are flushed whatever MODE says.",
		Note: noteKeep16},
	{Name: "v_madak_f16", Args: "d:f16 a:f16 b:f16 K:b32", Flops: 2, Flag: NoVOP3 | NoSDWA | NoDPP | Keep16G9, Enc: e(VOP2, -1, -1, 37, 37),
		Do: Vector(func(k *Vec) {
			c, r := k.K, k.FP.F16
			map2(k, func(a, b uint32) uint32 { return mad16(a, b, c, r) })
		}),
		Host: hMad16(hA, hB, hK),
		Doc:  "D = S0 * S1 + K. The product is rounded, then the sum; denormals are flushed whatever MODE says.",
		Note: noteKeep16},
	{Name: "v_add_u16", Args: "d:u16 a:u16 b:u16", Flag: IntClamp, Enc: e(VOP2, -1, -1, 38, 38),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satU16(u16(a) + u16(b)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a + b })
		}),
		Host: hSat16U(HostAdd, hA, hB),
		Doc:  "D = S0 + S1."},
	{Name: "v_sub_u16", Args: "d:u16 a:u16 b:u16", Flag: IntClamp, Enc: e(VOP2, -1, -1, 39, 39),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satU16(u16(a) - u16(b)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a - b })
		}),
		Host: hSat16U(HostSub, hA, hB),
		Doc:  "D = S0 - S1."},
	{Name: "v_subrev_u16", Args: "d:u16 a:u16 b:u16", Flag: IntClamp, Enc: e(VOP2, -1, -1, 40, 40),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satU16(u16(b) - u16(a)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return b - a })
		}),
		Host: hSat16U(HostSub, hB, hA),
		Doc:  "D = S1 - S0."},
	{Name: "v_mul_lo_u16", Args: "d:u16 a:u16 b:u16", Enc: e(VOP2, -1, -1, 41, 41),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return a * b }) }), Host: put(hMul(hA, hB)),
		Doc: "D = S0 * S1, low 16 bits."},
	{Name: "v_lshlrev_b16", Args: "d:b16 a:u16 b:b16", Enc: e(VOP2, -1, -1, 42, 42),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return b << (a & 15) }) }),
		Host: put(hShl(hB, hAnd(hA, hImm(15)))),
		Doc:  "D = S1 << S0[3:0]."},
	{Name: "v_lshrrev_b16", Args: "d:b16 a:u16 b:b16", Enc: e(VOP2, -1, -1, 43, 43),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return b & 0xffff >> (a & 15) }) }),
		Host: put(hShr(hLo(hB), hAnd(hA, hImm(15)))),
		Doc:  "D = S1 >> S0[3:0]."},
	{Name: "v_ashrrev_i16", Args: "d:i16 a:u16 b:i16", Enc: e(VOP2, -1, -1, 44, 44),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(int16(b) >> (a & 15)) }) }),
		Host: put(hSar(hLoS(hB), hAnd(hA, hImm(15)))),
		Doc:  "D = S1 >> S0[3:0], signed."},
	{Name: "v_max_f16", Args: "d:f16 a:f16 b:f16", Enc: e(VOP2, -1, -1, 45, 45),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F16), k.FP.IEEE
			map2(k, func(a, b uint32) uint32 { return max16(a, b, r, ieee) })
		}),
		Host: by(HostHalfKept, put(hMinMax16(hA, hB, true))),
		Doc:  "D = max(S0, S1), rules as v_max_f32.",
		Note: noteMinMax},
	{Name: "v_min_f16", Args: "d:f16 a:f16 b:f16", Enc: e(VOP2, -1, -1, 46, 46),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F16), k.FP.IEEE
			map2(k, func(a, b uint32) uint32 { return min16(a, b, r, ieee) })
		}),
		Host: by(HostHalfKept, put(hMinMax16(hA, hB, false))),
		Doc:  "D = min(S0, S1), rules as v_min_f32.",
		Note: noteMinMax},
	{Name: "v_max_u16", Args: "d:u16 a:u16 b:u16", Enc: e(VOP2, -1, -1, 47, 47),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return max(a&0xffff, b&0xffff) }) }),
		Host: put(h2(HostMaxU, hLo(hA), hLo(hB))),
		Doc:  "D = max(S0, S1), unsigned."},
	{Name: "v_max_i16", Args: "d:i16 a:i16 b:i16", Enc: e(VOP2, -1, -1, 48, 48),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(max(s16(a), s16(b))) }) }),
		Host: put(h2(HostMaxI, hLoS(hA), hLoS(hB))),
		Doc:  "D = max(S0, S1), signed."},
	{Name: "v_min_u16", Args: "d:u16 a:u16 b:u16", Enc: e(VOP2, -1, -1, 49, 49),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return min(a&0xffff, b&0xffff) }) }),
		Host: put(h2(HostMinU, hLo(hA), hLo(hB))),
		Doc:  "D = min(S0, S1), unsigned."},
	{Name: "v_min_i16", Args: "d:i16 a:i16 b:i16", Enc: e(VOP2, -1, -1, 50, 50),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(min(s16(a), s16(b))) }) }),
		Host: put(h2(HostMinI, hLoS(hA), hLoS(hB))),
		Doc:  "D = min(S0, S1), signed."},
	{Name: "v_ldexp_f16", Args: "d:f16 a:f16 b:i16", Enc: e(VOP2, -1, -1, 51, 51),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map2(k, func(a, b uint32) uint32 { return ldexp16(a, b, r) })
		}),
		Doc:  "D = S0 * 2^S1.",
		Note: "Denormals follow MODE: unverified."},
	{Name: "v_add_u32", Args: "d:u32 a:u32 b:u32", Flag: IntClamp, Enc: e(VOP2, -1, -1, -1, 52),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return addSatU32(a, b) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a + b })
		}),
		Host: hAddU(hA, hB),
		Doc:  "D = S0 + S1."},
	{Name: "v_sub_u32", Args: "d:u32 a:u32 b:u32", Flag: IntClamp, Enc: e(VOP2, -1, -1, -1, 53),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return subSatU32(a, b) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a - b })
		}),
		Host: hSubU(hA, hB),
		Doc:  "D = S0 - S1."},
	{Name: "v_subrev_u32", Args: "d:u32 a:u32 b:u32", Flag: IntClamp, Enc: e(VOP2, -1, -1, -1, 54),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return subSatU32(b, a) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return b - a })
		}),
		Host: hSubU(hB, hA),
		Doc:  "D = S1 - S0."},
	{Name: "v_readlane_b32", Args: "d:s.b32 a:v.b32 b:s.b32", Flag: NoE32 | NoSDWA | NoDPP, Enc: both(e(VOP2, 1, 1, -1, -1), e(VOP3, -1, -1, 649, 649)),
		Do: CtlReadLane, Host: put(h2(HostLane, hA, hB)),
		Doc: "SGPR D = S0 of lane S1[5:0], whatever EXEC says."},
	{Name: "v_writelane_b32", Args: "d+:v.b32 a:l.b32 b:s.b32", Flag: NoE32 | NoSDWA | NoDPP, Enc: both(e(VOP2, 2, 2, -1, -1), e(VOP3, -1, -1, 650, 650)),
		Do: CtlWriteLane, Host: putLane(hA, hB),
		Doc: "D of lane S1[5:0] = S0, whatever EXEC says."},
	{Name: "v_mac_legacy_f32", Args: "d+:f32 a:f32 b:f32", Flops: 2, Flag: SDWAMac, Enc: e(VOP2, 6, 6, -1, -1),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			rows3(k.D[0], k.A[0], k.B[0], k.D[0], func(a, b, c uint32) uint32 { return madLegacy32(a, b, c, r) })
		}),
		Host: by(HostFlushed, put(h2(HostFAdd, hMulLegacy(), hD))),
		Doc:  "D = S0 * S1 + D; zero times anything is +0. Denormals are flushed.",
		Note: noteZeroSign},
	{Name: "v_min_legacy_f32", Args: "d:f32 a:f32 b:f32", Enc: e(VOP2, 13, 13, -1, -1),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32.kept()
			map2(k, func(a, b uint32) uint32 { return minLegacy32(a, b, r) })
		}),
		Doc:  "D = S0 < S1 ? S0 : S1.",
		Note: "Denormals kept, as v_min_f32 on these generations: unverified."},
	{Name: "v_max_legacy_f32", Args: "d:f32 a:f32 b:f32", Enc: e(VOP2, 14, 14, -1, -1),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32.kept()
			map2(k, func(a, b uint32) uint32 { return maxLegacy32(a, b, r) })
		}),
		Doc:  "D = S0 >= S1 ? S0 : S1.",
		Note: "Denormals kept, as v_max_f32 on these generations: unverified."},
	{Name: "v_lshr_b32", Args: "d:b32 a:b32 b:u32", Enc: e(VOP2, 21, 21, -1, -1),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return a >> (b & 31) }) }), Host: put(hShr(hA, hB)),
		Doc: "D = S0 >> S1[4:0]."},
	{Name: "v_ashr_i32", Args: "d:i32 a:i32 b:u32", Enc: e(VOP2, 23, 23, -1, -1),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(int32(a) >> (b & 31)) }) }),
		Host: put(hSar(hA, hB)),
		Doc:  "D = S0 >> S1[4:0], signed."},
	{Name: "v_lshl_b32", Args: "d:b32 a:b32 b:u32", Enc: e(VOP2, 25, 25, -1, -1),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return a << (b & 31) }) }), Host: put(hShl(hA, hB)),
		Doc: "D = S0 << S1[4:0]."},
	{Name: "v_bfm_b32", Args: "d:b32 a:u32 b:u32", Enc: both(e(VOP2, 30, 30, -1, -1), e(VOP3, -1, -1, 659, 659)),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return (1<<(a&31) - 1) << (b & 31) }) }),
		Host: put(hShl(hSub(hShl(hImm(1), hA), hImm(1)), hB)),
		Doc:  "D = ((1 << S0[4:0]) - 1) << S1[4:0]."},
	{Name: "v_bcnt_u32_b32", Args: "d:u32 a:b32 b:u32", Enc: both(e(VOP2, 34, 34, -1, -1), e(VOP3, -1, -1, 651, 651)),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(bits.OnesCount32(a)) + b }) }),
		Host: put(hAdd(h1(HostBits, hA), hB)),
		Doc:  "D = number of ones in S0 + S1."},
	{Name: "v_mbcnt_lo_u32_b32", Args: "d:u32 a:b32 b:u32", Enc: both(e(VOP2, 35, 35, -1, -1), e(VOP3, -1, -1, 652, 652)),
		Do: Vector(func(k *Vec) {
			mapLane(k, func(a, b uint32, lane int) uint32 { return uint32(bits.OnesCount32(a&uint32(1<<lane-1))) + b })
		}),
		Host: put(hMbcnt(false)),
		Doc:  "D = number of ones in S0 at positions below the lane + S1; lanes from 32 on count all."},
	{Name: "v_mbcnt_hi_u32_b32", Args: "d:u32 a:b32 b:u32", Enc: both(e(VOP2, 36, 36, -1, -1), e(VOP3, -1, -1, 653, 653)),
		Do: Vector(func(k *Vec) {
			mapLane(k, func(a, b uint32, lane int) uint32 {
				return uint32(bits.OnesCount32(a&uint32((uint64(1)<<lane-1)>>32))) + b
			})
		}),
		Host: put(hMbcnt(true)),
		Doc:  "D = number of ones in S0 at positions below the lane - 32 + S1; lanes below 32 count none."},
	{Name: "v_ldexp_f32", Args: "d:f32 a:f32 b:i32", Enc: both(e(VOP2, 43, 43, -1, -1), e(VOP3, -1, -1, 648, 648)),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map2(k, func(a, b uint32) uint32 { return ldexp32(a, b, r) })
		}),
		Host: hLdexp(),
		Doc:  "D = S0 * 2^S1."},
	{Name: "v_cvt_pkaccum_u8_f32", Args: "d+:b32 a:f32 b:u32", Enc: both(e(VOP2, 44, 44, -1, -1), e(VOP3, -1, -1, 496, 496)),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			rows3(k.D[0], k.A[0], k.B[0], k.D[0], func(a, b, c uint32) uint32 { return cvtPkU8(a, b, c, r) })
		}),
		Doc:  "Byte S1[1:0] of D = S0 rounded to 0..255.",
		Note: notePkU8},
	{Name: "v_cvt_pknorm_i16_f32", Args: "d:b32 a:f32 b:f32", Enc: both(e(VOP2, 45, 45, -1, -1), e(VOP3, -1, -1, 660, 660)),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map2(k, func(a, b uint32) uint32 { return cvtPkNormI16(a, b, r) })
		}),
		Doc:  "D[15:0] = S0, D[31:16] = S1, clamped to [-1, 1] * 32767.",
		Note: notePkNorm},
	{Name: "v_cvt_pknorm_u16_f32", Args: "d:b32 a:f32 b:f32", Enc: both(e(VOP2, 46, 46, -1, -1), e(VOP3, -1, -1, 661, 661)),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map2(k, func(a, b uint32) uint32 { return cvtPkNormU16(a, b, r) })
		}),
		Doc:  "D[15:0] = S0, D[31:16] = S1, clamped to [0, 1] * 65535.",
		Note: notePkNorm},
	{Name: "v_cvt_pkrtz_f16_f32", Args: "d:b32 a:f32 b:f32", Flag: HasOmod, Enc: both(e(VOP2, 47, 47, -1, -1), e(VOP3, -1, -1, 662, 662)),
		Do: Vector(func(k *Vec) {
			in, out := k.FP.F32, k.halfMode()
			map2(k, func(a, b uint32) uint32 { return cvtPkRtz(a, b, in, out) })
		}),
		Host: by(HostHalf, put(hPkRtz())),
		Doc:  "D[15:0] = f16(S0), D[31:16] = f16(S1), towards zero whatever MODE says."},
	{Name: "v_cvt_pk_u16_u32", Args: "d:b32 a:u32 b:u32", Enc: both(e(VOP2, 48, 48, -1, -1), e(VOP3, -1, -1, 663, 663)),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return min(a, 0xffff) | min(b, 0xffff)<<16 }) }),
		Host: put(hPack(h2(HostMinU, hA, hImm(0xffff)), h2(HostMinU, hB, hImm(0xffff)))),
		Doc:  "D[15:0] = S0, D[31:16] = S1, clamped to 0..65535."},
	{Name: "v_cvt_pk_i16_i32", Args: "d:b32 a:i32 b:i32", Enc: both(e(VOP2, 49, 49, -1, -1), e(VOP3, -1, -1, 664, 664)),
		Do: Vector(func(k *Vec) {
			map2(k, func(a, b uint32) uint32 { return satI16(int64(int32(a))) | satI16(int64(int32(b)))<<16 })
		}),
		Host: put(hPack(hSatS16(hA), hSatS16(hB))),
		Doc:  "D[15:0] = S0, D[31:16] = S1, clamped to -32768..32767."},
}
