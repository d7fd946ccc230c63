; Five wait states between.
; source: ROCm/legacy-rocm-build#1487
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	v_readfirstlane_b32 s12, v0
	s_nop 4
	buffer_load_dword v6, v0, s[4:7], s12 offen
	s_waitcnt vmcnt(0)
	s_endpgm
