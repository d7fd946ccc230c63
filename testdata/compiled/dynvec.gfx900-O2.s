	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.amdhsa_code_object_version 5
	.text
	.protected	dynvec                  ; -- Begin function dynvec
	.globl	dynvec
	.p2align	8
	.type	dynvec,@function
dynvec:                                 ; @dynvec
; %bb.0:
	s_add_u32 s0, s0, s7
	s_load_dword s7, s[4:5], 0x1c
	s_load_dword s8, s[4:5], 0x38
	s_load_dwordx4 s[40:43], s[4:5], 0x0
	s_addc_u32 s1, s1, 0
	s_add_u32 s44, s4, 16
	s_addc_u32 s45, s5, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s33, s7, 0xffff
	s_mul_i32 s6, s6, s33
	s_add_i32 s8, s8, s6
	v_mov_b32_e32 v20, 0
	v_add_u32_e32 v16, s8, v0
	v_mov_b32_e32 v17, v20
	v_lshlrev_b64 v[17:18], 2, v[16:17]
	v_mov_b32_e32 v1, s41
	v_add_co_u32_e32 v0, vcc, s40, v17
	v_addc_co_u32_e32 v1, vcc, v1, v18, vcc
	global_load_dword v21, v[0:1], off
	v_mov_b32_e32 v0, 3
	v_mov_b32_e32 v1, 5
	v_mov_b32_e32 v2, 7
	v_mov_b32_e32 v3, 9
	v_mov_b32_e32 v4, 11
	v_mov_b32_e32 v22, v20
	s_mov_b32 s46, 0
	s_mov_b32 s47, 0xaaaaaaab
	s_mov_b32 s48, 0x15555556
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[40:41], s[4:5], v21, 2, 0
	v_mad_u64_u32 v[36:37], s[4:5], v21, 3, 0
	v_mad_u64_u32 v[38:39], s[4:5], v21, 4, 0
	v_mad_u64_u32 v[34:35], s[4:5], v21, 5, 0
	v_mad_u64_u32 v[32:33], s[4:5], v21, 6, 0
	v_mad_u64_u32 v[30:31], s[4:5], v21, 7, 0
	v_mad_u64_u32 v[28:29], s[4:5], v21, 8, 0
	v_lshrrev_b32_e32 v50, 1, v21
	v_mul_lo_u32 v14, v21, 15
	v_mul_lo_u32 v13, v21, 14
	v_mul_lo_u32 v12, v21, 13
	v_mul_lo_u32 v11, v21, 12
	v_mul_lo_u32 v10, v21, 11
	v_mul_lo_u32 v9, v21, 10
	v_lshrrev_b32_e32 v5, 2, v21
	v_lshrrev_b32_sdwa v6, v0, v21 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_lshrrev_b32_e32 v19, 4, v21
	v_lshrrev_b32_sdwa v23, v1, v21 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_lshrrev_b32_e32 v24, 6, v21
	v_lshrrev_b32_sdwa v2, v2, v21 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_lshrrev_b32_e32 v25, 8, v21
	v_lshrrev_b32_sdwa v26, v3, v21 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_lshrrev_b32_e32 v27, 10, v21
	v_lshrrev_b32_sdwa v4, v4, v21 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_lshlrev_b16_e32 v42, 8, v50
	v_lshlrev_b32_e32 v1, 1, v21
	v_lshlrev_b32_e32 v3, 2, v21
	v_or_b32_sdwa v5, v5, v6 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_or_b32_sdwa v6, v19, v23 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_or_b32_sdwa v2, v24, v2 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_or_b32_sdwa v19, v25, v26 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_or_b32_sdwa v4, v27, v4 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_or_b32_sdwa v24, v21, v42 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_mov_b32_e32 v43, v22
	v_lshlrev_b32_e32 v15, 4, v21
	v_lshlrev_b32_e32 v7, 3, v21
	v_lshl_add_u32 v8, v21, 3, v21
	v_mov_b32_e32 v0, v21
	v_xor_b32_e32 v51, 7, v21
	v_mov_b32_e32 v53, v21
	v_or_b32_sdwa v25, v6, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
	v_or_b32_sdwa v23, v19, v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
	v_or_b32_sdwa v24, v24, v5 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
	v_add_u32_e32 v41, v41, v21
	v_add_u32_e32 v37, v37, v1
	v_add_u32_e32 v39, v39, v36
	v_add_u32_e32 v35, v35, v3
	v_add_u32_e32 v33, v33, v34
	v_add_u32_e32 v31, v31, v32
	v_add_u32_e32 v29, v29, v30
	v_mov_b32_e32 v2, v36
	v_mov_b32_e32 v4, v34
	v_mov_b32_e32 v5, v32
	v_mov_b32_e32 v6, v30
	v_mov_b32_e32 v52, v36
	v_mov_b32_e32 v42, v21
