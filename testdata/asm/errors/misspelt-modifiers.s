; gpu: gfx900
	buffer_load_dword v0, v1, s[4:7], 0 ofen
	buffer_load_dword v0, v1, s[4:7], 0 offset 16
	global_load_dword v0, v[2:3], off ofset:16
	v_add_f32 v0, v1, v2 clmap
	v_add_f32_e64 v0, v1, v2 mul:3
