; gpu: gfx900
	global_load_dword v0, v[2:3], off offset:4096
	flat_load_dword v0, v[2:3] offset:-1
	ds_read_b32 v0, v1 offset:65536
	ds_read2_b32 v[0:1], v2 offset0:256 offset1:1
	s_load_dword s0, s[2:3], 0x200000
	buffer_load_dword v0, off, s[4:7], 0 offset:-4
