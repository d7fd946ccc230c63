	.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
	.amdhsa_code_object_version 5
	.text
	.protected	fnptr                   ; -- Begin function fnptr
	.globl	fnptr
	.p2align	8
	.type	fnptr,@function
fnptr:                                  ; @fnptr
; %bb.0:
	s_add_i32 s12, s12, s17
	s_mov_b64 s[38:39], s[4:5]
	s_load_dword s4, s[8:9], 0x1c
	s_load_dword s5, s[8:9], 0x38
	s_load_dwordx4 s[52:55], s[8:9], 0x0
	s_lshr_b32 flat_scratch_hi, s12, 8
	s_add_u32 s0, s0, s17
	s_addc_u32 s1, s1, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s4, s14, s4
	s_add_i32 s5, s5, s4
	v_mov_b32_e32 v3, v1
	v_add_u32_e32 v42, vcc, s5, v0
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v1, v1, v42 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_mov_b32_e32 v5, s53
	v_add_u32_e32 v4, vcc, s52, v1
	s_mov_b32 flat_scratch_lo, s13
	v_addc_u32_e32 v5, vcc, 0, v5, vcc
	flat_load_dword v1, v[4:5]
	v_lshlrev_b32_e32 v12, 20, v2
	v_lshlrev_b32_e32 v2, 10, v3
	s_getpc_b64 s[64:65]
	s_add_u32 s64, s64, mul@rel32@lo+4
	s_addc_u32 s65, s65, mul@rel32@hi+12
	v_or_b32_e32 v0, v0, v2
	s_getpc_b64 s[66:67]
	s_add_u32 s66, s66, add@rel32@lo+4
	s_addc_u32 s67, s67, add@rel32@hi+12
	v_add_u32_e32 v41, vcc, 1, v42
	s_getpc_b64 s[68:69]
	s_add_u32 s68, s68, mix@rel32@lo+4
	s_addc_u32 s69, s69, mix@rel32@hi+12
	v_mov_b32_e32 v4, s67
	v_mov_b32_e32 v5, s65
	v_mov_b32_e32 v8, s66
	v_mov_b32_e32 v9, s64
	s_getpc_b64 s[70:71]
	s_add_u32 s70, s70, gcd@rel32@lo+4
	s_addc_u32 s71, s71, gcd@rel32@hi+12
	v_mov_b32_e32 v6, s69
	v_mov_b32_e32 v10, s68
	v_mov_b32_e32 v7, s71
	v_mov_b32_e32 v11, s70
	s_add_u32 s48, s8, 16
	s_mov_b32 s33, s16
	s_mov_b32 s50, s14
	s_mov_b32 s51, s15
	s_mov_b64 s[34:35], s[10:11]
	s_mov_b64 s[36:37], s[6:7]
	v_mov_b32_e32 v43, 0
	s_mov_b64 s[80:81], exec
	s_addc_u32 s49, s9, 0
	v_or_b32_e32 v40, v0, v12
	s_mov_b32 s32, 0
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v2, 8, v1
	v_and_b32_e32 v2, 3, v2
	v_cmp_eq_u32_e32 vcc, 1, v2
	v_cndmask_b32_e32 v3, v4, v5, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v2
	v_cndmask_b32_e32 v4, v8, v9, vcc
	v_cndmask_b32_e64 v3, v3, v6, s[4:5]
	v_cmp_eq_u32_e32 vcc, 3, v2
	v_cndmask_b32_e64 v2, v4, v10, s[4:5]
	v_cndmask_b32_e32 v3, v3, v7, vcc
	v_cndmask_b32_e32 v2, v2, v11, vcc
.LBB0_1:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v2
	v_readfirstlane_b32 s17, v3
	v_cmp_eq_u64_e32 vcc, s[16:17], v[2:3]
	s_and_saveexec_b64 s[82:83], vcc
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[8:9], s[48:49]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s51
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, v41
	s_swappc_b64 s[30:31], s[16:17]
                                        ; implicit-def: $vgpr2_vgpr3
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[82:83]
	s_cbranch_execnz .LBB0_1
