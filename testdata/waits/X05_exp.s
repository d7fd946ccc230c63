; An export reads its data after issue.
; source: AMD ISA manuals 4.4 (EXP_CNT)
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-war error at write producer op need expcnt(0)

op:
	exp mrt0 v6, v7, v8, v9 done vm
write:
	v_mov_b32 v8, 0
	s_endpgm
