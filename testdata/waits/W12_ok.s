; Zero proves both.
; source: ROCm/rocm-systems race-detector.md; LLVM SIInsertWaitcnts counterOutOfOrder
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	ds_read_b32 v6, v0
	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v7, v6
	s_mov_b32 s13, s12
	s_endpgm
