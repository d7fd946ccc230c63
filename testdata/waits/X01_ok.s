; Two loads of one ordered class to one register return in order.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	buffer_load_dword v6, v0, s[4:7], 0 offen
	buffer_load_dword v6, v0, s[8:11], 0 offen
	ds_read_b32 v7, v0
	ds_read_b32 v7, v0 offset:256
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mov_b32 v8, v6
	v_mov_b32 v9, v7
	s_endpgm
