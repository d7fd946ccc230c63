; M0 is set again.
; source: llvm/llvm-project#221212
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b32 m0, -1
	ds_read_b32 v6, v0
	s_mov_b32 m0, 0
	s_mov_b32 m0, -1
	ds_read_b32 v7, v0
	s_waitcnt lgkmcnt(0)
	s_endpgm
