; The polling load is waited for.
; source: ROCm/hipCUB#183
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	buffer_load_dword v6, v0, s[4:7], 0 offen glc
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32 vcc, v6, v7
	s_endpgm
