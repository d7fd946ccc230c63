; Wide store in one arm, the other branch joins: a VALU write right behind the join overwrites its data.
; source: llvm/llvm-project#202333, #218550, #203770
; gpu: gfx700 gfx803 gfx900
; expect: hazard-wide-store error at write producer store

	s_cmp_eq_u32 s12, s13
	s_cbranch_scc0 join
store:
	buffer_store_dwordx4 v[8:11], v0, s[8:11], 0 offen
join:
write:
	v_mov_b32 v10, 0
	s_endpgm
