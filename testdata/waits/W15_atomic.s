; GCN 1.0: an atomic with return holds its data too.
; source: LLVM 22 SIInsertWaitcnts, tahiti against bonaire, fiji, gfx900; errata B-33
; gpu: gfx600
; expect: race-war error at write producer op need expcnt(0)

op:
	buffer_atomic_cmpswap v[6:7], v0, s[8:11], 0 offen glc
write:
	v_mov_b32 v7, 0
	s_endpgm
