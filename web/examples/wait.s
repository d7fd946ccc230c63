; Multiplies two arrays. The second load is not waited for: vmcnt(1) lets the
; youngest operation be outstanding. Run stops where the old value is used.
	v_lshlrev_b32 v1, 2, v0
	global_load_dword v2, v1, s[0:1]
	global_load_dword v3, v1, s[2:3]
	s_waitcnt vmcnt(1)
	v_mul_lo_u32 v4, v2, v3
	global_store_dword v1, v4, s[4:5]
	s_endpgm