; %bb.2:
	s_mov_b64 exec, s[80:81]
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v1, v1, v41 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_mov_b32_e32 v2, s53
	v_add_u32_e32 v1, vcc, s52, v1
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	flat_load_dword v1, v[1:2]
	v_mov_b32_e32 v2, s67
	v_mov_b32_e32 v3, s65
	v_mov_b32_e32 v4, s69
	v_mov_b32_e32 v6, s66
	v_mov_b32_e32 v7, s64
	v_mov_b32_e32 v5, s71
	v_mov_b32_e32 v8, s68
	v_mov_b32_e32 v9, s70
	s_mov_b64 s[80:81], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB0_3:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[82:83], vcc
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[8:9], s[48:49]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s51
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[82:83]
	s_cbranch_execnz .LBB0_3
; %bb.4:
	s_mov_b64 exec, s[80:81]
	v_add_u32_e32 v0, vcc, 2, v42
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_mov_b32_e32 v1, s53
	v_add_u32_e32 v0, vcc, s52, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 1, v2
	v_mov_b32_e32 v2, s67
	v_mov_b32_e32 v3, s65
	v_mov_b32_e32 v4, s69
	v_mov_b32_e32 v6, s66
	v_mov_b32_e32 v7, s64
	v_mov_b32_e32 v5, s71
	v_mov_b32_e32 v8, s68
	v_mov_b32_e32 v9, s70
	s_mov_b64 s[80:81], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB0_5:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[82:83], vcc
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[8:9], s[48:49]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s51
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[82:83]
	s_cbranch_execnz .LBB0_5
; %bb.6:
	s_mov_b64 exec, s[80:81]
	v_add_u32_e32 v0, vcc, 3, v42
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_mov_b32_e32 v1, s53
	v_add_u32_e32 v0, vcc, s52, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 2, v2
	v_mov_b32_e32 v2, s67
	v_mov_b32_e32 v3, s65
	v_mov_b32_e32 v4, s69
	v_mov_b32_e32 v6, s66
	v_mov_b32_e32 v7, s64
	v_mov_b32_e32 v5, s71
	v_mov_b32_e32 v8, s68
	v_mov_b32_e32 v9, s70
	s_mov_b64 s[80:81], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB0_7:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[82:83], vcc
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[8:9], s[48:49]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s51
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[82:83]
	s_cbranch_execnz .LBB0_7
; %bb.8:
	s_mov_b64 exec, s[80:81]
	v_add_u32_e32 v0, vcc, 4, v42
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_mov_b32_e32 v1, s53
	v_add_u32_e32 v0, vcc, s52, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 3, v2
	v_mov_b32_e32 v2, s67
	v_mov_b32_e32 v3, s65
	v_mov_b32_e32 v4, s69
	v_mov_b32_e32 v6, s66
	v_mov_b32_e32 v7, s64
	v_mov_b32_e32 v5, s71
	v_mov_b32_e32 v8, s68
	v_mov_b32_e32 v9, s70
	s_mov_b64 s[80:81], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB0_9:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[82:83], vcc
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[8:9], s[48:49]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s51
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[82:83]
	s_cbranch_execnz .LBB0_9
; %bb.10:
	s_mov_b64 exec, s[80:81]
	v_add_u32_e32 v0, vcc, 5, v42
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_mov_b32_e32 v1, s53
	v_add_u32_e32 v0, vcc, s52, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 4, v2
	v_mov_b32_e32 v2, s67
	v_mov_b32_e32 v3, s65
	v_mov_b32_e32 v4, s69
	v_mov_b32_e32 v6, s66
	v_mov_b32_e32 v7, s64
	v_mov_b32_e32 v5, s71
	v_mov_b32_e32 v8, s68
	v_mov_b32_e32 v9, s70
	s_mov_b64 s[80:81], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB0_11:                               ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[82:83], vcc
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[8:9], s[48:49]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s51
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[82:83]
	s_cbranch_execnz .LBB0_11
; %bb.12:
	s_mov_b64 exec, s[80:81]
	v_add_u32_e32 v0, vcc, 6, v42
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_mov_b32_e32 v1, s53
	v_add_u32_e32 v0, vcc, s52, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 5, v2
	v_mov_b32_e32 v2, s67
	v_mov_b32_e32 v3, s65
	v_mov_b32_e32 v4, s69
	v_mov_b32_e32 v6, s66
	v_mov_b32_e32 v7, s64
	v_mov_b32_e32 v5, s71
	v_mov_b32_e32 v8, s68
	v_mov_b32_e32 v9, s70
	s_mov_b64 s[80:81], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB0_13:                               ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[82:83], vcc
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[8:9], s[48:49]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s51
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[82:83]
	s_cbranch_execnz .LBB0_13
