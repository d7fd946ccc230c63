; No lane is active: v_readfirstlane_b32 reads lane 0, which the load writes.
; source: AMD ISA manuals, V_READFIRSTLANE_B32
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

	s_mov_b64 exec, 0xff
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, 0
use:
	v_readfirstlane_b32 s12, v6
	s_endpgm
