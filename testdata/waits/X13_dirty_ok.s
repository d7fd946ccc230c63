; Scalar stores are written back.
; source: LLVM SIInsertWaitcnts (s_dcache_wb before s_endpgm)
; gpu: gfx803 gfx900
; quiet

	s_store_dword s12, s[2:3], 0x0
	s_dcache_wb
	s_endpgm
