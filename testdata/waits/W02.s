; Scalar memory returns in any order: a count of 1 names no load.
; source: ROCm/rocm-libraries#10929
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer a have lgkmcnt(1) need lgkmcnt(0)

a:
	s_load_dword s12, s[0:1], 0x0
	s_load_dword s13, s[2:3], 0x0
	s_waitcnt lgkmcnt(1)
use:
	s_add_u32 s14, s12, s12
	s_endpgm
