# gpu: gfx900
# data: data f32 64 0.5 2
# reference: mix data out 768
#
# Benchmark: a loop of 21 instructions that mixes vector memory, LDS, vector and scalar arithmetic, an EXEC change and waits.
# In: s[4:7] buffer resource of 64 floats, s[16:19] buffer resource of the results (3 x 256 bytes), s13 iterations, v0 lane.
# LDS: 4 KiB. All waits are right; the addresses of ds_write and ds_read are pseudo-random.

	v_lshlrev_b32 v1, 2, v0                    ; byte offset of the lane
	v_mov_b32 v16, 1.0
	s_mov_b32 s12, 0
	s_movk_i32 s8, 0xffc                       ; LDS byte addresses: 1024 dwords
	s_mov_b32 s9, 0x3c6ef35f                   ; Numerical Recipes' generator: x * 1664525 + 1013904223
	s_mov_b32 s14, 0x19660d
	s_mov_b32 s15, 0x7fffffff
	buffer_load_dword v6, v1, s[4:7], 0 offen
	v_mov_b32 v3, v0
	v_mov_b32 v8, 0
	v_mov_b32 v13, 1.0
	v_mov_b32 v14, 0
	v_mov_b32 v15, 0
	v_mov_b32 v4, v1
clear:                                         ; 16 rows of 64 dwords
	ds_write_b32 v4, v16
	v_add_u32 v4, 0x100, v4
	s_add_u32 s12, s12, 1
	s_cmp_lt_u32 s12, 16
	s_cbranch_scc1 clear
	s_mov_b32 s12, 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mul_f32 v6, 0.5, v6                      ; below 1: the values in LDS stay bounded
loop:
	buffer_load_dword v2, v1, s[4:7], 0 offen
	v_mul_lo_u32 v3, v3, s14
	v_add_u32 v3, s9, v3
	v_lshlrev_b32 v4, 2, v3
	v_and_b32 v4, s8, v4
	v_mul_f32 v5, v13, v6
	v_mad_f32 v7, v5, v6, v16
	v_fma_f32 v8, v7, v6, v8
	v_cmp_lt_u32 vcc, s15, v3                  ; about half of the lanes
	v_cndmask_b32 v11, v5, v7, vcc
	s_and_saveexec_b64 s[10:11], vcc
	ds_write_b32 v4, v11
	s_mov_b64 exec, s[10:11]
	ds_read_b32 v13, v4
	s_waitcnt vmcnt(0)
	s_waitcnt lgkmcnt(0)
	v_add_f32 v14, v14, v13
	s_add_u32 s12, s12, 1
	v_xor_b32 v15, v15, v2
	s_cmp_lt_u32 s12, s13
	s_cbranch_scc1 loop

	buffer_store_dword v8, v1, s[16:19], 0 offen
	buffer_store_dword v14, v1, s[16:19], 0 offen offset:256
	buffer_store_dword v15, v1, s[16:19], 0 offen offset:512
	s_endpgm
