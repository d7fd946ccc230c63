; Scalar loads waited for with zero.
; source: ROCm/rocm-libraries#10929
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_load_dword s12, s[0:1], 0x0
	s_load_dword s13, s[2:3], 0x0
	s_waitcnt lgkmcnt(0)
	s_add_u32 s14, s12, s13
	s_endpgm
