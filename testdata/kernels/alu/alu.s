# gpu: gfx900
# reference: alu - out 512
#
# Benchmark: a loop of 16 vector and 3 scalar instructions without memory.
# In: s[16:19] buffer resource of the results (2 x 256 bytes), s13 iterations, v0 lane.

	v_lshlrev_b32 v1, 2, v0
	s_mov_b32 s12, 0
	s_mov_b32 s9, 0x3c6ef35f
	s_mov_b32 s14, 0x19660d
	v_mov_b32 v2, 0.5
	v_mov_b32 v3, v0
	v_mov_b32 v4, 1
	v_mov_b32 v5, 0x3f7ff000                   ; a little below 1
	v_mov_b32 v6, 1.0
	v_mov_b32 v7, 0
	v_mov_b32 v8, 0
	v_mov_b32 v9, 0
	v_mov_b32 v13, 0
loop:
	v_mul_lo_u32 v3, v3, s14
	v_add_u32 v3, s9, v3
	v_lshrrev_b32 v4, 9, v3
	v_or_b32 v4, 1.0, v4                       ; a float in [1, 2)
	v_sub_f32 v10, v4, v6
	v_mul_f32 v11, v10, v5
	v_mad_f32 v7, v7, v2, v11
	v_fma_f32 v8, v8, v2, v10
	v_max_f32 v9, v9, v7
	v_min_f32 v9, v9, v8
	v_cmp_lt_f32 vcc, v7, v8
	v_cndmask_b32 v12, v7, v8, vcc
	v_add_f32 v9, v9, v12
	v_xor_b32 v13, v13, v3
	v_alignbit_b32 v13, v13, v13, 7
	v_add_u32 v13, v13, v4
	s_add_u32 s12, s12, 1
	s_cmp_lt_u32 s12, s13
	s_cbranch_scc1 loop

	buffer_store_dword v9, v1, s[16:19], 0 offen
	buffer_store_dword v13, v1, s[16:19], 0 offen offset:256
	s_endpgm
