; A pipelined loop: each round waits for all but its own load.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b32 s12, 3
	buffer_load_dword v6, v0, s[4:7], 0 offen
loop:
	buffer_load_dword v8, v0, s[4:7], 0 offen offset:256
	s_waitcnt vmcnt(1)
	v_add_f32 v7, v6, v7
	buffer_load_dword v6, v0, s[4:7], 0 offen offset:512
	s_waitcnt vmcnt(1)
	v_add_f32 v7, v8, v7
	s_sub_u32 s12, s12, 1
	s_cmp_lg_u32 s12, 0
	s_cbranch_scc1 loop
	s_endpgm
