; A load and a use in other lanes.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b64 exec, 0xffff
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_lshl_b64 exec, exec, 16
	v_mov_b32 v7, v6
	s_not_b64 exec, exec
	s_mov_b32 exec_lo, 0
	v_mov_b32 v6, v7
	s_endpgm
