; The scalar load is waited for before the store to its bytes.
; source: llvm/llvm-project#203610
; gpu: gfx700 gfx803
; quiet

	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[2:3], v6
	v_mov_b32 v7, s12
	s_endpgm
