; Two LDS reads and a scalar load: a counter of 2 is not enough for the first read.
; source: ROCm/rocm-systems race-detector.md; LLVM SIInsertWaitcnts counterOutOfOrder; AMD ISA manuals 4.4: LDS returns in order
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer read have lgkmcnt(2) need lgkmcnt(1)

read:
	ds_read_b32 v6, v0
	ds_read_b32 v7, v0 offset:256
	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(2)
use:
	v_mov_b32 v8, v6
	s_endpgm
