; s_endpgm ends the wave whatever EXEC is, and waits for what is outstanding.
; source: Booth#139; AMD Vega ISA s_endpgm
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	buffer_load_dword v6, v0, s[4:7], 0 offen
	buffer_store_dword v1, v0, s[8:11], 0 offen
	s_mov_b64 exec, 0
	s_endpgm
	s_branch 0xfffe
