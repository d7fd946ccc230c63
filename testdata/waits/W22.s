; GDS append: its result is used before it has returned.
; source: mattias800/prosper#1742, #1819
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer append need lgkmcnt(0)

	s_mov_b32 m0, 0x0c600020
	s_nop 0
append:
	ds_append v6 gds
	s_waitcnt expcnt(0)
use:
	v_mov_b32 v7, v6
	s_endpgm