.LBB0_1:                                ; =>This Inner Loop Header: Depth=1
	v_lshrrev_b32_e32 v55, s46, v21
	v_and_b32_e32 v19, 15, v55
	v_cmp_eq_u32_e64 s[4:5], 1, v19
	v_cndmask_b32_e64 v58, v0, v1, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 2, v19
	v_cndmask_b32_e64 v58, v58, v2, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 3, v19
	v_cndmask_b32_e64 v58, v58, v3, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 4, v19
	v_cndmask_b32_e64 v58, v58, v4, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 5, v19
	v_mul_hi_u32 v57, v55, s47
	v_cndmask_b32_e64 v58, v58, v5, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 6, v19
	v_cndmask_b32_e64 v58, v58, v6, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 7, v19
	v_cndmask_b32_e64 v58, v58, v7, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 8, v19
	v_cndmask_b32_e64 v58, v58, v8, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 9, v19
	v_cndmask_b32_e64 v58, v58, v9, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 10, v19
	v_lshrrev_b32_e32 v57, 3, v57
	v_cndmask_b32_e64 v58, v58, v10, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 11, v19
	v_mul_lo_u32 v57, v57, 12
	v_cndmask_b32_e64 v58, v58, v11, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 12, v19
	v_cndmask_b32_e64 v58, v58, v12, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 13, v19
	v_cndmask_b32_e64 v58, v58, v13, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 14, v19
	v_cndmask_b32_e64 v58, v58, v14, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 15, v19
	v_sub_u32_e32 v57, v55, v57
	s_waitcnt vmcnt(2)
	v_lshrrev_b32_e32 v22, 8, v24
	v_and_b32_e32 v54, 3, v55
	v_cndmask_b32_e64 v58, v58, v15, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 1, v57
	v_lshrrev_b32_e32 v44, 16, v24
	s_waitcnt vmcnt(1)
	v_lshrrev_b64 v[26:27], 24, v[24:25]
	v_cmp_eq_u32_e32 vcc, 1, v54
	v_cmp_eq_u32_e64 s[6:7], 2, v54
	v_cmp_eq_u32_e64 s[8:9], 3, v54
	v_cmp_eq_u32_e64 s[10:11], 0, v54
	v_cndmask_b32_e64 v54, v24, v22, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 2, v57
	v_cndmask_b32_e64 v54, v54, v44, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 3, v57
	v_cndmask_b32_e32 v19, v53, v52, vcc
	v_cndmask_b32_e64 v54, v54, v26, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 4, v57
	v_lshrrev_b32_e32 v27, 8, v25
	v_cndmask_b32_e64 v19, v19, v51, s[6:7]
	v_cndmask_b32_e64 v54, v54, v25, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 5, v57
	v_lshrrev_b32_e32 v45, 16, v25
	v_cndmask_b32_e64 v19, v19, v50, s[8:9]
	v_cndmask_b32_e64 v54, v54, v27, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 6, v57
	v_lshrrev_b32_e32 v46, 24, v25
	v_xad_u32 v19, v58, s46, v19
	v_add_u32_e32 v58, 1, v55
	v_cndmask_b32_e64 v54, v54, v45, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 7, v57
	v_and_b32_e32 v58, 3, v58
	v_cndmask_b32_e64 v54, v54, v46, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 8, v57
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v47, 8, v23
	v_cndmask_b32_e64 v54, v54, v23, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 9, v57
	v_cndmask_b32_e32 v52, v52, v19, vcc
	v_cndmask_b32_e64 v53, v53, v19, s[10:11]
	v_cmp_eq_u32_e32 vcc, 1, v58
	v_lshrrev_b32_e32 v48, 16, v23
	v_cndmask_b32_e64 v50, v50, v19, s[8:9]
	v_cndmask_b32_e64 v51, v51, v19, s[6:7]
	v_cndmask_b32_e32 v19, v53, v52, vcc
	v_cmp_eq_u32_e32 vcc, 2, v58
	v_cndmask_b32_e64 v54, v54, v47, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 10, v57
	v_lshrrev_b32_e32 v49, 24, v23
	v_cndmask_b32_e64 v54, v54, v48, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 11, v57
	v_cndmask_b32_e32 v19, v19, v51, vcc
	v_cmp_eq_u32_e32 vcc, 3, v58
	v_bfe_u32 v56, v55, 2, 4
	v_cndmask_b32_e32 v19, v19, v50, vcc
	v_cndmask_b32_e64 v54, v54, v49, s[4:5]
	v_add_u32_sdwa v19, v19, v54 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_cmp_eq_u32_e32 vcc, 14, v56
	v_cmp_eq_u32_e64 s[4:5], 13, v56
	v_cmp_eq_u32_e64 s[6:7], 12, v56
	v_cmp_eq_u32_e64 s[8:9], 11, v56
	v_cmp_eq_u32_e64 s[10:11], 10, v56
	v_cmp_eq_u32_e64 s[12:13], 9, v56
	v_cmp_eq_u32_e64 s[14:15], 8, v56
	v_cmp_eq_u32_e64 s[16:17], 7, v56
	v_cmp_eq_u32_e64 s[18:19], 6, v56
	v_cmp_eq_u32_e64 s[20:21], 5, v56
	v_cmp_eq_u32_e64 s[22:23], 4, v56
	v_cmp_eq_u32_e64 s[24:25], 3, v56
	v_cmp_eq_u32_e64 s[26:27], 2, v56
	v_cmp_eq_u32_e64 s[28:29], 1, v56
	v_cmp_eq_u32_e64 s[30:31], 0, v56
	v_cmp_eq_u32_e64 s[34:35], 15, v56
	v_add_u32_e32 v54, s46, v55
	v_cndmask_b32_e64 v15, v15, v19, s[34:35]
	v_cndmask_b32_e32 v14, v14, v19, vcc
	v_cndmask_b32_e64 v13, v13, v19, s[4:5]
	v_cndmask_b32_e64 v12, v12, v19, s[6:7]
	v_cndmask_b32_e64 v11, v11, v19, s[8:9]
	v_cndmask_b32_e64 v10, v10, v19, s[10:11]
	v_cndmask_b32_e64 v9, v9, v19, s[12:13]
	v_cndmask_b32_e64 v8, v8, v19, s[14:15]
	v_cndmask_b32_e64 v7, v7, v19, s[16:17]
	v_cndmask_b32_e64 v6, v6, v19, s[18:19]
	v_cndmask_b32_e64 v5, v5, v19, s[20:21]
	v_cndmask_b32_e64 v4, v4, v19, s[22:23]
	v_cndmask_b32_e64 v3, v3, v19, s[24:25]
	v_cndmask_b32_e64 v2, v2, v19, s[26:27]
	v_cndmask_b32_e64 v1, v1, v19, s[28:29]
	v_cndmask_b32_e64 v0, v0, v19, s[30:31]
	v_and_b32_e32 v19, 15, v54
	v_cmp_eq_u32_e64 s[4:5], 1, v19
	v_cndmask_b32_e64 v57, v0, v1, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 2, v19
	v_cndmask_b32_e64 v57, v57, v2, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 3, v19
	v_cndmask_b32_e64 v57, v57, v3, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 4, v19
	v_cndmask_b32_e64 v57, v57, v4, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 5, v19
	v_cndmask_b32_e64 v57, v57, v5, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 6, v19
	v_cndmask_b32_e64 v57, v57, v6, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 7, v19
	v_cndmask_b32_e64 v57, v57, v7, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 8, v19
	v_cndmask_b32_e64 v57, v57, v8, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 9, v19
	v_cndmask_b32_e64 v57, v57, v9, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 10, v19
	v_cndmask_b32_e64 v57, v57, v10, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 11, v19
	v_cndmask_b32_e64 v57, v57, v11, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 12, v19
	v_and_b32_e32 v58, 7, v55
	v_cndmask_b32_e64 v57, v57, v12, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 13, v19
	v_cmp_eq_u32_e32 vcc, 1, v58
	v_cndmask_b32_e64 v57, v57, v13, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 14, v19
	v_cndmask_b32_e64 v57, v57, v14, s[4:5]
	v_cmp_eq_u32_e64 s[8:9], 15, v19
	v_cndmask_b32_e32 v19, v43, v41, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v58
	v_cndmask_b32_e64 v59, v19, v37, s[4:5]
	v_cndmask_b32_e64 v19, v57, v15, s[8:9]
	v_cndmask_b32_e32 v57, v42, v40, vcc
	v_cmp_eq_u32_e64 s[6:7], 3, v58
	v_cndmask_b32_e64 v57, v57, v36, s[4:5]
	v_cmp_eq_u32_e64 s[8:9], 4, v58
	v_cndmask_b32_e64 v57, v57, v38, s[6:7]
	v_cmp_eq_u32_e64 s[10:11], 5, v58
	v_cndmask_b32_e64 v57, v57, v34, s[8:9]
	v_cndmask_b32_e64 v59, v59, v39, s[6:7]
	v_cmp_eq_u32_e64 s[12:13], 6, v58
	v_cndmask_b32_e64 v57, v57, v32, s[10:11]
	v_and_b32_e32 v56, 31, v55
	v_cndmask_b32_e64 v59, v59, v35, s[8:9]
	v_cmp_eq_u32_e64 s[14:15], 7, v58
	v_cndmask_b32_e64 v57, v57, v30, s[12:13]
	v_cndmask_b32_e64 v59, v59, v33, s[10:11]
	v_cndmask_b32_e64 v60, v57, v28, s[14:15]
	v_lshlrev_b64 v[56:57], v56, v[19:20]
	v_cndmask_b32_e64 v59, v59, v31, s[12:13]
	v_cndmask_b32_e64 v59, v59, v29, s[14:15]
	v_xor_b32_e32 v60, v56, v60
	v_lshrrev_b32_e32 v56, 3, v55
	v_xor_b32_e32 v59, v57, v59
	v_mul_hi_u32 v57, v56, s48
	s_add_i32 s28, s46, 1
	v_lshrrev_b32_e32 v19, s28, v21
	v_cmp_eq_u32_e64 s[16:17], 0, v58
	v_mul_lo_u32 v57, v57, 12
	v_lshrrev_b32_e32 v58, 3, v19
	v_and_b32_e32 v55, 15, v19
	v_cndmask_b32_e32 v41, v41, v59, vcc
	v_sub_u32_e32 v56, v56, v57
	v_mul_hi_u32 v57, v58, s48
	v_cndmask_b32_e32 v40, v40, v60, vcc
	v_cmp_eq_u32_e32 vcc, 1, v55
	v_cndmask_b32_e64 v37, v37, v59, s[4:5]
	v_mul_lo_u32 v57, v57, 12
	v_cndmask_b32_e64 v36, v36, v60, s[4:5]
	v_cndmask_b32_e64 v29, v29, v59, s[14:15]
	v_cndmask_b32_e64 v31, v31, v59, s[12:13]
	v_sub_u32_e32 v57, v58, v57
	v_cndmask_b32_e32 v58, v0, v1, vcc
	v_cmp_eq_u32_e32 vcc, 2, v55
	v_cndmask_b32_e32 v58, v58, v2, vcc
	v_cmp_eq_u32_e32 vcc, 3, v55
	v_cndmask_b32_e32 v58, v58, v3, vcc
	v_cmp_eq_u32_e32 vcc, 4, v55
	v_cndmask_b32_e32 v58, v58, v4, vcc
	v_cmp_eq_u32_e32 vcc, 5, v55
	v_cndmask_b32_e32 v58, v58, v5, vcc
	v_cmp_eq_u32_e32 vcc, 6, v55
	v_cndmask_b32_e32 v58, v58, v6, vcc
	v_cmp_eq_u32_e32 vcc, 7, v55
	v_cndmask_b32_e32 v58, v58, v7, vcc
	v_cmp_eq_u32_e32 vcc, 8, v55
	v_cndmask_b32_e32 v58, v58, v8, vcc
	v_cmp_eq_u32_e32 vcc, 9, v55
	v_cndmask_b32_e32 v58, v58, v9, vcc
	v_cmp_eq_u32_e32 vcc, 10, v55
	v_cndmask_b32_e32 v58, v58, v10, vcc
	v_cmp_eq_u32_e32 vcc, 11, v55
	v_cndmask_b32_e32 v58, v58, v11, vcc
	v_cmp_eq_u32_e32 vcc, 12, v55
	v_cndmask_b32_e32 v58, v58, v12, vcc
	v_cmp_eq_u32_e32 vcc, 13, v55
	v_cndmask_b32_e32 v58, v58, v13, vcc
	v_cmp_eq_u32_e32 vcc, 14, v55
	v_cndmask_b32_e32 v58, v58, v14, vcc
	v_cmp_eq_u32_e32 vcc, 15, v55
	v_and_b32_e32 v55, 3, v19
	v_cmp_eq_u32_e64 s[4:5], 1, v55
	v_cndmask_b32_e64 v33, v33, v59, s[10:11]
	v_cndmask_b32_e64 v35, v35, v59, s[8:9]
	v_cndmask_b32_e64 v39, v39, v59, s[6:7]
	v_cndmask_b32_e64 v38, v38, v60, s[6:7]
	v_cndmask_b32_e64 v43, v43, v59, s[16:17]
	v_cndmask_b32_e64 v59, v53, v52, s[4:5]
	v_cmp_eq_u32_e64 s[6:7], 2, v55
	v_cndmask_b32_e64 v34, v34, v60, s[8:9]
	v_cndmask_b32_e64 v59, v59, v51, s[6:7]
	v_cmp_eq_u32_e64 s[8:9], 3, v55
	v_cndmask_b32_e64 v59, v59, v50, s[8:9]
	v_cndmask_b32_e32 v58, v58, v15, vcc
	v_cmp_eq_u32_e32 vcc, 0, v55
	v_add_u32_e32 v55, 1, v19
	v_xad_u32 v58, v58, s28, v59
	v_and_b32_e32 v55, 3, v55
	v_and_b32_e32 v54, 7, v54
	v_cndmask_b32_e64 v52, v52, v58, s[4:5]
	v_cndmask_b32_e32 v53, v53, v58, vcc
	v_cmp_eq_u32_e32 vcc, 1, v55
	v_cndmask_b32_e64 v42, v42, v60, s[16:17]
	v_cndmask_b32_e64 v50, v50, v58, s[8:9]
	v_cndmask_b32_e64 v51, v51, v58, s[6:7]
	v_cndmask_b32_e32 v58, v53, v52, vcc
	v_cmp_eq_u32_e32 vcc, 2, v55
	v_cmp_eq_u32_e64 s[4:5], 1, v54
	v_cndmask_b32_e32 v58, v58, v51, vcc
	v_cmp_eq_u32_e32 vcc, 3, v55
	v_cndmask_b32_e64 v55, v42, v40, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 2, v54
	v_cndmask_b32_e64 v55, v55, v36, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 3, v54
	v_cndmask_b32_e64 v55, v55, v38, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 4, v54
	v_cndmask_b32_e64 v32, v32, v60, s[10:11]
	v_cndmask_b32_e64 v55, v55, v34, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 5, v54
	v_cndmask_b32_e64 v30, v30, v60, s[12:13]
	v_cmp_eq_u32_e64 s[10:11], 1, v56
	v_cndmask_b32_e64 v55, v55, v32, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 6, v54
	v_cndmask_b32_e64 v55, v55, v30, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 7, v54
	v_cndmask_b32_e64 v54, v24, v22, s[10:11]
	v_cmp_eq_u32_e64 s[6:7], 2, v56
	v_cndmask_b32_e64 v54, v54, v44, s[6:7]
	v_cmp_eq_u32_e64 s[8:9], 3, v56
	v_cndmask_b32_e64 v54, v54, v26, s[8:9]
	v_cmp_eq_u32_e64 s[12:13], 4, v56
	v_mul_hi_u32 v59, v19, s47
	v_cndmask_b32_e64 v28, v28, v60, s[14:15]
	v_cndmask_b32_e64 v54, v54, v25, s[12:13]
	v_cmp_eq_u32_e64 s[14:15], 5, v56
	v_cndmask_b32_e64 v54, v54, v27, s[14:15]
	v_cmp_eq_u32_e64 s[16:17], 6, v56
	v_cndmask_b32_e64 v54, v54, v45, s[16:17]
	v_cmp_eq_u32_e64 s[18:19], 7, v56
	v_cndmask_b32_e64 v54, v54, v46, s[18:19]
	v_cmp_eq_u32_e64 s[20:21], 8, v56
	v_lshrrev_b32_e32 v59, 3, v59
	v_cndmask_b32_e64 v54, v54, v23, s[20:21]
	v_cmp_eq_u32_e64 s[22:23], 9, v56
	v_mul_lo_u32 v59, v59, 12
	v_cndmask_b32_e64 v54, v54, v47, s[22:23]
	v_cmp_eq_u32_e64 s[24:25], 10, v56
	v_cndmask_b32_e64 v54, v54, v48, s[24:25]
	v_cmp_eq_u32_e64 s[26:27], 11, v56
	v_cndmask_b32_e64 v54, v54, v49, s[26:27]
	v_cndmask_b32_e64 v55, v55, v28, s[4:5]
	v_add_u16_e32 v54, v54, v55
	v_cmp_eq_u32_e64 s[4:5], 0, v56
	v_sub_u32_e32 v59, v19, v59
	v_min_u32_e32 v56, 11, v56
	buffer_store_dword v23, off, s[0:3], 0 offset:8
	buffer_store_dword v25, off, s[0:3], 0 offset:4
	buffer_store_dword v24, off, s[0:3], 0
	v_cndmask_b32_e64 v24, v24, v54, s[4:5]
	v_or_b32_e32 v56, 0, v56
	v_cndmask_b32_e64 v22, v22, v54, s[10:11]
	v_cmp_eq_u32_e64 s[4:5], 1, v59
	v_cndmask_b32_e64 v23, v23, v54, s[20:21]
	v_cndmask_b32_e64 v26, v26, v54, s[8:9]
	v_cndmask_b32_e64 v25, v25, v54, s[12:13]
	v_cndmask_b32_e32 v58, v58, v50, vcc
	buffer_store_byte v54, v56, s[0:3], 0 offen
	v_cndmask_b32_e64 v49, v49, v54, s[26:27]
	v_cndmask_b32_e64 v48, v48, v54, s[24:25]
	v_cndmask_b32_e64 v47, v47, v54, s[22:23]
	v_cndmask_b32_e64 v46, v46, v54, s[18:19]
	v_cndmask_b32_e64 v45, v45, v54, s[16:17]
	v_cndmask_b32_e64 v27, v27, v54, s[14:15]
	v_cndmask_b32_e64 v44, v44, v54, s[6:7]
	v_cmp_eq_u32_e32 vcc, 1, v57
	v_cndmask_b32_e64 v54, v24, v22, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 2, v59
	v_cndmask_b32_e32 v22, v24, v22, vcc
	v_cmp_eq_u32_e32 vcc, 2, v57
	v_cndmask_b32_e64 v24, v54, v44, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 3, v59
	v_cndmask_b32_e32 v22, v22, v44, vcc
	v_cmp_eq_u32_e32 vcc, 3, v57
	v_cndmask_b32_e64 v24, v24, v26, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 4, v59
	v_cndmask_b32_e32 v22, v22, v26, vcc
	v_cmp_eq_u32_e32 vcc, 4, v57
	v_cndmask_b32_e64 v24, v24, v25, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 5, v59
	v_cndmask_b32_e32 v22, v22, v25, vcc
	v_cmp_eq_u32_e32 vcc, 5, v57
	v_cndmask_b32_e64 v24, v24, v27, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 6, v59
	v_cndmask_b32_e32 v22, v22, v27, vcc
	v_cmp_eq_u32_e32 vcc, 6, v57
	v_cndmask_b32_e64 v24, v24, v45, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 7, v59
	v_cndmask_b32_e32 v22, v22, v45, vcc
	v_cmp_eq_u32_e32 vcc, 7, v57
	v_cndmask_b32_e64 v24, v24, v46, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 8, v59
	v_cndmask_b32_e32 v22, v22, v46, vcc
	v_cmp_eq_u32_e32 vcc, 8, v57
	v_cndmask_b32_e64 v24, v24, v23, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 9, v59
	v_cndmask_b32_e32 v22, v22, v23, vcc
	v_cmp_eq_u32_e32 vcc, 9, v57
	v_cndmask_b32_e64 v23, v24, v47, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 10, v59
	v_cndmask_b32_e32 v22, v22, v47, vcc
	v_cmp_eq_u32_e32 vcc, 10, v57
	v_cndmask_b32_e64 v23, v23, v48, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], 11, v59
	v_bfe_u32 v55, v19, 2, 4
	v_add_u32_e32 v60, s28, v19
	v_cndmask_b32_e32 v22, v22, v48, vcc
	v_cmp_eq_u32_e32 vcc, 11, v57
	v_cndmask_b32_e64 v23, v23, v49, s[4:5]
	v_cndmask_b32_e32 v24, v22, v49, vcc
	v_add_u32_sdwa v22, v58, v23 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_cmp_eq_u32_e64 s[16:17], 10, v55
	v_cmp_eq_u32_e64 s[36:37], 1, v55
	v_cmp_eq_u32_e64 s[38:39], 0, v55
	v_and_b32_e32 v25, 7, v19
	v_and_b32_e32 v23, 31, v19
	v_and_b32_e32 v19, 15, v60
	v_cmp_eq_u32_e32 vcc, 14, v55
	v_cmp_eq_u32_e64 s[4:5], 13, v55
	v_cmp_eq_u32_e64 s[6:7], 12, v55
	v_cmp_eq_u32_e64 s[8:9], 11, v55
	v_cmp_eq_u32_e64 s[18:19], 9, v55
	v_cmp_eq_u32_e64 s[20:21], 8, v55
	v_cmp_eq_u32_e64 s[22:23], 7, v55
	v_cmp_eq_u32_e64 s[24:25], 6, v55
	v_cmp_eq_u32_e64 s[26:27], 5, v55
	v_cmp_eq_u32_e64 s[28:29], 4, v55
	v_cmp_eq_u32_e64 s[30:31], 3, v55
	v_cmp_eq_u32_e64 s[34:35], 2, v55
	v_cmp_eq_u32_e64 s[10:11], 15, v55
	v_cndmask_b32_e64 v10, v10, v22, s[16:17]
	v_cndmask_b32_e64 v1, v1, v22, s[36:37]
	v_cndmask_b32_e64 v0, v0, v22, s[38:39]
	v_cmp_eq_u32_e64 s[16:17], 1, v19
	v_cndmask_b32_e64 v15, v15, v22, s[10:11]
	v_cndmask_b32_e32 v14, v14, v22, vcc
	v_cndmask_b32_e64 v13, v13, v22, s[4:5]
	v_cndmask_b32_e64 v12, v12, v22, s[6:7]
	v_cndmask_b32_e64 v11, v11, v22, s[8:9]
	v_cndmask_b32_e64 v9, v9, v22, s[18:19]
	v_cndmask_b32_e64 v8, v8, v22, s[20:21]
	v_cndmask_b32_e64 v7, v7, v22, s[22:23]
	v_cndmask_b32_e64 v6, v6, v22, s[24:25]
	v_cndmask_b32_e64 v5, v5, v22, s[26:27]
	v_cndmask_b32_e64 v4, v4, v22, s[28:29]
	v_cndmask_b32_e64 v3, v3, v22, s[30:31]
	v_cndmask_b32_e64 v2, v2, v22, s[34:35]
	v_cndmask_b32_e64 v22, v0, v1, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 2, v19
	v_cndmask_b32_e64 v22, v22, v2, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 3, v19
	v_cndmask_b32_e64 v22, v22, v3, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 4, v19
	v_cndmask_b32_e64 v22, v22, v4, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 5, v19
	v_cndmask_b32_e64 v22, v22, v5, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 6, v19
	v_cndmask_b32_e64 v22, v22, v6, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 7, v19
	v_cndmask_b32_e64 v22, v22, v7, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 8, v19
	v_cndmask_b32_e64 v22, v22, v8, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 9, v19
	v_cndmask_b32_e64 v22, v22, v9, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 10, v19
	v_cmp_eq_u32_e32 vcc, 1, v25
	v_cndmask_b32_e64 v22, v22, v10, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 11, v19
	v_cndmask_b32_e32 v44, v43, v41, vcc
	v_cndmask_b32_e32 v45, v42, v40, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v25
	v_cndmask_b32_e64 v22, v22, v11, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 12, v19
	v_cndmask_b32_e64 v44, v44, v37, s[4:5]
	v_cndmask_b32_e64 v45, v45, v36, s[4:5]
	v_cmp_eq_u32_e64 s[6:7], 3, v25
	v_cndmask_b32_e64 v22, v22, v12, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 13, v19
	v_cndmask_b32_e64 v44, v44, v39, s[6:7]
	v_cndmask_b32_e64 v45, v45, v38, s[6:7]
	v_cmp_eq_u32_e64 s[8:9], 4, v25
	v_cndmask_b32_e64 v22, v22, v13, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 14, v19
	v_cndmask_b32_e64 v44, v44, v35, s[8:9]
	v_cndmask_b32_e64 v45, v45, v34, s[8:9]
	v_cmp_eq_u32_e64 s[10:11], 5, v25
	v_cndmask_b32_e64 v22, v22, v14, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 15, v19
	v_cndmask_b32_e64 v44, v44, v33, s[10:11]
	v_cndmask_b32_e64 v45, v45, v32, s[10:11]
	v_cmp_eq_u32_e64 s[12:13], 6, v25
	v_cndmask_b32_e64 v19, v22, v15, s[16:17]
	v_cndmask_b32_e64 v44, v44, v31, s[12:13]
	v_cndmask_b32_e64 v45, v45, v30, s[12:13]
	v_cmp_eq_u32_e64 s[14:15], 7, v25
	v_lshlrev_b64 v[22:23], v23, v[19:20]
	v_cndmask_b32_e64 v44, v44, v29, s[14:15]
	v_cndmask_b32_e64 v45, v45, v28, s[14:15]
	v_and_b32_e32 v26, 7, v60
	v_xor_b32_e32 v19, v23, v44
	v_xor_b32_e32 v22, v22, v45
	v_cmp_eq_u32_e64 s[16:17], 0, v25
	v_cndmask_b32_e64 v43, v43, v19, s[16:17]
	v_cndmask_b32_e64 v42, v42, v22, s[16:17]
	v_cndmask_b32_e32 v40, v40, v22, vcc
	v_cmp_eq_u32_e64 s[16:17], 1, v26
	v_cndmask_b32_e64 v36, v36, v22, s[4:5]
	v_cndmask_b32_e64 v38, v38, v22, s[6:7]
	v_cndmask_b32_e64 v34, v34, v22, s[8:9]
	v_cndmask_b32_e64 v32, v32, v22, s[10:11]
	v_cndmask_b32_e64 v30, v30, v22, s[12:13]
	v_cndmask_b32_e64 v28, v28, v22, s[14:15]
	v_cndmask_b32_e64 v22, v42, v40, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 2, v26
	v_cndmask_b32_e64 v22, v22, v36, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 3, v26
	v_cndmask_b32_e64 v22, v22, v38, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 4, v26
	v_cndmask_b32_e64 v22, v22, v34, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 5, v26
	v_cndmask_b32_e64 v22, v22, v32, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 6, v26
	v_cndmask_b32_e64 v22, v22, v30, s[16:17]
	v_cmp_eq_u32_e64 s[16:17], 7, v26
	v_min_u32_e32 v27, 11, v57
	v_cndmask_b32_e64 v22, v22, v28, s[16:17]
	v_or_b32_e32 v27, 0, v27
	v_add_u16_e32 v22, v24, v22
	buffer_store_byte v22, v27, s[0:3], 0 offen
	buffer_load_dword v24, off, s[0:3], 0
	buffer_load_dword v25, off, s[0:3], 0 offset:4
	buffer_load_dword v23, off, s[0:3], 0 offset:8
	s_add_i32 s46, s46, 2
	s_cmp_eq_u32 s46, 10
	v_cndmask_b32_e32 v41, v41, v19, vcc
	v_cndmask_b32_e64 v37, v37, v19, s[4:5]
	v_cndmask_b32_e64 v39, v39, v19, s[6:7]
	v_cndmask_b32_e64 v35, v35, v19, s[8:9]
	v_cndmask_b32_e64 v33, v33, v19, s[10:11]
	v_cndmask_b32_e64 v31, v31, v19, s[12:13]
	v_cndmask_b32_e64 v29, v29, v19, s[14:15]
	s_cbranch_scc0 .LBB0_1