; %bb.14:
	s_mov_b64 exec, s[80:81]
	v_add_u32_e32 v0, vcc, 7, v42
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_mov_b32_e32 v1, s53
	v_add_u32_e32 v0, vcc, s52, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 6, v2
	v_mov_b32_e32 v2, s67
	v_mov_b32_e32 v3, s65
	v_mov_b32_e32 v4, s69
	v_mov_b32_e32 v6, s66
	v_mov_b32_e32 v7, s64
	v_mov_b32_e32 v5, s71
	v_mov_b32_e32 v8, s68
	v_mov_b32_e32 v9, s70
	s_mov_b64 s[52:53], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB0_15:                               ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[64:65], vcc
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[8:9], s[48:49]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s51
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr40
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[64:65]
	s_cbranch_execnz .LBB0_15
; %bb.16:
	s_mov_b64 exec, s[52:53]
	v_lshlrev_b64 v[0:1], 2, v[42:43]
	v_add_u32_e32 v2, vcc, 7, v2
	v_mov_b32_e32 v3, s55
	v_add_u32_e32 v0, vcc, s54, v0
	v_addc_u32_e32 v1, vcc, v3, v1, vcc
	flat_store_dword v[0:1], v2
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel fnptr
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 272
		.amdhsa_user_sgpr_count 14
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 1
		.amdhsa_user_sgpr_flat_scratch_init 1
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 1
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr max(totalnumvgprs(fnptr.num_agpr, fnptr.num_vgpr), 1, 0)
		.amdhsa_next_free_sgpr max(fnptr.numbered_sgpr+6, 1, 0)-6
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 0
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
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
	.size	fnptr, .Lfunc_end0-fnptr
                                        ; -- End function
	.set fnptr.num_vgpr, max(44, amdgpu.max_num_vgpr)
	.set fnptr.num_agpr, max(0, amdgpu.max_num_agpr)
	.set fnptr.numbered_sgpr, max(84, amdgpu.max_num_sgpr)
	.set fnptr.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set fnptr.private_seg_size, 0
	.set fnptr.uses_vcc, 1
	.set fnptr.uses_flat_scratch, 1
	.set fnptr.has_dyn_sized_stack, 1
	.set fnptr.has_recursion, 1
	.set fnptr.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1864
; TotalNumSgprs: fnptr.numbered_sgpr+6
; NumVgprs: fnptr.num_vgpr
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: (alignto(max(max(fnptr.numbered_sgpr+extrasgprs(fnptr.uses_vcc, fnptr.uses_flat_scratch, 0), 1, 0), 1), 8)/8)-1
; VGPRBlocks: (alignto(max(max(totalnumvgprs(fnptr.num_agpr, fnptr.num_vgpr), 1, 0), 1), 4)/4)-1
; NumSGPRsForWavesPerEU: max(fnptr.numbered_sgpr+6, 1, 0)
; NumVGPRsForWavesPerEU: max(totalnumvgprs(fnptr.num_agpr, fnptr.num_vgpr), 1, 0)
; Occupancy: occupancy(10, 4, 256, 7, 10, max(fnptr.numbered_sgpr+extrasgprs(fnptr.uses_vcc, fnptr.uses_flat_scratch, 0), 1, 0), max(totalnumvgprs(fnptr.num_agpr, fnptr.num_vgpr), 1, 0))
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 14
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.protected	__clang_ocl_kern_imp_fnptr ; -- Begin function __clang_ocl_kern_imp_fnptr
	.globl	__clang_ocl_kern_imp_fnptr
	.p2align	2
	.type	__clang_ocl_kern_imp_fnptr,@function
