; GCN 1.0: a load into the data register of a store that has not read it.
; source: LLVM 22 SIInsertWaitcnts, tahiti against bonaire, fiji, gfx900
; gpu: gfx600
; expect: race-war error at load producer store need expcnt(0)

store:
	buffer_store_dword v6, v0, s[8:11], 0 offen
load:
	ds_read_b32 v6, v0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_endpgm
