; GDS reads its data after issue: it must not change before EXP falls.
; source: AMD ISA manuals 4.4; LLVM SIInsertWaitcnts GDS_GPR_LOCK
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-war error at write producer op need expcnt(0)

	s_mov_b32 m0, 0x00000100
	s_nop 0
op:
	ds_write_b32 v0, v6 gds
write:
	v_mov_b32 v6, 0
	s_waitcnt lgkmcnt(0)
	s_endpgm