__clang_ocl_kern_imp_fnptr:             ; @__clang_ocl_kern_imp_fnptr
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v56, off, s[0:3], s33 offset:32 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	v_writelane_b32 v56, s16, 26
	v_writelane_b32 v56, s30, 0
	v_writelane_b32 v56, s31, 1
	v_writelane_b32 v56, s34, 2
	v_writelane_b32 v56, s35, 3
	v_writelane_b32 v56, s36, 4
	v_writelane_b32 v56, s37, 5
	v_writelane_b32 v56, s38, 6
	v_writelane_b32 v56, s39, 7
	v_writelane_b32 v56, s48, 8
	v_writelane_b32 v56, s49, 9
	s_mov_b64 s[48:49], s[4:5]
	s_load_dword s4, s[8:9], 0xc
	s_load_dword s5, s[8:9], 0x28
	buffer_store_dword v40, off, s[0:3], s33 offset:28 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	buffer_store_dword v42, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	buffer_store_dword v43, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	buffer_store_dword v44, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	buffer_store_dword v45, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	buffer_store_dword v46, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v47, off, s[0:3], s33 ; 4-byte Folded Spill
	v_mov_b32_e32 v42, v31
	v_mov_b32_e32 v44, v0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s4, s12, s4
	s_add_i32 s5, s5, s4
	v_and_b32_e32 v0, 0x3ff, v42
	v_add_u32_e32 v46, vcc, s5, v0
	v_mov_b32_e32 v0, 2
	v_lshlrev_b32_sdwa v0, v0, v46 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_mov_b32_e32 v43, v1
	v_add_u32_e32 v0, vcc, v44, v0
	v_addc_u32_e32 v1, vcc, 0, v43, vcc
	flat_load_dword v1, v[0:1]
	v_writelane_b32 v56, s50, 10
	v_writelane_b32 v56, s51, 11
	v_writelane_b32 v56, s52, 12
	v_writelane_b32 v56, s53, 13
	v_writelane_b32 v56, s54, 14
	v_writelane_b32 v56, s55, 15
	v_writelane_b32 v56, s64, 16
	s_addk_i32 s32, 0xc00
	v_writelane_b32 v56, s65, 17
	v_writelane_b32 v56, s66, 18
	s_getpc_b64 s[54:55]
	s_add_u32 s54, s54, mul@rel32@lo+4
	s_addc_u32 s55, s55, mul@rel32@hi+12
	v_writelane_b32 v56, s67, 19
	s_getpc_b64 s[64:65]
	s_add_u32 s64, s64, add@rel32@lo+4
	s_addc_u32 s65, s65, add@rel32@hi+12
	v_add_u32_e32 v45, vcc, 1, v46
	v_writelane_b32 v56, s68, 20
	v_mov_b32_e32 v41, v2
	s_getpc_b64 s[66:67]
	s_add_u32 s66, s66, mix@rel32@lo+4
	s_addc_u32 s67, s67, mix@rel32@hi+12
	v_mov_b32_e32 v0, s65
	v_mov_b32_e32 v2, s55
	v_writelane_b32 v56, s69, 21
	v_mov_b32_e32 v40, v3
	s_getpc_b64 s[68:69]
	s_add_u32 s68, s68, gcd@rel32@lo+4
	s_addc_u32 s69, s69, gcd@rel32@hi+12
	v_mov_b32_e32 v3, s67
	v_mov_b32_e32 v5, s64
	v_mov_b32_e32 v6, s54
	v_writelane_b32 v56, s70, 22
	v_mov_b32_e32 v4, s69
	v_mov_b32_e32 v7, s66
	v_writelane_b32 v56, s71, 23
	v_mov_b32_e32 v8, s68
	v_writelane_b32 v56, s80, 24
	s_mov_b64 s[34:35], s[8:9]
	s_mov_b32 s50, s12
	s_mov_b32 s51, s15
	s_mov_b32 s52, s14
	s_mov_b32 s53, s13
	s_mov_b64 s[36:37], s[10:11]
	s_mov_b64 s[38:39], s[6:7]
	v_mov_b32_e32 v47, 0
	s_mov_b64 s[70:71], exec
	v_writelane_b32 v56, s81, 25
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v9, 8, v1
	v_and_b32_e32 v9, 3, v9
	v_cmp_eq_u32_e32 vcc, 1, v9
	v_cndmask_b32_e32 v0, v0, v2, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v9
	v_cndmask_b32_e64 v0, v0, v3, s[4:5]
	v_cndmask_b32_e32 v2, v5, v6, vcc
	v_cmp_eq_u32_e32 vcc, 3, v9
	v_cndmask_b32_e32 v3, v0, v4, vcc
	v_cndmask_b32_e64 v0, v2, v7, s[4:5]
	v_cndmask_b32_e32 v2, v0, v8, vcc
