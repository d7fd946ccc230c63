; Adds four arrays, 16 waves of one work-group each. The timeline shows what each
; wave waits for; loads of a wave overlap, as it waits for them together.
	v_lshlrev_b32 v1, 2, v0          ; global id to bytes
	global_load_dword v2, v1, s[0:1]
	global_load_dword v3, v1, s[2:3]
	global_load_dword v4, v1, s[4:5]
	s_waitcnt vmcnt(1)
	v_add_f32 v2, v2, v3
	s_waitcnt vmcnt(0)
	v_add_f32 v2, v2, v4
	global_store_dword v1, v2, s[6:7]
	s_endpgm
