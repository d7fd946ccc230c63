; A VALU write under an outstanding load.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-waw error at write producer load need vmcnt(0)

load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
write:
	v_mov_b32 v6, 7
	s_waitcnt vmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
