; Copies 64 dwords through a buffer resource that it makes. num_records is the number of dwords, and
; should be that of bytes: the stride is 0.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	s_mov_b32 s4, s0
	s_mov_b32 s5, s1
	s_movk_i32 s6, 64
	s_mov_b32 s7, 0x00027000
	v_lshlrev_b32 v1, 2, v0
	buffer_load_dword v2, v1, s[4:7], 0 offen
	s_waitcnt vmcnt(0)
	global_store_dword v1, v2, s[2:3]
	s_endpgm
