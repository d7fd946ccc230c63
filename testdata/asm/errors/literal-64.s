; gpu: gfx900
	s_mov_b64 s[0:1], 0x123456789abcdef
	v_add_f64 v[0:1], v[2:3], 1.1
	v_mov_b32 v0, 0x1ffffffff
