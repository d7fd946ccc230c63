; Each path has its wait state behind the store.
; source: llvm/llvm-project#202333, #218550, #203770
; gpu: gfx700 gfx803 gfx900
; quiet

	s_cmp_eq_u32 s12, s13
	s_cbranch_scc0 join
	buffer_store_dwordx4 v[8:11], v0, s[8:11], 0 offen
	s_nop 0
join:
	v_mov_b32 v10, 0
	s_endpgm
