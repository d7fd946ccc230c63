; GCN 1.0: the wait for the data of a store names an export as well: stores and exports are not ordered.
; source: counters.md 2 (EXP); LLVM SIInsertWaitcnts
; gpu: gfx600
; expect: race-war error at write producer store have expcnt(1) need expcnt(0)

store:
	buffer_store_dword v6, v0, s[8:11], 0 offen
	exp mrt0 v7, v8, v9, v10 done vm
	s_waitcnt expcnt(1)
write:
	v_mov_b32 v6, 0
	s_endpgm
