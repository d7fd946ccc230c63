; gpu: gfx900
	v_mov_b32 v[0], v[1
