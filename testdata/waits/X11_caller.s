; A load of a function is used by its caller.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, 20
	s_addc_u32 s13, s13, 0
	s_swappc_b64 s[14:15], s[12:13]

use:
	v_mov_b32 v7, v6
	s_endpgm
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_setpc_b64 s[14:15]
