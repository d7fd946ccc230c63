; The buffer load to LDS is waited for with vmcnt.
; source: llvm/llvm-project#75245, #74537, #147258
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b32 m0, 0
	s_nop 0
	buffer_load_dword v0, s[4:7], 0 offen lds
	s_mov_b32 m0, -1

	s_waitcnt vmcnt(0)
	ds_read_b32 v6, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
