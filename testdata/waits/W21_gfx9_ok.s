; GCN 1.4 needs no M0 for LDS.
; source: llvm/llvm-project#221212
; gpu: gfx900
; unset: m0
; quiet

	ds_read_b32 v7, v0
	s_waitcnt lgkmcnt(0)
	s_endpgm
