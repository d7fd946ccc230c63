; gpu: gfx900
	v_add_nc_u32 v0, v1, v2
	s_load_b64 s[0:1], s[2:3], 0
	global_load_b32 v0, v1, s[2:3]
	ds_store_b64 v0, v[2:3]
	s_and_not1_b64 s[0:1], s[2:3], s[4:5]
	v_add_co_ci_u32 v0, vcc, v1, v2, vcc
