; Timers waited for.
; source: ROCm/legacy-rocm-build#1288
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_memtime s[12:13]
	s_memtime s[14:15]
	s_waitcnt lgkmcnt(0)
	s_sub_u32 s16, s14, s12
	s_subb_u32 s17, s15, s13
	s_endpgm
