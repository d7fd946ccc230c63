; gpu: gfx900
	s_mov_b32 s0, #5
	v_mov_b32 %v0, 1
