; The tail has its own count.
; source: ROCm/rocm-libraries#3287
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b32 s12, 3
loop:
	ds_read_b32 v6, v0
	ds_read_b32 v7, v0 offset:256
	s_waitcnt lgkmcnt(1)
	v_add_f32 v8, v6, v8
	s_waitcnt lgkmcnt(0)
	v_add_f32 v8, v7, v8
	s_sub_u32 s12, s12, 1
	s_cmp_lg_u32 s12, 0
	s_cbranch_scc1 loop
	ds_read_b32 v6, v0
	s_waitcnt lgkmcnt(0)
	v_add_f32 v8, v6, v8
	s_endpgm
