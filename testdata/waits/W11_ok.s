; Stores count in VM, in order with loads: vmcnt(n) names all but the n youngest.
; source: ROCm/rocm-libraries#10932
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	buffer_load_dword v6, v0, s[4:7], 0 offen
	buffer_store_dword v1, v0, s[8:11], 0 offen
	s_waitcnt vmcnt(1)
	v_mov_b32 v7, v6
	s_endpgm
