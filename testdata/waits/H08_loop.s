; The store is at the end of a loop, the write at its head.
; source: llvm/llvm-project#202333, #218550, #203770
; gpu: gfx700 gfx803 gfx900
; quiet

	s_mov_b32 s12, 2
loop:
	v_mov_b32 v10, 0
	s_sub_u32 s12, s12, 1
	s_cmp_lg_u32 s12, 0
	buffer_store_dwordx4 v[8:11], v0, s[8:11], 0 offen
	s_cbranch_scc1 loop
	s_endpgm
