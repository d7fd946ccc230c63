; Adds the first element to all of them. It takes that of lane 1: v_readlane_b32 names the wrong lane.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	v_lshlrev_b32 v1, 2, v0
	global_load_dword v2, v1, s[0:1]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v2, 1
	s_mov_b32 s5, 3
scale:
	v_add_u32 v2, s4, v2
	s_sub_u32 s5, s5, 1
	s_cmp_lg_u32 s5, 0
	s_cbranch_scc1 scale
	global_store_dword v1, v2, s[2:3]
	s_endpgm
