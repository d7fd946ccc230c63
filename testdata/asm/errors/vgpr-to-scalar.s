; gpu: gfx900
	s_mov_b32 s0, v1
	s_add_u32 v0, s1, s2
