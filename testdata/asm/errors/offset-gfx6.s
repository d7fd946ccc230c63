; gpu: gfx600
	s_load_dword s0, s[2:3], 0x100
	s_load_dword s0, s[2:3], 0x3ff offset:4
