; M0 may choose the destination of an outstanding load; only a run knows.
; source: AMD ISA manuals, relative addressing
; gpu: gfx600 gfx700 gfx803
; expect static: race-indexed info at use producer load
; quiet run

load:
	buffer_load_dword v9, v0, s[4:7], 0 offen
	v_readfirstlane_b32 s12, v1
	s_mov_b32 m0, s12
use:
	v_movrels_b32 v6, v7
	s_waitcnt vmcnt(0)
	s_endpgm
