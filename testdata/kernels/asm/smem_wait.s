# gpu: gfx803 gfx900
#
# The counterpart of smem_order.s with the wait that is needed.

	s_mov_b32 s8, 0xdeadbe00
	s_load_dwordx2 s[8:9], s[0:1], 0x0
	s_load_dwordx2 s[10:11], s[0:1], 0x8
	s_waitcnt lgkmcnt(0)
	s_add_u32 s20, s8, s8
	s_add_u32 s21, s10, s20
	s_endpgm
