; The scalar store is waited for.
; source: AMD GCN3 and Vega ISA manuals, 4.4 (scalar memory returns out of order)
; gpu: gfx803 gfx900
; quiet

	s_mov_b32 s12, 7
store:
	s_store_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_load_dword s13, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_dcache_wb
	s_waitcnt lgkmcnt(0)
	s_endpgm