; %bb.2:
	v_add_u32_e32 v19, v0, v53
	v_alignbit_b32 v21, v43, v42, 16
	s_waitcnt vmcnt(2)
	v_and_b32_e32 v22, 0xff, v24
	v_add3_u32 v19, v19, v21, v22
	v_mul_lo_u32 v19, v19, 31
	v_lshrrev_b32_e32 v20, 8, v24
	v_alignbit_b32 v26, v41, v40, 16
	v_and_b32_e32 v27, 0xff, v20
	v_add3_u32 v19, v1, v19, v52
	v_add3_u32 v19, v19, v26, v27
	v_mul_lo_u32 v19, v19, 31
	s_movk_i32 s4, 0xff
	v_alignbit_b32 v36, v37, v36, 16
	v_and_b32_sdwa v37, v24, s4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:DWORD
	v_add3_u32 v19, v2, v19, v51
	v_add3_u32 v19, v19, v36, v37
	v_mul_lo_u32 v40, v19, 31
	s_waitcnt vmcnt(1)
	v_lshrrev_b64 v[19:20], 24, v[24:25]
	v_alignbit_b32 v38, v39, v38, 16
	v_and_b32_e32 v24, 0xff, v19
	v_add3_u32 v20, v3, v40, v50
	v_add3_u32 v19, v20, v38, v24
	v_mul_lo_u32 v19, v19, 31
	v_alignbit_b32 v34, v35, v34, 16
	v_and_b32_e32 v20, 0xff, v25
	v_alignbit_b32 v32, v33, v32, 16
	v_add3_u32 v19, v4, v19, v53
	v_add3_u32 v19, v19, v34, v20
	v_mul_lo_u32 v19, v19, 31
	v_lshrrev_b32_e32 v20, 8, v25
	v_and_b32_e32 v20, 0xff, v20
	v_alignbit_b32 v30, v31, v30, 16
	v_add3_u32 v19, v5, v19, v52
	v_add3_u32 v19, v19, v32, v20
	v_mul_lo_u32 v19, v19, 31
	v_and_b32_sdwa v20, v25, s4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:DWORD
	v_alignbit_b32 v28, v29, v28, 16
	v_add3_u32 v19, v6, v19, v51
	v_add3_u32 v19, v19, v30, v20
	v_mul_lo_u32 v19, v19, 31
	v_and_b32_sdwa v20, v25, s4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:DWORD
	v_add3_u32 v19, v7, v19, v50
	v_add3_u32 v19, v19, v28, v20
	v_mul_lo_u32 v19, v19, 31
	s_waitcnt vmcnt(0)
	v_and_b32_e32 v20, 0xff, v23
	v_add3_u32 v19, v8, v19, v53
	v_add3_u32 v19, v19, v21, v20
	v_mul_lo_u32 v19, v19, 31
	v_lshrrev_b32_e32 v20, 8, v23
	v_and_b32_e32 v20, 0xff, v20
	v_add3_u32 v19, v9, v19, v52
	v_add3_u32 v19, v19, v26, v20
	v_mul_lo_u32 v19, v19, 31
	v_and_b32_sdwa v20, v23, s4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:DWORD
	s_mov_b64 s[4:5], exec
	v_add3_u32 v19, v10, v19, v51
	v_add3_u32 v19, v19, v36, v20
	v_mul_lo_u32 v21, v19, 31
	v_lshrrev_b64 v[19:20], 24, v[23:24]
	v_and_b32_e32 v19, 0xff, v19
	v_add3_u32 v20, v11, v21, v50
	v_add3_u32 v19, v20, v38, v19
	v_mul_lo_u32 v19, v19, 31
	v_mov_b32_e32 v20, s43
	v_mov_b32_e32 v21, 0
	v_add3_u32 v19, v12, v19, v53
	v_add3_u32 v19, v19, v34, v22
	v_mul_lo_u32 v19, v19, 31
	v_add3_u32 v19, v13, v19, v52
	v_add3_u32 v19, v19, v32, v27
	v_mul_lo_u32 v19, v19, 31
	v_add3_u32 v19, v14, v19, v51
	v_add3_u32 v19, v19, v30, v37
	v_mul_lo_u32 v22, v19, 31
	v_add_co_u32_e32 v19, vcc, s42, v17
	v_addc_co_u32_e32 v20, vcc, v20, v18, vcc
	v_add3_u32 v17, v15, v22, v50
	v_add3_u32 v17, v17, v28, v24
	global_store_dword v[19:20], v17, off
	global_load_dword v18, v21, s[40:41]
	s_waitcnt vmcnt(0)
	v_and_b32_e32 v19, 15, v18
