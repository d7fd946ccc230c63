; gpu: gfx900
	buffer_load_dword v0, v1, s[4:5], 0 offen
	image_load v[0:3], v[4:5], s[0:3] dmask:0xf unorm
