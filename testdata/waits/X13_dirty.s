; Scalar stores are not written back.
; source: LLVM SIInsertWaitcnts (s_dcache_wb before s_endpgm)
; gpu: gfx803 gfx900
; expect: race-end-dirty warning at end

store:
	s_store_dword s12, s[2:3], 0x0
end:
	s_endpgm
