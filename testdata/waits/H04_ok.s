; The written SGPR is no lane select.
; source: AMD ISA manuals, manually inserted wait states
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	v_readfirstlane_b32 s12, v1
	v_readlane_b32 s13, v0, s14
	v_mov_b32 v6, s12
	s_endpgm
