; gpu: gfx900
	s_load_dwordx4 s[4:5], s[0:1], 0x0
	global_load_dwordx2 v0, v[2:3], off
	v_add_f64 v[0:1], v2, v[4:5]
