; From GCN 1.1 on a store has its data when it issues.
; source: LLVM 22 SIInsertWaitcnts, tahiti against bonaire, fiji, gfx900
; gpu: gfx700 gfx803 gfx900
; quiet

	buffer_store_dword v6, v0, s[8:11], 0 offen
	v_mov_b32 v6, 0
	s_endpgm
