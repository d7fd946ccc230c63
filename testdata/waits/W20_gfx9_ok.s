; GCN 1.4 has no limit in M0.
; source: llvm/llvm-project#221212
; gpu: gfx900
; quiet

	s_mov_b32 m0, 0
	ds_read_b32 v7, v0
	s_waitcnt lgkmcnt(0)
	s_endpgm
