; M0, the limit of LDS, is not what the second read needs. What M0 holds only a run knows.
; source: llvm/llvm-project#221212
; gpu: gfx600 gfx700 gfx803
; quiet static
; expect run: bounds-lds warning at second

	s_mov_b32 m0, -1
	ds_read_b32 v6, v0
	s_mov_b32 m0, 0
second:
	ds_read_b32 v7, v0
	s_waitcnt lgkmcnt(0)
	s_endpgm
