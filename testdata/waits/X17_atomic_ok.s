; An atomic without return writes no register.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	buffer_atomic_add v6, v0, s[8:11], 0 offen
	s_waitcnt expcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
