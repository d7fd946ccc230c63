; Exports of different types are not ordered: a count names none of them.
; source: counters.md 2; AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-war error at write producer op have expcnt(1) need expcnt(0)

op:
	exp pos0 v6, v7, v8, v9 done
	exp param0 v10, v11, v12, v13
	s_waitcnt expcnt(1)
write:
	v_mov_b32 v6, 0
	s_endpgm
