; s_setkill of an odd number ends the wave, as s_endpgm does.
; source: AMD's later manuals of the gfx9 family, S_SETKILL
; gpu: gfx700 gfx803 gfx900
; quiet

	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_setkill 1
