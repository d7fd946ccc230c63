; A call clobbers M0 between two LDS reads.
; source: llvm/llvm-project#221212
; gpu: gfx600 gfx700 gfx803
; quiet static
; expect run: bounds-lds warning at second

	s_mov_b32 m0, -1
	ds_read_b32 v6, v0
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, 28
	s_addc_u32 s13, s13, 0
	s_swappc_b64 s[14:15], s[12:13]
second:
	ds_read_b32 v7, v0
	s_waitcnt lgkmcnt(0)
	s_endpgm
	s_mov_b32 m0, 0
	s_setpc_b64 s[14:15]
