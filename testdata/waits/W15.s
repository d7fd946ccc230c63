; GCN 1.0 reads the data of a store after issue.
; source: LLVM 22 SIInsertWaitcnts, tahiti against bonaire, fiji, gfx900
; gpu: gfx600
; expect: race-war error at write producer store need expcnt(0)

store:
	buffer_store_dword v6, v0, s[8:11], 0 offen
write:
	v_mov_b32 v6, 0
	s_endpgm