.LBB0_3:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s6, v19
	v_cmp_eq_u32_e32 vcc, s6, v19
	s_and_saveexec_b64 vcc, vcc
	s_set_gpr_idx_on s6, gpr_idx(DST)
	v_mov_b32_e32 v0, v17
	s_set_gpr_idx_off
	s_xor_b64 exec, exec, vcc
	s_cbranch_execnz .LBB0_3
; %bb.4:
	s_mov_b64 exec, s[4:5]
	v_add_u32_e32 v18, 1, v18
	v_and_b32_e32 v19, 15, v18
	s_mov_b64 s[4:5], exec
.LBB0_5:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s6, v19
	v_cmp_eq_u32_e32 vcc, s6, v19
	s_and_saveexec_b64 vcc, vcc
	s_set_gpr_idx_on s6, gpr_idx(SRC0)
	v_mov_b32_e32 v18, v0
	s_set_gpr_idx_off
	s_xor_b64 exec, exec, vcc
	s_cbranch_execnz .LBB0_5
; %bb.6:
	s_mov_b64 exec, s[4:5]
	s_load_dword s4, s[44:45], 0x0
	s_load_dword s5, s[44:45], 0x10
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v3, s43
	v_xor_b32_e32 v2, v18, v17
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s4, s4, s33
	s_lshr_b32 s5, s5, 16
	s_add_i32 s5, s5, s4
	v_add_u32_e32 v0, s5, v16
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32_e32 v0, vcc, s42, v0
	v_addc_co_u32_e32 v1, vcc, v3, v1, vcc
	global_store_dword v[0:1], v2, off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel dynvec
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 16
		.amdhsa_kernarg_size 272
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
		.amdhsa_next_free_vgpr 61
		.amdhsa_next_free_sgpr 49
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
	.size	dynvec, .Lfunc_end0-dynvec
                                        ; -- End function
	.set dynvec.num_vgpr, 61
	.set dynvec.num_agpr, 0
	.set dynvec.numbered_sgpr, 49
	.set dynvec.num_named_barrier, 0
	.set dynvec.private_seg_size, 16
	.set dynvec.uses_vcc, 1
	.set dynvec.uses_flat_scratch, 0
	.set dynvec.has_dyn_sized_stack, 0
	.set dynvec.has_recursion, 0
	.set dynvec.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 4728
; TotalNumSgprs: 53
; NumVgprs: 61
; ScratchSize: 16
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 6
; VGPRBlocks: 15
; NumSGPRsForWavesPerEU: 53
; NumVGPRsForWavesPerEU: 61
; Occupancy: 4
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	__clang_ocl_kern_imp_dynvec ; -- Begin function __clang_ocl_kern_imp_dynvec
	.globl	__clang_ocl_kern_imp_dynvec
	.p2align	2
	.type	__clang_ocl_kern_imp_dynvec,@function
