; The load at the end of a loop is used at its head: over the back edge alone.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at loop producer load need vmcnt(0)

	s_mov_b32 s12, 3
	v_mov_b32 v6, 0
loop:
	v_add_f32 v7, v6, v7
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_sub_u32 s12, s12, 1
	s_cmp_lg_u32 s12, 0
	s_cbranch_scc1 loop
	s_endpgm
