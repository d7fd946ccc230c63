; v_readlane_b32 reads a lane that is not active.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, 0
use:
	v_readlane_b32 s12, v6, 3
	s_endpgm
