; A vector store overtakes the scalar load of the same bytes. Without the addresses nobody can tell: the static checker does not.
; source: llvm/llvm-project#203610
; gpu: gfx900
; quiet static
; expect run: race-smem-store error at store producer load

load:
	s_load_dword s12, s[0:1], 0x0
store:
	global_store_dword v[2:3], v6, off
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v7, s12
	s_endpgm
