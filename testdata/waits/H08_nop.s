; The wait state is only on the path that does not need it.
; source: llvm/llvm-project#202333, #218550, #203770
; gpu: gfx700 gfx803 gfx900
; expect: hazard-wide-store error at write producer store

	s_cmp_eq_u32 s12, s13
	s_cbranch_scc1 arm
	s_nop 0
	s_branch join
arm:
	s_nop 0
store:
	buffer_store_dwordx4 v[8:11], v0, s[8:11], 0 offen
join:
write:
	v_mov_b32 v10, 0
	s_endpgm
