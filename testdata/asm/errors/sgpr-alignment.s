; gpu: gfx803
	s_load_dwordx4 s[6:9], s[0:1], 0x0
	s_mov_b64 s[5:6], 0
	buffer_load_dword v0, v1, s[2:5], 0 offen
