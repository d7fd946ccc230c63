; The timer's value is used before the scalar memory operation has returned it.
; source: ROCm/legacy-rocm-build#1288
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer time need lgkmcnt(0)

time:
	s_memtime s[12:13]
use:
	s_sub_u32 s14, s12, s16
	s_endpgm
