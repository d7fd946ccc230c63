; GCN 1.0: the count is one too high.
; source: LLVM 22 SIInsertWaitcnts, tahiti against bonaire, fiji, gfx900
; gpu: gfx600
; expect: race-war error at write producer store have expcnt(2) need expcnt(1)

store:
	buffer_store_dwordx2 v[6:7], v0, s[8:11], 0 offen
	buffer_store_dword v8, v0, s[8:11], 0 offen offset:512
	s_waitcnt expcnt(2)
write:
	v_mov_b32 v7, 0
	s_endpgm
