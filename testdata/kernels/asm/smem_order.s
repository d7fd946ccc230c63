# gpu: gfx803 gfx900
# data: pair u64 0x2a 0x1000
#
# DEFECT ON PURPOSE: scalar loads return in any order, so lgkmcnt(1) names neither of two.
# In: s[0:1] kernarg segment: two values of 64 bits. Out: s20 the first doubled, if the wait had been lgkmcnt(0).

	s_mov_b32 s8, 0xdeadbe00                   ; what s8 holds until the load returns
	s_load_dwordx2 s[8:9], s[0:1], 0x0
	s_load_dwordx2 s[10:11], s[0:1], 0x8
	s_waitcnt lgkmcnt(1)
	s_add_u32 s20, s8, s8                      ; needs lgkmcnt(0)
	s_waitcnt lgkmcnt(0)
	s_add_u32 s21, s10, s20
	s_endpgm
