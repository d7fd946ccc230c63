; LDS and scalar memory share LGKM and return in any order to each other.
; source: ROCm/rocm-systems race-detector.md; LLVM SIInsertWaitcnts counterOutOfOrder
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer read have lgkmcnt(1) need lgkmcnt(0)

read:
	ds_read_b32 v6, v0
	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(1)
use:
	v_mov_b32 v7, v6
	s_endpgm
