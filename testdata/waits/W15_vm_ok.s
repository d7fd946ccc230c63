; GCN 1.0: a store that is complete has read its data.
; source: LLVM 22 SIInsertWaitcnts, tahiti against bonaire, fiji, gfx900
; gpu: gfx600
; quiet

	buffer_store_dword v6, v0, s[8:11], 0 offen
	s_waitcnt vmcnt(0)
	v_mov_b32 v6, 0
	s_endpgm
