package isa

// vop3pRows: packed math, GCN 1.4.
var vop3pRows = append(mixRows(), []Desc{
	{Name: "v_pk_mad_i16", Args: "d:v2i16 a:v2i16 b:v2i16 c:v2i16", Flag: IntClamp, Enc: e(VOP3P, -1, -1, -1, 0),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satI16(s16(a)*s16(b) + s16(c)) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return a*b + c })
		}),
		Host: put(hAdd(hMul(hA, hB), hC)),
		Doc:  "D.h = S0.h * S1.h + S2.h for each half h."},
	{Name: "v_pk_mul_lo_u16", Args: "d:v2u16 a:v2u16 b:v2u16", Enc: e(VOP3P, -1, -1, -1, 1),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return a * b }) }),
		Host: put(hMul(hA, hB)),
		Doc:  "D.h = S0.h * S1.h, low 16 bits, for each half h.",
		Note: "CLAMP has no effect: unverified."},
	{Name: "v_pk_add_i16", Args: "d:v2i16 a:v2i16 b:v2i16", Flag: IntClamp, Enc: e(VOP3P, -1, -1, -1, 2),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satI16(s16(a) + s16(b)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a + b })
		}),
		Host: hSat16I(HostAdd, hA, hB),
		Doc:  "D.h = S0.h + S1.h, signed, for each half h."},
	{Name: "v_pk_sub_i16", Args: "d:v2i16 a:v2i16 b:v2i16", Flag: IntClamp, Enc: e(VOP3P, -1, -1, -1, 3),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satI16(s16(a) - s16(b)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a - b })
		}),
		Host: hSat16I(HostSub, hA, hB),
		Doc:  "D.h = S0.h - S1.h, signed, for each half h."},
	{Name: "v_pk_lshlrev_b16", Args: "d:v2b16 a:v2u16 b:v2b16", Enc: e(VOP3P, -1, -1, -1, 4),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return b << (a & 15) }) }),
		Host: put(hShl(hB, hAnd(hA, hImm(15)))),
		Doc:  "D.h = S1.h << S0.h[3:0] for each half h."},
	{Name: "v_pk_lshrrev_b16", Args: "d:v2b16 a:v2u16 b:v2b16", Enc: e(VOP3P, -1, -1, -1, 5),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return b & 0xffff >> (a & 15) }) }),
		Host: put(hShr(hLo(hB), hAnd(hA, hImm(15)))),
		Doc:  "D.h = S1.h >> S0.h[3:0] for each half h."},
	{Name: "v_pk_ashrrev_i16", Args: "d:v2i16 a:v2u16 b:v2i16", Enc: e(VOP3P, -1, -1, -1, 6),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(int16(b) >> (a & 15)) }) }),
		Host: put(hSar(hLoS(hB), hAnd(hA, hImm(15)))),
		Doc:  "D.h = S1.h >> S0.h[3:0], signed, for each half h."},
	{Name: "v_pk_max_i16", Args: "d:v2i16 a:v2i16 b:v2i16", Enc: e(VOP3P, -1, -1, -1, 7),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(max(s16(a), s16(b))) }) }),
		Host: put(h2(HostMaxI, hLoS(hA), hLoS(hB))),
		Doc:  "D.h = max(S0.h, S1.h), signed, for each half h."},
	{Name: "v_pk_min_i16", Args: "d:v2i16 a:v2i16 b:v2i16", Enc: e(VOP3P, -1, -1, -1, 8),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(min(s16(a), s16(b))) }) }),
		Host: put(h2(HostMinI, hLoS(hA), hLoS(hB))),
		Doc:  "D.h = min(S0.h, S1.h), signed, for each half h."},
	{Name: "v_pk_mad_u16", Args: "d:v2u16 a:v2u16 b:v2u16 c:v2u16", Flag: IntClamp, Enc: e(VOP3P, -1, -1, -1, 9),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satU16(u16(a)*u16(b) + u16(c)) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return a*b + c })
		}),
		Host: put(hAdd(hMul(hA, hB), hC)),
		Doc:  "D.h = S0.h * S1.h + S2.h for each half h."},
	{Name: "v_pk_add_u16", Args: "d:v2u16 a:v2u16 b:v2u16", Flag: IntClamp, Enc: e(VOP3P, -1, -1, -1, 10),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satU16(u16(a) + u16(b)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a + b })
		}),
		Host: hSat16U(HostAdd, hA, hB),
		Doc:  "D.h = S0.h + S1.h for each half h."},
	{Name: "v_pk_sub_u16", Args: "d:v2u16 a:v2u16 b:v2u16", Flag: IntClamp, Enc: e(VOP3P, -1, -1, -1, 11),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satU16(u16(a) - u16(b)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a - b })
		}),
		Host: hSat16U(HostSub, hA, hB),
		Doc:  "D.h = S0.h - S1.h for each half h."},
	{Name: "v_pk_max_u16", Args: "d:v2u16 a:v2u16 b:v2u16", Enc: e(VOP3P, -1, -1, -1, 12),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return max(a&0xffff, b&0xffff) }) }),
		Host: put(h2(HostMaxU, hLo(hA), hLo(hB))),
		Doc:  "D.h = max(S0.h, S1.h), unsigned, for each half h."},
	{Name: "v_pk_min_u16", Args: "d:v2u16 a:v2u16 b:v2u16", Enc: e(VOP3P, -1, -1, -1, 13),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return min(a&0xffff, b&0xffff) }) }),
		Host: put(h2(HostMinU, hLo(hA), hLo(hB))),
		Doc:  "D.h = min(S0.h, S1.h), unsigned, for each half h."},
	{Name: "v_pk_fma_f16", Args: "d:v2f16 a:v2f16 b:v2f16 c:v2f16", Flops: 4, Enc: e(VOP3P, -1, -1, -1, 14),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map3(k, func(a, b, c uint32) uint32 { return fma16(a, b, c, r) })
		}),
		Host: hFma16(),
		Doc:  "D.h = S0.h * S1.h + S2.h, rounded once, for each half h."},
	{Name: "v_pk_add_f16", Args: "d:v2f16 a:v2f16 b:v2f16", Flops: 2, Enc: e(VOP3P, -1, -1, -1, 15),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map2(k, func(a, b uint32) uint32 { return add16(a, b, r) })
		}),
		Host: putHalf(HostFAdd, hA, hB),
		Doc:  "D.h = S0.h + S1.h for each half h."},
	{Name: "v_pk_mul_f16", Args: "d:v2f16 a:v2f16 b:v2f16", Flops: 2, Enc: e(VOP3P, -1, -1, -1, 16),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map2(k, func(a, b uint32) uint32 { return mul16(a, b, r) })
		}),
		Host: putHalf(HostFMul, hA, hB),
		Doc:  "D.h = S0.h * S1.h for each half h."},
	{Name: "v_pk_min_f16", Args: "d:v2f16 a:v2f16 b:v2f16", Enc: e(VOP3P, -1, -1, -1, 17),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F16), k.FP.IEEE
			map2(k, func(a, b uint32) uint32 { return min16(a, b, r, ieee) })
		}),
		Host: by(HostHalfKept, put(hMinMax16(hA, hB, false))),
		Doc:  "D.h = min(S0.h, S1.h) for each half h, rules as v_min_f32."},
	{Name: "v_pk_max_f16", Args: "d:v2f16 a:v2f16 b:v2f16", Enc: e(VOP3P, -1, -1, -1, 18),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F16), k.FP.IEEE
			map2(k, func(a, b uint32) uint32 { return max16(a, b, r, ieee) })
		}),
		Host: by(HostHalfKept, put(hMinMax16(hA, hB, true))),
		Doc:  "D.h = max(S0.h, S1.h) for each half h, rules as v_max_f32."},
	{Name: "v_dot2_f32_f16", Args: "d:f32 a:v2f16 b:v2f16 c:f32", Flops: 4, Enc: need(FeatureDot10, e(VOP3P, -1, -1, -1, 35)),
		Do:   Vector(dot2F32),
		Doc:  "D = S0.f16[0] * S1.f16[0] + S0.f16[1] * S1.f16[1] + S2.",
		Note: noteDot2},
	{Name: "v_dot2_i32_i16", Args: "d:i32 a:v2i16 b:v2i16 c:i32", Flag: IntClamp, Enc: need(FeatureDot2, e(VOP3P, -1, -1, -1, 38)),
		Do:  Vector(func(k *Vec) { dot(k, 16, true) }),
		Doc: "D = S2 + the sum of S0.i16[n] * S1.i16[n]."},
	{Name: "v_dot2_u32_u16", Args: "d:u32 a:v2u16 b:v2u16 c:u32", Flag: IntClamp, Enc: need(FeatureDot2, e(VOP3P, -1, -1, -1, 39)),
		Do:  Vector(func(k *Vec) { dot(k, 16, false) }),
		Doc: "D = S2 + the sum of S0.u16[n] * S1.u16[n]."},
	{Name: "v_dot4_i32_i8", Args: "d:i32 a:v4i8 b:v4i8 c:i32", Flag: IntClamp, Enc: need(FeatureDot1, e(VOP3P, -1, -1, -1, 40)),
		Do:  Vector(func(k *Vec) { dot(k, 8, true) }),
		Doc: "D = S2 + the sum of S0.i8[n] * S1.i8[n]."},
	{Name: "v_dot4_u32_u8", Args: "d:u32 a:v4u8 b:v4u8 c:u32", Flag: IntClamp, Enc: need(FeatureDot7, e(VOP3P, -1, -1, -1, 41)),
		Do:  Vector(func(k *Vec) { dot(k, 8, false) }),
		Doc: "D = S2 + the sum of S0.u8[n] * S1.u8[n]."},
	{Name: "v_dot8_i32_i4", Args: "d:i32 a:v8i4 b:v8i4 c:i32", Flag: IntClamp, Enc: need(FeatureDot1, e(VOP3P, -1, -1, -1, 42)),
		Do:  Vector(func(k *Vec) { dot(k, 4, true) }),
		Doc: "D = S2 + the sum of S0.i4[n] * S1.i4[n]."},
	{Name: "v_dot8_u32_u4", Args: "d:u32 a:v8u4 b:v8u4 c:u32", Flag: IntClamp, Enc: need(FeatureDot7, e(VOP3P, -1, -1, -1, 43)),
		Do:  Vector(func(k *Vec) { dot(k, 4, false) }),
		Doc: "D = S2 + the sum of S0.u4[n] * S1.u4[n]."},
}...)

