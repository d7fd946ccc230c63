; Sums the numbers 1 to 128 in LDS: two waves, a tree of halves. Each step reads
; what other lanes have written before the barrier. The sum is at lds+0: 8256.
	v_lshlrev_b32 v1, 2, v0          ; byte address of the work-item
	v_add_u32 v2, 1, v0              ; its number
	ds_write_b32 v1, v2
	s_movk_i32 s0, 64                ; pairs to add
step:
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_cmp_gt_u32 vcc, s0, v0
	s_and_saveexec_b64 s[2:3], vcc
	s_lshl_b32 s1, s0, 2
	v_add_u32 v5, s1, v1
	ds_read_b32 v3, v1
	ds_read_b32 v4, v5
	s_waitcnt lgkmcnt(0)
	v_add_u32 v3, v3, v4
	ds_write_b32 v1, v3
	s_mov_b64 exec, s[2:3]
	s_lshr_b32 s0, s0, 1
	s_cmp_lg_u32 s0, 0
	s_cbranch_scc1 step
	s_endpgm
