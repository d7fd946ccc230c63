; The scalar cache is emptied.
; source: LLVM AMDGPUUsage, memory model GFX6-GFX9
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v0, s[4:7], 0 offen
	s_waitcnt vmcnt(0)
	s_dcache_inv
	s_waitcnt lgkmcnt(0)
	s_load_dword s13, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_endpgm
