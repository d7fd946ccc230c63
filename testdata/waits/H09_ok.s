; Later generations need none.
; source: LLVM hasSMRDReadVALUDefHazard
; gpu: gfx700 gfx803 gfx900
; quiet

	v_mov_b32 v6, s0
	v_readfirstlane_b32 s0, v6
	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_endpgm
