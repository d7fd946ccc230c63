; A load of the caller is used in the function that it calls.
; source: AMD ISA manuals 4.4; LLVM waits for everything at function entry
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)


load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, 16
	s_addc_u32 s13, s13, 0
	s_swappc_b64 s[14:15], s[12:13]
	s_endpgm
use:
	v_mov_b32 v7, v6
	s_setpc_b64 s[14:15]
