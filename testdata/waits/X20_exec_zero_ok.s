; A load without active lanes writes nothing, and a use without reads nothing.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b64 exec, 0
	buffer_load_dword v6, v0, s[4:7], 0 offen
	v_mov_b32 v7, v6
	s_mov_b64 exec, -1
	v_mov_b32 v7, v6
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, 0
	v_mov_b32 v7, v6
	s_endpgm
