; No lane is active: v_readfirstlane_b32 reads lane 0, which the load does not write.
; source: AMD ISA manuals, V_READFIRSTLANE_B32
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b64 exec, 0xfe
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, 0
	v_readfirstlane_b32 s12, v6
	s_endpgm