// mixRows: multiply-add of mixed precision, with two roundings or fused.
func mixRows() (rows []Desc) {
	for _, x := range []struct {
		name, how string
		need      Features
		lat       Lat
		do        Vector
	}{
		{"v_mad_mix", "as v_mad_f32", FeatureMadMix, LatDerived, func(k *Vec) { madF32(k.D[0], k.A[0], k.B[0], k.C[0], k.FP.F32) }},
		{"v_fma_mix", "as v_fma_f32", FeatureFmaMix, LatFMA32, func(k *Vec) { fmaF32(k.D[0], k.A[0], k.B[0], k.C[0], k.FP.F32) }},
	} {
		rows = append(rows,
			Desc{Name: x.name + "_f32", Args: "d:f32 a:f32 b:f32 c:f32", Flops: 2, Lat: x.lat, Flag: Mix, Enc: need(x.need, e(VOP3P, -1, -1, -1, 32)), Do: x.do,
				Doc: "D = S0 * S1 + S2, each source, also a constant, an f32 or a half of its register; otherwise " + x.how + "."},
			Desc{Name: x.name + "lo_f16", Args: "d+:f16 a:f32 b:f32 c:f32", Flops: 2, Lat: x.lat, Flag: Mix, Enc: need(x.need, e(VOP3P, -1, -1, -1, 33)), Do: x.do,
				Doc: "D[15:0] = f16(S0 * S1 + S2), sources as " + x.name + "_f32; D[31:16] is kept."},
			Desc{Name: x.name + "hi_f16", Args: "d+:f16 a:f32 b:f32 c:f32", Flops: 2, Lat: x.lat, Flag: Mix | MixHi, Enc: need(x.need, e(VOP3P, -1, -1, -1, 34)), Do: x.do,
				Doc: "D[31:16] = f16(S0 * S1 + S2), sources as " + x.name + "_f32; D[15:0] is kept."})
	}
	return rows
}

