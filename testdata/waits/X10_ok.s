; Both arms load; the count fits both.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_cmp_eq_u32 s12, s13
	s_cbranch_scc0 other
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_branch join
other:
	buffer_load_dword v6, v0, s[8:11], 0 offen
join:
	buffer_load_dword v8, v0, s[4:7], 0 offen
	s_waitcnt vmcnt(1)
	v_mov_b32 v7, v6
	s_endpgm
