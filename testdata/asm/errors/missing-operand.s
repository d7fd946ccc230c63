; gpu: gfx900
	v_add_f32 v0, v1
	s_endpgm 1, 2
	v_mov_b32
	s_mov_b32 s0,