__clang_ocl_kern_imp_dynvec:            ; @__clang_ocl_kern_imp_dynvec
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_or_saveexec_b64 s[4:5], -1
	buffer_store_dword v40, off, s[0:3], s32 offset:12 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	v_writelane_b32 v40, s30, 0
	v_writelane_b32 v40, s31, 1
	v_writelane_b32 v40, s34, 2
	v_writelane_b32 v40, s35, 3
	v_writelane_b32 v40, s36, 4
	v_writelane_b32 v40, s37, 5
	v_writelane_b32 v40, s38, 6
	v_writelane_b32 v40, s39, 7
	v_writelane_b32 v40, s48, 8
	v_writelane_b32 v40, s49, 9
	v_writelane_b32 v40, s50, 10
	v_writelane_b32 v40, s51, 11
	v_writelane_b32 v40, s52, 12
	s_load_dword s4, s[8:9], 0xc
	s_load_dword s5, s[8:9], 0x28
	v_writelane_b32 v40, s53, 13
	v_writelane_b32 v40, s54, 14
	v_writelane_b32 v40, s55, 15
	v_writelane_b32 v40, s64, 16
	s_waitcnt lgkmcnt(0)
	s_and_b32 s64, s4, 0xffff
	s_mul_i32 s12, s12, s64
	s_add_i32 s5, s5, s12
	v_and_b32_e32 v4, 0x3ff, v31
	v_mov_b32_e32 v8, 0
	v_add_u32_e32 v4, s5, v4
	v_mov_b32_e32 v5, v8
	v_lshlrev_b64 v[5:6], 2, v[4:5]
	v_mov_b32_e32 v14, 11
	v_add_co_u32_e32 v9, vcc, v0, v5
	v_addc_co_u32_e32 v10, vcc, v1, v6, vcc
	global_load_dword v9, v[9:10], off
	v_mov_b32_e32 v7, 3
	v_mov_b32_e32 v11, 5
	v_mov_b32_e32 v12, 7
	v_mov_b32_e32 v13, 9
	v_writelane_b32 v40, s65, 17
	v_mov_b32_e32 v10, v8
	v_writelane_b32 v40, s66, 18
	v_writelane_b32 v40, s67, 19
	s_mov_b32 s65, 0
	s_mov_b32 s66, 0xaaaaaaab
	s_mov_b32 s67, 0x15555556
	v_writelane_b32 v40, s68, 20
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_sdwa v55, v14, v9 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_mad_u64_u32 v[18:19], s[4:5], v9, 2, 0
	v_mad_u64_u32 v[24:25], s[4:5], v9, 3, 0
	v_mad_u64_u32 v[22:23], s[4:5], v9, 4, 0
	v_mad_u64_u32 v[26:27], s[4:5], v9, 5, 0
	v_mad_u64_u32 v[20:21], s[4:5], v9, 6, 0
	v_mad_u64_u32 v[16:17], s[4:5], v9, 7, 0
	v_mad_u64_u32 v[14:15], s[4:5], v9, 8, 0
	v_lshrrev_b32_e32 v33, 1, v9
	v_lshrrev_b32_e32 v28, 2, v9
	v_lshrrev_b32_sdwa v7, v7, v9 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_lshrrev_b32_e32 v29, 4, v9
	v_lshrrev_b32_sdwa v11, v11, v9 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_lshrrev_b32_e32 v30, 6, v9
	v_lshrrev_b32_sdwa v12, v12, v9 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_lshrrev_b32_e32 v31, 8, v9
	v_lshrrev_b32_sdwa v13, v13, v9 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
	v_lshrrev_b32_e32 v54, 10, v9
	v_mul_lo_u32 v51, v9, 15
	v_mul_lo_u32 v50, v9, 14
	v_mul_lo_u32 v49, v9, 13
	v_mul_lo_u32 v48, v9, 12
	v_mul_lo_u32 v39, v9, 11
	v_mul_lo_u32 v38, v9, 10
	v_or_b32_sdwa v7, v28, v7 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_or_b32_sdwa v11, v29, v11 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_or_b32_sdwa v12, v30, v12 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_or_b32_sdwa v28, v31, v13 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_lshlrev_b16_e32 v13, 8, v33
	v_or_b32_sdwa v29, v54, v55 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_lshlrev_b32_e32 v32, 1, v9
	v_lshlrev_b32_e32 v34, 2, v9
	v_or_b32_sdwa v30, v9, v13 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_or_b32_sdwa v13, v11, v12 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
	v_or_b32_sdwa v11, v28, v29 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
	v_mov_b32_e32 v29, v10
	v_xor_b32_e32 v53, 7, v9
	v_lshlrev_b32_e32 v52, 4, v9
	v_lshlrev_b32_e32 v36, 3, v9
	v_lshl_add_u32 v37, v9, 3, v9
	v_mov_b32_e32 v35, v9
	v_mov_b32_e32 v66, v9
	v_or_b32_sdwa v12, v30, v7 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
	v_add_u32_e32 v19, v19, v9
	v_add_u32_e32 v25, v25, v32
	v_add_u32_e32 v23, v23, v24
	v_add_u32_e32 v27, v27, v34
	v_add_u32_e32 v21, v21, v26
	v_add_u32_e32 v17, v17, v20
	v_add_u32_e32 v15, v15, v16
	v_mov_b32_e32 v54, v24
	v_mov_b32_e32 v55, v26
	v_mov_b32_e32 v64, v20
	v_mov_b32_e32 v65, v16
	v_mov_b32_e32 v67, v24
	v_mov_b32_e32 v28, v9