.LBB1_1:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v2
	v_readfirstlane_b32 s17, v3
	v_cmp_eq_u64_e32 vcc, s[16:17], v[2:3]
	s_and_saveexec_b64 s[80:81], vcc
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[34:35]
	s_mov_b64 s[10:11], s[36:37]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s53
	s_mov_b32 s14, s52
	s_mov_b32 s15, s51
	v_mov_b32_e32 v31, v42
	v_mov_b32_e32 v0, v45
	s_swappc_b64 s[30:31], s[16:17]
                                        ; implicit-def: $vgpr2_vgpr3
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[80:81]
	s_cbranch_execnz .LBB1_1
; %bb.2:
	s_mov_b64 exec, s[70:71]
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v1, v1, v45 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_add_u32_e32 v1, vcc, v44, v1
	v_addc_u32_e32 v2, vcc, 0, v43, vcc
	flat_load_dword v1, v[1:2]
	v_mov_b32_e32 v2, s65
	v_mov_b32_e32 v3, s55
	v_mov_b32_e32 v4, s67
	v_mov_b32_e32 v6, s64
	v_mov_b32_e32 v7, s54
	v_mov_b32_e32 v5, s69
	v_mov_b32_e32 v8, s66
	v_mov_b32_e32 v9, s68
	s_mov_b64 s[70:71], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB1_3:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[80:81], vcc
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[34:35]
	s_mov_b64 s[10:11], s[36:37]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s53
	s_mov_b32 s14, s52
	s_mov_b32 s15, s51
	v_mov_b32_e32 v31, v42
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[80:81]
	s_cbranch_execnz .LBB1_3
; %bb.4:
	s_mov_b64 exec, s[70:71]
	v_add_u32_e32 v0, vcc, 2, v46
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_add_u32_e32 v0, vcc, v44, v0
	v_addc_u32_e32 v1, vcc, 0, v43, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 1, v2
	v_mov_b32_e32 v2, s65
	v_mov_b32_e32 v3, s55
	v_mov_b32_e32 v4, s67
	v_mov_b32_e32 v6, s64
	v_mov_b32_e32 v7, s54
	v_mov_b32_e32 v5, s69
	v_mov_b32_e32 v8, s66
	v_mov_b32_e32 v9, s68
	s_mov_b64 s[70:71], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB1_5:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[80:81], vcc
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[34:35]
	s_mov_b64 s[10:11], s[36:37]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s53
	s_mov_b32 s14, s52
	s_mov_b32 s15, s51
	v_mov_b32_e32 v31, v42
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[80:81]
	s_cbranch_execnz .LBB1_5
; %bb.6:
	s_mov_b64 exec, s[70:71]
	v_add_u32_e32 v0, vcc, 3, v46
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_add_u32_e32 v0, vcc, v44, v0
	v_addc_u32_e32 v1, vcc, 0, v43, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 2, v2
	v_mov_b32_e32 v2, s65
	v_mov_b32_e32 v3, s55
	v_mov_b32_e32 v4, s67
	v_mov_b32_e32 v6, s64
	v_mov_b32_e32 v7, s54
	v_mov_b32_e32 v5, s69
	v_mov_b32_e32 v8, s66
	v_mov_b32_e32 v9, s68
	s_mov_b64 s[70:71], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB1_7:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[80:81], vcc
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[34:35]
	s_mov_b64 s[10:11], s[36:37]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s53
	s_mov_b32 s14, s52
	s_mov_b32 s15, s51
	v_mov_b32_e32 v31, v42
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[80:81]
	s_cbranch_execnz .LBB1_7
; %bb.8:
	s_mov_b64 exec, s[70:71]
	v_add_u32_e32 v0, vcc, 4, v46
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_add_u32_e32 v0, vcc, v44, v0
	v_addc_u32_e32 v1, vcc, 0, v43, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 3, v2
	v_mov_b32_e32 v2, s65
	v_mov_b32_e32 v3, s55
	v_mov_b32_e32 v4, s67
	v_mov_b32_e32 v6, s64
	v_mov_b32_e32 v7, s54
	v_mov_b32_e32 v5, s69
	v_mov_b32_e32 v8, s66
	v_mov_b32_e32 v9, s68
	s_mov_b64 s[70:71], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB1_9:                                ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[80:81], vcc
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[34:35]
	s_mov_b64 s[10:11], s[36:37]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s53
	s_mov_b32 s14, s52
	s_mov_b32 s15, s51
	v_mov_b32_e32 v31, v42
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[80:81]
	s_cbranch_execnz .LBB1_9
