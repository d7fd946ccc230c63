; The scalar load is waited for before the store to its bytes.
; source: llvm/llvm-project#203610
; gpu: gfx600
; quiet

	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v6, v0, s[4:7], 0 offen
	v_mov_b32 v7, s12
	s_endpgm
