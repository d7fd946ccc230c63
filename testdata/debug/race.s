; Wave 1 tells wave 0 its sum through LDS. The barrier is missing.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	s_mov_b32 m0, -1
	v_mov_b32 v2, 0
	v_mov_b32 v3, 5
	s_cmp_lg_u32 s6, 0
	s_cbranch_scc0 reader
	v_add_u32 v3, 37, v3
	ds_write_b32 v2, v3
	s_waitcnt lgkmcnt(0)
	s_endpgm
reader:
	ds_read_b32 v4, v2
	s_waitcnt lgkmcnt(0)
	v_add_u32 v3, v3, v4
	global_store_dword v2, v3, s[0:1]
	s_endpgm