; %bb.10:
	s_mov_b64 exec, s[70:71]
	v_add_u32_e32 v0, vcc, 5, v46
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_add_u32_e32 v0, vcc, v44, v0
	v_addc_u32_e32 v1, vcc, 0, v43, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 4, v2
	v_mov_b32_e32 v2, s65
	v_mov_b32_e32 v3, s55
	v_mov_b32_e32 v4, s67
	v_mov_b32_e32 v6, s64
	v_mov_b32_e32 v7, s54
	v_mov_b32_e32 v5, s69
	v_mov_b32_e32 v8, s66
	v_mov_b32_e32 v9, s68
	s_mov_b64 s[70:71], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB1_11:                               ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[80:81], vcc
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[34:35]
	s_mov_b64 s[10:11], s[36:37]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s53
	s_mov_b32 s14, s52
	s_mov_b32 s15, s51
	v_mov_b32_e32 v31, v42
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[80:81]
	s_cbranch_execnz .LBB1_11
; %bb.12:
	s_mov_b64 exec, s[70:71]
	v_add_u32_e32 v0, vcc, 6, v46
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_add_u32_e32 v0, vcc, v44, v0
	v_addc_u32_e32 v1, vcc, 0, v43, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 5, v2
	v_mov_b32_e32 v2, s65
	v_mov_b32_e32 v3, s55
	v_mov_b32_e32 v4, s67
	v_mov_b32_e32 v6, s64
	v_mov_b32_e32 v7, s54
	v_mov_b32_e32 v5, s69
	v_mov_b32_e32 v8, s66
	v_mov_b32_e32 v9, s68
	s_mov_b64 s[70:71], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB1_13:                               ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[80:81], vcc
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[34:35]
	s_mov_b64 s[10:11], s[36:37]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s53
	s_mov_b32 s14, s52
	s_mov_b32 s15, s51
	v_mov_b32_e32 v31, v42
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[80:81]
	s_cbranch_execnz .LBB1_13
; %bb.14:
	s_mov_b64 exec, s[70:71]
	v_add_u32_e32 v0, vcc, 7, v46
	v_mov_b32_e32 v1, 2
	v_lshlrev_b32_sdwa v0, v1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
	v_add_u32_e32 v0, vcc, v44, v0
	v_addc_u32_e32 v1, vcc, 0, v43, vcc
	flat_load_dword v1, v[0:1]
	v_add_u32_e32 v0, vcc, 6, v2
	v_mov_b32_e32 v2, s65
	v_mov_b32_e32 v3, s55
	v_mov_b32_e32 v4, s67
	v_mov_b32_e32 v6, s64
	v_mov_b32_e32 v7, s54
	v_mov_b32_e32 v5, s69
	v_mov_b32_e32 v8, s66
	v_mov_b32_e32 v9, s68
	s_mov_b64 s[54:55], exec
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v10, 8, v1
	v_and_b32_e32 v10, 3, v10
	v_cmp_eq_u32_e32 vcc, 1, v10
	v_cndmask_b32_e32 v2, v2, v3, vcc
	v_cmp_eq_u32_e64 s[4:5], 2, v10
	v_cndmask_b32_e64 v2, v2, v4, s[4:5]
	v_cndmask_b32_e32 v3, v6, v7, vcc
	v_cmp_eq_u32_e32 vcc, 3, v10
	v_cndmask_b32_e32 v4, v2, v5, vcc
	v_cndmask_b32_e64 v2, v3, v8, s[4:5]
	v_cndmask_b32_e32 v3, v2, v9, vcc
.LBB1_15:                               ; =>This Inner Loop Header: Depth=1
	v_readfirstlane_b32 s16, v3
	v_readfirstlane_b32 s17, v4
	v_cmp_eq_u64_e32 vcc, s[16:17], v[3:4]
	s_and_saveexec_b64 s[64:65], vcc
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[34:35]
	s_mov_b64 s[10:11], s[36:37]
	s_mov_b32 s12, s50
	s_mov_b32 s13, s53
	s_mov_b32 s14, s52
	s_mov_b32 s15, s51
	v_mov_b32_e32 v31, v42
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr42
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
	s_xor_b64 exec, exec, s[64:65]
	s_cbranch_execnz .LBB1_15