// dot adds to source C the products of the integers of a number of bits that sources A and B hold.
func dot(k *Vec, width uint, signed bool) {
	sat := k.sat()
	d, a, b, c := k.D[0][:], k.A[0][:], k.B[0][:], k.C[0][:]
	for i := range d {
		x, y, sum := a[i], b[i], int64(c[i])
		if signed {
			sum = int64(int32(c[i]))
		}
		for n := uint(0); n < 32; n += width {
			if signed {
				sum += int64(int32(x<<(32-width-n))>>(32-width)) * int64(int32(y<<(32-width-n))>>(32-width))
			} else {
				sum += int64(x<<(32-width-n)>>(32-width)) * int64(y<<(32-width-n)>>(32-width))
			}
		}
		switch {
		case !sat:
			d[i] = uint32(sum)
		case signed:
			d[i] = satI32(sum)
		default:
			d[i] = satU32(uint64(sum))
		}
	}
}

// dot2F32 adds the two products, which are exact in f32, to source C: first the low ones, each sum
// rounded.
func dot2F32(k *Vec) {
	half, r := k.FP.F16, k.FP.F32&^denormMask
	d, a, b, c := k.D[0][:], k.A[0][:], k.B[0][:], k.C[0][:]
	for i := range d {
		v := ftz32(c[i])
		v = fma32(cvt32from16(a[i], half), cvt32from16(b[i], half), v, r)
		d[i] = fma32(cvt32from16(a[i]>>16, half), cvt32from16(b[i]>>16, half), v, r)
	}
}
