; The same for the scalar load's register.
; source: ROCm/rocm-systems race-detector.md; LLVM SIInsertWaitcnts counterOutOfOrder
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load have lgkmcnt(1) need lgkmcnt(0)

load:
	s_load_dword s12, s[0:1], 0x0
	ds_read_b32 v6, v0
	s_waitcnt lgkmcnt(1)
use:
	s_mov_b32 s13, s12
	s_endpgm
