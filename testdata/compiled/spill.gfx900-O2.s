	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.amdhsa_code_object_version 5
	.text
	.protected	spill                   ; -- Begin function spill
	.globl	spill
	.p2align	8
	.type	spill,@function
spill:                                  ; @spill
; %bb.0:
	s_mov_b64 s[38:39], s[2:3]
	s_mov_b64 s[36:37], s[0:1]
	s_load_dword s0, s[4:5], 0x6c
	s_load_dword s1, s[4:5], 0x88
	s_load_dwordx16 s[8:23], s[4:5], 0x20
	s_add_u32 s36, s36, s7
	s_addc_u32 s37, s37, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	s_mul_i32 s6, s6, s0
	s_add_i32 s1, s1, s6
	v_add_u32_e32 v0, s1, v0
	buffer_store_dword v0, off, s[36:39], 0 offset:248 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[36:39], 0 offset:252 ; 4-byte Folded Spill
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_mov_b32 s4, s13
	s_mov_b32 s5, 0
	s_mov_b32 s24, s11
	s_mov_b32 s6, s9
	s_mov_b32 s26, s15
	v_mul_lo_u32 v0, v0, 40
	v_and_b32_e32 v2, 0x3f8, v0
	v_lshlrev_b32_e32 v2, 2, v2
	s_waitcnt lgkmcnt(0)
	global_load_dword v2, v2, s[0:1]
	v_add_u32_e32 v1, 17, v0
	v_add_u32_e32 v12, 0xbb, v0
	v_add_u32_e32 v13, 0xcc, v0
	v_add_u32_e32 v14, 0xdd, v0
	v_add_u32_e32 v15, 0xee, v0
	v_add_u32_e32 v16, 0xff, v0
	v_add_u32_e32 v17, 0x110, v0
	v_and_b32_e32 v1, 0x3f9, v1
	v_add_u32_e32 v18, 0x121, v0
	v_add_u32_e32 v19, 0x132, v0
	v_add_u32_e32 v20, 0x143, v0
	v_add_u32_e32 v21, 0x154, v0
	v_add_u32_e32 v22, 0x165, v0
	v_and_b32_e32 v12, 0x3fb, v12
	v_and_b32_e32 v13, 0x3fc, v13
	v_and_b32_e32 v14, 0x3fd, v14
	v_and_b32_e32 v15, 0x3fe, v15
	v_and_b32_e32 v16, 0x3ff, v16
	v_and_b32_e32 v17, 0x3f8, v17
	v_and_b32_e32 v18, 0x3f9, v18
	v_and_b32_e32 v19, 0x3fa, v19
	v_and_b32_e32 v20, 0x3fb, v20
	v_and_b32_e32 v21, 0x3fc, v21
	v_and_b32_e32 v22, 0x3fd, v22
	v_lshlrev_b32_e32 v1, 2, v1
	v_lshlrev_b32_e32 v11, 2, v12
	v_lshlrev_b32_e32 v12, 2, v13
	v_lshlrev_b32_e32 v13, 2, v14
	v_lshlrev_b32_e32 v14, 2, v15
	v_lshlrev_b32_e32 v15, 2, v16
	v_lshlrev_b32_e32 v16, 2, v17
	v_lshlrev_b32_e32 v17, 2, v18
	v_lshlrev_b32_e32 v18, 2, v19
	v_lshlrev_b32_e32 v19, 2, v20
	v_lshlrev_b32_e32 v20, 2, v21
	v_lshlrev_b32_e32 v21, 2, v22
	v_add_u32_e32 v3, 51, v0
	v_and_b32_e32 v3, 0x3fb, v3
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_u32_e32 v4, 0x44, v0
	v_and_b32_e32 v4, 0x3fc, v4
	v_lshlrev_b32_e32 v4, 2, v4
	v_add_u32_e32 v5, 0x55, v0
	v_and_b32_e32 v5, 0x3fd, v5
	v_lshlrev_b32_e32 v5, 2, v5
	v_add_u32_e32 v6, 0x66, v0
	v_and_b32_e32 v6, 0x3fe, v6
	v_lshlrev_b32_e32 v6, 2, v6
	v_add_u32_e32 v7, 0x77, v0
	v_and_b32_e32 v7, 0x3ff, v7
	v_lshlrev_b32_e32 v7, 2, v7
	v_add_u32_e32 v8, 0x88, v0
	v_add_u32_e32 v9, 0x99, v0
	v_add_u32_e32 v10, 0xaa, v0
	v_and_b32_e32 v8, 0x3f8, v8
	v_and_b32_e32 v9, 0x3f9, v9
	v_and_b32_e32 v10, 0x3fa, v10
	v_lshlrev_b32_e32 v8, 2, v8
	v_lshlrev_b32_e32 v9, 2, v9
	v_lshlrev_b32_e32 v10, 2, v10
	v_add_u32_e32 v23, 0x176, v0
	v_and_b32_e32 v23, 0x3fe, v23
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 ; 4-byte Folded Spill
	v_add_u32_e32 v2, 34, v0
	v_and_b32_e32 v2, 0x3fa, v2
	v_lshlrev_b32_e32 v2, 2, v2
	global_load_dword v22, v1, s[0:1]
	s_nop 0
	global_load_dword v1, v2, s[0:1]
	v_lshlrev_b32_e32 v2, 2, v23
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[36:39], 0 offset:8 ; 4-byte Folded Spill
	global_load_dword v1, v3, s[0:1]
	v_add_u32_e32 v3, 0x187, v0
	v_and_b32_e32 v3, 0x3ff, v3
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[36:39], 0 offset:16 ; 4-byte Folded Spill
	global_load_dword v1, v4, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[36:39], 0 offset:24 ; 4-byte Folded Spill
	global_load_dword v1, v5, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[36:39], 0 offset:32 ; 4-byte Folded Spill
	global_load_dword v1, v6, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[36:39], 0 offset:40 ; 4-byte Folded Spill
	global_load_dword v1, v7, s[0:1]
	v_lshlrev_b32_e32 v7, 2, v3
	global_load_dword v3, v16, s[0:1]
	s_nop 0
	global_load_dword v16, v17, s[0:1]
	s_nop 0
	global_load_dword v17, v18, s[0:1]
	s_nop 0
	global_load_dword v18, v19, s[0:1]
	s_nop 0
	global_load_dword v19, v20, s[0:1]
	s_nop 0
	global_load_dword v20, v21, s[0:1]
	s_nop 0
	global_load_dword v2, v2, s[0:1]
	s_waitcnt vmcnt(7)
	buffer_store_dword v1, off, s[36:39], 0 offset:176 ; 4-byte Folded Spill
	global_load_dword v8, v8, s[0:1]
	s_nop 0
	global_load_dword v9, v9, s[0:1]
	s_nop 0
	global_load_dword v10, v10, s[0:1]
	s_nop 0
	global_load_dword v6, v11, s[0:1]
	global_load_dword v5, v12, s[0:1]
	global_load_dword v4, v13, s[0:1]
	global_load_dword v1, v14, s[0:1]
	v_add_u32_e32 v11, 0x1ba, v0
	v_and_b32_e32 v11, 0x3fa, v11
	v_lshlrev_b32_e32 v11, 2, v11
	v_add_u32_e32 v12, 0x1cb, v0
	v_and_b32_e32 v12, 0x3fb, v12
	v_lshlrev_b32_e32 v12, 2, v12
	v_add_u32_e32 v13, 0x1dc, v0
	v_and_b32_e32 v13, 0x3fc, v13
	v_lshlrev_b32_e32 v13, 2, v13
	v_add_u32_e32 v14, 0x1ed, v0
	v_and_b32_e32 v14, 0x3fd, v14
	v_lshlrev_b32_e32 v14, 2, v14
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[36:39], 0 offset:48 ; 4-byte Folded Spill
	global_load_dword v1, v15, s[0:1]
	v_add_u32_e32 v15, 0x1fe, v0
	v_and_b32_e32 v15, 0x3fe, v15
	v_lshlrev_b32_e32 v15, 2, v15
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[36:39], 0 offset:224 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[36:39], 0  ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v1, s8, v1
	buffer_store_dword v2, off, s[36:39], 0 ; 4-byte Folded Spill
	global_load_dword v2, v7, s[0:1]
	v_add_u32_e32 v7, 0x1a9, v0
	v_and_b32_e32 v7, 0x3f9, v7
	v_lshlrev_b32_e32 v7, 2, v7
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:56 ; 4-byte Folded Spill
	v_add_u32_e32 v2, 0x198, v0
	v_and_b32_e32 v2, 0x3f8, v2
	v_lshlrev_b32_e32 v2, 2, v2
	global_load_dword v2, v2, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:64 ; 4-byte Folded Spill
	global_load_dword v2, v7, s[0:1]
	v_add_u32_e32 v7, 0x231, v0
	v_and_b32_e32 v7, 0x3f9, v7
	v_lshlrev_b32_e32 v7, 2, v7
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:72 ; 4-byte Folded Spill
	global_load_dword v2, v11, s[0:1]
	v_add_u32_e32 v11, 0x242, v0
	v_and_b32_e32 v11, 0x3fa, v11
	v_lshlrev_b32_e32 v11, 2, v11
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:112 ; 4-byte Folded Spill
	global_load_dword v2, v12, s[0:1]
	v_add_u32_e32 v12, 0x286, v0
	v_and_b32_e32 v12, 0x3fe, v12
	v_lshlrev_b32_e32 v12, 2, v12
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:232 ; 4-byte Folded Spill
	global_load_dword v2, v13, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:240 ; 4-byte Folded Spill
	global_load_dword v2, v14, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:256 ; 4-byte Folded Spill
	global_load_dword v2, v15, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:260 ; 4-byte Folded Spill
	v_add_u32_e32 v2, 0x220, v0
	v_and_b32_e32 v2, 0x3f8, v2
	v_lshlrev_b32_e32 v2, 2, v2
	global_load_dword v2, v2, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:264 ; 4-byte Folded Spill
	global_load_dword v2, v7, s[0:1]
	v_add_u32_e32 v7, 0x264, v0
	v_and_b32_e32 v7, 0x3fc, v7
	v_lshlrev_b32_e32 v7, 2, v7
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:268 ; 4-byte Folded Spill
	global_load_dword v2, v11, s[0:1]
	v_add_u32_e32 v11, 0x275, v0
	v_and_b32_e32 v11, 0x3fd, v11
	v_lshlrev_b32_e32 v11, 2, v11
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:272 ; 4-byte Folded Spill
	v_add_u32_e32 v2, 0x253, v0
	v_and_b32_e32 v2, 0x3fb, v2
	v_lshlrev_b32_e32 v2, 2, v2
	global_load_dword v2, v2, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:276 ; 4-byte Folded Spill
	global_load_dword v2, v7, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:280 ; 4-byte Folded Spill
	global_load_dword v2, v11, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[36:39], 0 offset:284 ; 4-byte Folded Spill
	global_load_dword v2, v12, s[0:1]
	s_nop 0
	buffer_load_dword v11, off, s[36:39], 0 offset:248 ; 4-byte Folded Reload
	buffer_load_dword v12, off, s[36:39], 0 offset:252 ; 4-byte Folded Reload
	s_waitcnt vmcnt(2)
	buffer_store_dword v2, off, s[36:39], 0 offset:288 ; 4-byte Folded Spill
	v_add_u32_e32 v2, 0x20f, v0
	v_add_u32_e32 v0, 0x297, v0
	v_and_b32_e32 v0, 0x3ff, v0
	v_lshlrev_b32_e32 v0, 2, v0
	global_load_dword v0, v0, s[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[36:39], 0 offset:296 ; 4-byte Folded Spill
	v_and_b32_e32 v0, 0x3ff, v2
	v_lshlrev_b32_e32 v0, 2, v0
	global_load_dword v0, v0, s[0:1]
	s_mov_b64 s[0:1], 0
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[36:39], 0 offset:292 ; 4-byte Folded Spill
	v_mov_b32_e32 v0, v11
	v_and_b32_e32 v0, 3, v0
	v_add_u32_e32 v23, 1, v0
	v_lshl_add_u32 v0, v22, 1, s9
	buffer_store_dword v0, off, s[36:39], 0 offset:216 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[36:39], 0 offset:220 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[36:39], 0 offset:8 ; 4-byte Folded Reload
	v_mad_u64_u32 v[21:22], s[28:29], v8, 9, s[8:9]
	v_mad_u64_u32 v[7:8], s[28:29], v9, 10, s[6:7]
	v_mad_u64_u32 v[9:10], s[28:29], v10, 11, s[10:11]
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[11:12], s[28:29], v0, 3, s[10:11]
	buffer_load_dword v0, off, s[36:39], 0 offset:16 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v11, off, s[36:39], 0 offset:208 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v12, off, s[36:39], 0 offset:212 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_lshl_add_u32 v0, v0, 2, s11
	buffer_store_dword v0, off, s[36:39], 0 offset:200 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[36:39], 0 offset:204 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[36:39], 0 offset:24 ; 4-byte Folded Reload
	v_mov_b32_e32 v13, v1
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[11:12], s[28:29], v0, 5, s[12:13]
	buffer_load_dword v0, off, s[36:39], 0 offset:32 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v11, off, s[36:39], 0 offset:192 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v12, off, s[36:39], 0 offset:196 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[11:12], s[28:29], v0, 6, s[4:5]
	buffer_load_dword v0, off, s[36:39], 0 offset:40 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v11, off, s[36:39], 0 offset:184 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v12, off, s[36:39], 0 offset:188 ; 4-byte Folded Spill
	v_mad_u64_u32 v[11:12], s[28:29], v19, 21, s[12:13]
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[14:15], s[28:29], v0, 7, s[14:15]
	v_mad_u64_u32 v[0:1], s[28:29], v6, 12, s[24:25]
	buffer_store_dword v0, off, s[36:39], 0 offset:160 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[36:39], 0 offset:164 ; 4-byte Folded Spill
	v_mad_u64_u32 v[0:1], s[28:29], v5, 13, s[12:13]
	buffer_store_dword v0, off, s[36:39], 0 offset:152 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[36:39], 0 offset:156 ; 4-byte Folded Spill
	v_mad_u64_u32 v[0:1], s[28:29], v4, 14, s[4:5]
	buffer_load_dword v1, off, s[36:39], 0 offset:48 ; 4-byte Folded Reload
	v_mov_b32_e32 v5, v14
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[28:29], v1, 15, s[14:15]
	buffer_store_dword v1, off, s[36:39], 0 offset:144 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:148 ; 4-byte Folded Spill
	v_mad_u64_u32 v[1:2], s[28:29], v3, 17, s[8:9]
	buffer_store_dword v1, off, s[36:39], 0 offset:136 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:140 ; 4-byte Folded Spill
	v_mad_u64_u32 v[1:2], s[28:29], v16, 18, s[6:7]
	buffer_store_dword v1, off, s[36:39], 0 offset:128 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:132 ; 4-byte Folded Spill
	v_mad_u64_u32 v[1:2], s[28:29], v17, 19, s[10:11]
	buffer_store_dword v1, off, s[36:39], 0 offset:120 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:124 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[36:39], 0  ; 4-byte Folded Reload
	v_mad_u64_u32 v[3:4], s[28:29], v20, 22, s[4:5]
	buffer_store_dword v3, off, s[36:39], 0 offset:104 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:108 ; 4-byte Folded Spill
	v_mad_u64_u32 v[17:18], s[28:29], v18, 20, s[24:25]
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[1:2], s[28:29], v1, 23, s[14:15]
	buffer_store_dword v1, off, s[36:39], 0 offset:168 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:172 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[36:39], 0 offset:56 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[3:4], s[28:29], v1, 24, s[26:27]
	buffer_load_dword v1, off, s[36:39], 0 offset:64 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:96 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:100 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[3:4], s[28:29], v1, 25, s[8:9]
	buffer_load_dword v1, off, s[36:39], 0 offset:72 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:88 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:92 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[3:4], s[28:29], v1, 26, s[6:7]
	buffer_load_dword v1, off, s[36:39], 0 offset:112 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:80 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:84 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[3:4], s[28:29], v1, 27, s[10:11]
	buffer_load_dword v1, off, s[36:39], 0 offset:232 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:72 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:76 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[3:4], s[28:29], v1, 28, s[24:25]
	buffer_load_dword v1, off, s[36:39], 0 offset:240 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:64 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:68 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[3:4], s[28:29], v1, 29, s[12:13]
	buffer_load_dword v1, off, s[36:39], 0 offset:256 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:56 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:60 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[3:4], s[28:29], v1, 30, s[4:5]
	buffer_load_dword v1, off, s[36:39], 0 offset:260 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:48 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:52 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[19:20], s[28:29], v1, 31, s[14:15]
	buffer_load_dword v1, off, s[36:39], 0 offset:264 ; 4-byte Folded Reload
	v_mov_b32_e32 v20, v7
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[3:4], s[28:29], v1, 33, s[8:9]
	buffer_load_dword v1, off, s[36:39], 0 offset:268 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:40 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:44 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[3:4], s[6:7], v1, 34, s[6:7]
	buffer_load_dword v1, off, s[36:39], 0 offset:272 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:32 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:36 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[3:4], s[6:7], v1, 35, s[10:11]
	buffer_load_dword v1, off, s[36:39], 0 offset:276 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:24 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:28 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[1:2], s[6:7], v1, 36, s[24:25]
	buffer_store_dword v1, off, s[36:39], 0 offset:112 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:116 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[36:39], 0 offset:280 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[3:4], s[6:7], v1, 37, s[12:13]
	buffer_load_dword v1, off, s[36:39], 0 offset:284 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:16 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:20 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[3:4], s[6:7], v1, 38, s[4:5]
	buffer_load_dword v1, off, s[36:39], 0 offset:288 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:8 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:12 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[15:16], s[6:7], v1, 39, s[14:15]
	buffer_load_dword v1, off, s[36:39], 0 offset:296 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[3:4], s[6:7], v1, 40, s[26:27]
	buffer_load_dword v1, off, s[36:39], 0 offset:176 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:4 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_lshl_add_u32 v6, v1, 3, s15
	buffer_load_dword v1, off, s[36:39], 0 offset:224 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_lshl_add_u32 v1, v1, 4, s15
	buffer_store_dword v1, off, s[36:39], 0 offset:176 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:180 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[36:39], 0 offset:292 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_lshl_add_u32 v22, v1, 5, s15
.LBB0_1:                                ; =>This Inner Loop Header: Depth=1
	buffer_load_dword v2, off, s[36:39], 0 offset:184 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[36:39], 0 offset:188 ; 4-byte Folded Reload
	s_cmp_eq_u32 s5, 1
	s_cselect_b32 s4, s9, s8
	s_cmp_eq_u32 s5, 2
	s_cselect_b32 s4, s10, s4
	s_cmp_eq_u32 s5, 3
	s_cselect_b32 s4, s11, s4
	s_cmp_eq_u32 s5, 4
	s_cselect_b32 s4, s12, s4
	s_cmp_eq_u32 s5, 5
	s_cselect_b32 s4, s13, s4
	s_cmp_eq_u32 s5, 6
	s_cselect_b32 s4, s14, s4
	s_cmp_eq_u32 s5, 7
	v_alignbit_b32 v1, v13, v13, 25
	s_cselect_b32 s6, s15, s4
	s_add_i32 s4, s5, 1
	s_cmp_eq_u32 s4, 1
	s_cselect_b32 s7, s9, s8
	s_cmp_eq_u32 s4, 2
	s_cselect_b32 s7, s10, s7
	s_cmp_eq_u32 s4, 3
	s_cselect_b32 s7, s11, s7
	s_cmp_eq_u32 s4, 4
	s_cselect_b32 s7, s12, s7
	s_cmp_eq_u32 s4, 5
	s_cselect_b32 s7, s13, s7
	s_cmp_eq_u32 s4, 6
	s_cselect_b32 s7, s14, s7
	s_cmp_eq_u32 s4, 7
	s_cselect_b32 s7, s15, s7
	s_add_i32 s24, s5, 2
	s_cmp_eq_u32 s24, 1
	s_cselect_b32 s25, s9, s8
	s_cmp_eq_u32 s24, 2
	s_cselect_b32 s25, s10, s25
	s_cmp_eq_u32 s24, 3
	s_cselect_b32 s25, s11, s25
	s_cmp_eq_u32 s24, 4
	s_cselect_b32 s25, s12, s25
	s_cmp_eq_u32 s24, 5
	s_cselect_b32 s25, s13, s25
	s_cmp_eq_u32 s24, 6
	s_cselect_b32 s25, s14, s25
	s_cmp_eq_u32 s24, 7
	s_cselect_b32 s24, s15, s25
	s_add_i32 s25, s5, 3
	s_cmp_eq_u32 s25, 1
	s_cselect_b32 s26, s9, s8
	s_cmp_eq_u32 s25, 2
	s_cselect_b32 s26, s10, s26
	s_cmp_eq_u32 s25, 3
	s_cselect_b32 s26, s11, s26
	s_cmp_eq_u32 s25, 4
	s_cselect_b32 s26, s12, s26
	s_cmp_eq_u32 s25, 5
	s_cselect_b32 s26, s13, s26
	s_cmp_eq_u32 s25, 6
	s_cselect_b32 s26, s14, s26
	s_cmp_eq_u32 s25, 7
	s_cselect_b32 s25, s15, s26
	s_xor_b32 s26, s5, 4
	s_cmp_eq_u32 s26, 1
	s_cselect_b32 s27, s9, s8
	s_cmp_eq_u32 s26, 2
	s_cselect_b32 s27, s10, s27
	s_cmp_eq_u32 s26, 3
	s_cselect_b32 s27, s11, s27
	s_cmp_eq_u32 s26, 4
	s_cselect_b32 s27, s12, s27
	s_cmp_eq_u32 s26, 5
	s_cselect_b32 s27, s13, s27
	s_cmp_eq_u32 s26, 6
	s_cselect_b32 s27, s14, s27
	s_cmp_eq_u32 s26, 7
	s_cselect_b32 s26, s15, s27
	s_add_i32 s27, s5, 5
	s_and_b32 s27, s27, 7
	s_cmp_eq_u32 s27, 1
	s_waitcnt vmcnt(1)
	v_mov_b32_e32 v4, v2
	v_xor_b32_e32 v10, s16, v4
	v_add3_u32 v13, v1, s6, v10
	buffer_load_dword v1, off, s[36:39], 0 offset:216 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:220 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:120 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[36:39], 0 offset:124 ; 4-byte Folded Reload
	v_xor_b32_e32 v10, s18, v22
	s_cselect_b32 s28, s9, s8
	s_cmp_eq_u32 s27, 2
	s_cselect_b32 s28, s10, s28
	s_cmp_eq_u32 s27, 3
	s_cselect_b32 s28, s11, s28
	s_cmp_eq_u32 s27, 4
	s_cselect_b32 s28, s12, s28
	s_cmp_eq_u32 s27, 5
	s_cselect_b32 s28, s13, s28
	s_cmp_eq_u32 s27, 6
	s_cselect_b32 s28, s14, s28
	s_cmp_eq_u32 s27, 7
	s_cselect_b32 s27, s15, s28
	s_add_i32 s28, s5, 6
	s_and_b32 s28, s28, 7
	s_cmp_eq_u32 s28, 1
	s_cselect_b32 s29, s9, s8
	s_cmp_eq_u32 s28, 2
	s_cselect_b32 s29, s10, s29
	s_cmp_eq_u32 s28, 3
	s_cselect_b32 s29, s11, s29
	s_cmp_eq_u32 s28, 4
	s_cselect_b32 s29, s12, s29
	s_cmp_eq_u32 s28, 5
	s_cselect_b32 s29, s13, s29
	s_cmp_eq_u32 s28, 6
	s_cselect_b32 s29, s14, s29
	s_cmp_eq_u32 s28, 7
	s_cselect_b32 s28, s15, s29
	s_add_i32 s29, s5, -1
	s_and_b32 s29, s29, 7
	s_cmp_eq_u32 s29, 1
	s_cselect_b32 s30, s9, s8
	s_cmp_eq_u32 s29, 2
	s_cselect_b32 s30, s10, s30
	s_cmp_eq_u32 s29, 3
	s_cselect_b32 s30, s11, s30
	s_cmp_eq_u32 s29, 4
	s_cselect_b32 s30, s12, s30
	s_cmp_eq_u32 s29, 5
	s_cselect_b32 s30, s13, s30
	s_cmp_eq_u32 s29, 6
	s_cselect_b32 s30, s14, s30
	s_cmp_eq_u32 s29, 7
	s_cselect_b32 s29, s15, s30
	v_alignbit_b32 v0, v0, v0, 25
	v_cmp_eq_u32_e32 vcc, s5, v23
	s_or_b64 s[0:1], vcc, s[0:1]
	s_mov_b32 s5, s4
	s_waitcnt vmcnt(3)
	v_alignbit_b32 v1, v1, v1, 25
	s_waitcnt vmcnt(1)
	v_mov_b32_e32 v12, v2
	v_xor_b32_e32 v2, s17, v12
	v_add3_u32 v18, v1, s7, v2
	buffer_load_dword v1, off, s[36:39], 0 offset:208 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:212 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v1, v1, v1, 25
	v_add3_u32 v16, v1, s24, v10
	buffer_load_dword v1, off, s[36:39], 0 offset:200 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:204 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:192 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[36:39], 0 offset:196 ; 4-byte Folded Reload
	s_waitcnt vmcnt(3)
	v_alignbit_b32 v1, v1, v1, 25
	s_waitcnt vmcnt(1)
	v_xor_b32_e32 v10, s19, v2
	v_add3_u32 v7, v1, s25, v10
	v_alignbit_b32 v1, v2, v2, 25
	buffer_load_dword v2, off, s[36:39], 0 offset:128 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[36:39], 0 offset:132 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v7
	v_xor_b32_e32 v10, s20, v2
	v_add3_u32 v1, v1, s26, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:192 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:196 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v4, v4, 25
	buffer_store_dword v3, off, s[36:39], 0 offset:200 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:204 ; 4-byte Folded Spill
	buffer_load_dword v3, off, s[36:39], 0 offset:136 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v4, off, s[36:39], 0 offset:140 ; 4-byte Folded Reload
	v_xor_b32_e32 v10, s21, v19
	v_add3_u32 v1, v1, s27, v10
	v_xor_b32_e32 v10, s22, v7
	buffer_store_dword v1, off, s[36:39], 0 offset:184 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:188 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v5, v5, 25
	v_add3_u32 v1, v1, s28, v10
	s_waitcnt vmcnt(3)
	v_mov_b32_e32 v14, v3
	buffer_load_dword v3, off, s[36:39], 0 offset:48 ; 4-byte Folded Reload
	buffer_load_dword v4, off, s[36:39], 0 offset:52 ; 4-byte Folded Reload
	v_xor_b32_e32 v5, s20, v18
	buffer_store_dword v1, off, s[36:39], 0 offset:224 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:228 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v6, v6, 25
	v_xor_b32_e32 v6, s23, v14
	v_add3_u32 v6, v1, s29, v6
	s_waitcnt vmcnt(3)
	v_mov_b32_e32 v8, v3
	v_mov_b32_e32 v3, v16
	buffer_store_dword v3, off, s[36:39], 0 offset:208 ; 4-byte Folded Spill
	s_waitcnt vmcnt(3)
	buffer_store_dword v4, off, s[36:39], 0 offset:212 ; 4-byte Folded Spill
	buffer_load_dword v3, off, s[36:39], 0 offset:176 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v4, off, s[36:39], 0 offset:180 ; 4-byte Folded Reload
	v_alignbit_b32 v1, v21, v21, 25
	v_xor_b32_e32 v10, s16, v8
	v_add3_u32 v1, v1, s6, v10
	v_xor_b32_e32 v10, s17, v16
	buffer_store_dword v1, off, s[36:39], 0 offset:232 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:236 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v20, v20, 25
	v_add3_u32 v1, v1, s7, v10
	buffer_load_dword v20, off, s[36:39], 0 offset:56 ; 4-byte Folded Reload
	buffer_load_dword v21, off, s[36:39], 0 offset:60 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v1, off, s[36:39], 0 offset:240 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:244 ; 4-byte Folded Spill
	s_waitcnt vmcnt(7)
	v_mov_b32_e32 v16, v3
	buffer_load_dword v3, off, s[36:39], 0 offset:160 ; 4-byte Folded Reload
	buffer_load_dword v4, off, s[36:39], 0 offset:164 ; 4-byte Folded Reload
	v_alignbit_b32 v1, v9, v9, 25
	v_xor_b32_e32 v9, s18, v16
	v_add3_u32 v9, v1, s24, v9
	s_waitcnt vmcnt(5)
	v_xor_b32_e32 v7, s19, v20
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v1, v3, v3, 25
	buffer_load_dword v3, off, s[36:39], 0 offset:152 ; 4-byte Folded Reload
	buffer_load_dword v4, off, s[36:39], 0 offset:156 ; 4-byte Folded Reload
	v_add3_u32 v21, v1, s25, v7
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v1, v3, v3, 25
	v_mov_b32_e32 v3, v18
	buffer_store_dword v3, off, s[36:39], 0 offset:216 ; 4-byte Folded Spill
	s_waitcnt vmcnt(1)
	buffer_store_dword v4, off, s[36:39], 0 offset:220 ; 4-byte Folded Spill
	buffer_load_dword v3, off, s[36:39], 0 offset:144 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v4, off, s[36:39], 0 offset:148 ; 4-byte Folded Reload
	v_add3_u32 v5, v1, s26, v5
	s_waitcnt vmcnt(1)
	v_xor_b32_e32 v1, s21, v3
	v_add3_u32 v0, v0, s27, v1
	v_alignbit_b32 v1, v3, v3, 25
	buffer_load_dword v3, off, s[36:39], 0 offset:64 ; 4-byte Folded Reload
	buffer_load_dword v4, off, s[36:39], 0 offset:68 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v4, s23, v13
	v_mov_b32_e32 v7, v3
	v_xor_b32_e32 v10, s22, v7
	v_add3_u32 v1, v1, s28, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:144 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:148 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v16, v16, 25
	v_add3_u32 v1, v1, s29, v4
	buffer_store_dword v1, off, s[36:39], 0 offset:176 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:180 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v14, v14, 25
	v_xor_b32_e32 v3, s16, v0
	v_add3_u32 v1, v1, s6, v3
	buffer_load_dword v3, off, s[36:39], 0 offset:72 ; 4-byte Folded Reload
	buffer_load_dword v4, off, s[36:39], 0 offset:76 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v1, off, s[36:39], 0 offset:136 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:140 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mov_b32_e32 v4, v3
	v_xor_b32_e32 v10, s17, v4
	v_mov_b32_e32 v3, v15
	buffer_load_dword v14, off, s[36:39], 0 ; 4-byte Folded Reload
	buffer_load_dword v15, off, s[36:39], 0 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v15, off, s[36:39], 0 offset:80 ; 4-byte Folded Reload
	buffer_load_dword v16, off, s[36:39], 0 offset:84 ; 4-byte Folded Reload
	v_alignbit_b32 v1, v2, v2, 25
	v_add3_u32 v1, v1, s7, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:128 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:132 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v12, v12, 25
	s_waitcnt vmcnt(5)
	v_xor_b32_e32 v10, s18, v14
	v_add3_u32 v1, v1, s24, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:120 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:124 ; 4-byte Folded Spill
	v_mov_b32_e32 v2, v5
	v_alignbit_b32 v1, v17, v17, 25
	buffer_store_dword v2, off, s[36:39], 0 offset:152 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v3, off, s[36:39], 0 offset:156 ; 4-byte Folded Spill
	v_xor_b32_e32 v10, s19, v5
	s_waitcnt vmcnt(7)
	v_mov_b32_e32 v18, v15
	v_add3_u32 v2, v1, s25, v10
	v_alignbit_b32 v1, v11, v11, 25
	v_xor_b32_e32 v10, s20, v18
	v_add3_u32 v5, v1, s26, v10
	buffer_load_dword v10, off, s[36:39], 0 offset:104 ; 4-byte Folded Reload
	buffer_load_dword v11, off, s[36:39], 0 offset:108 ; 4-byte Folded Reload
	buffer_load_dword v15, off, s[36:39], 0 offset:96 ; 4-byte Folded Reload
	buffer_load_dword v16, off, s[36:39], 0 offset:100 ; 4-byte Folded Reload
	s_waitcnt vmcnt(3)
	v_alignbit_b32 v1, v10, v10, 25
	v_xor_b32_e32 v10, s21, v3
	v_add3_u32 v12, v1, s27, v10
	buffer_load_dword v10, off, s[36:39], 0 offset:168 ; 4-byte Folded Reload
	buffer_load_dword v11, off, s[36:39], 0 offset:172 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v1, v10, v10, 25
	v_mov_b32_e32 v10, v21
	buffer_store_dword v10, off, s[36:39], 0 offset:160 ; 4-byte Folded Spill
	s_waitcnt vmcnt(1)
	buffer_store_dword v11, off, s[36:39], 0 offset:164 ; 4-byte Folded Spill
	v_xor_b32_e32 v10, s22, v21
	v_mov_b32_e32 v11, v22
	v_add3_u32 v22, v1, s28, v10
	v_alignbit_b32 v1, v15, v15, 25
	buffer_load_dword v15, off, s[36:39], 0 offset:88 ; 4-byte Folded Reload
	buffer_load_dword v16, off, s[36:39], 0 offset:92 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_xor_b32_e32 v10, s23, v15
	v_add3_u32 v21, v1, s29, v10
	v_alignbit_b32 v1, v15, v15, 25
	buffer_load_dword v15, off, s[36:39], 0 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v16, off, s[36:39], 0 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v16, off, s[36:39], 0 offset:112 ; 4-byte Folded Reload
	buffer_load_dword v17, off, s[36:39], 0 offset:116 ; 4-byte Folded Reload
	s_waitcnt vmcnt(3)
	v_xor_b32_e32 v10, s16, v15
	v_add3_u32 v1, v1, s6, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:88 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:92 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v18, v18, 25
	v_xor_b32_e32 v10, s17, v9
	v_add3_u32 v1, v1, s7, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:80 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:84 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v4, v4, 25
	v_xor_b32_e32 v10, s18, v21
	s_waitcnt vmcnt(5)
	v_mov_b32_e32 v18, v16
	buffer_load_dword v16, off, s[36:39], 0 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v17, off, s[36:39], 0 offset:20 ; 4-byte Folded Reload
	v_add3_u32 v1, v1, s24, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:72 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:76 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v7, v7, 25
	v_mov_b32_e32 v4, v21
	buffer_store_dword v4, off, s[36:39], 0 offset:96 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v5, off, s[36:39], 0 offset:100 ; 4-byte Folded Spill
	s_waitcnt vmcnt(5)
	v_xor_b32_e32 v10, s19, v16
	v_add3_u32 v1, v1, s25, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:64 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:68 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v20, v20, 25
	buffer_load_dword v20, off, s[36:39], 0 offset:240 ; 4-byte Folded Reload
	buffer_load_dword v21, off, s[36:39], 0 offset:244 ; 4-byte Folded Reload
	v_mov_b32_e32 v4, v22
	buffer_store_dword v4, off, s[36:39], 0 offset:168 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v5, off, s[36:39], 0 offset:172 ; 4-byte Folded Spill
	s_waitcnt vmcnt(3)
	v_xor_b32_e32 v10, s20, v20
	v_add3_u32 v1, v1, s26, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:56 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:60 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v8, v8, 25
	buffer_load_dword v7, off, s[36:39], 0 offset:232 ; 4-byte Folded Reload
	buffer_load_dword v8, off, s[36:39], 0 offset:236 ; 4-byte Folded Reload
	v_xor_b32_e32 v10, s21, v22
	v_add3_u32 v1, v1, s27, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:48 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:52 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v19, v19, 25
	v_xor_b32_e32 v10, s22, v18
	s_waitcnt vmcnt(3)
	v_mov_b32_e32 v4, v7
	v_add3_u32 v19, v1, s28, v10
	v_alignbit_b32 v1, v11, v11, 25
	s_waitcnt vmcnt(2)
	v_xor_b32_e32 v8, s23, v4
	v_mov_b32_e32 v21, v7
	v_add3_u32 v22, v1, s29, v8
	buffer_load_dword v7, off, s[36:39], 0 offset:40 ; 4-byte Folded Reload
	buffer_load_dword v8, off, s[36:39], 0 offset:44 ; 4-byte Folded Reload
	v_mov_b32_e32 v4, v12
	buffer_store_dword v4, off, s[36:39], 0 offset:104 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v5, off, s[36:39], 0 offset:108 ; 4-byte Folded Spill
	v_xor_b32_e32 v10, s16, v12
	s_waitcnt vmcnt(3)
	v_alignbit_b32 v1, v7, v7, 25
	buffer_load_dword v7, off, s[36:39], 0 offset:32 ; 4-byte Folded Reload
	buffer_load_dword v8, off, s[36:39], 0 offset:36 ; 4-byte Folded Reload
	v_add3_u32 v4, v1, s6, v10
	v_mov_b32_e32 v11, v5
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v1, v7, v7, 25
	buffer_load_dword v7, off, s[36:39], 0 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v8, off, s[36:39], 0 offset:28 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_xor_b32_e32 v10, s17, v7
	s_waitcnt vmcnt(0)
	v_add3_u32 v8, v1, s7, v10
	v_alignbit_b32 v1, v7, v7, 25
	v_xor_b32_e32 v10, s18, v6
	v_add3_u32 v1, v1, s24, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:24 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:28 ; 4-byte Folded Spill
	v_mov_b32_e32 v7, v8
	buffer_store_dword v7, off, s[36:39], 0 offset:32 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v8, off, s[36:39], 0 offset:36 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v18, v18, 25
	v_xor_b32_e32 v10, s19, v11
	v_add3_u32 v1, v1, s25, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:112 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:116 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v16, v16, 25
	v_xor_b32_e32 v10, s20, v8
	buffer_load_dword v7, off, s[36:39], 0 offset:224 ; 4-byte Folded Reload
	buffer_load_dword v8, off, s[36:39], 0 offset:228 ; 4-byte Folded Reload
	v_add3_u32 v1, v1, s26, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:16 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:20 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v15, v15, 25
	s_waitcnt vmcnt(3)
	v_mov_b32_e32 v5, v7
	v_xor_b32_e32 v10, s21, v5
	v_add3_u32 v1, v1, s27, v10
	buffer_store_dword v1, off, s[36:39], 0 offset:8 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:12 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v3, v3, 25
	v_mov_b32_e32 v3, v4
	buffer_store_dword v3, off, s[36:39], 0 offset:40 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[36:39], 0 offset:44 ; 4-byte Folded Spill
	v_xor_b32_e32 v10, s22, v2
	v_add3_u32 v15, v1, s28, v10
	v_alignbit_b32 v1, v14, v14, 25
	v_xor_b32_e32 v10, s23, v4
	v_mov_b32_e32 v17, v2
	v_add3_u32 v1, v1, s29, v10
	buffer_store_dword v1, off, s[36:39], 0 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[36:39], 0 offset:4 ; 4-byte Folded Spill
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB0_1
; %bb.2:
	s_or_b64 exec, exec, s[0:1]
	buffer_load_dword v1, off, s[36:39], 0 offset:216 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:220 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[0:1], v13, 31, v[1:2]
	buffer_load_dword v2, off, s[36:39], 0 offset:208 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[36:39], 0 offset:212 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[0:1], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[36:39], 0 offset:200 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[36:39], 0 offset:204 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[0:1], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[36:39], 0 offset:192 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[36:39], 0 offset:196 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[0:1], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[36:39], 0 offset:184 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[36:39], 0 offset:188 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[0:1], v1, 31, v[2:3]
	v_mad_u64_u32 v[1:2], s[0:1], v1, 31, v[5:6]
	v_mov_b32_e32 v5, s3
	v_mad_u64_u32 v[1:2], s[0:1], v1, 31, v[6:7]
	v_mad_u64_u32 v[1:2], s[0:1], v1, 31, v[21:22]
	v_mad_u64_u32 v[1:2], s[0:1], v1, 31, v[20:21]
	v_mad_u64_u32 v[1:2], s[0:1], v1, 31, v[9:10]
	buffer_load_dword v2, off, s[36:39], 0 offset:160 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[36:39], 0 offset:164 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[0:1], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[36:39], 0 offset:152 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[36:39], 0 offset:156 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[0:1], v1, 31, v[2:3]
	v_mov_b32_e32 v3, 0
	v_mad_u64_u32 v[0:1], s[0:1], v1, 31, v[0:1]
	buffer_load_dword v1, off, s[36:39], 0 offset:144 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:148 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:176 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:180 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:136 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:140 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:128 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:132 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:120 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:124 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[17:18]
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[11:12]
	buffer_load_dword v1, off, s[36:39], 0 offset:104 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:108 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:168 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:172 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:96 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:100 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:88 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:92 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:80 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:84 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:72 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:76 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:64 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:68 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:56 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:60 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:48 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:52 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[19:20]
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[22:23]
	buffer_load_dword v1, off, s[36:39], 0 offset:40 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:44 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:32 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:36 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:28 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:112 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:116 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:20 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:12 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[36:39], 0 offset:248 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[36:39], 0 offset:252 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v2, v1
	v_mad_u64_u32 v[0:1], s[0:1], v0, 31, v[15:16]
	v_lshlrev_b64 v[1:2], 2, v[2:3]
	buffer_load_dword v3, off, s[36:39], 0  ; 4-byte Folded Reload
	buffer_load_dword v4, off, s[36:39], 0 offset:4 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[3:4], s[0:1], v0, 31, v[3:4]
	v_add_co_u32_e32 v0, vcc, s2, v1
	v_addc_co_u32_e32 v1, vcc, v5, v2, vcc
	global_store_dword v[0:1], v3, off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel spill
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 304
		.amdhsa_kernarg_size 352
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 24
		.amdhsa_next_free_sgpr 40
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 0
		.amdhsa_reserve_xnack_mask 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	spill, .Lfunc_end0-spill
                                        ; -- End function
	.set spill.num_vgpr, 24
	.set spill.num_agpr, 0
	.set spill.numbered_sgpr, 40
	.set spill.num_named_barrier, 0
	.set spill.private_seg_size, 304
	.set spill.uses_vcc, 1
	.set spill.uses_flat_scratch, 0
	.set spill.has_dyn_sized_stack, 0
	.set spill.has_recursion, 0
	.set spill.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 6508
; TotalNumSgprs: 44
; NumVgprs: 24
; ScratchSize: 304
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 5
; VGPRBlocks: 5
; NumSGPRsForWavesPerEU: 44
; NumVGPRsForWavesPerEU: 24
; Occupancy: 10
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	__clang_ocl_kern_imp_spill ; -- Begin function __clang_ocl_kern_imp_spill
	.globl	__clang_ocl_kern_imp_spill
	.p2align	2
	.type	__clang_ocl_kern_imp_spill,@function
__clang_ocl_kern_imp_spill:             ; @__clang_ocl_kern_imp_spill
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	buffer_store_dword v19, off, s[0:3], s32 offset:236 ; 4-byte Folded Spill
	buffer_store_dword v18, off, s[0:3], s32 offset:356 ; 4-byte Folded Spill
	buffer_store_dword v17, off, s[0:3], s32 offset:360 ; 4-byte Folded Spill
	buffer_store_dword v16, off, s[0:3], s32 offset:364 ; 4-byte Folded Spill
	buffer_store_dword v15, off, s[0:3], s32 offset:240 ; 4-byte Folded Spill
	buffer_store_dword v14, off, s[0:3], s32 offset:244 ; 4-byte Folded Spill
	buffer_store_dword v13, off, s[0:3], s32 offset:368 ; 4-byte Folded Spill
	buffer_store_dword v12, off, s[0:3], s32 offset:372 ; 4-byte Folded Spill
	buffer_store_dword v3, off, s[0:3], s32 offset:380 ; 4-byte Folded Spill
	buffer_store_dword v2, off, s[0:3], s32 offset:384 ; 4-byte Folded Spill
	s_load_dword s4, s[8:9], 0xc
	s_load_dword s5, s[8:9], 0x28
	v_and_b32_e32 v2, 0x3ff, v31
	s_mov_b32 s8, 0
	s_mov_b64 s[6:7], 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s12, s12, s4
	s_add_i32 s5, s5, s12
	v_add_u32_e32 v18, s5, v2
	v_mul_lo_u32 v2, v18, 40
	v_and_b32_e32 v3, 0x3f8, v2
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_co_u32_e32 v12, vcc, v0, v3
	v_add_u32_e32 v3, 17, v2
	v_and_b32_e32 v3, 0x3f9, v3
	v_addc_co_u32_e32 v13, vcc, 0, v1, vcc
	v_lshlrev_b32_e32 v3, 2, v3
	global_load_dword v19, v[12:13], off
	v_add_co_u32_e32 v12, vcc, v0, v3
	v_addc_co_u32_e32 v13, vcc, 0, v1, vcc
	global_load_dword v3, v[12:13], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:4 ; 4-byte Folded Spill
	v_add_u32_e32 v3, 34, v2
	v_and_b32_e32 v3, 0x3fa, v3
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_co_u32_e32 v12, vcc, v0, v3
	v_add_u32_e32 v3, 51, v2
	v_and_b32_e32 v3, 0x3fb, v3
	v_addc_co_u32_e32 v13, vcc, 0, v1, vcc
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_co_u32_e32 v14, vcc, v0, v3
	v_add_u32_e32 v3, 0x44, v2
	v_and_b32_e32 v3, 0x3fc, v3
	v_addc_co_u32_e32 v15, vcc, 0, v1, vcc
	v_lshlrev_b32_e32 v3, 2, v3
	global_load_dword v20, v[12:13], off
	s_nop 0
	global_load_dword v13, v[14:15], off
	v_add_co_u32_e32 v15, vcc, v0, v3
	v_add_u32_e32 v3, 0x55, v2
	v_and_b32_e32 v3, 0x3fd, v3
	v_addc_co_u32_e32 v16, vcc, 0, v1, vcc
	v_lshlrev_b32_e32 v3, 2, v3
	global_load_dword v21, v[15:16], off
	v_add_co_u32_e32 v16, vcc, v0, v3
	v_add_u32_e32 v3, 0x66, v2
	v_and_b32_e32 v3, 0x3fe, v3
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	v_lshlrev_b32_e32 v3, 2, v3
	global_load_dword v12, v[16:17], off
	v_add_co_u32_e32 v16, vcc, v0, v3
	v_add_u32_e32 v3, 0x77, v2
	v_and_b32_e32 v3, 0x3ff, v3
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	v_lshlrev_b32_e32 v3, 2, v3
	global_load_dword v22, v[16:17], off
	v_add_co_u32_e32 v16, vcc, v0, v3
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	global_load_dword v3, v[16:17], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:248 ; 4-byte Folded Spill
	v_add_u32_e32 v3, 0x88, v2
	v_and_b32_e32 v3, 0x3f8, v3
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_co_u32_e32 v16, vcc, v0, v3
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	global_load_dword v3, v[16:17], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:12 ; 4-byte Folded Spill
	v_add_u32_e32 v3, 0x99, v2
	v_and_b32_e32 v3, 0x3f9, v3
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_co_u32_e32 v16, vcc, v0, v3
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	global_load_dword v3, v[16:17], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:20 ; 4-byte Folded Spill
	v_add_u32_e32 v3, 0xaa, v2
	v_and_b32_e32 v3, 0x3fa, v3
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_co_u32_e32 v16, vcc, v0, v3
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	global_load_dword v3, v[16:17], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:28 ; 4-byte Folded Spill
	v_add_u32_e32 v3, 0xbb, v2
	v_and_b32_e32 v3, 0x3fb, v3
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_co_u32_e32 v16, vcc, v0, v3
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	global_load_dword v3, v[16:17], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:44 ; 4-byte Folded Spill
	v_add_u32_e32 v3, 0xcc, v2
	v_and_b32_e32 v3, 0x3fc, v3
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_co_u32_e32 v16, vcc, v0, v3
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	global_load_dword v3, v[16:17], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:60 ; 4-byte Folded Spill
	v_add_u32_e32 v3, 0xdd, v2
	v_and_b32_e32 v3, 0x3fd, v3
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_co_u32_e32 v16, vcc, v0, v3
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	global_load_dword v3, v[16:17], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:68 ; 4-byte Folded Spill
	v_add_u32_e32 v3, 0xee, v2
	v_and_b32_e32 v3, 0x3fe, v3
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_co_u32_e32 v16, vcc, v0, v3
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	global_load_dword v3, v[16:17], off
	v_add_u32_e32 v16, 0xff, v2
	v_and_b32_e32 v16, 0x3ff, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x110, v2
	v_and_b32_e32 v16, 0x3f8, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:252 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x121, v2
	v_and_b32_e32 v16, 0x3f9, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:76 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x132, v2
	v_and_b32_e32 v16, 0x3fa, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	global_load_dword v23, v[16:17], off
	v_add_u32_e32 v16, 0x143, v2
	v_and_b32_e32 v16, 0x3fb, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(1)
	buffer_store_dword v14, off, s[0:3], s32 offset:84 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x154, v2
	v_and_b32_e32 v16, 0x3fc, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:92 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x165, v2
	v_and_b32_e32 v16, 0x3fd, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:100 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x176, v2
	v_and_b32_e32 v16, 0x3fe, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	global_load_dword v15, v[16:17], off
	v_add_u32_e32 v16, 0x187, v2
	v_and_b32_e32 v16, 0x3ff, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(1)
	buffer_store_dword v14, off, s[0:3], s32 offset:116 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x198, v2
	v_and_b32_e32 v16, 0x3f8, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:132 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x1a9, v2
	v_and_b32_e32 v16, 0x3f9, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:156 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x1ba, v2
	v_and_b32_e32 v16, 0x3fa, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:212 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x1cb, v2
	v_and_b32_e32 v16, 0x3fb, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:256 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x1dc, v2
	v_and_b32_e32 v16, 0x3fc, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:260 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x1ed, v2
	v_and_b32_e32 v16, 0x3fd, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:264 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x1fe, v2
	v_and_b32_e32 v16, 0x3fe, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:268 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x220, v2
	v_and_b32_e32 v16, 0x3f8, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:272 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x231, v2
	v_and_b32_e32 v16, 0x3f9, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:276 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x242, v2
	v_and_b32_e32 v16, 0x3fa, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:280 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x253, v2
	v_and_b32_e32 v16, 0x3fb, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:284 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x264, v2
	v_and_b32_e32 v16, 0x3fc, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:288 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x275, v2
	v_and_b32_e32 v16, 0x3fd, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:292 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x286, v2
	v_and_b32_e32 v16, 0x3fe, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	buffer_store_dword v14, off, s[0:3], s32 offset:296 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_add_u32_e32 v16, 0x297, v2
	v_and_b32_e32 v16, 0x3ff, v16
	v_lshlrev_b32_e32 v16, 2, v16
	v_add_u32_e32 v2, 0x20f, v2
	v_add_co_u32_e32 v16, vcc, v0, v16
	v_and_b32_e32 v2, 0x3ff, v2
	v_addc_co_u32_e32 v17, vcc, 0, v1, vcc
	v_lshlrev_b32_e32 v2, 2, v2
	v_add_co_u32_e32 v0, vcc, v0, v2
	v_addc_co_u32_e32 v1, vcc, 0, v1, vcc
	global_load_dword v0, v[0:1], off
	v_add_u32_e32 v1, v19, v4
	buffer_store_dword v1, off, s[0:3], s32 ; 4-byte Folded Spill
	v_mov_b32_e32 v1, v18
	buffer_store_dword v1, off, s[0:3], s32 offset:388 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:392 ; 4-byte Folded Spill
	v_and_b32_e32 v1, 3, v18
	v_add_u32_e32 v1, 1, v1
	buffer_store_dword v1, off, s[0:3], s32 offset:376 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:4 ; 4-byte Folded Reload
	v_lshl_add_u32 v19, v13, 2, v7
	v_mad_u64_u32 v[12:13], s[4:5], v12, 6, v[9:10]
	s_waitcnt vmcnt(6)
	buffer_store_dword v14, off, s[0:3], s32 offset:300 ; 4-byte Folded Spill
	global_load_dword v14, v[16:17], off
	v_mad_u64_u32 v[16:17], s[4:5], v21, 5, v[8:9]
	v_mad_u64_u32 v[21:22], s[4:5], v22, 7, v[10:11]
	s_waitcnt vmcnt(7)
	v_lshl_add_u32 v0, v0, 5, v11
	s_waitcnt vmcnt(2)
	v_lshl_add_u32 v1, v1, 1, v5
	buffer_store_dword v1, off, s[0:3], s32 offset:196 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:200 ; 4-byte Folded Spill
	v_mad_u64_u32 v[1:2], s[4:5], v20, 3, v[6:7]
	buffer_store_dword v1, off, s[0:3], s32 offset:204 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:208 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:12 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 9, v[4:5]
	buffer_store_dword v1, off, s[0:3], s32 offset:164 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:168 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:20 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 10, v[5:6]
	buffer_store_dword v1, off, s[0:3], s32 offset:52 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:56 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:28 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 11, v[6:7]
	buffer_store_dword v1, off, s[0:3], s32 offset:36 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:40 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:44 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 12, v[7:8]
	buffer_store_dword v1, off, s[0:3], s32 offset:148 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:152 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:60 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 13, v[8:9]
	buffer_store_dword v1, off, s[0:3], s32 offset:124 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:128 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:68 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 14, v[9:10]
	buffer_store_dword v1, off, s[0:3], s32 offset:188 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:192 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:76 ; 4-byte Folded Reload
	v_mad_u64_u32 v[2:3], s[4:5], v3, 15, v[10:11]
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 17, v[4:5]
	buffer_load_dword v1, off, s[0:3], s32 offset:84 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:172 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:176 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 18, v[5:6]
	buffer_load_dword v1, off, s[0:3], s32 offset:92 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:12 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:16 ; 4-byte Folded Spill
	v_mad_u64_u32 v[17:18], s[4:5], v23, 19, v[6:7]
	buffer_store_dword v17, off, s[0:3], s32 offset:228 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:232 ; 4-byte Folded Spill
	s_waitcnt vmcnt(4)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 20, v[7:8]
	buffer_load_dword v1, off, s[0:3], s32 offset:100 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:108 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:112 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 21, v[8:9]
	buffer_load_dword v1, off, s[0:3], s32 offset:116 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:92 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:96 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 22, v[9:10]
	buffer_load_dword v1, off, s[0:3], s32 offset:132 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:140 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:144 ; 4-byte Folded Spill
	v_mad_u64_u32 v[17:18], s[4:5], v15, 23, v[10:11]
	buffer_store_dword v17, off, s[0:3], s32 offset:180 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:184 ; 4-byte Folded Spill
	v_mad_u64_u32 v[14:15], s[4:5], v14, 40, v[11:12]
	s_waitcnt vmcnt(4)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 24, v[11:12]
	buffer_load_dword v1, off, s[0:3], s32 offset:156 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:220 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:224 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 25, v[4:5]
	buffer_load_dword v1, off, s[0:3], s32 offset:212 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:84 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:88 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 26, v[5:6]
	buffer_load_dword v1, off, s[0:3], s32 offset:256 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:20 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:24 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 27, v[6:7]
	buffer_load_dword v1, off, s[0:3], s32 offset:260 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:212 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:216 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 28, v[7:8]
	buffer_load_dword v1, off, s[0:3], s32 offset:264 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:68 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:72 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 29, v[8:9]
	buffer_load_dword v1, off, s[0:3], s32 offset:268 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:60 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:64 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 30, v[9:10]
	buffer_load_dword v1, off, s[0:3], s32 offset:272 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:156 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:160 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 31, v[10:11]
	buffer_load_dword v1, off, s[0:3], s32 offset:276 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:132 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:136 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 33, v[4:5]
	buffer_load_dword v1, off, s[0:3], s32 offset:280 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:76 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:80 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 34, v[5:6]
	buffer_load_dword v1, off, s[0:3], s32 offset:284 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:4 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:8 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[22:23], s[4:5], v1, 35, v[6:7]
	buffer_load_dword v1, off, s[0:3], s32 offset:288 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 36, v[7:8]
	buffer_load_dword v1, off, s[0:3], s32 offset:292 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:44 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:48 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 37, v[8:9]
	buffer_load_dword v1, off, s[0:3], s32 offset:296 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:28 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:32 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 38, v[9:10]
	buffer_load_dword v1, off, s[0:3], s32 offset:300 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:116 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:120 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_mad_u64_u32 v[17:18], s[4:5], v1, 39, v[10:11]
	buffer_load_dword v1, off, s[0:3], s32 offset:248 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:100 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v18, off, s[0:3], s32 offset:104 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_lshl_add_u32 v13, v1, 3, v11
	buffer_load_dword v1, off, s[0:3], s32 offset:252 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_lshl_add_u32 v3, v1, 4, v11
.LBB1_1:                                ; =>This Inner Loop Header: Depth=1
	buffer_load_dword v17, off, s[0:3], s32 offset:196 ; 4-byte Folded Reload
	buffer_load_dword v18, off, s[0:3], s32 offset:200 ; 4-byte Folded Reload
	buffer_load_dword v20, off, s[0:3], s32 offset:372 ; 4-byte Folded Reload
	s_cmp_eq_u32 s8, 1
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s8, 2
	s_waitcnt vmcnt(2)
	v_alignbit_b32 v1, v17, v17, 25
	buffer_load_dword v17, off, s[0:3], s32 offset:204 ; 4-byte Folded Reload
	buffer_load_dword v18, off, s[0:3], s32 offset:208 ; 4-byte Folded Reload
	buffer_load_dword v18, off, s[0:3], s32 offset:360 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:284 ; 4-byte Folded Spill
	s_waitcnt vmcnt(3)
	v_alignbit_b32 v1, v17, v17, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:204 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v19, v19, 25
	buffer_load_dword v19, off, s[0:3], s32 offset:240 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v15, v16, v19
	buffer_store_dword v1, off, s[0:3], s32 offset:260 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v16, v16, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:196 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v12, v12, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:248 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v21, v21, 25
	buffer_store_dword v15, off, s[0:3], s32 offset:264 ; 4-byte Folded Spill
	v_xor_b32_e32 v15, v12, v20
	buffer_store_dword v1, off, s[0:3], s32 offset:256 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v13, v13, 25
	buffer_load_dword v12, off, s[0:3], s32 offset:164 ; 4-byte Folded Reload
	buffer_load_dword v13, off, s[0:3], s32 offset:168 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:252 ; 4-byte Folded Spill
	buffer_store_dword v15, off, s[0:3], s32 offset:336 ; 4-byte Folded Spill
	s_waitcnt vmcnt(3)
	v_alignbit_b32 v1, v12, v12, 25
	buffer_load_dword v12, off, s[0:3], s32 offset:52 ; 4-byte Folded Reload
	buffer_load_dword v13, off, s[0:3], s32 offset:56 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:304 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_alignbit_b32 v1, v12, v12, 25
	buffer_load_dword v12, off, s[0:3], s32 offset:36 ; 4-byte Folded Reload
	buffer_load_dword v13, off, s[0:3], s32 offset:40 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:348 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_alignbit_b32 v1, v12, v12, 25
	buffer_load_dword v12, off, s[0:3], s32 offset:148 ; 4-byte Folded Reload
	buffer_load_dword v13, off, s[0:3], s32 offset:152 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:36 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_alignbit_b32 v1, v12, v12, 25
	buffer_load_dword v12, off, s[0:3], s32 offset:124 ; 4-byte Folded Reload
	buffer_load_dword v13, off, s[0:3], s32 offset:128 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:308 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_alignbit_b32 v1, v12, v12, 25
	buffer_load_dword v12, off, s[0:3], s32 offset:188 ; 4-byte Folded Reload
	buffer_load_dword v13, off, s[0:3], s32 offset:192 ; 4-byte Folded Reload
	buffer_load_dword v13, off, s[0:3], s32 offset:244 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v21, v0, v13
	buffer_store_dword v1, off, s[0:3], s32 offset:52 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v12, v12, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:188 ; 4-byte Folded Spill
	v_xor_b32_e32 v1, v2, v18
	buffer_store_dword v1, off, s[0:3], s32 offset:288 ; 4-byte Folded Spill
	v_alignbit_b32 v1, v2, v2, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:148 ; 4-byte Folded Spill
	v_xor_b32_e32 v2, v3, v13
	v_alignbit_b32 v1, v3, v3, 25
	buffer_store_dword v2, off, s[0:3], s32 offset:352 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s32 offset:164 ; 4-byte Folded Spill
	buffer_load_dword v3, off, s[0:3], s32 offset:236 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:172 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:176 ; 4-byte Folded Reload
	v_alignbit_b32 v0, v0, v0, 25
	buffer_store_dword v0, off, s[0:3], s32 offset:276 ; 4-byte Folded Spill
	s_waitcnt vmcnt(3)
	v_mov_b32_e32 v15, v3
	s_waitcnt vmcnt(1)
	v_xor_b32_e32 v2, v1, v3
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v2, off, s[0:3], s32 offset:268 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s32 offset:172 ; 4-byte Folded Spill
	buffer_load_dword v12, off, s[0:3], s32 offset:364 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:16 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v2, v1, v12
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v2, off, s[0:3], s32 offset:124 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s32 offset:12 ; 4-byte Folded Spill
	buffer_load_dword v3, off, s[0:3], s32 offset:368 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:228 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:232 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_xor_b32_e32 v23, v1, v3
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:228 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:108 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:112 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:312 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:92 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:96 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:92 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:140 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:144 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:140 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:180 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:184 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:108 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:220 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:224 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:220 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:84 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:88 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v2, v1, v15
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v2, off, s[0:3], s32 offset:272 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s32 offset:84 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:20 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:24 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v2, v1, v12
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v2, off, s[0:3], s32 offset:320 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s32 offset:20 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:212 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:216 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_xor_b32_e32 v16, v1, v3
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:212 ; 4-byte Folded Spill
	buffer_load_dword v17, off, s[0:3], s32 offset:356 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:68 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:72 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v2, v1, v17
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v2, off, s[0:3], s32 offset:180 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s32 offset:68 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:60 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:64 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v2, v1, v19
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v2, off, s[0:3], s32 offset:332 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s32 offset:60 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:156 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:160 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v2, v1, v20
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v2, off, s[0:3], s32 offset:328 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s32 offset:156 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:132 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:136 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v2, v1, v18
	v_alignbit_b32 v1, v1, v1, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:132 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s32 offset:76 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:80 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v0, v0, v0, 25
	buffer_store_dword v0, off, s[0:3], s32 offset:316 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s32 offset:4 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:8 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v15, v0, v0, 25
	v_alignbit_b32 v0, v22, v22, 25
	buffer_store_dword v0, off, s[0:3], s32 offset:280 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s32 offset:44 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:48 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v1, v0, v17
	v_alignbit_b32 v0, v0, v0, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:76 ; 4-byte Folded Spill
	buffer_store_dword v0, off, s[0:3], s32 offset:44 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s32 offset:28 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:32 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v1, v0, v19
	v_alignbit_b32 v0, v0, v0, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:344 ; 4-byte Folded Spill
	buffer_store_dword v0, off, s[0:3], s32 offset:28 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s32 offset:116 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:120 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v1, v0, v20
	v_alignbit_b32 v0, v0, v0, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:340 ; 4-byte Folded Spill
	buffer_store_dword v0, off, s[0:3], s32 offset:116 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s32 offset:100 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:104 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v1, v0, v18
	v_alignbit_b32 v0, v0, v0, 25
	buffer_store_dword v0, off, s[0:3], s32 offset:100 ; 4-byte Folded Spill
	v_xor_b32_e32 v0, v14, v13
	buffer_store_dword v0, off, s[0:3], s32 offset:292 ; 4-byte Folded Spill
	v_alignbit_b32 v0, v14, v14, 25
	buffer_store_dword v0, off, s[0:3], s32 offset:296 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s32  ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v13, off, s[0:3], s32 offset:336 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_alignbit_b32 v0, v0, v0, 25
	buffer_store_dword v1, off, s[0:3], s32 offset:324 ; 4-byte Folded Spill
	v_cndmask_b32_e32 v1, v4, v5, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s8, 3
	v_cndmask_b32_e32 v1, v1, v6, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s8, 4
	v_cndmask_b32_e32 v1, v1, v7, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s8, 5
	v_cndmask_b32_e32 v1, v1, v8, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s8, 6
	v_cndmask_b32_e32 v1, v1, v9, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s8, 7
	v_cndmask_b32_e32 v1, v1, v10, vcc
	s_cselect_b64 vcc, -1, 0
	v_cndmask_b32_e32 v1, v1, v11, vcc
	s_waitcnt vmcnt(1)
	v_add3_u32 v0, v0, v1, v13
	buffer_load_dword v13, off, s[0:3], s32 offset:284 ; 4-byte Folded Reload
	s_add_i32 s9, s8, 1
	s_cmp_eq_u32 s9, 1
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s9, 2
	buffer_store_dword v0, off, s[0:3], s32 ; 4-byte Folded Spill
	v_cndmask_b32_e32 v0, v4, v5, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s9, 3
	v_cndmask_b32_e32 v0, v0, v6, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s9, 4
	v_cndmask_b32_e32 v0, v0, v7, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s9, 5
	v_cndmask_b32_e32 v0, v0, v8, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s9, 6
	v_cndmask_b32_e32 v0, v0, v9, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s9, 7
	v_cndmask_b32_e32 v0, v0, v10, vcc
	s_cselect_b64 vcc, -1, 0
	v_cndmask_b32_e32 v0, v0, v11, vcc
	s_add_i32 s4, s8, 2
	s_cmp_eq_u32 s4, 1
	buffer_store_dword v2, off, s[0:3], s32 offset:300 ; 4-byte Folded Spill
	v_xor_b32_e32 v2, v22, v3
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 2
	s_waitcnt vmcnt(2)
	v_add3_u32 v14, v13, v0, v23
	buffer_load_dword v13, off, s[0:3], s32 offset:12 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v16, v13, v0, v16
	v_add3_u32 v13, v15, v0, v2
	v_cndmask_b32_e32 v2, v4, v5, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 3
	v_cndmask_b32_e32 v2, v2, v6, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 4
	v_cndmask_b32_e32 v2, v2, v7, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 5
	v_cndmask_b32_e32 v2, v2, v8, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 6
	v_cndmask_b32_e32 v2, v2, v9, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 7
	v_cndmask_b32_e32 v2, v2, v10, vcc
	s_cselect_b64 vcc, -1, 0
	v_cndmask_b32_e32 v23, v2, v11, vcc
	buffer_load_dword v2, off, s[0:3], s32 offset:204 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v16, off, s[0:3], s32 offset:12 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v17, off, s[0:3], s32 offset:16 ; 4-byte Folded Spill
	s_add_i32 s4, s8, 3
	s_cmp_eq_u32 s4, 1
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 2
	s_waitcnt vmcnt(2)
	v_add3_u32 v19, v2, v23, v21
	buffer_load_dword v2, off, s[0:3], s32 offset:36 ; 4-byte Folded Reload
	buffer_load_dword v15, off, s[0:3], s32 offset:352 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v16, v2, v23, v15
	v_mov_b32_e32 v2, v19
	buffer_store_dword v2, off, s[0:3], s32 offset:204 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v3, off, s[0:3], s32 offset:208 ; 4-byte Folded Spill
	buffer_load_dword v15, off, s[0:3], s32 offset:348 ; 4-byte Folded Reload
	v_xor_b32_e32 v2, v19, v3
	s_waitcnt vmcnt(0)
	v_add3_u32 v19, v15, v0, v2
	v_mov_b32_e32 v2, v16
	buffer_store_dword v2, off, s[0:3], s32 offset:36 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v3, off, s[0:3], s32 offset:40 ; 4-byte Folded Spill
	v_xor_b32_e32 v2, v16, v3
	buffer_load_dword v3, off, s[0:3], s32 offset:20 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v0, v3, v0, v2
	buffer_load_dword v3, off, s[0:3], s32 offset:196 ; 4-byte Folded Reload
	buffer_load_dword v15, off, s[0:3], s32 offset:124 ; 4-byte Folded Reload
	s_nop 0
	buffer_store_dword v0, off, s[0:3], s32 offset:20 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:24 ; 4-byte Folded Spill
	v_cndmask_b32_e32 v0, v4, v5, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 3
	v_cndmask_b32_e32 v0, v0, v6, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 4
	v_cndmask_b32_e32 v0, v0, v7, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 5
	v_cndmask_b32_e32 v0, v0, v8, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 6
	v_cndmask_b32_e32 v0, v0, v9, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 7
	v_cndmask_b32_e32 v0, v0, v10, vcc
	s_cselect_b64 vcc, -1, 0
	s_xor_b32 s10, s8, 4
	s_cmp_eq_u32 s10, 1
	s_cselect_b64 s[4:5], -1, 0
	s_cmp_eq_u32 s10, 2
	v_cndmask_b32_e64 v2, v4, v5, s[4:5]
	s_cselect_b64 s[4:5], -1, 0
	s_cmp_eq_u32 s10, 3
	v_cndmask_b32_e64 v2, v2, v6, s[4:5]
	s_cselect_b64 s[4:5], -1, 0
	s_cmp_eq_u32 s10, 4
	v_cndmask_b32_e64 v2, v2, v7, s[4:5]
	s_cselect_b64 s[4:5], -1, 0
	s_cmp_eq_u32 s10, 5
	v_cndmask_b32_e64 v2, v2, v8, s[4:5]
	s_cselect_b64 s[4:5], -1, 0
	s_cmp_eq_u32 s10, 6
	v_cndmask_b32_e64 v2, v2, v9, s[4:5]
	s_cselect_b64 s[4:5], -1, 0
	s_cmp_eq_u32 s10, 7
	v_cndmask_b32_e64 v2, v2, v10, s[4:5]
	s_cselect_b64 s[4:5], -1, 0
	v_cndmask_b32_e64 v2, v2, v11, s[4:5]
	v_cndmask_b32_e32 v0, v0, v11, vcc
	s_add_i32 s4, s8, 5
	s_and_b32 s4, s4, 7
	s_cmp_eq_u32 s4, 1
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 2
	s_waitcnt vmcnt(2)
	v_add3_u32 v16, v3, v2, v15
	v_mov_b32_e32 v3, v14
	buffer_store_dword v3, off, s[0:3], s32 offset:196 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[0:3], s32 offset:200 ; 4-byte Folded Spill
	v_xor_b32_e32 v3, v14, v12
	buffer_load_dword v14, off, s[0:3], s32 offset:52 ; 4-byte Folded Reload
	buffer_load_dword v15, off, s[0:3], s32 offset:172 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_add3_u32 v22, v14, v2, v3
	buffer_load_dword v3, off, s[0:3], s32 offset:92 ; 4-byte Folded Reload
	buffer_load_dword v14, off, s[0:3], s32 offset:320 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v21, v3, v2, v14
	buffer_load_dword v14, off, s[0:3], s32 offset:60 ; 4-byte Folded Reload
	v_mov_b32_e32 v3, v19
	buffer_store_dword v3, off, s[0:3], s32 offset:52 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[0:3], s32 offset:56 ; 4-byte Folded Spill
	v_xor_b32_e32 v3, v19, v12
	s_waitcnt vmcnt(2)
	v_add3_u32 v3, v14, v2, v3
	buffer_store_dword v3, off, s[0:3], s32 offset:60 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[0:3], s32 offset:64 ; 4-byte Folded Spill
	v_mov_b32_e32 v3, v13
	buffer_store_dword v3, off, s[0:3], s32 offset:4 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v4, off, s[0:3], s32 offset:8 ; 4-byte Folded Spill
	v_xor_b32_e32 v3, v13, v12
	buffer_load_dword v12, off, s[0:3], s32 offset:28 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v2, v12, v2, v3
	buffer_store_dword v2, off, s[0:3], s32 offset:28 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v3, off, s[0:3], s32 offset:32 ; 4-byte Folded Spill
	buffer_load_dword v2, off, s[0:3], s32 offset:260 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v3, off, s[0:3], s32 offset:264 ; 4-byte Folded Reload
	buffer_load_dword v12, off, s[0:3], s32 offset:312 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_add3_u32 v19, v2, v0, v3
	buffer_load_dword v2, off, s[0:3], s32 offset:308 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:332 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v13, v2, v0, v3
	buffer_load_dword v2, off, s[0:3], s32 offset:68 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:344 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v2, v2, v0, v3
	buffer_store_dword v2, off, s[0:3], s32 offset:68 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v3, off, s[0:3], s32 offset:72 ; 4-byte Folded Spill
	v_mov_b32_e32 v2, v22
	buffer_store_dword v2, off, s[0:3], s32 offset:124 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v3, off, s[0:3], s32 offset:128 ; 4-byte Folded Spill
	buffer_load_dword v3, off, s[0:3], s32 offset:240 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v2, v22, v3
	v_add3_u32 v12, v12, v0, v2
	v_mov_b32_e32 v2, v21
	buffer_store_dword v2, off, s[0:3], s32 offset:92 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v3, off, s[0:3], s32 offset:96 ; 4-byte Folded Spill
	v_xor_b32_e32 v2, v21, v3
	buffer_load_dword v3, off, s[0:3], s32 offset:44 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v0, v3, v0, v2
	buffer_store_dword v0, off, s[0:3], s32 offset:44 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:48 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s32 offset:304 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s32 offset:328 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v14, v0, v1, v2
	buffer_load_dword v0, off, s[0:3], s32 offset:84 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:340 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v0, v0, v1, v2
	buffer_store_dword v0, off, s[0:3], s32 offset:84 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:88 ; 4-byte Folded Spill
	v_cndmask_b32_e32 v0, v4, v5, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 3
	v_cndmask_b32_e32 v0, v0, v6, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 4
	v_cndmask_b32_e32 v0, v0, v7, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 5
	v_cndmask_b32_e32 v0, v0, v8, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 6
	v_cndmask_b32_e32 v0, v0, v9, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 7
	v_cndmask_b32_e32 v0, v0, v10, vcc
	s_cselect_b64 vcc, -1, 0
	v_cndmask_b32_e32 v3, v0, v11, vcc
	buffer_load_dword v0, off, s[0:3], s32 offset:188 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:288 ; 4-byte Folded Reload
	s_add_i32 s4, s8, 6
	s_and_b32 s4, s4, 7
	s_cmp_eq_u32 s4, 1
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 2
	s_waitcnt vmcnt(0)
	v_add3_u32 v21, v0, v3, v2
	buffer_load_dword v0, off, s[0:3], s32 offset:140 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:324 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v2, v0, v3, v2
	v_mov_b32_e32 v0, v21
	buffer_store_dword v0, off, s[0:3], s32 offset:188 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:192 ; 4-byte Folded Spill
	v_xor_b32_e32 v0, v21, v20
	v_add3_u32 v0, v15, v1, v0
	buffer_store_dword v0, off, s[0:3], s32 offset:172 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:176 ; 4-byte Folded Spill
	v_mov_b32_e32 v0, v2
	buffer_store_dword v0, off, s[0:3], s32 offset:140 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:144 ; 4-byte Folded Spill
	v_xor_b32_e32 v0, v2, v20
	buffer_load_dword v2, off, s[0:3], s32 offset:316 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v20, v2, v1, v0
	buffer_load_dword v2, off, s[0:3], s32 offset:256 ; 4-byte Folded Reload
	v_cndmask_b32_e32 v0, v4, v5, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 3
	v_cndmask_b32_e32 v0, v0, v6, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 4
	v_cndmask_b32_e32 v0, v0, v7, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 5
	v_cndmask_b32_e32 v0, v0, v8, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 6
	v_cndmask_b32_e32 v0, v0, v9, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 7
	v_cndmask_b32_e32 v0, v0, v10, vcc
	s_cselect_b64 vcc, -1, 0
	v_cndmask_b32_e32 v0, v0, v11, vcc
	v_xor_b32_e32 v1, v19, v17
	s_add_i32 s4, s8, -1
	s_and_b32 s4, s4, 7
	s_cmp_eq_u32 s4, 1
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 2
	s_waitcnt vmcnt(0)
	v_add3_u32 v21, v2, v0, v1
	buffer_load_dword v1, off, s[0:3], s32 offset:148 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:180 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v2, v1, v0, v2
	v_mov_b32_e32 v1, v13
	buffer_store_dword v1, off, s[0:3], s32 offset:148 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:152 ; 4-byte Folded Spill
	v_xor_b32_e32 v1, v13, v17
	buffer_load_dword v13, off, s[0:3], s32 offset:108 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v13, v13, v0, v1
	buffer_load_dword v1, off, s[0:3], s32 offset:132 ; 4-byte Folded Reload
	buffer_load_dword v15, off, s[0:3], s32 offset:76 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v1, v1, v0, v15
	buffer_store_dword v1, off, s[0:3], s32 offset:132 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:136 ; 4-byte Folded Spill
	v_mov_b32_e32 v1, v12
	buffer_store_dword v1, off, s[0:3], s32 offset:108 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:112 ; 4-byte Folded Spill
	v_xor_b32_e32 v1, v12, v17
	buffer_load_dword v12, off, s[0:3], s32 offset:100 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v0, v12, v0, v1
	buffer_store_dword v0, off, s[0:3], s32 offset:100 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:104 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s32 offset:248 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:300 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v12, v0, v3, v1
	v_mov_b32_e32 v0, v13
	buffer_store_dword v0, off, s[0:3], s32 offset:180 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:184 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:156 ; 4-byte Folded Reload
	v_xor_b32_e32 v0, v13, v18
	s_waitcnt vmcnt(0)
	v_add3_u32 v0, v1, v3, v0
	buffer_store_dword v0, off, s[0:3], s32 offset:156 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:160 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s32 offset:116 ; 4-byte Folded Reload
	v_xor_b32_e32 v0, v21, v18
	s_waitcnt vmcnt(0)
	v_add3_u32 v0, v1, v3, v0
	buffer_store_dword v0, off, s[0:3], s32 offset:116 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:120 ; 4-byte Folded Spill
	v_cndmask_b32_e32 v0, v4, v5, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 3
	v_cndmask_b32_e32 v0, v0, v6, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 4
	v_cndmask_b32_e32 v0, v0, v7, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 5
	v_cndmask_b32_e32 v0, v0, v8, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 6
	v_cndmask_b32_e32 v0, v0, v9, vcc
	s_cselect_b64 vcc, -1, 0
	s_cmp_eq_u32 s4, 7
	v_cndmask_b32_e32 v0, v0, v10, vcc
	s_cselect_b64 vcc, -1, 0
	v_cndmask_b32_e32 v1, v0, v11, vcc
	buffer_load_dword v0, off, s[0:3], s32 offset:252 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:268 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v13, v0, v1, v3
	buffer_load_dword v15, off, s[0:3], s32 offset:236 ; 4-byte Folded Reload
	buffer_load_dword v0, off, s[0:3], s32  ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:164 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_xor_b32_e32 v0, v0, v15
	s_waitcnt vmcnt(0)
	v_add3_u32 v3, v3, v1, v0
	buffer_load_dword v0, off, s[0:3], s32 offset:220 ; 4-byte Folded Reload
	buffer_load_dword v17, off, s[0:3], s32 offset:272 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v17, v0, v1, v17
	v_mov_b32_e32 v0, v14
	buffer_store_dword v0, off, s[0:3], s32 offset:164 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v1, off, s[0:3], s32 offset:168 ; 4-byte Folded Spill
	v_xor_b32_e32 v0, v14, v15
	buffer_load_dword v14, off, s[0:3], s32 offset:276 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v0, v14, v1, v0
	v_mov_b32_e32 v14, v20
	buffer_store_dword v14, off, s[0:3], s32 offset:76 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v15, off, s[0:3], s32 offset:80 ; 4-byte Folded Spill
	buffer_load_dword v14, off, s[0:3], s32 offset:296 ; 4-byte Folded Reload
	v_xor_b32_e32 v15, v20, v15
	s_waitcnt vmcnt(0)
	v_add3_u32 v14, v14, v1, v15
	buffer_load_dword v1, off, s[0:3], s32 offset:228 ; 4-byte Folded Reload
	buffer_load_dword v15, off, s[0:3], s32 offset:292 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v1, v1, v23, v15
	buffer_store_dword v1, off, s[0:3], s32 offset:228 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:232 ; 4-byte Folded Spill
	buffer_load_dword v15, off, s[0:3], s32 offset:244 ; 4-byte Folded Reload
	v_mov_b32_e32 v1, v17
	buffer_store_dword v1, off, s[0:3], s32 offset:220 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:224 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	v_xor_b32_e32 v1, v17, v15
	buffer_load_dword v17, off, s[0:3], s32 offset:212 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v1, v17, v23, v1
	buffer_store_dword v1, off, s[0:3], s32 offset:212 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v2, off, s[0:3], s32 offset:216 ; 4-byte Folded Spill
	v_xor_b32_e32 v1, v13, v15
	buffer_load_dword v15, off, s[0:3], s32 offset:280 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add3_u32 v22, v15, v23, v1
	buffer_load_dword v1, off, s[0:3], s32 offset:376 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, s8, v1
	s_or_b64 s[6:7], vcc, s[6:7]
	s_mov_b32 s8, s9
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz .LBB1_1
; %bb.2:
	s_or_b64 exec, exec, s[6:7]
	buffer_load_dword v1, off, s[0:3], s32  ; 4-byte Folded Reload
	buffer_load_dword v4, off, s[0:3], s32 offset:196 ; 4-byte Folded Reload
	buffer_load_dword v5, off, s[0:3], s32 offset:200 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[4:5], s[4:5], v1, 31, v[4:5]
	buffer_load_dword v5, off, s[0:3], s32 offset:204 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[0:3], s32 offset:208 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[5:6]
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[19:20]
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[16:17]
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[12:13]
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[21:22]
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[13:14]
	buffer_load_dword v5, off, s[0:3], s32 offset:164 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[0:3], s32 offset:168 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[5:6]
	buffer_load_dword v5, off, s[0:3], s32 offset:52 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[0:3], s32 offset:56 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[5:6]
	buffer_load_dword v5, off, s[0:3], s32 offset:36 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[0:3], s32 offset:40 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[5:6]
	buffer_load_dword v5, off, s[0:3], s32 offset:148 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[0:3], s32 offset:152 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[5:6]
	buffer_load_dword v5, off, s[0:3], s32 offset:124 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[0:3], s32 offset:128 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[5:6]
	buffer_load_dword v5, off, s[0:3], s32 offset:188 ; 4-byte Folded Reload
	buffer_load_dword v6, off, s[0:3], s32 offset:192 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[4:5], s[4:5], v4, 31, v[5:6]
	v_mad_u64_u32 v[1:2], s[4:5], v4, 31, v[2:3]
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[3:4]
	buffer_load_dword v2, off, s[0:3], s32 offset:172 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:176 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:16 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:228 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:232 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:108 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:112 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:92 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:96 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:140 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:144 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:180 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:184 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:220 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:224 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:84 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:88 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:20 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:24 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:212 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:216 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:68 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:72 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:60 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:64 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:156 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:160 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	buffer_load_dword v2, off, s[0:3], s32 offset:132 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s32 offset:136 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[1:2], s[4:5], v1, 31, v[2:3]
	v_mad_u64_u32 v[0:1], s[4:5], v1, 31, v[0:1]
	buffer_load_dword v1, off, s[0:3], s32 offset:76 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:80 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[4:5], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[0:3], s32 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:8 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[4:5], v0, 31, v[1:2]
	v_mad_u64_u32 v[0:1], s[4:5], v0, 31, v[22:23]
	buffer_load_dword v1, off, s[0:3], s32 offset:44 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:48 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[4:5], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[0:3], s32 offset:28 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:32 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[4:5], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[0:3], s32 offset:116 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:120 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[4:5], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[0:3], s32 offset:100 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:104 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[4:5], v0, 31, v[1:2]
	buffer_load_dword v1, off, s[0:3], s32 offset:388 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:392 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v2, 0
	v_mad_u64_u32 v[3:4], s[4:5], v0, 31, v[14:15]
	buffer_load_dword v0, off, s[0:3], s32 offset:384 ; 4-byte Folded Reload
	v_lshlrev_b64 v[1:2], 2, v[1:2]
	s_waitcnt vmcnt(0)
	v_add_co_u32_e32 v0, vcc, v0, v1
	buffer_load_dword v1, off, s[0:3], s32 offset:380 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_addc_co_u32_e32 v1, vcc, v1, v2, vcc
	global_store_dword v[0:1], v3, off
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	__clang_ocl_kern_imp_spill, .Lfunc_end1-__clang_ocl_kern_imp_spill
                                        ; -- End function
	.set __clang_ocl_kern_imp_spill.num_vgpr, 32
	.set __clang_ocl_kern_imp_spill.num_agpr, 0
	.set __clang_ocl_kern_imp_spill.numbered_sgpr, 33
	.set __clang_ocl_kern_imp_spill.num_named_barrier, 0
	.set __clang_ocl_kern_imp_spill.private_seg_size, 400
	.set __clang_ocl_kern_imp_spill.uses_vcc, 1
	.set __clang_ocl_kern_imp_spill.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_spill.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_spill.has_recursion, 0
	.set __clang_ocl_kern_imp_spill.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 8368
; TotalNumSgprs: 37
; NumVgprs: 32
; ScratchSize: 400
; MemoryBound: 0
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 32
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 33
	.set amdgpu.max_num_named_barrier, 0
	.section	.AMDGPU.csdata,"",@progbits
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .is_const:       true
        .offset:         0
        .size:           8
        .type_name:      'uint*'
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .type_name:      'uint*'
        .value_kind:     global_buffer
      - .offset:         32
        .size:           32
        .type_name:      uint8
        .value_kind:     by_value
      - .offset:         64
        .size:           32
        .type_name:      uint8
        .value_kind:     by_value
      - .offset:         96
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         100
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         104
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         108
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         110
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         112
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         114
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         116
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         118
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         136
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         144
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         152
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         160
        .size:           2
        .value_kind:     hidden_grid_dims
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 32
    .kernarg_segment_size: 352
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           spill
    .private_segment_fixed_size: 304
    .sgpr_count:     44
    .sgpr_spill_count: 0
    .symbol:         spill.kd
    .uses_dynamic_stack: false
    .vgpr_count:     24
    .vgpr_spill_count: 147
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx900
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
