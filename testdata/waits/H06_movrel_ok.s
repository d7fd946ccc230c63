; Before GCN 1.4 s_movrel needs no wait state.
; source: LLVM 22 post-RA hazard recognizer
; gpu: gfx600 gfx700 gfx803
; quiet

	s_mov_b32 m0, 1
	s_movrels_b32 s12, s13
	s_endpgm