.LBB1_1:                                ; =>This Inner Loop Header: Depth=1
	v_lshrrev_b32_e32 v7, s65, v9
	v_mul_hi_u32 v87, v7, s66
	v_and_b32_e32 v83, 15, v7
	v_cmp_eq_u32_e32 vcc, 1, v83
	v_cndmask_b32_e32 v100, v35, v32, vcc
	v_cmp_eq_u32_e64 s[6:7], 2, v83
	v_lshrrev_b32_e32 v87, 3, v87
	v_cndmask_b32_e64 v100, v100, v54, s[6:7]
	v_mul_lo_u32 v87, v87, 12
	v_cmp_eq_u32_e64 s[6:7], 3, v83
	s_add_i32 s68, s65, 1
	v_cndmask_b32_e64 v100, v100, v34, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 4, v83
	v_lshrrev_b32_e32 v98, s68, v9
	v_lshrrev_b32_e32 v99, 3, v7
	v_cndmask_b32_e64 v100, v100, v55, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 5, v83
	v_mul_hi_u32 v115, v99, s67
	v_lshrrev_b32_e32 v116, 3, v98
	v_cndmask_b32_e64 v100, v100, v64, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 6, v83
	v_and_b32_e32 v84, 3, v7
	v_add_u32_e32 v82, 1, v7
	v_bfe_u32 v85, v7, 2, 4
	v_add_u32_e32 v86, s65, v7
	v_and_b32_e32 v96, 7, v7
	v_and_b32_e32 v97, 31, v7
	v_mul_hi_u32 v119, v98, s66
	v_sub_u32_e32 v7, v7, v87
	v_mul_hi_u32 v87, v116, s67
	v_cndmask_b32_e64 v100, v100, v65, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 7, v83
	v_cndmask_b32_e64 v100, v100, v36, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 8, v83
	v_cndmask_b32_e64 v100, v100, v37, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 9, v83
	v_mul_lo_u32 v115, v115, 12
	v_cndmask_b32_e64 v100, v100, v38, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 10, v83
	v_lshrrev_b32_e32 v119, 3, v119
	v_mul_lo_u32 v87, v87, 12
	v_cndmask_b32_e64 v100, v100, v39, s[6:7]
	v_cmp_eq_u32_e64 s[24:25], 11, v83
	v_mul_lo_u32 v119, v119, 12
	v_cndmask_b32_e64 v100, v100, v48, s[24:25]
	v_cmp_eq_u32_e64 s[24:25], 12, v83
	v_cndmask_b32_e64 v100, v100, v49, s[24:25]
	v_cmp_eq_u32_e64 s[24:25], 13, v83
	s_waitcnt vmcnt(2)
	v_lshrrev_b32_e32 v68, 8, v12
	v_sub_u32_e32 v99, v99, v115
	v_cmp_eq_u32_e64 s[6:7], 1, v7
	v_cndmask_b32_e64 v100, v100, v50, s[24:25]
	v_cmp_eq_u32_e64 s[24:25], 14, v83
	v_lshrrev_b32_e32 v69, 16, v12
	s_waitcnt vmcnt(1)
	v_lshrrev_b64 v[30:31], 24, v[12:13]
	v_sub_u32_e32 v87, v116, v87
	v_cndmask_b32_e64 v116, v12, v68, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 1, v99
	v_cndmask_b32_e64 v100, v100, v51, s[24:25]
	v_cmp_eq_u32_e64 s[26:27], 15, v83
	v_cmp_eq_u32_e64 s[24:25], 2, v7
	v_and_b32_e32 v101, 3, v82
	v_and_b32_e32 v113, 15, v98
	v_and_b32_e32 v114, 3, v98
	v_bfe_u32 v117, v98, 2, 4
	v_add_u32_e32 v118, 1, v98
	v_and_b32_e32 v82, 7, v98
	v_add_u32_e32 v128, s68, v98
	v_and_b32_e32 v129, 31, v98
	v_sub_u32_e32 v98, v98, v119
	v_cndmask_b32_e64 v119, v12, v68, s[6:7]
	v_cmp_eq_u32_e64 s[10:11], 2, v99
	v_cndmask_b32_e64 v116, v116, v69, s[24:25]
	v_cndmask_b32_e64 v100, v100, v52, s[26:27]
	v_cmp_eq_u32_e64 s[26:27], 3, v7
	v_cmp_eq_u32_e64 s[22:23], 1, v84
	v_cndmask_b32_e64 v119, v119, v69, s[10:11]
	v_cmp_eq_u32_e64 s[24:25], 3, v99
	v_cndmask_b32_e64 v116, v116, v30, s[26:27]
	v_cmp_eq_u32_e64 s[28:29], 4, v7
	v_lshrrev_b32_e32 v10, 8, v13
	v_cndmask_b32_e64 v103, v66, v67, s[22:23]
	v_cmp_eq_u32_e64 s[46:47], 2, v84
	v_cndmask_b32_e64 v119, v119, v30, s[24:25]
	v_cmp_eq_u32_e64 s[26:27], 4, v99
	v_cndmask_b32_e64 v116, v116, v13, s[28:29]
	v_cmp_eq_u32_e64 s[40:41], 5, v7
	v_lshrrev_b32_e32 v31, 16, v13
	v_cndmask_b32_e64 v103, v103, v53, s[46:47]
	v_cmp_eq_u32_e64 s[56:57], 3, v84
	v_cndmask_b32_e64 v119, v119, v13, s[26:27]
	v_cmp_eq_u32_e64 s[28:29], 5, v99
	v_cndmask_b32_e64 v116, v116, v10, s[40:41]
	v_cmp_eq_u32_e64 s[42:43], 6, v7
	v_lshrrev_b32_e32 v70, 24, v13
	v_cndmask_b32_e64 v103, v103, v33, s[56:57]
	v_cndmask_b32_e64 v119, v119, v10, s[28:29]
	v_cmp_eq_u32_e64 s[40:41], 6, v99
	v_cndmask_b32_e64 v116, v116, v31, s[42:43]
	v_cmp_eq_u32_e64 s[44:45], 7, v7
	v_xad_u32 v100, v100, s65, v103
	v_cndmask_b32_e64 v119, v119, v31, s[40:41]
	v_cmp_eq_u32_e64 s[42:43], 7, v99
	v_cmp_eq_u32_e64 s[58:59], 0, v84
	v_cndmask_b32_e64 v84, v116, v70, s[44:45]
	v_cmp_eq_u32_e64 s[60:61], 8, v7
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v71, 8, v11
	v_cndmask_b32_e64 v116, v119, v70, s[42:43]
	v_cmp_eq_u32_e64 s[44:45], 8, v99
	v_cndmask_b32_e64 v33, v33, v100, s[56:57]
	v_cndmask_b32_e64 v53, v53, v100, s[46:47]
	v_cndmask_b32_e64 v67, v67, v100, s[22:23]
	v_cndmask_b32_e64 v66, v66, v100, s[58:59]
	v_cndmask_b32_e64 v84, v84, v11, s[60:61]
	v_cmp_eq_u32_e64 s[46:47], 9, v7
	v_cmp_eq_u32_e64 s[56:57], 1, v101
	v_lshrrev_b32_e32 v80, 16, v11
	v_cndmask_b32_e64 v100, v116, v11, s[44:45]
	v_cndmask_b32_e64 v116, v66, v67, s[56:57]
	v_cmp_eq_u32_e64 s[56:57], 2, v101
	v_cndmask_b32_e64 v84, v84, v71, s[46:47]
	v_cmp_eq_u32_e64 s[62:63], 10, v7
	v_lshrrev_b32_e32 v81, 24, v11
	v_cndmask_b32_e64 v84, v84, v80, s[62:63]
	v_cmp_eq_u32_e64 s[72:73], 11, v7
	v_cndmask_b32_e64 v7, v116, v53, s[56:57]
	v_cmp_eq_u32_e64 s[74:75], 3, v101
	v_cndmask_b32_e64 v7, v7, v33, s[74:75]
	v_cndmask_b32_e64 v84, v84, v81, s[72:73]
	v_and_b32_e32 v102, 15, v86
	v_add_u32_sdwa v7, v7, v84 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_cmp_eq_u32_e64 s[74:75], 13, v85
	v_cmp_eq_u32_e64 s[50:51], 1, v85
	v_cmp_eq_u32_e64 s[52:53], 0, v85
	v_cmp_eq_u32_e64 s[72:73], 14, v85
	v_cmp_eq_u32_e64 s[76:77], 12, v85
	v_cmp_eq_u32_e64 s[78:79], 11, v85
	v_cmp_eq_u32_e64 s[88:89], 10, v85
	v_cmp_eq_u32_e64 s[90:91], 9, v85
	v_cmp_eq_u32_e64 s[92:93], 8, v85
	v_cmp_eq_u32_e64 s[94:95], 7, v85
	v_cmp_eq_u32_e64 s[30:31], 6, v85
	v_cmp_eq_u32_e64 s[34:35], 5, v85
	v_cmp_eq_u32_e64 s[36:37], 4, v85
	v_cmp_eq_u32_e64 s[38:39], 3, v85
	v_cmp_eq_u32_e64 s[48:49], 2, v85
	v_cmp_eq_u32_e64 s[54:55], 15, v85
	v_cndmask_b32_e64 v50, v50, v7, s[74:75]
	v_cndmask_b32_e64 v32, v32, v7, s[50:51]
	v_cndmask_b32_e64 v85, v35, v7, s[52:53]
	v_cmp_eq_u32_e64 s[74:75], 1, v102
	v_cndmask_b32_e64 v52, v52, v7, s[54:55]
	v_cndmask_b32_e64 v51, v51, v7, s[72:73]
	v_cndmask_b32_e64 v49, v49, v7, s[76:77]
	v_cndmask_b32_e64 v48, v48, v7, s[78:79]
	v_cndmask_b32_e64 v39, v39, v7, s[88:89]
	v_cndmask_b32_e64 v38, v38, v7, s[90:91]
	v_cndmask_b32_e64 v37, v37, v7, s[92:93]
	v_cndmask_b32_e64 v36, v36, v7, s[94:95]
	v_cndmask_b32_e64 v65, v65, v7, s[30:31]
	v_cndmask_b32_e64 v64, v64, v7, s[34:35]
	v_cndmask_b32_e64 v55, v55, v7, s[36:37]
	v_cndmask_b32_e64 v84, v34, v7, s[38:39]
	v_cndmask_b32_e64 v54, v54, v7, s[48:49]
	v_cmp_eq_u32_e64 s[72:73], 1, v113
	v_cndmask_b32_e64 v7, v85, v32, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 2, v102
	v_cndmask_b32_e64 v34, v85, v32, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 2, v113
	v_cndmask_b32_e64 v7, v7, v54, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 3, v102
	v_cndmask_b32_e64 v34, v34, v54, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 3, v113
	v_cndmask_b32_e64 v7, v7, v84, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 4, v102
	v_cndmask_b32_e64 v34, v34, v84, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 4, v113
	v_cndmask_b32_e64 v7, v7, v55, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 5, v102
	v_cndmask_b32_e64 v34, v34, v55, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 5, v113
	v_cndmask_b32_e64 v7, v7, v64, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 6, v102
	v_cndmask_b32_e64 v34, v34, v64, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 6, v113
	v_cndmask_b32_e64 v7, v7, v65, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 7, v102
	v_cndmask_b32_e64 v34, v34, v65, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 7, v113
	v_cndmask_b32_e64 v7, v7, v36, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 8, v102
	v_cndmask_b32_e64 v34, v34, v36, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 8, v113
	v_cndmask_b32_e64 v7, v7, v37, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 9, v102
	v_cndmask_b32_e64 v34, v34, v37, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 9, v113
	v_cndmask_b32_e64 v7, v7, v38, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 10, v102
	v_cmp_eq_u32_e32 vcc, 1, v96
	v_cndmask_b32_e64 v34, v34, v38, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 10, v113
	v_cndmask_b32_e64 v7, v7, v39, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 11, v102
	v_cndmask_b32_e32 v112, v29, v19, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v96
	v_cndmask_b32_e32 v130, v28, v18, vcc
	v_cndmask_b32_e64 v34, v34, v39, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 11, v113
	v_cndmask_b32_e64 v7, v7, v48, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 12, v102
	v_cndmask_b32_e64 v112, v112, v25, s[4:5]
	v_cmp_eq_u32_e64 s[12:13], 3, v96
	v_cndmask_b32_e64 v130, v130, v24, s[4:5]
	v_cndmask_b32_e64 v34, v34, v48, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 12, v113
	v_cndmask_b32_e64 v7, v7, v49, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 13, v102
	v_cndmask_b32_e64 v112, v112, v23, s[12:13]
	v_cmp_eq_u32_e64 s[14:15], 4, v96
	v_cndmask_b32_e64 v130, v130, v22, s[12:13]
	v_cmp_eq_u32_e64 s[58:59], 1, v114
	v_cndmask_b32_e64 v34, v34, v49, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 13, v113
	v_cndmask_b32_e64 v7, v7, v50, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 14, v102
	v_cndmask_b32_e64 v112, v112, v27, s[14:15]
	v_cmp_eq_u32_e64 s[16:17], 5, v96
	v_cndmask_b32_e64 v130, v130, v26, s[14:15]
	v_cndmask_b32_e64 v119, v66, v67, s[58:59]
	v_cmp_eq_u32_e64 s[60:61], 2, v114
	v_cndmask_b32_e64 v34, v34, v50, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 14, v113
	v_cndmask_b32_e64 v7, v7, v51, s[74:75]
	v_cmp_eq_u32_e64 s[74:75], 15, v102
	v_cndmask_b32_e64 v112, v112, v21, s[16:17]
	v_cmp_eq_u32_e64 s[18:19], 6, v96
	v_cndmask_b32_e64 v130, v130, v20, s[16:17]
	v_cndmask_b32_e64 v116, v119, v53, s[60:61]
	v_cmp_eq_u32_e64 s[62:63], 3, v114
	v_cndmask_b32_e64 v34, v34, v51, s[72:73]
	v_cmp_eq_u32_e64 s[72:73], 15, v113
	v_cndmask_b32_e64 v7, v7, v52, s[74:75]
	v_cndmask_b32_e64 v112, v112, v17, s[18:19]
	v_cmp_eq_u32_e64 s[20:21], 7, v96
	v_cndmask_b32_e64 v130, v130, v16, s[18:19]
	v_cndmask_b32_e64 v101, v116, v33, s[62:63]
	v_cndmask_b32_e64 v102, v34, v52, s[72:73]
	v_lshlrev_b64 v[34:35], v97, v[7:8]
	v_cndmask_b32_e64 v112, v112, v15, s[20:21]
	v_cndmask_b32_e64 v130, v130, v14, s[20:21]
	v_xad_u32 v7, v102, s68, v101
	v_cmp_eq_u32_e64 s[72:73], 0, v114
	v_and_b32_e32 v86, 7, v86
	v_and_b32_e32 v118, 3, v118
	v_cndmask_b32_e64 v33, v33, v7, s[62:63]
	v_cndmask_b32_e64 v53, v53, v7, s[60:61]
	v_cndmask_b32_e64 v67, v67, v7, s[58:59]
	v_cndmask_b32_e64 v66, v66, v7, s[72:73]
	v_xor_b32_e32 v7, v35, v112
	v_xor_b32_e32 v34, v34, v130
	v_cmp_eq_u32_e64 s[60:61], 0, v96
	v_cmp_eq_u32_e64 s[58:59], 1, v118
	v_cndmask_b32_e64 v23, v23, v7, s[12:13]
	v_cndmask_b32_e64 v22, v22, v34, s[12:13]
	v_cndmask_b32_e32 v18, v18, v34, vcc
	v_cndmask_b32_e64 v28, v28, v34, s[60:61]
	v_cmp_eq_u32_e64 s[12:13], 1, v86
	v_cndmask_b32_e64 v35, v66, v67, s[58:59]
	v_cmp_eq_u32_e64 s[58:59], 2, v118
	v_cndmask_b32_e64 v97, v14, v34, s[20:21]
	v_cndmask_b32_e64 v27, v27, v7, s[14:15]
	v_cndmask_b32_e64 v26, v26, v34, s[14:15]
	v_cndmask_b32_e64 v24, v24, v34, s[4:5]
	v_cndmask_b32_e64 v14, v28, v18, s[12:13]
	v_cmp_eq_u32_e64 s[14:15], 2, v86
	v_cndmask_b32_e64 v96, v15, v7, s[20:21]
	v_cndmask_b32_e64 v17, v17, v7, s[18:19]
	v_cndmask_b32_e64 v21, v21, v7, s[16:17]
	v_cndmask_b32_e64 v25, v25, v7, s[4:5]
	v_cndmask_b32_e32 v19, v19, v7, vcc
	v_cndmask_b32_e64 v29, v29, v7, s[60:61]
	v_cmp_eq_u32_e32 vcc, 1, v82
	v_cndmask_b32_e64 v7, v35, v53, s[58:59]
	v_cmp_eq_u32_e64 s[4:5], 3, v118
	v_cndmask_b32_e64 v14, v14, v24, s[14:15]
	v_cmp_eq_u32_e64 s[14:15], 3, v86
	v_cndmask_b32_e64 v16, v16, v34, s[18:19]
	v_cndmask_b32_e64 v20, v20, v34, s[16:17]
	v_cndmask_b32_e64 v7, v7, v33, s[4:5]
	v_cndmask_b32_e32 v15, v29, v19, vcc
	v_cndmask_b32_e32 v34, v28, v18, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v82
	v_cndmask_b32_e64 v14, v14, v22, s[14:15]
	v_cmp_eq_u32_e64 s[18:19], 4, v86
	v_cmp_eq_u32_e64 s[22:23], 9, v99
	v_cndmask_b32_e64 v15, v15, v25, s[4:5]
	v_cmp_eq_u32_e64 s[12:13], 3, v82
	v_cndmask_b32_e64 v34, v34, v24, s[4:5]
	v_cndmask_b32_e64 v14, v14, v26, s[18:19]
	v_cmp_eq_u32_e64 s[18:19], 5, v86
	v_cndmask_b32_e64 v100, v100, v71, s[22:23]
	v_cmp_eq_u32_e64 s[46:47], 10, v99
	v_cndmask_b32_e64 v15, v15, v23, s[12:13]
	v_cndmask_b32_e64 v34, v34, v22, s[12:13]
	v_cmp_eq_u32_e64 s[14:15], 4, v82
	v_cndmask_b32_e64 v14, v14, v20, s[18:19]
	v_cmp_eq_u32_e64 s[58:59], 6, v86
	v_cndmask_b32_e64 v100, v100, v80, s[46:47]
	v_cmp_eq_u32_e64 s[56:57], 11, v99
	v_cndmask_b32_e64 v15, v15, v27, s[14:15]
	v_cmp_eq_u32_e64 s[16:17], 5, v82
	v_cndmask_b32_e64 v34, v34, v26, s[14:15]
	v_cndmask_b32_e64 v14, v14, v16, s[58:59]
	v_cmp_eq_u32_e64 s[58:59], 7, v86
	v_cndmask_b32_e64 v100, v100, v81, s[56:57]
	v_cndmask_b32_e64 v15, v15, v21, s[16:17]
	v_cndmask_b32_e64 v34, v34, v20, s[16:17]
	v_cmp_eq_u32_e64 s[18:19], 6, v82
	v_cndmask_b32_e64 v14, v14, v97, s[58:59]
	v_min_u32_e32 v83, 11, v99
	v_lshrrev_b32_e64 v131, 6, s32
	v_cndmask_b32_e64 v15, v15, v17, s[18:19]
	v_cmp_eq_u32_e64 s[20:21], 7, v82
	v_cndmask_b32_e64 v34, v34, v16, s[18:19]
	v_add_u16_e32 v14, v100, v14
	v_cmp_eq_u32_e64 s[58:59], 0, v99
	buffer_store_dword v11, off, s[0:3], s32 offset:8
	buffer_store_dword v13, off, s[0:3], s32 offset:4
	buffer_store_dword v12, off, s[0:3], s32
	v_or_b32_e32 v83, v131, v83
	v_cndmask_b32_e64 v86, v15, v96, s[20:21]
	v_cndmask_b32_e64 v101, v34, v97, s[20:21]
	v_cndmask_b32_e64 v15, v30, v14, s[24:25]
	v_cndmask_b32_e64 v12, v12, v14, s[58:59]
	v_cndmask_b32_e64 v30, v68, v14, s[6:7]
	v_cndmask_b32_e64 v34, v69, v14, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 1, v98
	v_cndmask_b32_e64 v11, v11, v14, s[44:45]
	v_cndmask_b32_e64 v13, v13, v14, s[26:27]
	v_cmp_eq_u32_e64 s[6:7], 1, v87
	v_cndmask_b32_e64 v10, v10, v14, s[28:29]
	v_cndmask_b32_e64 v31, v31, v14, s[40:41]
	v_cndmask_b32_e64 v35, v70, v14, s[42:43]
	v_cndmask_b32_e64 v68, v81, v14, s[56:57]
	v_cndmask_b32_e64 v69, v80, v14, s[46:47]
	v_cndmask_b32_e64 v70, v71, v14, s[22:23]
	buffer_store_byte v14, v83, s[0:3], 0 offen
	v_cndmask_b32_e64 v14, v12, v30, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 2, v98
	v_cndmask_b32_e64 v12, v12, v30, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 2, v87
	v_cndmask_b32_e64 v14, v14, v34, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 3, v98
	v_cndmask_b32_e64 v12, v12, v34, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 3, v87
	v_cndmask_b32_e64 v14, v14, v15, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 4, v98
	v_cndmask_b32_e64 v12, v12, v15, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 4, v87
	v_cndmask_b32_e64 v14, v14, v13, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 5, v98
	v_cndmask_b32_e64 v12, v12, v13, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 5, v87
	v_cndmask_b32_e64 v13, v14, v10, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 6, v98
	v_cndmask_b32_e64 v10, v12, v10, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 6, v87
	v_cndmask_b32_e64 v12, v13, v31, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 7, v98
	v_cndmask_b32_e64 v10, v10, v31, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 7, v87
	v_cndmask_b32_e64 v12, v12, v35, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 8, v98
	v_cndmask_b32_e64 v10, v10, v35, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 8, v87
	v_cndmask_b32_e64 v12, v12, v11, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 9, v98
	v_cndmask_b32_e64 v10, v10, v11, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 9, v87
	v_cndmask_b32_e64 v11, v12, v70, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 10, v98
	v_cndmask_b32_e64 v10, v10, v70, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 10, v87
	v_cndmask_b32_e64 v11, v11, v69, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 11, v98
	v_cndmask_b32_e64 v10, v10, v69, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 11, v87
	v_cndmask_b32_e64 v11, v11, v68, s[10:11]
	v_and_b32_e32 v115, 15, v128
	v_cndmask_b32_e64 v10, v10, v68, s[6:7]
	v_add_u32_sdwa v7, v7, v11 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_cmp_eq_u32_e64 s[6:7], 14, v117
	v_cmp_eq_u32_e64 s[62:63], 1, v117
	v_cmp_eq_u32_e64 s[72:73], 0, v117
	v_cmp_eq_u32_e64 s[10:11], 13, v117
	v_cmp_eq_u32_e64 s[22:23], 12, v117
	v_cmp_eq_u32_e64 s[24:25], 11, v117
	v_cmp_eq_u32_e64 s[26:27], 10, v117
	v_cmp_eq_u32_e64 s[28:29], 9, v117
	v_cmp_eq_u32_e64 s[40:41], 8, v117
	v_cmp_eq_u32_e64 s[42:43], 7, v117
	v_cmp_eq_u32_e64 s[44:45], 6, v117
	v_cmp_eq_u32_e64 s[46:47], 5, v117
	v_cmp_eq_u32_e64 s[56:57], 4, v117
	v_cmp_eq_u32_e64 s[58:59], 3, v117
	v_cmp_eq_u32_e64 s[60:61], 2, v117
	v_cmp_eq_u32_e64 s[74:75], 15, v117
	v_cndmask_b32_e64 v51, v51, v7, s[6:7]
	v_cndmask_b32_e64 v32, v32, v7, s[62:63]
	v_cndmask_b32_e64 v35, v85, v7, s[72:73]
	v_cmp_eq_u32_e64 s[6:7], 1, v115
	v_cndmask_b32_e64 v52, v52, v7, s[74:75]
	v_cndmask_b32_e64 v50, v50, v7, s[10:11]
	v_cndmask_b32_e64 v49, v49, v7, s[22:23]
	v_cndmask_b32_e64 v48, v48, v7, s[24:25]
	v_cndmask_b32_e64 v39, v39, v7, s[26:27]
	v_cndmask_b32_e64 v38, v38, v7, s[28:29]
	v_cndmask_b32_e64 v37, v37, v7, s[40:41]
	v_cndmask_b32_e64 v36, v36, v7, s[42:43]
	v_cndmask_b32_e64 v65, v65, v7, s[44:45]
	v_cndmask_b32_e64 v64, v64, v7, s[46:47]
	v_cndmask_b32_e64 v55, v55, v7, s[56:57]
	v_cndmask_b32_e64 v34, v84, v7, s[58:59]
	v_cndmask_b32_e64 v54, v54, v7, s[60:61]
	v_cndmask_b32_e64 v7, v35, v32, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 2, v115
	v_cndmask_b32_e64 v7, v7, v54, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 3, v115
	v_cndmask_b32_e64 v7, v7, v34, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 4, v115
	v_cndmask_b32_e64 v7, v7, v55, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 5, v115
	v_cndmask_b32_e64 v7, v7, v64, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 6, v115
	v_cndmask_b32_e64 v7, v7, v65, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 7, v115
	v_cndmask_b32_e64 v7, v7, v36, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 8, v115
	v_cndmask_b32_e64 v7, v7, v37, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 9, v115
	v_cndmask_b32_e64 v7, v7, v38, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 10, v115
	v_cndmask_b32_e64 v7, v7, v39, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 11, v115
	v_cndmask_b32_e64 v7, v7, v48, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 12, v115
	v_cndmask_b32_e64 v7, v7, v49, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 13, v115
	v_cndmask_b32_e64 v7, v7, v50, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 14, v115
	v_cndmask_b32_e64 v7, v7, v51, s[6:7]
	v_cmp_eq_u32_e64 s[6:7], 15, v115
	v_cndmask_b32_e64 v7, v7, v52, s[6:7]
	v_lshlrev_b64 v[14:15], v129, v[7:8]
	v_and_b32_e32 v128, 7, v128
	v_xor_b32_e32 v7, v14, v101
	v_cmp_eq_u32_e64 s[6:7], 0, v82
	v_cndmask_b32_e64 v28, v28, v7, s[6:7]
	v_cndmask_b32_e32 v18, v18, v7, vcc
	v_cmp_eq_u32_e64 s[10:11], 1, v128
	v_cndmask_b32_e64 v24, v24, v7, s[4:5]
	v_cndmask_b32_e64 v22, v22, v7, s[12:13]
	v_cndmask_b32_e64 v26, v26, v7, s[14:15]
	v_cndmask_b32_e64 v20, v20, v7, s[16:17]
	v_cndmask_b32_e64 v16, v16, v7, s[18:19]
	v_cndmask_b32_e64 v14, v97, v7, s[20:21]
	v_cndmask_b32_e64 v7, v28, v18, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 2, v128
	v_cndmask_b32_e64 v7, v7, v24, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 3, v128
	v_cndmask_b32_e64 v7, v7, v22, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 4, v128
	v_cndmask_b32_e64 v7, v7, v26, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 5, v128
	v_cndmask_b32_e64 v7, v7, v20, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 6, v128
	v_cndmask_b32_e64 v7, v7, v16, s[10:11]
	v_cmp_eq_u32_e64 s[10:11], 7, v128
	v_min_u32_e32 v103, 11, v87
	v_lshrrev_b32_e64 v131, 6, s32
	v_cndmask_b32_e64 v7, v7, v14, s[10:11]
	v_or_b32_e32 v103, v131, v103
	v_add_u16_e32 v7, v10, v7
	buffer_store_byte v7, v103, s[0:3], 0 offen
	buffer_load_dword v12, off, s[0:3], s32
	buffer_load_dword v13, off, s[0:3], s32 offset:4
	buffer_load_dword v11, off, s[0:3], s32 offset:8
	s_add_i32 s65, s65, 2
	v_xor_b32_e32 v7, v15, v86
	s_cmp_eq_u32 s65, 10
	v_cndmask_b32_e64 v29, v29, v7, s[6:7]
	v_cndmask_b32_e32 v19, v19, v7, vcc
	v_cndmask_b32_e64 v25, v25, v7, s[4:5]
	v_cndmask_b32_e64 v23, v23, v7, s[12:13]
	v_cndmask_b32_e64 v27, v27, v7, s[14:15]
	v_cndmask_b32_e64 v21, v21, v7, s[16:17]
	v_cndmask_b32_e64 v17, v17, v7, s[18:19]
	v_cndmask_b32_e64 v15, v96, v7, s[20:21]
	s_cbranch_scc0 .LBB1_1
