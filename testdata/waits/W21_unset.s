; Nothing sets M0 before LDS is used.
; source: llvm/llvm-project#221212
; gpu: gfx600 gfx700 gfx803
; unset: m0
; only: static
; expect: uninit-m0 error at read

read:
	ds_read_b32 v7, v0
	s_waitcnt lgkmcnt(0)
	s_endpgm
