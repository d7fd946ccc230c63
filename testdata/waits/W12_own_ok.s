; Two LDS reads and a scalar load: while the first read is out so is the second, so a counter of 1 proves the first.
; source: ROCm/rocm-systems race-detector.md; LLVM SIInsertWaitcnts counterOutOfOrder; AMD ISA manuals 4.4: LDS returns in order
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	ds_read_b32 v6, v0
	ds_read_b32 v7, v0 offset:256
	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(1)
	v_mov_b32 v8, v6
	s_endpgm
