; gpu: gfx900
	s_load_dword v0, s[2:3], 0
	ds_read_b32 s0, v1
	ds_read_b32 v0, s1
	buffer_load_dword s0, off, s[4:7], 0
	global_load_dword v0, s[2:3], off
	buffer_load_dword v0, off, v[4:7], 0
	v_readlane_b32 v0, v1, 2
	s_load_dword s0, v[2:3], 0
	exp mrt0 s0, s1, s2, s3
	image_load v0, s4, s[8:15]
