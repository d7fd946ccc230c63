; GCN 1.4: SALU writes M0, s_movrel reads it: one wait state.
; source: LLVM 22 post-RA hazard recognizer
; gpu: gfx900
; expect: hazard-m0-movrel error at use producer write

write:
	s_mov_b32 m0, 1
use:
	s_movrels_b32 s12, s13
	s_endpgm
