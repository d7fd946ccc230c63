; v_readlane reads a lane that EXEC has switched off now, and the load had not.
; source: AMD ISA manuals, v_readlane
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, 0
use:
	v_readlane_b32 s12, v6, 5
	s_endpgm
