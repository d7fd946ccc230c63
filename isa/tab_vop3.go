package isa

// vop3Rows: vector ALU instructions that exist in VOP3 only.
var vop3Rows = []Desc{
	{Name: "v_mad_legacy_f32", Args: "d:f32 a:f32 b:f32 c:f32", Flops: 2, Enc: e(VOP3, 320, 320, 448, 448),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map3(k, func(a, b, c uint32) uint32 { return madLegacy32(a, b, c, r) })
		}),
		Host: by(HostFlushed, put(h2(HostFAdd, hMulLegacy(), hC))),
		Doc:  "D = S0 * S1 + S2; zero times anything is +0. Denormals are flushed.",
		Note: noteZeroSign},
	{Name: "v_mad_f32", Args: "d:f32 a:f32 b:f32 c:f32", Flops: 2, Enc: e(VOP3, 321, 321, 449, 449),
		Do:   Vector(func(k *Vec) { madF32(k.D[0], k.A[0], k.B[0], k.C[0], k.FP.F32) }),
		Host: by(HostFlushed, put(h3(HostFMad, hA, hB, hC))),
		Doc:  "D = S0 * S1 + S2. The product is rounded, then the sum; denormals are flushed whatever MODE says."},
	{Name: "v_mad_i32_i24", Args: "d:i32 a:i32 b:i32 c:i32", Flag: IntClamp, Enc: e(VOP3, 322, 322, 450, 450),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satI32(int64(s24(a))*int64(s24(b)) + int64(int32(c))) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return uint32(s24(a)*s24(b)) + c })
		}),
		Host: put(hAdd(hMul(hs24(hA), hs24(hB)), hC)),
		Doc:  "D = S0[23:0] * S1[23:0] + S2, signed."},
	{Name: "v_mad_u32_u24", Args: "d:u32 a:u32 b:u32 c:u32", Flag: IntClamp, Enc: e(VOP3, 323, 323, 451, 451),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satU32(uint64(u24(a))*uint64(u24(b)) + uint64(c)) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return u24(a)*u24(b) + c })
		}),
		Host: put(hAdd(hMul(h24(hA), h24(hB)), hC)),
		Doc:  "D = S0[23:0] * S1[23:0] + S2."},
	{Name: "v_cubeid_f32", Args: "d:f32 a:f32 b:f32 c:f32", Enc: e(VOP3, 324, 324, 452, 452),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map3(k, func(a, b, c uint32) uint32 { return cubeID(a, b, c, r) })
		}),
		Doc: "D = cube map face of the vector (S0, S1, S2): 0 +x, 1 -x, 2 +y, 3 -y, 4 +z, 5 -z."},
	{Name: "v_cubesc_f32", Args: "d:f32 a:f32 b:f32 c:f32", Enc: e(VOP3, 325, 325, 453, 453),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map3(k, func(a, b, c uint32) uint32 { return cubeSC(a, b, c, r) })
		}),
		Doc: "D = S coordinate of (S0, S1, S2) on its cube map face."},
	{Name: "v_cubetc_f32", Args: "d:f32 a:f32 b:f32 c:f32", Enc: e(VOP3, 326, 326, 454, 454),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map3(k, func(a, b, c uint32) uint32 { return cubeTC(a, b, c, r) })
		}),
		Doc: "D = T coordinate of (S0, S1, S2) on its cube map face."},
	{Name: "v_cubema_f32", Args: "d:f32 a:f32 b:f32 c:f32", Enc: e(VOP3, 327, 327, 455, 455),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map3(k, func(a, b, c uint32) uint32 { return cubeMA(a, b, c, r) })
		}),
		Doc: "D = 2 * the component of (S0, S1, S2) with the largest magnitude; ties go to S2, then S1."},
	{Name: "v_bfe_u32", Args: "d:u32 a:u32 b:u32 c:u32", Enc: e(VOP3, 328, 328, 456, 456),
		Do: Vector(func(k *Vec) { map3(k, bfeU) }), Host: put(hAnd(hShr(hA, hB), hSub(hShl(hImm(1), hC), hImm(1)))),
		Doc: "D = S0 >> S1[4:0] & ((1 << S2[4:0]) - 1)."},
	{Name: "v_bfe_i32", Args: "d:i32 a:i32 b:u32 c:u32", Enc: e(VOP3, 329, 329, 457, 457),
		Do: Vector(func(k *Vec) { map3(k, bfeI) }), Host: put(hBfeI()),
		Doc: "D = S2[4:0] bits of S0 from bit S1[4:0], sign-extended."},
	{Name: "v_bfi_b32", Args: "d:b32 a:b32 b:b32 c:b32", Enc: e(VOP3, 330, 330, 458, 458),
		Do: Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return a&b | c&^a }) }), Host: put(hOr(hAnd(hA, hB), hAndNot(hC, hA))),
		Doc: "D = S0 & S1 | ~S0 & S2."},
	{Name: "v_fma_f32", Lat: LatFMA32, Args: "d:f32 a:f32 b:f32 c:f32", Flops: 2, Enc: e(VOP3, 331, 331, 459, 459),
		Do: Vector(func(k *Vec) { fmaF32(k.D[0], k.A[0], k.B[0], k.C[0], k.FP.F32) }), Host: put(h3(HostFFma, hA, hB, hC)),
		Doc: "D = S0 * S1 + S2, rounded once."},
	{Name: "v_fma_f64", Lat: LatDouble2, Args: "d:f64 a:f64 b:f64 c:f64", Flops: 2, Enc: e(VOP3, 332, 332, 460, 460),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64x3(k, func(a, b, c uint64) uint64 { return fma64(a, b, c, r) })
		}),
		Host: putDouble(h3(HostDFma, hADouble, hBDouble, hCDouble)),
		Doc:  "D = S0 * S1 + S2, rounded once."},
	{Name: "v_lerp_u8", Args: "d:b32 a:b32 b:b32 c:b32", Enc: e(VOP3, 333, 333, 461, 461),
		Do: Vector(func(k *Vec) { map3(k, lerp) }), Host: put(hLerp()),
		Doc: "D.byte = (S0.byte + S1.byte + S2.byte[0]) >> 1 for each of four bytes."},
	{Name: "v_alignbit_b32", Args: "d:b32 a:b32 b:b32 c:u32", Flag: OpSel | HasClampG9, Enc: e(VOP3, 334, 334, 462, 462),
		Do: Vector(func(k *Vec) {
			map3(k, func(a, b, c uint32) uint32 { return uint32((uint64(a)<<32 | uint64(b)) >> (c & 31)) })
		}),
		Host: put(hOr(hShr(hB, hC), hShl(hShl(hA, hImm(1)), hXor(hC, hImm(31))))),
		Doc:  "D = {S0, S1} >> S2[4:0], low 32 bits."},
	{Name: "v_alignbyte_b32", Args: "d:b32 a:b32 b:b32 c:u32", Flag: OpSel | HasClampG9, Enc: e(VOP3, 335, 335, 463, 463),
		Do: Vector(func(k *Vec) {
			map3(k, func(a, b, c uint32) uint32 { return uint32((uint64(a)<<32 | uint64(b)) >> (c & 3 * 8)) })
		}),
		Host: put(hAlignByte()),
		Doc:  "D = {S0, S1} >> 8*S2[1:0], low 32 bits."},
	{Name: "v_min3_f32", Args: "d:f32 a:f32 b:f32 c:f32", Enc: e(VOP3, 337, 337, 464, 464),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F32), k.FP.IEEE
			map3(k, func(a, b, c uint32) uint32 { return min3x32(a, b, c, r, ieee) })
		}),
		Host: put(h2(HostFMin, h2(HostFMin, hA, hB), hC)),
		Doc:  "D = min(min(S0, S1), S2), rules as v_min_f32.",
		Note: noteMinMax},
	{Name: "v_min3_i32", Args: "d:i32 a:i32 b:i32 c:i32", Enc: e(VOP3, 338, 338, 465, 465),
		Do: Vector(func(k *Vec) {
			map3(k, func(a, b, c uint32) uint32 { return uint32(min(int32(a), int32(b), int32(c))) })
		}),
		Host: put(h2(HostMinI, h2(HostMinI, hA, hB), hC)),
		Doc:  "D = min(min(S0, S1), S2), signed."},
	{Name: "v_min3_u32", Args: "d:u32 a:u32 b:u32 c:u32", Enc: e(VOP3, 339, 339, 466, 466),
		Do: Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return min(a, b, c) }) }), Host: put(h2(HostMinU, h2(HostMinU, hA, hB), hC)),
		Doc: "D = min(min(S0, S1), S2), unsigned."},
	{Name: "v_max3_f32", Args: "d:f32 a:f32 b:f32 c:f32", Enc: e(VOP3, 340, 340, 467, 467),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F32), k.FP.IEEE
			map3(k, func(a, b, c uint32) uint32 { return max3x32(a, b, c, r, ieee) })
		}),
		Host: put(h2(HostFMax, h2(HostFMax, hA, hB), hC)),
		Doc:  "D = max(max(S0, S1), S2), rules as v_max_f32.",
		Note: noteMinMax},
	{Name: "v_max3_i32", Args: "d:i32 a:i32 b:i32 c:i32", Enc: e(VOP3, 341, 341, 468, 468),
		Do: Vector(func(k *Vec) {
			map3(k, func(a, b, c uint32) uint32 { return uint32(max(int32(a), int32(b), int32(c))) })
		}),
		Host: put(h2(HostMaxI, h2(HostMaxI, hA, hB), hC)),
		Doc:  "D = max(max(S0, S1), S2), signed."},
	{Name: "v_max3_u32", Args: "d:u32 a:u32 b:u32 c:u32", Enc: e(VOP3, 342, 342, 469, 469),
		Do: Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return max(a, b, c) }) }), Host: put(h2(HostMaxU, h2(HostMaxU, hA, hB), hC)),
		Doc: "D = max(max(S0, S1), S2), unsigned."},
	{Name: "v_med3_f32", Args: "d:f32 a:f32 b:f32 c:f32", Enc: e(VOP3, 343, 343, 470, 470),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F32), k.FP.IEEE
			map3(k, func(a, b, c uint32) uint32 { return med3x32(a, b, c, r, ieee) })
		}),
		Host: put(hMed32()),
		Doc:  "D = the median of S0, S1, S2; with a NaN, min3.",
		Note: noteMinMax},
	{Name: "v_med3_i32", Args: "d:i32 a:i32 b:i32 c:i32", Enc: e(VOP3, 344, 344, 471, 471),
		Do:   Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return med3I(int32(a), int32(b), int32(c)) }) }),
		Host: put(hMed(HostMinI, HostMaxI, hA, hB, hC)),
		Doc:  "D = the median of S0, S1, S2, signed."},
	{Name: "v_med3_u32", Args: "d:u32 a:u32 b:u32 c:u32", Enc: e(VOP3, 345, 345, 472, 472),
		Do:   Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return med3U(a, b, c) }) }),
		Host: put(hMed(HostMinU, HostMaxU, hA, hB, hC)),
		Doc:  "D = the median of S0, S1, S2, unsigned."},
	{Name: "v_sad_u8", Args: "d:u32 a:b32 b:b32 c:u32", Flag: IntClamp, Enc: e(VOP3, 346, 346, 473, 473),
		Do:   Vector(func(k *Vec) { mapSad(k, func(a, b uint32) uint32 { return sadU8(a, b, false) }) }),
		Host: put(hAdd(hSadU8(), hC)),
		Doc:  "D = S2 + sum of |S0.byte - S1.byte| over four bytes."},
	{Name: "v_sad_hi_u8", Args: "d:u32 a:b32 b:b32 c:u32", Flag: IntClamp, Enc: e(VOP3, 347, 347, 474, 474),
		Do:   Vector(func(k *Vec) { mapSad(k, func(a, b uint32) uint32 { return sadU8(a, b, false) << 16 }) }),
		Host: put(hAdd(hShl(hSadU8(), hImm(16)), hC)),
		Doc:  "D = S2 + (sum of |S0.byte - S1.byte| over four bytes << 16)."},
	{Name: "v_sad_u16", Args: "d:u32 a:b32 b:b32 c:u32", Flag: IntClamp, Enc: e(VOP3, 348, 348, 475, 475),
		Do: Vector(func(k *Vec) { mapSad(k, sadU16) }), Host: put(hAdd(hSadU16(), hC)),
		Doc: "D = S2 + sum of |S0.half - S1.half| over two halves."},
	{Name: "v_sad_u32", Args: "d:u32 a:u32 b:u32 c:u32", Flag: IntClamp, Enc: e(VOP3, 349, 349, 476, 476),
		Do: Vector(func(k *Vec) { mapSad(k, absDiff) }), Host: put(hAdd(hAbsDiff(hA, hB), hC)),
		Doc: "D = S2 + |S0 - S1|, unsigned."},
	{Name: "v_cvt_pk_u8_f32", Args: "d:b32 a:f32 b:u32 c:b32", Enc: e(VOP3, 350, 350, 477, 477),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map3(k, func(a, b, c uint32) uint32 { return cvtPkU8(a, b, c, r) })
		}),
		Doc:  "D = S2 with byte S1[1:0] replaced by S0 rounded to 0..255.",
		Note: notePkU8},
	{Name: "v_div_fixup_f32", Lat: LatQuarter, Args: "d:f32 a:f32 b:f32 c:f32", Enc: e(VOP3, 351, 351, 478, 478),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map3(k, func(a, b, c uint32) uint32 { return divFixup32(a, b, c, r) })
		}),
		Host: hDivFixup(),
		Doc:  "D = S0 (the quotient S2 / S1) with the special cases of a division put right."},
	{Name: "v_div_fixup_f64", Args: "d:f64 a:f64 b:f64 c:f64", Enc: e(VOP3, 352, 352, 479, 479),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64x3(k, func(a, b, c uint64) uint64 { return divFixup64(a, b, c, r) })
		}),
		Doc: "D = S0 (the quotient S2 / S1) with the special cases of a division put right."},
	{Name: "v_div_scale_f32", Lat: LatQuarter, Args: "d:f32 e:mask a:f32 b:f32 c:f32", Enc: e(VOP3B, 365, 365, 480, 480),
		Do:   Vector(divScaleF32),
		Host: hDivScale(),
		Doc:  "D = S0 scaled so that S2 / S1 neither overflows nor underflows on the way; VCC or SDST = scale back in v_div_fmas.",
		Note: noteDivScale},
	{Name: "v_div_scale_f64", Args: "d:f64 e:mask a:f64 b:f64 c:f64", Enc: e(VOP3B, 366, 366, 481, 481),
		Do:   Vector(divScaleF64),
		Doc:  "D = S0 scaled so that S2 / S1 neither overflows nor underflows on the way; VCC or SDST = scale back in v_div_fmas.",
		Note: noteDivScale},
	{Name: "v_div_fmas_f32", Lat: LatQuarter, Args: "d:f32 a:f32 b:f32 c:f32", Flops: 2, Imp: "<vcc", Enc: e(VOP3, 367, 367, 482, 482),
		Do:   Vector(divFmasF32),
		Host: hDivFmas(),
		Doc:  "D = S0 * S1 + S2; if VCC[lane], times 2^64 where |S2| >= 2, else 2^-64.",
		Note: "The factor is that of CLRX and of measurements on later hardware; the Vega text has 2^32."},
	{Name: "v_div_fmas_f64", Lat: LatDouble2, Args: "d:f64 a:f64 b:f64 c:f64", Flops: 2, Imp: "<vcc", Enc: e(VOP3, 368, 368, 483, 483),
		Do:   Vector(divFmasF64),
		Doc:  "D = S0 * S1 + S2; if VCC[lane], times 2^128 where |S2| >= 2, else 2^-128.",
		Note: "The factor is that of CLRX and of measurements on later hardware; the Vega text has 2^64."},
	{Name: "v_msad_u8", Args: "d:u32 a:b32 b:b32 c:u32", Flag: IntClamp, Enc: e(VOP3, 369, 369, 484, 484),
		Do:  Vector(func(k *Vec) { mapSad(k, func(a, b uint32) uint32 { return sadU8(a, b, true) }) }),
		Doc: "D = S2 + sum of |S0.byte - S1.byte| over the bytes with S1.byte != 0."},
	{Name: "v_qsad_pk_u16_u8", Lat: LatQuarter, Args: "d:b64 a:b64 b:b32 c:b64", Flag: IntClamp, Enc: e(VOP3, -1, 370, 485, 485),
		Do:  Vector(func(k *Vec) { quadSad(k, false) }),
		Doc: "D.u16[j] = S2.u16[j] + sum of |byte - byte| of S0 bytes j..j+3 and S1, j = 0..3."},
	{Name: "v_mqsad_pk_u16_u8", Lat: LatQuarter, Args: "d:b64 a:b64 b:b32 c:b64", Flag: IntClamp, Enc: e(VOP3, -1, 371, 486, 486),
		Do:  Vector(func(k *Vec) { quadSad(k, true) }),
		Doc: "D.u16[j] = S2.u16[j] + sum of |byte - byte| of S0 bytes j..j+3 and S1, j = 0..3; zero bytes of S1 are skipped."},
	{Name: "v_mqsad_u32_u8", Lat: LatQuarter, Args: "d:b128 a:b64 b:b32 c:v.b128", Flag: IntClamp, Enc: e(VOP3, -1, 373, 487, 487),
		Do:   Vector(quadSad32),
		Doc:  "D.u32[j] = S2.u32[j] + sum of |byte - byte| of S0 bytes j..j+3 and S1, zero bytes of S1 skipped.",
		Note: "Wraps without CLAMP (CDNA pseudo-code); CLRX has it saturate always."},
	{Name: "v_mad_u64_u32", Lat: LatMul64, Args: "d:u64 e:mask a:u32 b:u32 c:u64", Flag: IntClamp, Enc: e(VOP3B, -1, 374, 488, 488),
		Do: Vector(madU64), Host: hMad64(),
		Doc: "D.u64 = S0 * S1 + S2.u64; VCC or SDST = carry."},
	{Name: "v_mad_i64_i32", Lat: LatMul64, Args: "d:i64 e:mask a:i32 b:i32 c:i64", Flag: IntClamp, Enc: e(VOP3B, -1, 375, 489, 489),
		Do:   Vector(madI64),
		Host: hMadI64(),
		Doc:  "D.i64 = S0 * S1 + S2.i64, signed; VCC or SDST = bit 64 of the sum.",
		Note: "The mask result is from the CDNA pseudo-code; CLRX leaves it open."},
	{Name: "v_mad_legacy_f16", Args: "d:f16 a:f16 b:f16 c:f16", Flops: 2, Enc: as("v_mad_f16", GCN12, e(VOP3, -1, -1, 490, 490)),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map3(k, func(a, b, c uint32) uint32 { return mad16(a, b, c, r) })
		}),
		Host: hMad16(hA, hB, hC),
		Doc:  "D = S0 * S1 + S2. The product is rounded, then the sum; denormals are flushed whatever MODE says."},
	{Name: "v_mad_legacy_u16", Args: "d:u16 a:u16 b:u16 c:u16", Flag: IntClamp, Enc: as("v_mad_u16", GCN12, e(VOP3, -1, -1, 491, 491)),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satU16(u16(a)*u16(b) + u16(c)) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return a*b + c })
		}),
		Host: put(hAdd(hMul(hA, hB), hC)),
		Doc:  "D = S0 * S1 + S2."},
	{Name: "v_mad_legacy_i16", Args: "d:i16 a:i16 b:i16 c:i16", Flag: IntClamp, Enc: as("v_mad_i16", GCN12, e(VOP3, -1, -1, 492, 492)),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satI16(s16(a)*s16(b) + s16(c)) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return a*b + c })
		}),
		Host: put(hAdd(hMul(hA, hB), hC)),
		Doc:  "D = S0 * S1 + S2, signed."},
	{Name: "v_perm_b32", Args: "d:b32 a:b32 b:b32 c:b32", Enc: e(VOP3, -1, -1, 493, 493),
		Do:   Vector(func(k *Vec) { map3(k, perm) }),
		Host: put(hPerm()),
		Doc:  "D.byte = byte of {S0, S1} selected by S2.byte: 0..7 a byte, 8..11 the sign of byte 1, 3, 5, 7, 12 0x00, above 0xff."},
	{Name: "v_fma_legacy_f16", Args: "d:f16 a:f16 b:f16 c:f16", Flops: 2, Enc: as("v_fma_f16", GCN12, e(VOP3, -1, -1, 494, 494)),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map3(k, func(a, b, c uint32) uint32 { return fma16(a, b, c, r) })
		}),
		Host: hFma16(),
		Doc:  "D = S0 * S1 + S2, rounded once."},
	{Name: "v_div_fixup_legacy_f16", Args: "d:f16 a:f16 b:f16 c:f16", Enc: as("v_div_fixup_f16", GCN12, e(VOP3, -1, -1, 495, 495)),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map3(k, func(a, b, c uint32) uint32 { return divFixup16(a, b, c, r) })
		}),
		Doc: "D = S0 (the quotient S2 / S1) with the special cases of a division put right."},
	{Name: "v_mad_u32_u16", Args: "d:u32 a:u16 b:u16 c:u32", Flag: OpSel | IntClamp, Enc: e(VOP3, -1, -1, -1, 497),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satU32(uint64(u16(a)*u16(b)) + uint64(c)) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return uint32(u16(a)*u16(b)) + c })
		}),
		Host: put(hAdd(hMul(hLo(hA), hLo(hB)), hC)),
		Doc:  "D = S0.u16 * S1.u16 + S2."},
	{Name: "v_mad_i32_i16", Args: "d:i32 a:i16 b:i16 c:i32", Flag: OpSel | IntClamp, Enc: e(VOP3, -1, -1, -1, 498),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satI32(s16(a)*s16(b) + int64(int32(c))) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return uint32(s16(a)*s16(b)) + c })
		}),
		Host: put(hAdd(hMul(hLoS(hA), hLoS(hB)), hC)),
		Doc:  "D = S0.i16 * S1.i16 + S2, signed."},
	{Name: "v_xad_u32", Args: "d:u32 a:u32 b:u32 c:u32", Enc: e(VOP3, -1, -1, -1, 499),
		Do: Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return (a ^ b) + c }) }), Host: put(hAdd(hXor(hA, hB), hC)),
		Doc: "D = (S0 ^ S1) + S2."},
	{Name: "v_min3_f16", Args: "d:f16 a:f16 b:f16 c:f16", Flag: OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 500),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F16), k.FP.IEEE
			map3(k, func(a, b, c uint32) uint32 { return min3x16(a, b, c, r, ieee) })
		}),
		Host: by(HostHalfKept, put(hMinMax16(hMinMax16(hA, hB, false), hC, false))),
		Doc:  "D = min(min(S0, S1), S2), rules as v_min_f32."},
	{Name: "v_min3_i16", Args: "d:i16 a:i16 b:i16 c:i16", Flag: HasClamp | OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 501),
		Do:   Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return uint32(min(s16(a), s16(b), s16(c))) }) }),
		Host: put(h2(HostMinI, h2(HostMinI, hLoS(hA), hLoS(hB)), hLoS(hC))),
		Doc:  "D = min(min(S0, S1), S2), signed."},
	{Name: "v_min3_u16", Args: "d:u16 a:u16 b:u16 c:u16", Flag: HasClamp | OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 502),
		Do:   Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return min(a&0xffff, b&0xffff, c&0xffff) }) }),
		Host: put(h2(HostMinU, h2(HostMinU, hLo(hA), hLo(hB)), hLo(hC))),
		Doc:  "D = min(min(S0, S1), S2), unsigned."},
	{Name: "v_max3_f16", Args: "d:f16 a:f16 b:f16 c:f16", Flag: OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 503),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F16), k.FP.IEEE
			map3(k, func(a, b, c uint32) uint32 { return max3x16(a, b, c, r, ieee) })
		}),
		Host: by(HostHalfKept, put(hMinMax16(hMinMax16(hA, hB, true), hC, true))),
		Doc:  "D = max(max(S0, S1), S2), rules as v_max_f32."},
	{Name: "v_max3_i16", Args: "d:i16 a:i16 b:i16 c:i16", Flag: HasClamp | OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 504),
		Do:   Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return uint32(max(s16(a), s16(b), s16(c))) }) }),
		Host: put(h2(HostMaxI, h2(HostMaxI, hLoS(hA), hLoS(hB)), hLoS(hC))),
		Doc:  "D = max(max(S0, S1), S2), signed."},
	{Name: "v_max3_u16", Args: "d:u16 a:u16 b:u16 c:u16", Flag: HasClamp | OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 505),
		Do:   Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return max(a&0xffff, b&0xffff, c&0xffff) }) }),
		Host: put(h2(HostMaxU, h2(HostMaxU, hLo(hA), hLo(hB)), hLo(hC))),
		Doc:  "D = max(max(S0, S1), S2), unsigned."},
	{Name: "v_med3_f16", Args: "d:f16 a:f16 b:f16 c:f16", Flag: OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 506),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F16), k.FP.IEEE
			map3(k, func(a, b, c uint32) uint32 { return ftzOut16(med3x16(a, b, c, r|DenormOut, ieee), r) })
		}),
		Doc: "D = the median of S0, S1, S2; with a NaN, min3."},
	{Name: "v_med3_i16", Args: "d:i16 a:i16 b:i16 c:i16", Flag: HasClamp | OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 507),
		Do: Vector(func(k *Vec) {
			map3(k, func(a, b, c uint32) uint32 { return med3I(int32(s16(a)), int32(s16(b)), int32(s16(c))) })
		}),
		Host: put(hMed(HostMinI, HostMaxI, hLoS(hA), hLoS(hB), hLoS(hC))),
		Doc:  "D = the median of S0, S1, S2, signed."},
	{Name: "v_med3_u16", Args: "d:u16 a:u16 b:u16 c:u16", Flag: HasClamp | OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 508),
		Do:   Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return med3U(a&0xffff, b&0xffff, c&0xffff) }) }),
		Host: put(hMed(HostMinU, HostMaxU, hLo(hA), hLo(hB), hLo(hC))),
		Doc:  "D = the median of S0, S1, S2, unsigned."},
	{Name: "v_lshl_add_u32", Args: "d:u32 a:u32 b:u32 c:u32", Enc: e(VOP3, -1, -1, -1, 509),
		Do: Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return a<<(b&31) + c }) }), Host: put(hAdd(hShl(hA, hB), hC)),
		Doc: "D = (S0 << S1[4:0]) + S2."},
	{Name: "v_add_lshl_u32", Args: "d:u32 a:u32 b:u32 c:u32", Enc: e(VOP3, -1, -1, -1, 510),
		Do: Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return (a + b) << (c & 31) }) }), Host: put(hShl(hAdd(hA, hB), hC)),
		Doc: "D = (S0 + S1) << S2[4:0]."},
	{Name: "v_add3_u32", Args: "d:u32 a:u32 b:u32 c:u32", Enc: e(VOP3, -1, -1, -1, 511),
		Do: Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return a + b + c }) }), Host: put(hAdd(hAdd(hA, hB), hC)),
		Doc: "D = S0 + S1 + S2."},
	{Name: "v_lshl_or_b32", Args: "d:b32 a:b32 b:b32 c:b32", Enc: e(VOP3, -1, -1, -1, 512),
		Do: Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return a<<(b&31) | c }) }), Host: put(hOr(hShl(hA, hB), hC)),
		Doc: "D = S0 << S1[4:0] | S2."},
	{Name: "v_and_or_b32", Args: "d:b32 a:b32 b:b32 c:b32", Enc: e(VOP3, -1, -1, -1, 513),
		Do: Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return a&b | c }) }), Host: put(hOr(hAnd(hA, hB), hC)),
		Doc: "D = S0 & S1 | S2."},
	{Name: "v_or3_b32", Args: "d:b32 a:b32 b:b32 c:b32", Enc: e(VOP3, -1, -1, -1, 514),
		Do: Vector(func(k *Vec) { map3(k, func(a, b, c uint32) uint32 { return a | b | c }) }), Host: put(hOr(hOr(hA, hB), hC)),
		Doc: "D = S0 | S1 | S2."},
	{Name: "v_mad_f16", Args: "d:f16 a:f16 b:f16 c:f16", Flops: 2, Flag: OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 515),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map3(k, func(a, b, c uint32) uint32 { return mad16(a, b, c, r) })
		}),
		Host: hMad16(hA, hB, hC),
		Doc:  "D = S0 * S1 + S2. The product is rounded, then the sum; denormals are flushed whatever MODE says."},
	{Name: "v_mad_u16", Args: "d:u16 a:u16 b:u16 c:u16", Flag: OpSel | Keep16 | IntClamp, Enc: e(VOP3, -1, -1, -1, 516),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satU16(u16(a)*u16(b) + u16(c)) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return a*b + c })
		}),
		Host: put(hAdd(hMul(hA, hB), hC)),
		Doc:  "D = S0 * S1 + S2."},
	{Name: "v_mad_i16", Args: "d:i16 a:i16 b:i16 c:i16", Flag: OpSel | Keep16 | IntClamp, Enc: e(VOP3, -1, -1, -1, 517),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satI16(s16(a)*s16(b) + s16(c)) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return a*b + c })
		}),
		Host: put(hAdd(hMul(hA, hB), hC)),
		Doc:  "D = S0 * S1 + S2, signed."},
	{Name: "v_fma_f16", Args: "d:f16 a:f16 b:f16 c:f16", Flops: 2, Flag: OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 518),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map3(k, func(a, b, c uint32) uint32 { return fma16(a, b, c, r) })
		}),
		Host: hFma16(),
		Doc:  "D = S0 * S1 + S2, rounded once."},
	{Name: "v_div_fixup_f16", Args: "d:f16 a:f16 b:f16 c:f16", Flag: OpSel | Keep16, Enc: e(VOP3, -1, -1, -1, 519),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map3(k, func(a, b, c uint32) uint32 { return divFixup16(a, b, c, r) })
		}),
		Doc: "D = S0 (the quotient S2 / S1) with the special cases of a division put right."},
	{Name: "v_add_f64", Args: "d:f64 a:f64 b:f64", Flops: 1, Enc: e(VOP3, 356, 356, 640, 640),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64x2(k, func(a, b uint64) uint64 { return add64(a, b, r) })
		}),
		Host: putDouble(h2(HostDAdd, hADouble, hBDouble)),
		Doc:  "D = S0 + S1."},
	{Name: "v_mul_f64", Lat: LatDouble2, Args: "d:f64 a:f64 b:f64", Flops: 1, Enc: e(VOP3, 357, 357, 641, 641),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			map64x2(k, func(a, b uint64) uint64 { return mul64(a, b, r) })
		}),
		Host: putDouble(h2(HostDMul, hADouble, hBDouble)),
		Doc:  "D = S0 * S1."},
	{Name: "v_min_f64", Args: "d:f64 a:f64 b:f64", Enc: e(VOP3, 358, 358, 642, 642),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F64), k.FP.IEEE
			map64x2(k, func(a, b uint64) uint64 { return min64(a, b, r, ieee) })
		}),
		Host: hMinMax64(false),
		Doc:  "D = min(S0, S1), rules as v_min_f32.",
		Note: noteMinMax},
	{Name: "v_max_f64", Args: "d:f64 a:f64 b:f64", Enc: e(VOP3, 359, 359, 643, 643),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F64), k.FP.IEEE
			map64x2(k, func(a, b uint64) uint64 { return max64(a, b, r, ieee) })
		}),
		Host: hMinMax64(true),
		Doc:  "D = max(S0, S1), rules as v_max_f32.",
		Note: noteMinMax},
	{Name: "v_ldexp_f64", Args: "d:f64 a:f64 b:i32", Enc: e(VOP3, 360, 360, 644, 644),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			rows64x32(k.D[0], k.D[1], k.A[0], k.A[1], k.B[0], func(a uint64, b uint32) uint64 { return ldexp64(a, b, r) })
		}),
		Host: hLdexp64(),
		Doc:  "D = S0 * 2^S1."},
	{Name: "v_mul_lo_u32", Lat: LatMul32, Args: "d:u32 a:u32 b:u32", Enc: e(VOP3, 361, 361, 645, 645),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return a * b }) }), Host: put(hMul(hA, hB)),
		Doc: "D = S0 * S1, low 32 bits."},
	{Name: "v_mul_hi_u32", Lat: LatMul32, Args: "d:u32 a:u32 b:u32", Enc: e(VOP3, 362, 362, 646, 646),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) >> 32) }) }),
		Host: put(h2(HostMulHU, hA, hB)),
		Doc:  "D = (S0 * S1) >> 32."},
	{Name: "v_mul_hi_i32", Lat: LatMul32, Args: "d:i32 a:i32 b:i32", Enc: e(VOP3, 364, 364, 647, 647),
		Do: Vector(func(k *Vec) {
			map2(k, func(a, b uint32) uint32 { return uint32(int64(int32(a)) * int64(int32(b)) >> 32) })
		}),
		Host: put(h2(HostMulHI, hA, hB)),
		Doc:  "D = (S0 * S1) >> 32, signed."},
	{Name: "v_lshlrev_b64", Args: "d:b64 a:u32 b:b64", Enc: e(VOP3, -1, -1, 655, 655),
		Do: Vector(func(k *Vec) {
			rows64x32(k.D[0], k.D[1], k.B[0], k.B[1], k.A[0], func(b uint64, a uint32) uint64 { return b << (a & 63) })
		}),
		Host: hShl64(hB, hBHi, hA),
		Doc:  "D = S1 << S0[5:0]."},
	{Name: "v_lshrrev_b64", Args: "d:b64 a:u32 b:b64", Enc: e(VOP3, -1, -1, 656, 656),
		Do: Vector(func(k *Vec) {
			rows64x32(k.D[0], k.D[1], k.B[0], k.B[1], k.A[0], func(b uint64, a uint32) uint64 { return b >> (a & 63) })
		}),
		Host: hShr64(hB, hBHi, hA, hShr),
		Doc:  "D = S1 >> S0[5:0]."},
	{Name: "v_ashrrev_i64", Args: "d:i64 a:u32 b:i64", Enc: e(VOP3, -1, -1, 657, 657),
		Do: Vector(func(k *Vec) {
			rows64x32(k.D[0], k.D[1], k.B[0], k.B[1], k.A[0], func(b uint64, a uint32) uint64 { return uint64(int64(b) >> (a & 63)) })
		}),
		Host: hShr64(hB, hBHi, hA, hSar),
		Doc:  "D = S1 >> S0[5:0], signed."},
	{Name: "v_trig_preop_f64", Lat: LatDouble2, Args: "d:f64 a:f64 b:u32", Enc: e(VOP3, 372, 372, 658, 658),
		Do: Vector(func(k *Vec) {
			r := k.FP.F64
			rows64x32(k.D[0], k.D[1], k.A[0], k.A[1], k.B[0], func(a uint64, b uint32) uint64 { return trigPreop64(a, b, r) })
		}),
		Doc: "D = 53-bit segment S1[4:0] of 2/pi, moved right by the exponent of a large S0, at its true weight."},
	{Name: "v_cvt_pknorm_i16_f16", Args: "d:b32 a:f16 b:f16", Flag: OpSel, Enc: e(VOP3, -1, -1, -1, 665),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map2(k, func(a, b uint32) uint32 { return cvtPkNormI16F16(a, b, r) })
		}),
		Doc:  "D[15:0] = S0, D[31:16] = S1, clamped to [-1, 1] * 32767.",
		Note: notePkNorm},
	{Name: "v_cvt_pknorm_u16_f16", Args: "d:b32 a:f16 b:f16", Flag: OpSel, Enc: e(VOP3, -1, -1, -1, 666),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map2(k, func(a, b uint32) uint32 { return cvtPkNormU16F16(a, b, r) })
		}),
		Doc:  "D[15:0] = S0, D[31:16] = S1, clamped to [0, 1] * 65535.",
		Note: notePkNorm},
	{Name: "v_add_i16", Args: "d:i16 a:i16 b:i16", Flag: OpSel | Keep16 | IntClamp, Enc: e(VOP3, -1, -1, -1, 670),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satI16(s16(a) + s16(b)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a + b })
		}),
		Host: hSat16I(HostAdd, hA, hB),
		Doc:  "D = S0 + S1, signed."},
	{Name: "v_sub_i16", Args: "d:i16 a:i16 b:i16", Flag: OpSel | Keep16 | IntClamp, Enc: e(VOP3, -1, -1, -1, 671),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satI16(s16(a) - s16(b)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a - b })
		}),
		Host: hSat16I(HostSub, hA, hB),
		Doc:  "D = S0 - S1, signed."},
	{Name: "v_pack_b32_f16", Args: "d:b32 a:f16 b:f16", Flag: OpSel, Enc: e(VOP3, -1, -1, -1, 672),
		Do:   Vector(func(k *Vec) { map2(k, pack16) }),
		Host: put(hPack(hA, hB)),
		Doc:  "D[15:0] = S0.f16, D[31:16] = S1.f16.",
		Note: "Bits are copied; whether denormals are flushed and NaNs quieted is unverified."},
	{Name: "v_mullit_f32", Args: "d:f32 a:f32 b:f32 c:f32", Flops: 1, Enc: e(VOP3, 336, 336, -1, -1),
		Do: Vector(func(k *Vec) {
			r := k.FP.F32
			map3(k, func(a, b, c uint32) uint32 { return mullit32(a, b, c, r) })
		}),
		Doc:  "D = S2 > 0 ? S0 * S1 (zero times anything is +0) : -MAX_FLOAT.",
		Note: "Also -MAX_FLOAT where S1 is -MAX_FLOAT, -infinity or NaN, as MUL_LIT of older manuals; CLRX tests S2 only. Unverified."},
	{Name: "v_lshl_b64", Args: "d:b64 a:b64 b:u32", Enc: e(VOP3, 353, 353, -1, -1),
		Do: Vector(func(k *Vec) {
			rows64x32(k.D[0], k.D[1], k.A[0], k.A[1], k.B[0], func(a uint64, b uint32) uint64 { return a << (b & 63) })
		}),
		Host: hShl64(hA, hAHi, hB),
		Doc:  "D = S0 << S1[5:0]."},
	{Name: "v_lshr_b64", Args: "d:b64 a:b64 b:u32", Enc: e(VOP3, 354, 354, -1, -1),
		Do: Vector(func(k *Vec) {
			rows64x32(k.D[0], k.D[1], k.A[0], k.A[1], k.B[0], func(a uint64, b uint32) uint64 { return a >> (b & 63) })
		}),
		Host: hShr64(hA, hAHi, hB, hShr),
		Doc:  "D = S0 >> S1[5:0]."},
	{Name: "v_ashr_i64", Args: "d:i64 a:i64 b:u32", Enc: e(VOP3, 355, 355, -1, -1),
		Do: Vector(func(k *Vec) {
			rows64x32(k.D[0], k.D[1], k.A[0], k.A[1], k.B[0], func(a uint64, b uint32) uint64 { return uint64(int64(a) >> (b & 63)) })
		}),
		Host: hShr64(hA, hAHi, hB, hSar),
		Doc:  "D = S0 >> S1[5:0], signed."},
	{Name: "v_mul_lo_i32", Lat: LatMul32, Args: "d:i32 a:i32 b:i32", Enc: e(VOP3, 363, 363, -1, -1),
		Do: Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return a * b }) }), Host: put(hMul(hA, hB)),
		Doc: "D = S0 * S1, low 32 bits."},
	{Name: "v_qsad_u8", Lat: LatQuarter, Args: "d:b64 a:b64 b:b32 c:b64", Enc: e(VOP3, 370, -1, -1, -1),
		Do:   Vector(func(k *Vec) { quadSad(k, false) }),
		Doc:  "D.u16[j] = S2.u16[j] + sum of |byte - byte| of S0 bytes j..j+3 and S1, j = 0..3.",
		Note: "Taken to be what GCN 1.1 calls v_qsad_pk_u16_u8 at the same opcode; unverified on GCN 1.0."},
	{Name: "v_mqsad_u8", Lat: LatQuarter, Args: "d:b64 a:b64 b:b32 c:b64", Enc: e(VOP3, 371, -1, -1, -1),
		Do:   Vector(func(k *Vec) { quadSad(k, true) }),
		Doc:  "D.u16[j] = S2.u16[j] + sum of |byte - byte| of S0 bytes j..j+3 and S1, j = 0..3; zero bytes of S1 are skipped.",
		Note: "Taken to be what GCN 1.1 calls v_mqsad_pk_u16_u8 at the same opcode; unverified on GCN 1.0."},
	{Name: "v_add_i32", Args: "d:i32 a:i32 b:i32", Flag: IntClamp, Enc: e(VOP3, -1, -1, -1, 668),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return addSatI32(a, b) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a + b })
		}),
		Host: hAddI(hA, hB),
		Doc:  "D = S0 + S1, signed."},
	{Name: "v_sub_i32", Args: "d:i32 a:i32 b:i32", Flag: IntClamp, Enc: e(VOP3, -1, -1, -1, 669),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return subSatI32(a, b) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a - b })
		}),
		Host: hSubI(hA, hB),
		Doc:  "D = S0 - S1, signed."},
}
