; Exports of one type are ordered.
; source: counters.md 2; AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	exp param0 v6, v7, v8, v9
	exp param1 v10, v11, v12, v13
	s_waitcnt expcnt(1)
	v_mov_b32 v6, 0
	s_waitcnt expcnt(0)
	v_mov_b32 v10, 0
	s_mov_b64 exec, 0
	s_endpgm
