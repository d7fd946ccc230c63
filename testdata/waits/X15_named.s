; The named register is the destination of an outstanding load, M0 is not known.
; source: AMD ISA manuals, relative addressing
; gpu: gfx600 gfx700 gfx803
; expect static: race-indexed warning at use producer load
; quiet run

load:
	buffer_load_dword v7, v0, s[4:7], 0 offen
	s_waitcnt lgkmcnt(0)
	v_readlane_b32 s12, v1, 2
	s_mov_b32 m0, s12
use:
	v_movrels_b32 v6, v7
	s_waitcnt vmcnt(0)
	s_endpgm