; %bb.2:
	v_add_u32_e32 v7, v35, v66
	v_alignbit_b32 v9, v29, v28, 16
	s_waitcnt vmcnt(2)
	v_and_b32_e32 v10, 0xff, v12
	v_add3_u32 v7, v7, v9, v10
	v_mul_lo_u32 v7, v7, 31
	v_lshrrev_b32_e32 v8, 8, v12
	v_alignbit_b32 v18, v19, v18, 16
	v_and_b32_e32 v19, 0xff, v8
	v_add3_u32 v7, v32, v7, v67
	v_add3_u32 v7, v7, v18, v19
	v_mul_lo_u32 v7, v7, 31
	s_movk_i32 s4, 0xff
	v_alignbit_b32 v24, v25, v24, 16
	v_and_b32_sdwa v25, v12, s4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:DWORD
	v_add3_u32 v7, v54, v7, v53
	v_add3_u32 v7, v7, v24, v25
	v_mul_lo_u32 v28, v7, 31
	s_waitcnt vmcnt(1)
	v_lshrrev_b64 v[7:8], 24, v[12:13]
	v_alignbit_b32 v12, v23, v22, 16
	v_and_b32_e32 v22, 0xff, v7
	v_add3_u32 v8, v34, v28, v33
	v_add3_u32 v7, v8, v12, v22
	v_mul_lo_u32 v7, v7, 31
	v_alignbit_b32 v23, v27, v26, 16
	v_and_b32_e32 v8, 0xff, v13
	v_alignbit_b32 v20, v21, v20, 16
	v_add3_u32 v7, v55, v7, v66
	v_add3_u32 v7, v7, v23, v8
	v_mul_lo_u32 v7, v7, 31
	v_lshrrev_b32_e32 v8, 8, v13
	v_and_b32_e32 v8, 0xff, v8
	v_alignbit_b32 v16, v17, v16, 16
	v_add3_u32 v7, v64, v7, v67
	v_add3_u32 v7, v7, v20, v8
	v_mul_lo_u32 v7, v7, 31
	v_and_b32_sdwa v8, v13, s4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:DWORD
	v_alignbit_b32 v14, v15, v14, 16
	v_add_co_u32_e32 v5, vcc, v2, v5
	v_add3_u32 v7, v65, v7, v53
	v_add3_u32 v7, v7, v16, v8
	v_mul_lo_u32 v7, v7, 31
	v_and_b32_sdwa v8, v13, s4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:DWORD
	v_addc_co_u32_e32 v6, vcc, v3, v6, vcc
	v_add3_u32 v7, v36, v7, v33
	v_add3_u32 v7, v7, v14, v8
	v_mul_lo_u32 v7, v7, 31
	s_waitcnt vmcnt(0)
	v_and_b32_e32 v8, 0xff, v11
	v_readlane_b32 s68, v40, 20
	v_readlane_b32 s67, v40, 19
	v_add3_u32 v7, v37, v7, v66
	v_add3_u32 v7, v7, v9, v8
	v_mul_lo_u32 v7, v7, 31
	v_lshrrev_b32_e32 v8, 8, v11
	v_and_b32_e32 v8, 0xff, v8
	v_readlane_b32 s66, v40, 18
	v_add3_u32 v7, v38, v7, v67
	v_add3_u32 v7, v7, v18, v8
	v_mul_lo_u32 v7, v7, 31
	v_and_b32_sdwa v8, v11, s4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:DWORD
	v_readlane_b32 s65, v40, 17
	v_readlane_b32 s55, v40, 15
	v_add3_u32 v7, v39, v7, v53
	v_add3_u32 v7, v7, v24, v8
	v_mul_lo_u32 v9, v7, 31
	v_lshrrev_b64 v[7:8], 24, v[11:12]
	v_readlane_b32 s54, v40, 14
	v_and_b32_e32 v7, 0xff, v7
	v_add3_u32 v8, v48, v9, v33
	v_add3_u32 v7, v8, v12, v7
	v_mul_lo_u32 v7, v7, 31
	v_readlane_b32 s53, v40, 13
	v_readlane_b32 s52, v40, 12
	v_readlane_b32 s51, v40, 11
	v_add3_u32 v7, v49, v7, v66
	v_add3_u32 v7, v7, v23, v10
	v_mul_lo_u32 v7, v7, 31
	v_readlane_b32 s50, v40, 10
	v_readlane_b32 s49, v40, 9
	v_readlane_b32 s48, v40, 8
	v_add3_u32 v7, v50, v7, v67
	v_add3_u32 v7, v7, v20, v19
	v_mul_lo_u32 v7, v7, 31
	v_readlane_b32 s39, v40, 7
	v_readlane_b32 s38, v40, 6
	v_readlane_b32 s37, v40, 5
	v_add3_u32 v7, v51, v7, v53
	v_add3_u32 v7, v7, v16, v25
	v_mul_lo_u32 v7, v7, 31
	v_readlane_b32 s36, v40, 4
	v_readlane_b32 s35, v40, 3
	v_readlane_b32 s34, v40, 2
	v_add3_u32 v7, v52, v7, v33
	v_add3_u32 v7, v7, v14, v22
	global_store_dword v[5:6], v7, off
	global_load_dword v5, v[0:1], off
	s_load_dword s4, s[8:9], 0x0
	s_load_dword s5, s[8:9], 0x10
	v_mov_b32_e32 v1, 0
	v_readlane_b32 s31, v40, 1
	v_readlane_b32 s30, v40, 0
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s4, s4, s64
	s_lshr_b32 s5, s5, 16
	s_add_i32 s5, s5, s4
	v_add_u32_e32 v0, s5, v4
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_readlane_b32 s64, v40, 16
	s_waitcnt vmcnt(0)
	v_and_b32_e32 v4, 15, v5
	v_cmp_eq_u32_e32 vcc, 15, v4
	v_cndmask_b32_e32 v6, v52, v7, vcc
	v_cmp_eq_u32_e32 vcc, 14, v4
	v_cndmask_b32_e32 v8, v51, v7, vcc
	v_cmp_eq_u32_e32 vcc, 13, v4
	v_cndmask_b32_e32 v9, v50, v7, vcc
	v_cmp_eq_u32_e32 vcc, 12, v4
	v_cndmask_b32_e32 v10, v49, v7, vcc
	v_cmp_eq_u32_e32 vcc, 11, v4
	v_cndmask_b32_e32 v11, v48, v7, vcc
	v_cmp_eq_u32_e32 vcc, 10, v4
	v_cndmask_b32_e32 v12, v39, v7, vcc
	v_cmp_eq_u32_e32 vcc, 9, v4
	v_cndmask_b32_e32 v13, v38, v7, vcc
	v_cmp_eq_u32_e32 vcc, 8, v4
	v_cndmask_b32_e32 v14, v37, v7, vcc
	v_cmp_eq_u32_e32 vcc, 7, v4
	v_cndmask_b32_e32 v15, v36, v7, vcc
	v_cmp_eq_u32_e32 vcc, 6, v4
	v_cndmask_b32_e32 v16, v65, v7, vcc
	v_cmp_eq_u32_e32 vcc, 5, v4
	v_cndmask_b32_e32 v17, v64, v7, vcc
	v_cmp_eq_u32_e32 vcc, 4, v4
	v_cndmask_b32_e32 v18, v55, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v4
	v_cndmask_b32_e32 v19, v34, v7, vcc
	v_cmp_eq_u32_e32 vcc, 2, v4
	v_add_u32_e32 v5, 1, v5
	v_cndmask_b32_e32 v20, v54, v7, vcc
	v_cmp_eq_u32_e32 vcc, 1, v4
	v_cndmask_b32_e32 v21, v32, v7, vcc
	v_cmp_eq_u32_e32 vcc, 0, v4
	v_and_b32_e32 v5, 15, v5
	v_cndmask_b32_e32 v4, v35, v7, vcc
	v_cmp_eq_u32_e32 vcc, 1, v5
	v_cndmask_b32_e32 v4, v4, v21, vcc
	v_cmp_eq_u32_e32 vcc, 2, v5
	v_cndmask_b32_e32 v4, v4, v20, vcc
	v_cmp_eq_u32_e32 vcc, 3, v5
	v_cndmask_b32_e32 v4, v4, v19, vcc
	v_cmp_eq_u32_e32 vcc, 4, v5
	v_cndmask_b32_e32 v4, v4, v18, vcc
	v_cmp_eq_u32_e32 vcc, 5, v5
	v_cndmask_b32_e32 v4, v4, v17, vcc
	v_cmp_eq_u32_e32 vcc, 6, v5
	v_cndmask_b32_e32 v4, v4, v16, vcc
	v_cmp_eq_u32_e32 vcc, 7, v5
	v_cndmask_b32_e32 v4, v4, v15, vcc
	v_cmp_eq_u32_e32 vcc, 8, v5
	v_cndmask_b32_e32 v4, v4, v14, vcc
	v_cmp_eq_u32_e32 vcc, 9, v5
	v_cndmask_b32_e32 v4, v4, v13, vcc
	v_cmp_eq_u32_e32 vcc, 10, v5
	v_cndmask_b32_e32 v4, v4, v12, vcc
	v_cmp_eq_u32_e32 vcc, 11, v5
	v_cndmask_b32_e32 v4, v4, v11, vcc
	v_cmp_eq_u32_e32 vcc, 12, v5
	v_cndmask_b32_e32 v4, v4, v10, vcc
	v_cmp_eq_u32_e32 vcc, 13, v5
	v_cndmask_b32_e32 v4, v4, v9, vcc
	v_cmp_eq_u32_e32 vcc, 14, v5
	v_cndmask_b32_e32 v4, v4, v8, vcc
	v_cmp_eq_u32_e32 vcc, 15, v5
	v_cndmask_b32_e32 v4, v4, v6, vcc
	v_add_co_u32_e32 v0, vcc, v2, v0
	v_xor_b32_e32 v4, v4, v7
	v_addc_co_u32_e32 v1, vcc, v3, v1, vcc
	global_store_dword v[0:1], v4, off
	s_or_saveexec_b64 s[4:5], -1
	buffer_load_dword v40, off, s[0:3], s32 offset:12 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	__clang_ocl_kern_imp_dynvec, .Lfunc_end1-__clang_ocl_kern_imp_dynvec
                                        ; -- End function
	.set __clang_ocl_kern_imp_dynvec.num_vgpr, 132
	.set __clang_ocl_kern_imp_dynvec.num_agpr, 0
	.set __clang_ocl_kern_imp_dynvec.numbered_sgpr, 96
	.set __clang_ocl_kern_imp_dynvec.num_named_barrier, 0
	.set __clang_ocl_kern_imp_dynvec.private_seg_size, 32
	.set __clang_ocl_kern_imp_dynvec.uses_vcc, 1
	.set __clang_ocl_kern_imp_dynvec.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_dynvec.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_dynvec.has_recursion, 0
	.set __clang_ocl_kern_imp_dynvec.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 5540
; TotalNumSgprs: 100
; NumVgprs: 132
; ScratchSize: 32
; MemoryBound: 0
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 132
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 96
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
      - .offset:         16
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         20
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         28
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         30
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         32
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         34
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         36
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         38
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         56
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         80
        .size:           2
        .value_kind:     hidden_grid_dims
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           dynvec
    .private_segment_fixed_size: 16
    .sgpr_count:     53
    .sgpr_spill_count: 0
    .symbol:         dynvec.kd
    .uses_dynamic_stack: false
    .vgpr_count:     61
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx900
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
