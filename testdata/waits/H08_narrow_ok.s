; Stores of 8 bytes or less have no hazard.
; source: llvm/llvm-project#202333, #218550, #203770
; gpu: gfx700 gfx803 gfx900
; quiet

	buffer_store_dwordx2 v[8:9], v0, s[8:11], 0 offen
	v_mov_b32 v8, 0
	s_endpgm
