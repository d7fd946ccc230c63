; Lanes that were switched off when the load was issued are not pending.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b32 exec_lo, -1
	s_mov_b32 exec_hi, 0
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b32 exec_lo, 0
	s_mov_b32 exec_hi, -1
	v_mov_b32 v7, v6
	s_waitcnt vmcnt(0)
	s_endpgm