; %bb.16:
	s_mov_b64 exec, s[54:55]
	v_lshlrev_b64 v[0:1], 2, v[46:47]
	v_add_u32_e32 v2, vcc, 7, v2
	v_add_u32_e32 v0, vcc, v41, v0
	v_addc_u32_e32 v1, vcc, v40, v1, vcc
	buffer_load_dword v47, off, s[0:3], s33 ; 4-byte Folded Reload
	buffer_load_dword v46, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v45, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v44, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v43, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v42, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v40, off, s[0:3], s33 offset:28 ; 4-byte Folded Reload
	flat_store_dword v[0:1], v2
	v_readlane_b32 s81, v56, 25
	v_readlane_b32 s80, v56, 24
	v_readlane_b32 s71, v56, 23
	v_readlane_b32 s70, v56, 22
	v_readlane_b32 s69, v56, 21
	v_readlane_b32 s68, v56, 20
	v_readlane_b32 s67, v56, 19
	v_readlane_b32 s66, v56, 18
	v_readlane_b32 s65, v56, 17
	v_readlane_b32 s64, v56, 16
	v_readlane_b32 s55, v56, 15
	v_readlane_b32 s54, v56, 14
	v_readlane_b32 s53, v56, 13
	v_readlane_b32 s52, v56, 12
	v_readlane_b32 s51, v56, 11
	v_readlane_b32 s50, v56, 10
	v_readlane_b32 s49, v56, 9
	v_readlane_b32 s48, v56, 8
	v_readlane_b32 s39, v56, 7
	v_readlane_b32 s38, v56, 6
	v_readlane_b32 s37, v56, 5
	v_readlane_b32 s36, v56, 4
	v_readlane_b32 s35, v56, 3
	v_readlane_b32 s34, v56, 2
	v_readlane_b32 s31, v56, 1
	v_readlane_b32 s30, v56, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v56, 26
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v56, off, s[0:3], s33 offset:32 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	__clang_ocl_kern_imp_fnptr, .Lfunc_end1-__clang_ocl_kern_imp_fnptr
                                        ; -- End function
	.set __clang_ocl_kern_imp_fnptr.num_vgpr, max(57, amdgpu.max_num_vgpr)
	.set __clang_ocl_kern_imp_fnptr.num_agpr, max(0, amdgpu.max_num_agpr)
	.set __clang_ocl_kern_imp_fnptr.numbered_sgpr, max(82, amdgpu.max_num_sgpr)
	.set __clang_ocl_kern_imp_fnptr.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set __clang_ocl_kern_imp_fnptr.private_seg_size, 48
	.set __clang_ocl_kern_imp_fnptr.uses_vcc, 1
	.set __clang_ocl_kern_imp_fnptr.uses_flat_scratch, 1
	.set __clang_ocl_kern_imp_fnptr.has_dyn_sized_stack, 1
	.set __clang_ocl_kern_imp_fnptr.has_recursion, 1
	.set __clang_ocl_kern_imp_fnptr.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 2456
; TotalNumSgprs: __clang_ocl_kern_imp_fnptr.numbered_sgpr+6
; NumVgprs: max(57, amdgpu.max_num_vgpr)
; ScratchSize: 48
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function add
	.type	add,@function
add:                                    ; @add
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_add_u32_e32 v0, vcc, v1, v0
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	add, .Lfunc_end2-add
                                        ; -- End function
	.set .Ladd.num_vgpr, 2
	.set .Ladd.num_agpr, 0
	.set .Ladd.numbered_sgpr, 32
	.set .Ladd.num_named_barrier, 0
	.set .Ladd.private_seg_size, 0
	.set .Ladd.uses_vcc, 1
	.set .Ladd.uses_flat_scratch, 0
	.set .Ladd.has_dyn_sized_stack, 0
	.set .Ladd.has_recursion, 0
	.set .Ladd.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 12
; TotalNumSgprs: 34
; NumVgprs: 2
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function mul
	.type	mul,@function
mul:                                    ; @mul
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mul_lo_u32 v0, v1, v0
	v_add_u32_e32 v0, vcc, 1, v0
	s_setpc_b64 s[30:31]
