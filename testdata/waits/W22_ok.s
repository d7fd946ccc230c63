; GDS append: M0[31:16] is the base, M0[15:0] the size: the counter at 0xc60 grows, that at 0x20 does not.
; source: mattias800/prosper#1742, #1819
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b32 m0, 0x0c600020
	s_nop 0
	ds_append v6 gds
	s_waitcnt lgkmcnt(0) expcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
