; FLAT stores of more than 8 bytes.
; source: llvm/llvm-project#202333, #218550, #203770
; gpu: gfx700 gfx803 gfx900
; expect: hazard-wide-store error at write producer store

store:
	flat_store_dwordx4 v[4:5], v[8:11]
write:
	v_mov_b32 v10, 0
	s_endpgm
