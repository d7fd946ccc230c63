; gpu: gfx600
	flat_load_dword v0, v[2:3]
