; The second load of a register waits for the first.
; source: ROCm/rocm-systems#9470
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_load_dword s12, s[2:3], 0x0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v6, s12
	s_endpgm
