; v_readlane_b32 and v_writelane_b32 of lanes that are not the load's, named by a constant and by a register.
; source: AMD ISA manuals, V_READLANE_B32
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b64 exec, 0xffff
	s_movk_i32 s14, 0x52
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, -1
	v_readlane_b32 s12, v6, 20
	v_readlane_b32 s13, v6, s14
	v_writelane_b32 v6, s12, 63
	s_endpgm
