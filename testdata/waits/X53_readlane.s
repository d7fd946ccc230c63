; v_readlane_b32 of a lane of the load's.
; source: AMD ISA manuals, V_READLANE_B32
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

	s_mov_b64 exec, 0xffff
	s_movk_i32 s14, 0x4f
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, -1
use:
	v_readlane_b32 s13, v6, s14
	s_endpgm
