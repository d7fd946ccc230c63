; EXEC changes before an export has read its data.
; source: Vega ISA 11; LLVM SIInsertWaitcnts
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-exec-war warning at write producer op need expcnt(0)

op:
	exp mrt0 v6, v7, v8, v9 done vm
write:
	s_mov_b64 exec, 0
	s_endpgm