.Lfunc_end3:
	.size	mul, .Lfunc_end3-mul
                                        ; -- End function
	.set .Lmul.num_vgpr, 2
	.set .Lmul.num_agpr, 0
	.set .Lmul.numbered_sgpr, 32
	.set .Lmul.num_named_barrier, 0
	.set .Lmul.private_seg_size, 0
	.set .Lmul.uses_vcc, 1
	.set .Lmul.uses_flat_scratch, 0
	.set .Lmul.has_dyn_sized_stack, 0
	.set .Lmul.has_recursion, 0
	.set .Lmul.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 20
; TotalNumSgprs: 34
; NumVgprs: 2
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function mix
	.type	mix,@function
mix:                                    ; @mix
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_sub_u32_e32 v2, vcc, 0, v1
	v_alignbit_b32 v0, v0, v0, v2
	v_xor_b32_e32 v0, v0, v1
	s_setpc_b64 s[30:31]
.Lfunc_end4:
	.size	mix, .Lfunc_end4-mix
                                        ; -- End function
	.set .Lmix.num_vgpr, 3
	.set .Lmix.num_agpr, 0
	.set .Lmix.numbered_sgpr, 32
	.set .Lmix.num_named_barrier, 0
	.set .Lmix.private_seg_size, 0
	.set .Lmix.uses_vcc, 1
	.set .Lmix.uses_flat_scratch, 0
	.set .Lmix.has_dyn_sized_stack, 0
	.set .Lmix.has_recursion, 0
	.set .Lmix.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 24
; TotalNumSgprs: 34
; NumVgprs: 3
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function gcd
	.type	gcd,@function
gcd:                                    ; @gcd
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_cmp_ne_u32_e32 vcc, 0, v1
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB5_4
; %bb.1:
	s_mov_b64 s[6:7], 0
.LBB5_2:                                ; =>This Inner Loop Header: Depth=1
	v_mov_b32_e32 v2, v0
	v_mov_b32_e32 v0, v1
	v_cvt_f32_u32_e32 v1, v0
	v_sub_u32_e32 v3, vcc, 0, v0
	v_rcp_iflag_f32_e32 v1, v1
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	v_mul_lo_u32 v3, v3, v1
	v_mul_hi_u32 v3, v1, v3
	v_add_u32_e32 v1, vcc, v1, v3
	v_mul_hi_u32 v1, v2, v1
	v_mul_lo_u32 v1, v1, v0
	v_sub_u32_e32 v1, vcc, v2, v1
	v_sub_u32_e32 v2, vcc, v1, v0
	v_cmp_ge_u32_e32 vcc, v1, v0
	v_cndmask_b32_e32 v1, v1, v2, vcc
	v_sub_u32_e32 v2, vcc, v1, v0
	v_cmp_ge_u32_e32 vcc, v1, v0
	v_cndmask_b32_e32 v1, v1, v2, vcc
	v_cmp_eq_u32_e32 vcc, 0, v1
	s_or_b64 s[6:7], vcc, s[6:7]
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz .LBB5_2
; %bb.3:
	s_or_b64 exec, exec, s[6:7]
.LBB5_4:
	s_or_b64 exec, exec, s[4:5]
	s_setpc_b64 s[30:31]
.Lfunc_end5:
	.size	gcd, .Lfunc_end5-gcd
                                        ; -- End function
	.set .Lgcd.num_vgpr, 4
	.set .Lgcd.num_agpr, 0
	.set .Lgcd.numbered_sgpr, 32
	.set .Lgcd.num_named_barrier, 0
	.set .Lgcd.private_seg_size, 0
	.set .Lgcd.uses_vcc, 1
	.set .Lgcd.uses_flat_scratch, 0
	.set .Lgcd.has_dyn_sized_stack, 0
	.set .Lgcd.has_recursion, 0
	.set .Lgcd.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 144
; TotalNumSgprs: 34
; NumVgprs: 4
; ScratchSize: 0
; MemoryBound: 0
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 57
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 82
	.set amdgpu.max_num_named_barrier, 0
	.section	.AMDGPU.csdata,"",@progbits
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym add
	.addrsig_sym mul
	.addrsig_sym mix
	.addrsig_sym gcd
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
      - .offset:         96
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         104
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         112
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         120
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         128
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         208
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         212
        .size:           4
        .value_kind:     hidden_shared_base
      - .offset:         216
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           fnptr
    .private_segment_fixed_size: 0
    .sgpr_count:     90
    .sgpr_spill_count: 0
    .symbol:         fnptr.kd
    .uses_dynamic_stack: true
    .vgpr_count:     57
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx803
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
