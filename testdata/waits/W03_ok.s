; The load is waited for before its register is written again.
; source: ROCm/rocm-systems#9470
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s12, 7
	s_endpgm
