; GDS with its data waited for.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b32 m0, 0x00000100
	s_nop 0
	ds_write_b32 v0, v6 gds
	s_waitcnt expcnt(0)
	v_mov_b32 v6, 0
	s_waitcnt lgkmcnt(0)
	s_endpgm
