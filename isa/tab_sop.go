package isa

import "math/bits"

// noteTrap says what an s_trap does that nobody handles (errata P-10).
const noteTrap = "drivers install a trap handler and so set STATUS.TRAP_EN at launch (LLVM AMDGPUUsage, ENABLE_TRAP_HANDLER). " +
	"Where the launch gives no handler, the driver's would end the program: a fault that names the trap. " +
	"With TRAP_EN = 0, which no wave has here, hardware does nothing"

// sop2Rows: scalar ALU, two sources.
var sop2Rows = []Desc{
	{Name: "s_add_u32", Args: "d:u32 a:u32 b:u32", Imp: ">scc", Enc: e(SOP2, 0, 0, 0, 0), Doc: "D = S0 + S1; SCC = carry.",
		Do: Scalar(func(k *Sca) { s := k.A + k.B; k.put32(uint32(s)); k.SCC = s>>32 != 0 })},
	{Name: "s_sub_u32", Args: "d:u32 a:u32 b:u32", Imp: ">scc", Enc: e(SOP2, 1, 1, 1, 1), Doc: "D = S0 - S1; SCC = borrow.",
		Do: Scalar(func(k *Sca) { k.put32(uint32(k.A - k.B)); k.SCC = k.B > k.A })},
	{Name: "s_add_i32", Args: "d:i32 a:i32 b:i32", Imp: ">scc", Enc: e(SOP2, 2, 2, 2, 2), Doc: "D = S0 + S1; SCC = signed overflow.",
		Do: Scalar(func(k *Sca) { k.SCC = k.add32(uint32(k.A), uint32(k.B)) })},
	{Name: "s_sub_i32", Args: "d:i32 a:i32 b:i32", Imp: ">scc", Enc: e(SOP2, 3, 3, 3, 3), Doc: "D = S0 - S1; SCC = signed overflow.",
		Do: Scalar(func(k *Sca) { a, b := uint32(k.A), uint32(k.B); d := a - b; k.put32(d); k.SCC = (a^b)&(a^d)>>31 != 0 })},
	{Name: "s_addc_u32", Args: "d:u32 a:u32 b:u32", Imp: "<scc >scc", Enc: e(SOP2, 4, 4, 4, 4), Doc: "D = S0 + S1 + SCC; SCC = carry.",
		Do: Scalar(func(k *Sca) { s := k.A + k.B + k.scc(); k.put32(uint32(s)); k.SCC = s>>32 != 0 })},
	{Name: "s_subb_u32", Args: "d:u32 a:u32 b:u32", Imp: "<scc >scc", Enc: e(SOP2, 5, 5, 5, 5), Doc: "D = S0 - S1 - SCC; SCC = borrow.",
		Do: Scalar(func(k *Sca) { b := k.B + k.scc(); k.put32(uint32(k.A - b)); k.SCC = b > k.A })},
	{Name: "s_min_i32", Args: "d:i32 a:i32 b:i32", Imp: ">scc", Enc: e(SOP2, 6, 6, 6, 6), Doc: "D = min(S0, S1), signed; SCC = S0 < S1.",
		Do: Scalar(func(k *Sca) { k.pick(int32(k.A) < int32(k.B)) })},
	{Name: "s_min_u32", Args: "d:u32 a:u32 b:u32", Imp: ">scc", Enc: e(SOP2, 7, 7, 7, 7), Doc: "D = min(S0, S1), unsigned; SCC = S0 < S1.",
		Do: Scalar(func(k *Sca) { k.pick(k.A < k.B) })},
	{Name: "s_max_i32", Args: "d:i32 a:i32 b:i32", Imp: ">scc", Enc: e(SOP2, 8, 8, 8, 8), Doc: "D = max(S0, S1), signed; SCC = S0 > S1.",
		Do: Scalar(func(k *Sca) { k.pick(int32(k.A) > int32(k.B)) })},
	{Name: "s_max_u32", Args: "d:u32 a:u32 b:u32", Imp: ">scc", Enc: e(SOP2, 9, 9, 9, 9), Doc: "D = max(S0, S1), unsigned; SCC = S0 > S1.",
		Do: Scalar(func(k *Sca) { k.pick(k.A > k.B) })},
	{Name: "s_cselect_b32", Args: "d:b32 a:b32 b:b32", Imp: "<scc", Enc: e(SOP2, 10, 10, 10, 10), Doc: "D = SCC ? S0 : S1.",
		Do: Scalar(func(k *Sca) { k.pick(k.SCC) })},
	{Name: "s_cselect_b64", Args: "d:b64 a:b64 b:b64", Imp: "<scc", Enc: e(SOP2, 11, 11, 11, 11), Doc: "D = SCC ? S0 : S1.",
		Do: Scalar(func(k *Sca) { k.pick(k.SCC) })},
	{Name: "s_and_b32", Args: "d:b32 a:b32 b:b32", Imp: ">scc", Enc: e(SOP2, 14, 14, 12, 12), Doc: "D = S0 & S1; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(uint32(k.A & k.B)) })},
	{Name: "s_and_b64", Args: "d:b64 a:b64 b:b64", Imp: ">scc", Enc: e(SOP2, 15, 15, 13, 13), Doc: "D = S0 & S1; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test64(k.A & k.B) })},
	{Name: "s_or_b32", Args: "d:b32 a:b32 b:b32", Imp: ">scc", Enc: e(SOP2, 16, 16, 14, 14), Doc: "D = S0 | S1; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(uint32(k.A | k.B)) })},
	{Name: "s_or_b64", Args: "d:b64 a:b64 b:b64", Imp: ">scc", Enc: e(SOP2, 17, 17, 15, 15), Doc: "D = S0 | S1; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test64(k.A | k.B) })},
	{Name: "s_xor_b32", Args: "d:b32 a:b32 b:b32", Imp: ">scc", Enc: e(SOP2, 18, 18, 16, 16), Doc: "D = S0 ^ S1; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(uint32(k.A ^ k.B)) })},
	{Name: "s_xor_b64", Args: "d:b64 a:b64 b:b64", Imp: ">scc", Enc: e(SOP2, 19, 19, 17, 17), Doc: "D = S0 ^ S1; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test64(k.A ^ k.B) })},
	{Name: "s_andn2_b32", Args: "d:b32 a:b32 b:b32", Imp: ">scc", Enc: e(SOP2, 20, 20, 18, 18), Doc: "D = S0 & ~S1; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(uint32(k.A &^ k.B)) })},
	{Name: "s_andn2_b64", Args: "d:b64 a:b64 b:b64", Imp: ">scc", Enc: e(SOP2, 21, 21, 19, 19), Doc: "D = S0 & ~S1; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test64(k.A &^ k.B) })},
	{Name: "s_orn2_b32", Args: "d:b32 a:b32 b:b32", Imp: ">scc", Enc: e(SOP2, 22, 22, 20, 20), Doc: "D = S0 | ~S1; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(uint32(k.A | ^k.B)) })},
	{Name: "s_orn2_b64", Args: "d:b64 a:b64 b:b64", Imp: ">scc", Enc: e(SOP2, 23, 23, 21, 21), Doc: "D = S0 | ~S1; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test64(k.A | ^k.B) })},
	{Name: "s_nand_b32", Args: "d:b32 a:b32 b:b32", Imp: ">scc", Enc: e(SOP2, 24, 24, 22, 22), Doc: "D = ~(S0 & S1); SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(uint32(^(k.A & k.B))) })},
	{Name: "s_nand_b64", Args: "d:b64 a:b64 b:b64", Imp: ">scc", Enc: e(SOP2, 25, 25, 23, 23), Doc: "D = ~(S0 & S1); SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test64(^(k.A & k.B)) })},
	{Name: "s_nor_b32", Args: "d:b32 a:b32 b:b32", Imp: ">scc", Enc: e(SOP2, 26, 26, 24, 24), Doc: "D = ~(S0 | S1); SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(uint32(^(k.A | k.B))) })},
	{Name: "s_nor_b64", Args: "d:b64 a:b64 b:b64", Imp: ">scc", Enc: e(SOP2, 27, 27, 25, 25), Doc: "D = ~(S0 | S1); SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test64(^(k.A | k.B)) })},
	{Name: "s_xnor_b32", Args: "d:b32 a:b32 b:b32", Imp: ">scc", Enc: e(SOP2, 28, 28, 26, 26), Doc: "D = ~(S0 ^ S1); SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(uint32(^(k.A ^ k.B))) })},
	{Name: "s_xnor_b64", Args: "d:b64 a:b64 b:b64", Imp: ">scc", Enc: e(SOP2, 29, 29, 27, 27), Doc: "D = ~(S0 ^ S1); SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test64(^(k.A ^ k.B)) })},
	{Name: "s_lshl_b32", Args: "d:b32 a:b32 b:u32", Imp: ">scc", Enc: e(SOP2, 30, 30, 28, 28), Doc: "D = S0 << S1[4:0]; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(uint32(k.A << (k.B & 31))) })},
	{Name: "s_lshl_b64", Args: "d:b64 a:b64 b:u32", Imp: ">scc", Enc: e(SOP2, 31, 31, 29, 29), Doc: "D = S0 << S1[5:0]; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test64(k.A << (k.B & 63)) })},
	{Name: "s_lshr_b32", Args: "d:b32 a:b32 b:u32", Imp: ">scc", Enc: e(SOP2, 32, 32, 30, 30), Doc: "D = S0 >> S1[4:0]; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(uint32(k.A >> (k.B & 31))) })},
	{Name: "s_lshr_b64", Args: "d:b64 a:b64 b:u32", Imp: ">scc", Enc: e(SOP2, 33, 33, 31, 31), Doc: "D = S0 >> S1[5:0]; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test64(k.A >> (k.B & 63)) })},
	{Name: "s_ashr_i32", Args: "d:i32 a:i32 b:u32", Imp: ">scc", Enc: e(SOP2, 34, 34, 32, 32),
		Doc: "D = S0 >> S1[4:0], signed; SCC = D != 0.",
		Do:  Scalar(func(k *Sca) { k.test32(uint32(int32(k.A) >> (k.B & 31))) })},
	{Name: "s_ashr_i64", Args: "d:i64 a:i64 b:u32", Imp: ">scc", Enc: e(SOP2, 35, 35, 33, 33),
		Doc: "D = S0 >> S1[5:0], signed; SCC = D != 0.",
		Do:  Scalar(func(k *Sca) { k.test64(uint64(int64(k.A) >> (k.B & 63))) })},
	{Name: "s_bfm_b32", Args: "d:b32 a:u32 b:u32", Enc: e(SOP2, 36, 36, 34, 34), Doc: "D = ((1 << S0[4:0]) - 1) << S1[4:0].",
		Do: Scalar(func(k *Sca) { k.put32(uint32((1<<(k.A&31) - 1) << (k.B & 31))) })},
	{Name: "s_bfm_b64", Args: "d:b64 a:u32 b:u32", Enc: e(SOP2, 37, 37, 35, 35), Doc: "D = ((1 << S0[5:0]) - 1) << S1[5:0].",
		Do: Scalar(func(k *Sca) { k.D = (1<<(k.A&63) - 1) << (k.B & 63) })},
	{Name: "s_mul_i32", Args: "d:i32 a:i32 b:i32", Enc: e(SOP2, 38, 38, 36, 36), Doc: "D = low 32 bits of S0 * S1.",
		Do: Scalar(func(k *Sca) { k.put32(uint32(k.A * k.B)) })},
	{Name: "s_bfe_u32", Args: "d:u32 a:u32 b:u32", Imp: ">scc", Enc: e(SOP2, 39, 39, 37, 37),
		Doc:  "D = S0[S1[4:0] +: S1[22:16]]; SCC = D != 0.",
		Note: "approximate: a width that reaches beyond the top bit takes all bits from the offset up: the manuals leave it open.",
		Do:   Scalar(func(k *Sca) { k.test32(uint32(field(k.A, k.B&31, k.B>>16&127))) })},
	{Name: "s_bfe_i32", Args: "d:i32 a:i32 b:u32", Imp: ">scc", Enc: e(SOP2, 40, 40, 38, 38),
		Doc:  "D = sign-extended S0[S1[4:0] +: S1[22:16]]; SCC = D != 0.",
		Note: "approximate: a width that reaches beyond the top bit takes all bits from the offset up: the manuals leave it open.",
		Do:   Scalar(func(k *Sca) { k.test32(uint32(signedField(uint64(int64(int32(k.A))), k.B&31, k.B>>16&127))) })},
	{Name: "s_bfe_u64", Args: "d:u64 a:u64 b:u32", Imp: ">scc", Enc: e(SOP2, 41, 41, 39, 39),
		Doc:  "D = S0[S1[5:0] +: S1[22:16]]; SCC = D != 0.",
		Note: "approximate: a width that reaches beyond the top bit takes all bits from the offset up: the manuals leave it open.",
		Do:   Scalar(func(k *Sca) { k.test64(field(k.A, k.B&63, k.B>>16&127)) })},
	{Name: "s_bfe_i64", Args: "d:i64 a:i64 b:u32", Imp: ">scc", Enc: e(SOP2, 42, 42, 40, 40),
		Doc:  "D = sign-extended S0[S1[5:0] +: S1[22:16]]; SCC = D != 0.",
		Note: "approximate: a width that reaches beyond the top bit takes all bits from the offset up: the manuals leave it open.",
		Do:   Scalar(func(k *Sca) { k.test64(signedField(k.A, k.B&63, k.B>>16&127)) })},
	{Name: "s_cbranch_g_fork", Args: "a:b64 b:b64", Imp: "<exec >exec >pc", Enc: e(SOP2, 43, 43, 41, 41),
		Doc:  "pass = S0 & EXEC, fail = ~S0 & EXEC: all pass: PC = S1; all fail: go on; else the smaller side runs first, the other is pushed.",
		Note: "CSP = MODE[31:29]; stack entry = SGPR[4*CSP +: 4] = {PC, EXEC}.",
		Do:   CtlGFork},
	{Name: "s_absdiff_i32", Args: "d:i32 a:i32 b:i32", Imp: ">scc", Enc: e(SOP2, 44, 44, 42, 42),
		Doc: "D = |S0 - S1|, the difference modulo 2^32; SCC = D != 0.",
		Do:  Scalar(func(k *Sca) { k.test32(abs32(uint32(k.A - k.B))) })},
	{Name: "s_rfe_restore_b64", Args: "a:b64 b:b32", Imp: ">pc", Enc: e(SOP2, -1, -1, 43, 43),
		Doc: "PC = S0; STATUS.PRIV = 0; INST_ATC = S1[0]: return from a trap handler.",
		Do:  CtlRfeRestore},
	{Name: "s_mul_hi_u32", Args: "d:u32 a:u32 b:u32", Enc: e(SOP2, -1, -1, -1, 44), Doc: "D = high 32 bits of S0 * S1, unsigned.",
		Do: Scalar(func(k *Sca) { k.put32(uint32(k.A * k.B >> 32)) })},
	{Name: "s_mul_hi_i32", Args: "d:i32 a:i32 b:i32", Enc: e(SOP2, -1, -1, -1, 45), Doc: "D = high 32 bits of S0 * S1, signed.",
		Do: Scalar(func(k *Sca) { k.put32(uint32(int64(int32(k.A)) * int64(int32(k.B)) >> 32)) })},
	{Name: "s_lshl1_add_u32", Args: "d:u32 a:u32 b:u32", Imp: ">scc", Enc: e(SOP2, -1, -1, -1, 46),
		Doc: "D = (S0 << 1) + S1; SCC = the sum, in more than 32 bits, is 2^32 or more.",
		Do:  Scalar(func(k *Sca) { s := k.A<<1 + k.B; k.put32(uint32(s)); k.SCC = s>>32 != 0 })},
	{Name: "s_lshl2_add_u32", Args: "d:u32 a:u32 b:u32", Imp: ">scc", Enc: e(SOP2, -1, -1, -1, 47),
		Doc: "D = (S0 << 2) + S1; SCC = the sum, in more than 32 bits, is 2^32 or more.",
		Do:  Scalar(func(k *Sca) { s := k.A<<2 + k.B; k.put32(uint32(s)); k.SCC = s>>32 != 0 })},
	{Name: "s_lshl3_add_u32", Args: "d:u32 a:u32 b:u32", Imp: ">scc", Enc: e(SOP2, -1, -1, -1, 48),
		Doc: "D = (S0 << 3) + S1; SCC = the sum, in more than 32 bits, is 2^32 or more.",
		Do:  Scalar(func(k *Sca) { s := k.A<<3 + k.B; k.put32(uint32(s)); k.SCC = s>>32 != 0 })},
	{Name: "s_lshl4_add_u32", Args: "d:u32 a:u32 b:u32", Imp: ">scc", Enc: e(SOP2, -1, -1, -1, 49),
		Doc: "D = (S0 << 4) + S1; SCC = the sum, in more than 32 bits, is 2^32 or more.",
		Do:  Scalar(func(k *Sca) { s := k.A<<4 + k.B; k.put32(uint32(s)); k.SCC = s>>32 != 0 })},
	{Name: "s_pack_ll_b32_b16", Args: "d:b32 a:b32 b:b32", Enc: e(SOP2, -1, -1, -1, 50), Doc: "D = {S1[15:0], S0[15:0]}.",
		Do: Scalar(func(k *Sca) { k.put32(uint32(k.A&0xffff | k.B<<16)) })},
	{Name: "s_pack_lh_b32_b16", Args: "d:b32 a:b32 b:b32", Enc: e(SOP2, -1, -1, -1, 51), Doc: "D = {S1[31:16], S0[15:0]}.",
		Do: Scalar(func(k *Sca) { k.put32(uint32(k.A&0xffff | k.B&^0xffff)) })},
	{Name: "s_pack_hh_b32_b16", Args: "d:b32 a:b32 b:b32", Enc: e(SOP2, -1, -1, -1, 52), Doc: "D = {S1[31:16], S0[31:16]}.",
		Do: Scalar(func(k *Sca) { k.put32(uint32(k.A>>16 | k.B&^0xffff)) })},
}

// sop1Rows: scalar ALU, one source.
var sop1Rows = []Desc{
	{Name: "s_mov_b32", Args: "d:b32 a:b32", Flag: Copy, Enc: e(SOP1, 3, 3, 0, 0), Doc: "D = S0.",
		Do: Scalar(func(k *Sca) { k.D = k.A })},
	{Name: "s_mov_b64", Args: "d:b64 a:b64", Flag: Copy, Enc: e(SOP1, 4, 4, 1, 1), Doc: "D = S0.",
		Do: Scalar(func(k *Sca) { k.D = k.A })},
	{Name: "s_cmov_b32", Args: "d+:b32 a:b32", Imp: "<scc", Enc: e(SOP1, 5, 5, 2, 2), Doc: "if SCC: D = S0.",
		Do: Scalar(func(k *Sca) { k.D, k.Keep = k.A, !k.SCC })},
	{Name: "s_cmov_b64", Args: "d+:b64 a:b64", Imp: "<scc", Enc: e(SOP1, 6, 6, 3, 3), Doc: "if SCC: D = S0.",
		Do: Scalar(func(k *Sca) { k.D, k.Keep = k.A, !k.SCC })},
	{Name: "s_not_b32", Args: "d:b32 a:b32", Imp: ">scc", Enc: e(SOP1, 7, 7, 4, 4), Doc: "D = ~S0; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(^uint32(k.A)) })},
	{Name: "s_not_b64", Args: "d:b64 a:b64", Imp: ">scc", Enc: e(SOP1, 8, 8, 5, 5), Doc: "D = ~S0; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test64(^k.A) })},
	{Name: "s_wqm_b32", Args: "d:b32 a:b32", Imp: ">scc", Enc: e(SOP1, 9, 9, 6, 6),
		Doc: "D = whole quad mode: each group of 4 bits is all ones if one of them is; SCC = D != 0.",
		Do:  Scalar(func(k *Sca) { k.test64(quads(k.A) * 15) })},
	{Name: "s_wqm_b64", Args: "d:b64 a:b64", Imp: ">scc", Enc: e(SOP1, 10, 10, 7, 7),
		Doc: "D = whole quad mode: each group of 4 bits is all ones if one of them is; SCC = D != 0.",
		Do:  Scalar(func(k *Sca) { k.test64(quads(k.A) * 15) })},
	{Name: "s_brev_b32", Args: "d:b32 a:b32", Enc: e(SOP1, 11, 11, 8, 8), Doc: "D[31:0] = S0[0:31], the bits reversed.",
		Do: Scalar(func(k *Sca) { k.put32(bits.Reverse32(uint32(k.A))) })},
	{Name: "s_brev_b64", Args: "d:b64 a:b64", Enc: e(SOP1, 12, 12, 9, 9), Doc: "D[63:0] = S0[0:63], the bits reversed.",
		Do: Scalar(func(k *Sca) { k.D = bits.Reverse64(k.A) })},
	{Name: "s_bcnt0_i32_b32", Args: "d:i32 a:b32", Imp: ">scc", Enc: e(SOP1, 13, 13, 10, 10),
		Doc: "D = number of 0 bits of S0; SCC = D != 0.",
		Do:  Scalar(func(k *Sca) { k.test32(uint32(32 - bits.OnesCount64(k.A))) })},
	{Name: "s_bcnt0_i32_b64", Args: "d:i32 a:b64", Imp: ">scc", Enc: e(SOP1, 14, 14, 11, 11),
		Doc: "D = number of 0 bits of S0; SCC = D != 0.",
		Do:  Scalar(func(k *Sca) { k.test32(uint32(64 - bits.OnesCount64(k.A))) })},
	{Name: "s_bcnt1_i32_b32", Args: "d:i32 a:b32", Imp: ">scc", Enc: e(SOP1, 15, 15, 12, 12),
		Doc: "D = number of 1 bits of S0; SCC = D != 0.",
		Do:  Scalar(func(k *Sca) { k.test32(uint32(bits.OnesCount64(k.A))) })},
	{Name: "s_bcnt1_i32_b64", Args: "d:i32 a:b64", Imp: ">scc", Enc: e(SOP1, 16, 16, 13, 13),
		Doc: "D = number of 1 bits of S0; SCC = D != 0.",
		Do:  Scalar(func(k *Sca) { k.test32(uint32(bits.OnesCount64(k.A))) })},
	{Name: "s_ff0_i32_b32", Args: "d:i32 a:b32", Enc: e(SOP1, 17, 17, 14, 14),
		Doc: "D = position of the lowest 0 bit of S0, -1 if there is none.",
		Do:  Scalar(func(k *Sca) { k.found(bits.TrailingZeros32(^uint32(k.A)), 32) })},
	{Name: "s_ff0_i32_b64", Args: "d:i32 a:b64", Enc: e(SOP1, 18, 18, 15, 15),
		Doc: "D = position of the lowest 0 bit of S0, -1 if there is none.",
		Do:  Scalar(func(k *Sca) { k.found(bits.TrailingZeros64(^k.A), 64) })},
	{Name: "s_ff1_i32_b32", Args: "d:i32 a:b32", Enc: e(SOP1, 19, 19, 16, 16),
		Doc: "D = position of the lowest 1 bit of S0, -1 if there is none.",
		Do:  Scalar(func(k *Sca) { k.found(bits.TrailingZeros64(k.A), 64) })},
	{Name: "s_ff1_i32_b64", Args: "d:i32 a:b64", Enc: e(SOP1, 20, 20, 17, 17),
		Doc: "D = position of the lowest 1 bit of S0, -1 if there is none.",
		Do:  Scalar(func(k *Sca) { k.found(bits.TrailingZeros64(k.A), 64) })},
	{Name: "s_flbit_i32_b32", Args: "d:i32 a:b32", Enc: e(SOP1, 21, 21, 18, 18),
		Doc: "D = number of 0 bits above the highest 1 bit of S0, -1 if there is none.",
		Do:  Scalar(func(k *Sca) { k.found(bits.LeadingZeros32(uint32(k.A)), 32) })},
	{Name: "s_flbit_i32_b64", Args: "d:i32 a:b64", Enc: e(SOP1, 22, 22, 19, 19),
		Doc: "D = number of 0 bits above the highest 1 bit of S0, -1 if there is none.",
		Do:  Scalar(func(k *Sca) { k.found(bits.LeadingZeros64(k.A), 64) })},
	{Name: "s_flbit_i32", Args: "d:i32 a:i32", Enc: e(SOP1, 23, 23, 20, 20),
		Doc: "D = number of leading bits of S0 equal to the sign, -1 if all are.",
		Do:  Scalar(func(k *Sca) { k.found(bits.LeadingZeros32(uint32(k.A)^uint32(int32(k.A)>>31)), 32) })},
	{Name: "s_flbit_i32_i64", Args: "d:i32 a:i64", Enc: e(SOP1, 24, 24, 21, 21),
		Doc: "D = number of leading bits of S0 equal to the sign, -1 if all are.",
		Do:  Scalar(func(k *Sca) { k.found(bits.LeadingZeros64(k.A^uint64(int64(k.A)>>63)), 64) })},
	{Name: "s_sext_i32_i8", Args: "d:i32 a:b32", Enc: e(SOP1, 25, 25, 22, 22), Doc: "D = sign-extended S0[7:0].",
		Do: Scalar(func(k *Sca) { k.put32(uint32(int32(int8(k.A)))) })},
	{Name: "s_sext_i32_i16", Args: "d:i32 a:b32", Enc: e(SOP1, 26, 26, 23, 23), Doc: "D = sign-extended S0[15:0].",
		Do: Scalar(func(k *Sca) { k.put32(uint32(int32(int16(k.A)))) })},
	{Name: "s_bitset0_b32", Args: "d+:b32 a:u32", Enc: e(SOP1, 27, 27, 24, 24), Doc: "D[S0[4:0]] = 0.",
		Do: Scalar(func(k *Sca) { k.D &^= 1 << (k.A & 31) })},
	{Name: "s_bitset0_b64", Args: "d+:b64 a:u32", Enc: e(SOP1, 28, 28, 25, 25), Doc: "D[S0[5:0]] = 0.",
		Do: Scalar(func(k *Sca) { k.D &^= 1 << (k.A & 63) })},
	{Name: "s_bitset1_b32", Args: "d+:b32 a:u32", Enc: e(SOP1, 29, 29, 26, 26), Doc: "D[S0[4:0]] = 1.",
		Do: Scalar(func(k *Sca) { k.D |= 1 << (k.A & 31) })},
	{Name: "s_bitset1_b64", Args: "d+:b64 a:u32", Enc: e(SOP1, 30, 30, 27, 27), Doc: "D[S0[5:0]] = 1.",
		Do: Scalar(func(k *Sca) { k.D |= 1 << (k.A & 63) })},
	{Name: "s_getpc_b64", Args: "d:b64", Imp: "<pc", Enc: e(SOP1, 31, 31, 28, 28), Doc: "D = PC of the next instruction.",
		Do: Scalar(func(k *Sca) { k.D = k.PC })},
	{Name: "s_setpc_b64", Args: "a:s.b64", Imp: ">pc", Enc: e(SOP1, 32, 32, 29, 29), Doc: "PC = S0.",
		Do: Scalar(func(k *Sca) { k.PC = k.A })},
	{Name: "s_swappc_b64", Args: "d:b64 a:b64", Imp: "<pc >pc", Enc: e(SOP1, 33, 33, 30, 30),
		Doc: "D = PC of the next instruction; PC = S0.",
		Do:  Scalar(func(k *Sca) { k.D, k.PC = k.PC, k.A })},
	{Name: "s_rfe_b64", Args: "a:s.b64", Imp: ">pc", Enc: e(SOP1, 34, 34, 31, 31),
		Doc: "PC = S0; STATUS.PRIV = 0: return from a trap handler.",
		Do:  CtlRfe},
	{Name: "s_and_saveexec_b64", Lat: LatSALU2, Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, 36, 36, 32, 32),
		Doc: "D = EXEC; EXEC = S0 & EXEC; SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.D = k.exec(k.A & k.Exec) })},
	{Name: "s_or_saveexec_b64", Lat: LatSALU2, Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, 37, 37, 33, 33),
		Doc: "D = EXEC; EXEC = S0 | EXEC; SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.D = k.exec(k.A | k.Exec) })},
	{Name: "s_xor_saveexec_b64", Lat: LatSALU2, Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, 38, 38, 34, 34),
		Doc: "D = EXEC; EXEC = S0 ^ EXEC; SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.D = k.exec(k.A ^ k.Exec) })},
	{Name: "s_andn2_saveexec_b64", Lat: LatSALU2, Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, 39, 39, 35, 35),
		Doc: "D = EXEC; EXEC = S0 & ~EXEC; SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.D = k.exec(k.A &^ k.Exec) })},
	{Name: "s_orn2_saveexec_b64", Lat: LatSALU2, Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, 40, 40, 36, 36),
		Doc: "D = EXEC; EXEC = S0 | ~EXEC; SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.D = k.exec(k.A | ^k.Exec) })},
	{Name: "s_nand_saveexec_b64", Lat: LatSALU2, Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, 41, 41, 37, 37),
		Doc: "D = EXEC; EXEC = ~(S0 & EXEC); SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.D = k.exec(^(k.A & k.Exec)) })},
	{Name: "s_nor_saveexec_b64", Lat: LatSALU2, Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, 42, 42, 38, 38),
		Doc: "D = EXEC; EXEC = ~(S0 | EXEC); SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.D = k.exec(^(k.A | k.Exec)) })},
	{Name: "s_xnor_saveexec_b64", Lat: LatSALU2, Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, 43, 43, 39, 39),
		Doc: "D = EXEC; EXEC = ~(S0 ^ EXEC); SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.D = k.exec(^(k.A ^ k.Exec)) })},
	{Name: "s_quadmask_b32", Args: "d:b32 a:b32", Imp: ">scc", Enc: e(SOP1, 44, 44, 40, 40),
		Doc: "D[i] = S0[4*i +: 4] != 0, upper bits 0; SCC = D != 0.",
		Do:  Scalar(func(k *Sca) { k.test64(gather4(quads(k.A))) })},
	{Name: "s_quadmask_b64", Args: "d:b64 a:b64", Imp: ">scc", Enc: e(SOP1, 45, 45, 41, 41),
		Doc: "D[i] = S0[4*i +: 4] != 0, upper bits 0; SCC = D != 0.",
		Do:  Scalar(func(k *Sca) { k.test64(gather4(quads(k.A))) })},
	{Name: "s_movrels_b32", Args: "d:b32 a:s.b32", Imp: "<m0", Enc: e(SOP1, 46, 46, 42, 42), Doc: "D = SGPR[number of S0 + M0].",
		Do: CtlMovRelS},
	{Name: "s_movrels_b64", Args: "d:b64 a:s.b64", Imp: "<m0", Enc: e(SOP1, 47, 47, 43, 43), Doc: "D = SGPR[number of S0 + M0].",
		Do: CtlMovRelS},
	{Name: "s_movreld_b32", Args: "d:b32 a:b32", Imp: "<m0", Enc: e(SOP1, 48, 48, 44, 44), Doc: "SGPR[number of D + M0] = S0.",
		Do: CtlMovRelD},
	{Name: "s_movreld_b64", Args: "d:b64 a:b64", Imp: "<m0", Enc: e(SOP1, 49, 49, 45, 45), Doc: "SGPR[number of D + M0] = S0.",
		Do: CtlMovRelD},
	{Name: "s_cbranch_join", Args: "a:s.b32", Imp: "<exec >exec >pc", Enc: e(SOP1, 50, 50, 46, 46),
		Doc:  "if CSP == S0: go on; else pop PC and EXEC of the other side of the fork.",
		Note: "CSP = MODE[31:29]; stack entry = SGPR[4*CSP +: 4] = {PC, EXEC}.",
		Do:   CtlJoin},
	{Name: "s_abs_i32", Args: "d:i32 a:i32", Imp: ">scc", Enc: e(SOP1, 52, 52, 48, 48), Doc: "D = |S0|, modulo 2^32; SCC = D != 0.",
		Do: Scalar(func(k *Sca) { k.test32(abs32(uint32(k.A))) })},
	{Name: "s_set_gpr_idx_idx", Args: "a:b32", Imp: "<m0 >m0", Enc: e(SOP1, -1, -1, 50, 50), Doc: "M0[7:0] = S0[7:0].",
		Do: CtlGprIdxIdx},
	{Name: "s_andn1_saveexec_b64", Lat: LatSALU2, Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, -1, -1, -1, 51),
		Doc: "D = EXEC; EXEC = ~S0 & EXEC; SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.D = k.exec(k.Exec &^ k.A) })},
	{Name: "s_orn1_saveexec_b64", Lat: LatSALU2, Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, -1, -1, -1, 52),
		Doc: "D = EXEC; EXEC = ~S0 | EXEC; SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.D = k.exec(k.Exec | ^k.A) })},
	{Name: "s_andn1_wrexec_b64", Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, -1, -1, -1, 53),
		Doc: "EXEC = ~S0 & EXEC; D = EXEC; SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.exec(k.Exec &^ k.A); k.D = k.Exec })},
	{Name: "s_andn2_wrexec_b64", Args: "d:b64 a:b64", Imp: "<exec >exec >scc", Enc: e(SOP1, -1, -1, -1, 54),
		Doc: "EXEC = S0 & ~EXEC; D = EXEC; SCC = EXEC != 0.",
		Do:  Scalar(func(k *Sca) { k.exec(k.A &^ k.Exec); k.D = k.Exec })},
	{Name: "s_bitreplicate_b64_b32", Args: "d:b64 a:b32", Enc: e(SOP1, -1, -1, -1, 55), Doc: "D[2*i] = D[2*i+1] = S0[i].",
		Do: Scalar(func(k *Sca) { k.D = spread2(k.A) * 3 })},
}

// sopcRows: scalar compares.
var sopcRows = []Desc{
	{Name: "s_cmp_eq_i32", Args: "a:i32 b:i32", Imp: ">scc", Enc: e(SOPC, 0, 0, 0, 0), Doc: "SCC = S0 == S1.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A == k.B })},
	{Name: "s_cmp_lg_i32", Args: "a:i32 b:i32", Imp: ">scc", Enc: e(SOPC, 1, 1, 1, 1), Doc: "SCC = S0 != S1.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A != k.B })},
	{Name: "s_cmp_gt_i32", Args: "a:i32 b:i32", Imp: ">scc", Enc: e(SOPC, 2, 2, 2, 2), Doc: "SCC = S0 > S1, signed.",
		Do: Scalar(func(k *Sca) { k.SCC = int32(k.A) > int32(k.B) })},
	{Name: "s_cmp_ge_i32", Args: "a:i32 b:i32", Imp: ">scc", Enc: e(SOPC, 3, 3, 3, 3), Doc: "SCC = S0 >= S1, signed.",
		Do: Scalar(func(k *Sca) { k.SCC = int32(k.A) >= int32(k.B) })},
	{Name: "s_cmp_lt_i32", Args: "a:i32 b:i32", Imp: ">scc", Enc: e(SOPC, 4, 4, 4, 4), Doc: "SCC = S0 < S1, signed.",
		Do: Scalar(func(k *Sca) { k.SCC = int32(k.A) < int32(k.B) })},
	{Name: "s_cmp_le_i32", Args: "a:i32 b:i32", Imp: ">scc", Enc: e(SOPC, 5, 5, 5, 5), Doc: "SCC = S0 <= S1, signed.",
		Do: Scalar(func(k *Sca) { k.SCC = int32(k.A) <= int32(k.B) })},
	{Name: "s_cmp_eq_u32", Args: "a:u32 b:u32", Imp: ">scc", Enc: e(SOPC, 6, 6, 6, 6), Doc: "SCC = S0 == S1.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A == k.B })},
	{Name: "s_cmp_lg_u32", Args: "a:u32 b:u32", Imp: ">scc", Enc: e(SOPC, 7, 7, 7, 7), Doc: "SCC = S0 != S1.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A != k.B })},
	{Name: "s_cmp_gt_u32", Args: "a:u32 b:u32", Imp: ">scc", Enc: e(SOPC, 8, 8, 8, 8), Doc: "SCC = S0 > S1, unsigned.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A > k.B })},
	{Name: "s_cmp_ge_u32", Args: "a:u32 b:u32", Imp: ">scc", Enc: e(SOPC, 9, 9, 9, 9), Doc: "SCC = S0 >= S1, unsigned.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A >= k.B })},
	{Name: "s_cmp_lt_u32", Args: "a:u32 b:u32", Imp: ">scc", Enc: e(SOPC, 10, 10, 10, 10), Doc: "SCC = S0 < S1, unsigned.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A < k.B })},
	{Name: "s_cmp_le_u32", Args: "a:u32 b:u32", Imp: ">scc", Enc: e(SOPC, 11, 11, 11, 11), Doc: "SCC = S0 <= S1, unsigned.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A <= k.B })},
	{Name: "s_bitcmp0_b32", Args: "a:b32 b:u32", Imp: ">scc", Enc: e(SOPC, 12, 12, 12, 12), Doc: "SCC = S0[S1[4:0]] == 0.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A>>(k.B&31)&1 == 0 })},
	{Name: "s_bitcmp1_b32", Args: "a:b32 b:u32", Imp: ">scc", Enc: e(SOPC, 13, 13, 13, 13), Doc: "SCC = S0[S1[4:0]] == 1.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A>>(k.B&31)&1 == 1 })},
	{Name: "s_bitcmp0_b64", Args: "a:b64 b:u32", Imp: ">scc", Enc: e(SOPC, 14, 14, 14, 14), Doc: "SCC = S0[S1[5:0]] == 0.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A>>(k.B&63)&1 == 0 })},
	{Name: "s_bitcmp1_b64", Args: "a:b64 b:u32", Imp: ">scc", Enc: e(SOPC, 15, 15, 15, 15), Doc: "SCC = S0[S1[5:0]] == 1.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A>>(k.B&63)&1 == 1 })},
	{Name: "s_setvskip", Args: "a:b32 b:b32", Imp: ">vskip", Enc: e(SOPC, 16, 16, 16, 16),
		Doc: "VSKIP = S0[S1[4:0]]: while set, vector instructions are skipped and do not count.",
		Do:  CtlSetVSkip},
	{Name: "s_set_gpr_idx_on", Args: "a:b32 b:gpridx", Imp: "<m0 >m0 >mode", Enc: e(SOPC, -1, -1, 17, 17),
		Doc: "MODE.GPR_IDX_EN = 1; M0[7:0] = S0[7:0]; M0[15:12] = the raw S1 field.",
		Do:  CtlGprIdxOn},
	{Name: "s_cmp_eq_u64", Args: "a:u64 b:u64", Imp: ">scc", Enc: e(SOPC, -1, -1, 18, 18), Doc: "SCC = S0 == S1.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A == k.B })},
	{Name: "s_cmp_lg_u64", Args: "a:u64 b:u64", Imp: ">scc", Enc: e(SOPC, -1, -1, 19, 19), Doc: "SCC = S0 != S1.",
		Do: Scalar(func(k *Sca) { k.SCC = k.A != k.B })},
}

// sopkRows: scalar ALU with a 16-bit immediate.
var sopkRows = []Desc{
	{Name: "s_movk_i32", Args: "d:i32 i:simm16", Enc: e(SOPK, 0, 0, 0, 0), Doc: "D = sign-extended SIMM16.",
		Do: Scalar(func(k *Sca) { k.put32(uint32(k.Imm)) })},
	{Name: "s_cmovk_i32", Args: "d+:i32 i:simm16", Imp: "<scc", Enc: e(SOPK, 2, 2, 1, 1), Doc: "if SCC: D = sign-extended SIMM16.",
		Do: Scalar(func(k *Sca) { k.put32(uint32(k.Imm)); k.Keep = !k.SCC })},
	{Name: "s_cmpk_eq_i32", Args: "d<:i32 i:simm16", Imp: ">scc", Enc: e(SOPK, 3, 3, 2, 2),
		Doc: "SCC = S0 == sign-extended SIMM16; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = int32(k.D) == k.Imm })},
	{Name: "s_cmpk_lg_i32", Args: "d<:i32 i:simm16", Imp: ">scc", Enc: e(SOPK, 4, 4, 3, 3),
		Doc: "SCC = S0 != sign-extended SIMM16; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = int32(k.D) != k.Imm })},
	{Name: "s_cmpk_gt_i32", Args: "d<:i32 i:simm16", Imp: ">scc", Enc: e(SOPK, 5, 5, 4, 4),
		Doc: "SCC = S0 > sign-extended SIMM16, signed; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = int32(k.D) > k.Imm })},
	{Name: "s_cmpk_ge_i32", Args: "d<:i32 i:simm16", Imp: ">scc", Enc: e(SOPK, 6, 6, 5, 5),
		Doc: "SCC = S0 >= sign-extended SIMM16, signed; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = int32(k.D) >= k.Imm })},
	{Name: "s_cmpk_lt_i32", Args: "d<:i32 i:simm16", Imp: ">scc", Enc: e(SOPK, 7, 7, 6, 6),
		Doc: "SCC = S0 < sign-extended SIMM16, signed; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = int32(k.D) < k.Imm })},
	{Name: "s_cmpk_le_i32", Args: "d<:i32 i:simm16", Imp: ">scc", Enc: e(SOPK, 8, 8, 7, 7),
		Doc: "SCC = S0 <= sign-extended SIMM16, signed; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = int32(k.D) <= k.Imm })},
	{Name: "s_cmpk_eq_u32", Args: "d<:u32 i:imm16", Imp: ">scc", Enc: e(SOPK, 9, 9, 8, 8),
		Doc: "SCC = S0 == zero-extended SIMM16; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = uint32(k.D) == uint32(uint16(k.Imm)) })},
	{Name: "s_cmpk_lg_u32", Args: "d<:u32 i:imm16", Imp: ">scc", Enc: e(SOPK, 10, 10, 9, 9),
		Doc: "SCC = S0 != zero-extended SIMM16; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = uint32(k.D) != uint32(uint16(k.Imm)) })},
	{Name: "s_cmpk_gt_u32", Args: "d<:u32 i:imm16", Imp: ">scc", Enc: e(SOPK, 11, 11, 10, 10),
		Doc: "SCC = S0 > zero-extended SIMM16, unsigned; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = uint32(k.D) > uint32(uint16(k.Imm)) })},
	{Name: "s_cmpk_ge_u32", Args: "d<:u32 i:imm16", Imp: ">scc", Enc: e(SOPK, 12, 12, 11, 11),
		Doc: "SCC = S0 >= zero-extended SIMM16, unsigned; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = uint32(k.D) >= uint32(uint16(k.Imm)) })},
	{Name: "s_cmpk_lt_u32", Args: "d<:u32 i:imm16", Imp: ">scc", Enc: e(SOPK, 13, 13, 12, 12),
		Doc: "SCC = S0 < zero-extended SIMM16, unsigned; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = uint32(k.D) < uint32(uint16(k.Imm)) })},
	{Name: "s_cmpk_le_u32", Args: "d<:u32 i:imm16", Imp: ">scc", Enc: e(SOPK, 14, 14, 13, 13),
		Doc: "SCC = S0 <= zero-extended SIMM16, unsigned; S0 is in the SDST field.",
		Do:  Scalar(func(k *Sca) { k.SCC = uint32(k.D) <= uint32(uint16(k.Imm)) })},
	{Name: "s_addk_i32", Args: "d+:i32 i:simm16", Imp: ">scc", Enc: e(SOPK, 15, 15, 14, 14),
		Doc: "D += sign-extended SIMM16; SCC = signed overflow.",
		Do:  Scalar(func(k *Sca) { k.SCC = k.add32(uint32(k.D), uint32(k.Imm)) })},
	{Name: "s_mulk_i32", Args: "d+:i32 i:simm16", Enc: e(SOPK, 16, 16, 15, 15), Doc: "D = low 32 bits of D * sign-extended SIMM16.",
		Do: Scalar(func(k *Sca) { k.put32(uint32(k.D) * uint32(k.Imm)) })},
	{Name: "s_cbranch_i_fork", Args: "d<:b64 i:rel16", Imp: "<exec >exec >pc", Enc: e(SOPK, 17, 17, 16, 16),
		Doc:  "As s_cbranch_g_fork with S0 in the SDST field and the target PC + SIMM16*4.",
		Note: "CSP = MODE[31:29]; stack entry = SGPR[4*CSP +: 4] = {PC, EXEC}.",
		Do:   CtlIFork},
	{Name: "s_getreg_b32", Args: "d:b32 i:hwreg", Enc: e(SOPK, 18, 18, 17, 17),
		Doc: "D = hardware register SIMM16[5:0], SIMM16[15:11]+1 bits from bit SIMM16[10:6], zero-extended.",
		Do:  CtlGetReg},
	{Name: "s_setreg_b32", Lat: LatSALU2, Args: "i:hwreg d<:b32", Enc: e(SOPK, 19, 19, 18, 18),
		Doc: "Bits of hardware register SIMM16[5:0], SIMM16[15:11]+1 of them from bit SIMM16[10:6], = low bits of the SDST register.",
		Do:  CtlSetReg},
	{Name: "s_setreg_imm32_b32", Lat: LatSALU2, Args: "i:hwreg K:b32", Enc: e(SOPK, 21, 21, 20, 20),
		Doc: "Bits of hardware register SIMM16[5:0], SIMM16[15:11]+1 of them from bit SIMM16[10:6], = low bits of the literal.",
		Do:  CtlSetRegImm},
	{Name: "s_call_b64", Args: "d:b64 i:rel16", Imp: "<pc >pc", Enc: e(SOPK, -1, -1, -1, 21),
		Doc: "D = PC of the next instruction; PC += SIMM16*4.",
		Do:  Scalar(func(k *Sca) { k.D = k.PC; k.jump(true) })},
}

// soppRows: program control.
var soppRows = []Desc{
	{Name: "s_nop", Args: "i:imm16", Enc: e(SOPP, 0, 0, 0, 0), Doc: "Wait states: SIMM16[2:0]+1 (GCN 1.4: SIMM16[3:0]+1).",
		Do: CtlNop},
	{Name: "s_endpgm", Args: "i:end", Enc: e(SOPP, 1, 1, 1, 1), Doc: "End of the wave, after all its memory operations.",
		Do: CtlEndpgm},
	{Name: "s_branch", Args: "i:rel16", Imp: ">pc", Enc: e(SOPP, 2, 2, 2, 2), Doc: "PC += SIMM16*4, from the next instruction.",
		Do: Scalar(func(k *Sca) { k.jump(true) })},
	{Name: "s_wakeup", Enc: e(SOPP, -1, -1, 3, 3), Doc: "Wake the other waves of the work-group from s_sleep.",
		Do: CtlWakeup},
	{Name: "s_cbranch_scc0", Args: "i:rel16", Imp: "<scc >pc", Enc: e(SOPP, 4, 4, 4, 4), Doc: "if !SCC: PC += SIMM16*4.",
		Do: Scalar(func(k *Sca) { k.jump(!k.SCC) })},
	{Name: "s_cbranch_scc1", Args: "i:rel16", Imp: "<scc >pc", Enc: e(SOPP, 5, 5, 5, 5), Doc: "if SCC: PC += SIMM16*4.",
		Do: Scalar(func(k *Sca) { k.jump(k.SCC) })},
	{Name: "s_cbranch_vccz", Args: "i:rel16", Imp: "<vcc >pc", Enc: e(SOPP, 6, 6, 6, 6), Doc: "if VCC == 0: PC += SIMM16*4.",
		Note: "approximate: the value of VCC is tested; hardware tests a status bit that can be stale after SMRD (GCN 1.0, 1.1) or a write to half of VCC.",
		Do:   Scalar(func(k *Sca) { k.jump(k.VCC == 0) })},
	{Name: "s_cbranch_vccnz", Args: "i:rel16", Imp: "<vcc >pc", Enc: e(SOPP, 7, 7, 7, 7), Doc: "if VCC != 0: PC += SIMM16*4.",
		Note: "approximate: the value of VCC is tested; hardware tests a status bit that can be stale after SMRD (GCN 1.0, 1.1) or a write to half of VCC.",
		Do:   Scalar(func(k *Sca) { k.jump(k.VCC != 0) })},
	{Name: "s_cbranch_execz", Args: "i:rel16", Imp: "<exec >pc", Enc: e(SOPP, 8, 8, 8, 8), Doc: "if EXEC == 0: PC += SIMM16*4.",
		Do: Scalar(func(k *Sca) { k.jump(k.Exec == 0) })},
	{Name: "s_cbranch_execnz", Args: "i:rel16", Imp: "<exec >pc", Enc: e(SOPP, 9, 9, 9, 9), Doc: "if EXEC != 0: PC += SIMM16*4.",
		Do: Scalar(func(k *Sca) { k.jump(k.Exec != 0) })},
	{Name: "s_barrier", Enc: e(SOPP, 10, 10, 10, 10),
		Doc: "Wait until every live wave of the work-group is here. Memory counters are not waited for.",
		Do:  CtlBarrier},
	{Name: "s_setkill", Args: "i:imm16", Enc: e(SOPP, -1, 11, 11, 11), Doc: "STATUS.KILL = SIMM16[0]: the wave ends when it next issues.",
		Do: CtlSetKill},
	{Name: "s_waitcnt", Args: "i:wait", Enc: e(SOPP, 12, 12, 12, 12), Doc: "Wait until each counter is at most its field of SIMM16.",
		Do: CtlWaitcnt},
	{Name: "s_sethalt", Args: "i:imm16", Enc: e(SOPP, 13, 13, 13, 13), Doc: "STATUS.HALT = SIMM16[0].",
		Do: CtlSetHalt},
	{Name: "s_sleep", Args: "i:imm16", Enc: e(SOPP, 14, 14, 14, 14),
		Doc:  "Sleep for about 64*n clocks: n = SIMM16[2:0] (GCN 1.2: [3:0], GCN 1.4: [6:0]).",
		Note: "approximate: AMD's texts differ by up to 64 clocks and, on GCN 1.2, in the width of the field.",
		Do:   CtlSleep},
	{Name: "s_setprio", Args: "i:imm16", Enc: e(SOPP, 15, 15, 15, 15), Doc: "User priority of the wave = SIMM16[1:0].",
		Do: CtlSetPrio},
	{Name: "s_sendmsg", Args: "i:msg", Imp: "<m0 <exec", Enc: e(SOPP, 16, 16, 16, 16),
		Doc: "Send message SIMM16[3:0], operation [6:4], stream [9:8]; M0 is its data.",
		Do:  CtlSendMsg},
	{Name: "s_sendmsghalt", Args: "i:msg", Imp: "<m0 <exec", Enc: e(SOPP, 17, 17, 17, 17),
		Doc: "Send message SIMM16[3:0] as s_sendmsg does, then STATUS.HALT = 1.",
		Do:  CtlSendMsgHalt},
	{Name: "s_trap", Args: "i:imm16", Enc: e(SOPP, 18, 18, 18, 18),
		Doc: "Wait for everything; {TTMP1, TTMP0} = {TrapID SIMM16[7:0], PC}; PC = TBA; PRIV = 1. STATUS.TRAP_EN is 1.",
		Do:  CtlTrap, Note: noteTrap},
	{Name: "s_icache_inv", Enc: e(SOPP, 19, 19, 19, 19), Doc: "Invalidate the instruction cache.",
		Do: CtlIcacheInv},
	{Name: "s_incperflevel", Args: "i:imm16", Enc: e(SOPP, 20, 20, 20, 20), Doc: "Increment performance counter SIMM16[3:0].",
		Do: CtlIncPerf},
	{Name: "s_decperflevel", Args: "i:imm16", Enc: e(SOPP, 21, 21, 21, 21), Doc: "Decrement performance counter SIMM16[3:0].",
		Do: CtlDecPerf},
	{Name: "s_ttracedata", Imp: "<m0", Enc: e(SOPP, 22, 22, 22, 22), Doc: "Send M0 to the thread trace.",
		Do: CtlTTrace},
	{Name: "s_cbranch_cdbgsys", Args: "i:rel16", Imp: ">pc", Enc: e(SOPP, -1, 23, 23, 23), Doc: "if STATUS.COND_DBG_SYS: PC += SIMM16*4.",
		Do: CtlCDbgSys},
	{Name: "s_cbranch_cdbguser", Args: "i:rel16", Imp: ">pc", Enc: e(SOPP, -1, 24, 24, 24), Doc: "if STATUS.COND_DBG_USER: PC += SIMM16*4.",
		Do: CtlCDbgUser},
	{Name: "s_cbranch_cdbgsys_or_user", Args: "i:rel16", Imp: ">pc", Enc: e(SOPP, -1, 25, 25, 25),
		Doc: "if STATUS.COND_DBG_SYS or COND_DBG_USER: PC += SIMM16*4.",
		Do:  CtlCDbgOr},
	{Name: "s_cbranch_cdbgsys_and_user", Args: "i:rel16", Imp: ">pc", Enc: e(SOPP, -1, 26, 26, 26),
		Doc: "if STATUS.COND_DBG_SYS and COND_DBG_USER: PC += SIMM16*4.",
		Do:  CtlCDbgAnd},
	{Name: "s_endpgm_saved", Enc: e(SOPP, -1, -1, 27, 27), Doc: "End of the wave, whose state a context-save handler has stored.",
		Do: CtlEndpgm},
	{Name: "s_set_gpr_idx_off", Imp: ">mode", Enc: e(SOPP, -1, -1, 28, 28), Doc: "MODE.GPR_IDX_EN = 0.",
		Do: CtlGprIdxOff},
	{Name: "s_set_gpr_idx_mode", Args: "i:gpridx", Imp: "<m0 >m0", Enc: e(SOPP, -1, -1, 29, 29), Doc: "M0[15:12] = SIMM16[3:0].",
		Do: CtlGprIdxMode},
	{Name: "s_endpgm_ordered_ps_done", Enc: e(SOPP, -1, -1, -1, 30),
		Doc: "End of the wave, with the message \"ordered pixel shader done\".",
		Do:  CtlEndpgm},
}

// put32 sets a 32-bit result.
func (k *Sca) put32(v uint32) { k.D = uint64(v) }

// test32 sets a 32-bit result and SCC = D != 0.
func (k *Sca) test32(v uint32) { k.D, k.SCC = uint64(v), v != 0 }

// test64 sets a 64-bit result and SCC = D != 0.
func (k *Sca) test64(v uint64) { k.D, k.SCC = v, v != 0 }

// add32 sets D = a + b and returns the signed overflow.
func (k *Sca) add32(a, b uint32) bool {
	d := a + b
	k.put32(d)
	return (a^d)&(b^d)>>31 != 0
}

// pick sets D to S0 where first holds and to S1 elsewhere, and SCC to first.
func (k *Sca) pick(first bool) {
	if k.D, k.SCC = k.B, first; first {
		k.D = k.A
	}
}

// found sets D to the position n of a searched bit, or to -1 where n is limit: not found.
func (k *Sca) found(n, limit int) {
	if n == limit {
		n = -1
	}
	k.put32(uint32(n))
}

// exec sets EXEC and SCC = EXEC != 0, and returns the old EXEC.
func (k *Sca) exec(v uint64) (old uint64) {
	old, k.Exec, k.SCC = k.Exec, v, v != 0
	return old
}

// jump adds the branch offset, in dwords, to the address of the next instruction.
func (k *Sca) jump(taken bool) {
	if taken {
		k.PC += uint64(int64(k.Imm) * 4)
	}
}

// scc is SCC as a number.
func (k *Sca) scc() uint64 { return uint64(b2u(k.SCC)) }

// field extracts width bits from bit offset up.
func field(v, offset, width uint64) uint64 { return v >> offset & (1<<width - 1) }

// signedField extracts width bits from bit offset up and extends the topmost of them. v is
// sign-extended already, so a field that reaches beyond the top is an arithmetic shift.
func signedField(v, offset, width uint64) uint64 {
	if width == 0 {
		return 0
	}
	up := 64 - min(width, 64)
	return uint64(int64(v) >> offset << up >> up)
}

// abs32 is the absolute value modulo 2^32: that of the most negative number is itself.
func abs32(v uint32) uint32 {
	if int32(v) < 0 {
		return -v
	}
	return v
}

// quads sets bit 4*i where one of bits 4*i to 4*i+3 is set.
func quads(v uint64) uint64 {
	v |= v >> 1
	return (v | v>>2) & 0x1111111111111111
}

// gather4 moves bit 4*i to bit i.
func gather4(v uint64) uint64 {
	v = (v | v>>3) & 0x0303030303030303
	v = (v | v>>6) & 0x000f000f000f000f
	v = (v | v>>12) & 0x000000ff000000ff
	return (v | v>>24) & 0xffff
}

// spread2 moves bit i of the low dword to bit 2*i.
func spread2(v uint64) uint64 {
	v = (v | v<<16) & 0x0000ffff0000ffff
	v = (v | v<<8) & 0x00ff00ff00ff00ff
	v = (v | v<<4) & 0x0f0f0f0f0f0f0f0f
	v = (v | v<<2) & 0x3333333333333333
	return (v | v<<1) & 0x5555555555555555
}
