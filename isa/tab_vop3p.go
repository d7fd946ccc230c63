package isa

// vop3pRows: packed math, GCN 1.4.
var vop3pRows = []Desc{
	{Name: "v_pk_mad_i16", Args: "d:v2i16 a:v2i16 b:v2i16 c:v2i16", Flag: IntClamp, Enc: e(VOP3P, -1, -1, -1, 0),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satI16(s16(a)*s16(b) + s16(c)) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return a*b + c })
		}),
		Doc: "D.h = S0.h * S1.h + S2.h for each half h."},
	{Name: "v_pk_mul_lo_u16", Args: "d:v2u16 a:v2u16 b:v2u16", Enc: e(VOP3P, -1, -1, -1, 1),
		Do:   Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return a * b }) }),
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
		Doc: "D.h = S0.h + S1.h, signed, for each half h."},
	{Name: "v_pk_sub_i16", Args: "d:v2i16 a:v2i16 b:v2i16", Flag: IntClamp, Enc: e(VOP3P, -1, -1, -1, 3),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satI16(s16(a) - s16(b)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a - b })
		}),
		Doc: "D.h = S0.h - S1.h, signed, for each half h."},
	{Name: "v_pk_lshlrev_b16", Args: "d:v2b16 a:v2u16 b:v2b16", Enc: e(VOP3P, -1, -1, -1, 4),
		Do:  Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return b << (a & 15) }) }),
		Doc: "D.h = S1.h << S0.h[3:0] for each half h."},
	{Name: "v_pk_lshrrev_b16", Args: "d:v2b16 a:v2u16 b:v2b16", Enc: e(VOP3P, -1, -1, -1, 5),
		Do:  Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return b & 0xffff >> (a & 15) }) }),
		Doc: "D.h = S1.h >> S0.h[3:0] for each half h."},
	{Name: "v_pk_ashrrev_i16", Args: "d:v2i16 a:v2u16 b:v2i16", Enc: e(VOP3P, -1, -1, -1, 6),
		Do:  Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(int16(b) >> (a & 15)) }) }),
		Doc: "D.h = S1.h >> S0.h[3:0], signed, for each half h."},
	{Name: "v_pk_max_i16", Args: "d:v2i16 a:v2i16 b:v2i16", Enc: e(VOP3P, -1, -1, -1, 7),
		Do:  Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(max(s16(a), s16(b))) }) }),
		Doc: "D.h = max(S0.h, S1.h), signed, for each half h."},
	{Name: "v_pk_min_i16", Args: "d:v2i16 a:v2i16 b:v2i16", Enc: e(VOP3P, -1, -1, -1, 8),
		Do:  Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return uint32(min(s16(a), s16(b))) }) }),
		Doc: "D.h = min(S0.h, S1.h), signed, for each half h."},
	{Name: "v_pk_mad_u16", Args: "d:v2u16 a:v2u16 b:v2u16 c:v2u16", Flag: IntClamp, Enc: e(VOP3P, -1, -1, -1, 9),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map3(k, func(a, b, c uint32) uint32 { return satU16(u16(a)*u16(b) + u16(c)) })
				return
			}
			map3(k, func(a, b, c uint32) uint32 { return a*b + c })
		}),
		Doc: "D.h = S0.h * S1.h + S2.h for each half h."},
	{Name: "v_pk_add_u16", Args: "d:v2u16 a:v2u16 b:v2u16", Flag: IntClamp, Enc: e(VOP3P, -1, -1, -1, 10),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satU16(u16(a) + u16(b)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a + b })
		}),
		Doc: "D.h = S0.h + S1.h for each half h."},
	{Name: "v_pk_sub_u16", Args: "d:v2u16 a:v2u16 b:v2u16", Flag: IntClamp, Enc: e(VOP3P, -1, -1, -1, 11),
		Do: Vector(func(k *Vec) {
			if k.sat() {
				map2(k, func(a, b uint32) uint32 { return satU16(u16(a) - u16(b)) })
				return
			}
			map2(k, func(a, b uint32) uint32 { return a - b })
		}),
		Doc: "D.h = S0.h - S1.h for each half h."},
	{Name: "v_pk_max_u16", Args: "d:v2u16 a:v2u16 b:v2u16", Enc: e(VOP3P, -1, -1, -1, 12),
		Do:  Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return max(a&0xffff, b&0xffff) }) }),
		Doc: "D.h = max(S0.h, S1.h), unsigned, for each half h."},
	{Name: "v_pk_min_u16", Args: "d:v2u16 a:v2u16 b:v2u16", Enc: e(VOP3P, -1, -1, -1, 13),
		Do:  Vector(func(k *Vec) { map2(k, func(a, b uint32) uint32 { return min(a&0xffff, b&0xffff) }) }),
		Doc: "D.h = min(S0.h, S1.h), unsigned, for each half h."},
	{Name: "v_pk_fma_f16", Args: "d:v2f16 a:v2f16 b:v2f16 c:v2f16", Enc: e(VOP3P, -1, -1, -1, 14),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map3(k, func(a, b, c uint32) uint32 { return fma16(a, b, c, r) })
		}),
		Doc: "D.h = S0.h * S1.h + S2.h, rounded once, for each half h."},
	{Name: "v_pk_add_f16", Args: "d:v2f16 a:v2f16 b:v2f16", Enc: e(VOP3P, -1, -1, -1, 15),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map2(k, func(a, b uint32) uint32 { return add16(a, b, r) })
		}),
		Doc: "D.h = S0.h + S1.h for each half h."},
	{Name: "v_pk_mul_f16", Args: "d:v2f16 a:v2f16 b:v2f16", Enc: e(VOP3P, -1, -1, -1, 16),
		Do: Vector(func(k *Vec) {
			r := k.FP.F16
			map2(k, func(a, b uint32) uint32 { return mul16(a, b, r) })
		}),
		Doc: "D.h = S0.h * S1.h for each half h."},
	{Name: "v_pk_min_f16", Args: "d:v2f16 a:v2f16 b:v2f16", Enc: e(VOP3P, -1, -1, -1, 17),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F16), k.FP.IEEE
			map2(k, func(a, b uint32) uint32 { return min16(a, b, r, ieee) })
		}),
		Doc: "D.h = min(S0.h, S1.h) for each half h, rules as v_min_f32."},
	{Name: "v_pk_max_f16", Args: "d:v2f16 a:v2f16 b:v2f16", Enc: e(VOP3P, -1, -1, -1, 18),
		Do: Vector(func(k *Vec) {
			r, ieee := k.minMax(k.FP.F16), k.FP.IEEE
			map2(k, func(a, b uint32) uint32 { return max16(a, b, r, ieee) })
		}),
		Doc: "D.h = max(S0.h, S1.h) for each half h, rules as v_max_f32."},
	{Name: "v_mad_mix_f32", Args: "d:f32 a:f32 b:f32 c:f32", Enc: e(VOP3P, -1, -1, -1, 32),
		Do:   Vector(func(k *Vec) { madF32(k.D[0], k.A[0], k.B[0], k.C[0], k.FP.F32) }),
		Doc:  "D = S0 * S1 + S2, each source an f32 or a half of its register; otherwise as v_mad_f32.",
		Note: noteMix},
	{Name: "v_mad_mixlo_f16", Args: "d+:f16 a:f32 b:f32 c:f32", Enc: e(VOP3P, -1, -1, -1, 33),
		Do:   Vector(func(k *Vec) { madF32(k.D[0], k.A[0], k.B[0], k.C[0], k.FP.F32) }),
		Doc:  "D[15:0] = f16(S0 * S1 + S2), sources as v_mad_mix_f32; D[31:16] is kept.",
		Note: noteMix},
	{Name: "v_mad_mixhi_f16", Args: "d+:f16 a:f32 b:f32 c:f32", Flag: MixHi, Enc: e(VOP3P, -1, -1, -1, 34),
		Do:   Vector(func(k *Vec) { madF32(k.D[0], k.A[0], k.B[0], k.C[0], k.FP.F32) }),
		Doc:  "D[31:16] = f16(S0 * S1 + S2), sources as v_mad_mix_f32; D[15:0] is kept.",
		Note: noteMix},
}
