; GCN 1.0: EXP of stores falls in order: expcnt(1) names all but the youngest.
; source: LLVM 22 SIInsertWaitcnts, tahiti against bonaire, fiji, gfx900
; gpu: gfx600
; quiet

	buffer_store_dwordx2 v[6:7], v0, s[8:11], 0 offen
	buffer_store_dword v8, v0, s[8:11], 0 offen offset:512
	s_waitcnt expcnt(1)
	v_mov_b32 v7, 0
	s_endpgm
