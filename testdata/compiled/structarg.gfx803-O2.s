	.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
	.amdhsa_code_object_version 5
	.text
	.protected	scalars                 ; -- Begin function scalars
	.globl	scalars
	.p2align	8
	.type	scalars,@function
scalars:                                ; @scalars
; %bb.0:
	s_load_dword s0, s[4:5], 0x44
	s_load_dword s1, s[4:5], 0x60
	s_mov_b32 s2, 0x38e38e39
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	s_mul_i32 s6, s6, s0
	s_add_i32 s1, s1, s6
	v_add_u32_e32 v0, vcc, s1, v0
	v_mul_hi_u32 v1, v0, s2
	s_load_dwordx4 s[0:3], s[4:5], 0x10
	s_load_dwordx2 s[6:7], s[4:5], 0x30
	v_lshrrev_b32_e32 v1, 1, v1
	v_mul_lo_u32 v1, v1, 9
	v_sub_u32_e32 v1, vcc, v0, v1
	v_cmp_lt_i32_e32 vcc, 4, v1
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[12:13], exec, s[8:9]
	s_cbranch_execz .LBB0_14
; %bb.1:
	v_cmp_lt_i32_e32 vcc, 6, v1
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[14:15], exec, s[8:9]
	s_cbranch_execz .LBB0_7
; %bb.2:
	s_load_dwordx4 s[8:11], s[4:5], 0x20
	v_cmp_lt_i32_e32 vcc, 7, v1
	s_and_saveexec_b64 s[16:17], vcc
	s_xor_b64 s[16:17], exec, s[16:17]
	s_cbranch_execz .LBB0_4
; %bb.3:
	v_mov_b32_e32 v1, 0
	v_lshlrev_b64 v[0:1], 3, v[0:1]
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v4, s7
	v_add_u32_e32 v0, vcc, s6, v0
	v_mov_b32_e32 v2, s10
	v_mov_b32_e32 v3, s11
	v_addc_u32_e32 v1, vcc, v4, v1, vcc
	flat_store_dwordx2 v[0:1], v[2:3]
                                        ; implicit-def: $vgpr0
.LBB0_4:
	s_waitcnt lgkmcnt(0)
	s_andn2_saveexec_b64 s[10:11], s[16:17]
	s_cbranch_execz .LBB0_6
; %bb.5:
	v_mov_b32_e32 v1, 0
	v_lshlrev_b64 v[0:1], 3, v[0:1]
	v_mov_b32_e32 v4, s7
	v_add_u32_e32 v0, vcc, s6, v0
	v_mov_b32_e32 v2, s8
	v_mov_b32_e32 v3, s9
	v_addc_u32_e32 v1, vcc, v4, v1, vcc
	flat_store_dwordx2 v[0:1], v[2:3]
.LBB0_6:
	s_or_b64 exec, exec, s[10:11]
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
.LBB0_7:
	s_andn2_saveexec_b64 s[8:9], s[14:15]
	s_cbranch_execz .LBB0_13
; %bb.8:
	v_cmp_lt_i32_e32 vcc, 5, v1
	s_and_saveexec_b64 s[10:11], vcc
	s_xor_b64 s[10:11], exec, s[10:11]
	s_cbranch_execz .LBB0_10
; %bb.9:
	v_mov_b32_e32 v1, 0
	v_lshlrev_b64 v[0:1], 3, v[0:1]
	s_waitcnt lgkmcnt(0)
	s_ashr_i32 s14, s3, 31
	v_mov_b32_e32 v4, s7
	v_add_u32_e32 v0, vcc, s6, v0
	v_mov_b32_e32 v2, s3
	v_mov_b32_e32 v3, s14
	v_addc_u32_e32 v1, vcc, v4, v1, vcc
	flat_store_dwordx2 v[0:1], v[2:3]
                                        ; implicit-def: $vgpr0
.LBB0_10:
	s_andn2_saveexec_b64 s[10:11], s[10:11]
	s_cbranch_execz .LBB0_12
; %bb.11:
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 3, v[0:1]
	s_waitcnt lgkmcnt(0)
	s_and_b32 s2, s2, 0xffff
	v_mov_b32_e32 v4, s7
	v_add_u32_e32 v0, vcc, s6, v0
	v_mov_b32_e32 v2, s2
	v_addc_u32_e32 v1, vcc, v4, v1, vcc
	flat_store_dwordx2 v[0:1], v[2:3]
.LBB0_12:
	s_or_b64 exec, exec, s[10:11]
.LBB0_13:
	s_or_b64 exec, exec, s[8:9]
                                        ; implicit-def: $vgpr1
                                        ; implicit-def: $vgpr0
.LBB0_14:
	s_waitcnt lgkmcnt(0)
	s_andn2_saveexec_b64 s[2:3], s[12:13]
	s_cbranch_execz .LBB0_29
; %bb.15:
	v_cmp_lt_i32_e32 vcc, 2, v1
	s_and_saveexec_b64 s[2:3], vcc
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_21
; %bb.16:
	v_cmp_lt_i32_e32 vcc, 3, v1
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execz .LBB0_18
; %bb.17:
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 3, v[0:1]
	v_mov_b32_e32 v4, s7
	v_add_u32_e32 v0, vcc, s6, v0
	v_mov_b32_e32 v2, s1
	v_addc_u32_e32 v1, vcc, v4, v1, vcc
	flat_store_dwordx2 v[0:1], v[2:3]
                                        ; implicit-def: $vgpr0
.LBB0_18:
	s_andn2_saveexec_b64 s[8:9], s[8:9]
	s_cbranch_execz .LBB0_20
; %bb.19:
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v1, v3
	v_lshlrev_b64 v[0:1], 3, v[0:1]
	s_bfe_u32 s1, s0, 0x80010
	v_mov_b32_e32 v4, s7
	v_add_u32_e32 v0, vcc, s6, v0
	v_mov_b32_e32 v2, s1
	v_addc_u32_e32 v1, vcc, v4, v1, vcc
	flat_store_dwordx2 v[0:1], v[2:3]
.LBB0_20:
	s_or_b64 exec, exec, s[8:9]
                                        ; implicit-def: $vgpr1
                                        ; implicit-def: $vgpr0
.LBB0_21:
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB0_29
; %bb.22:
	v_cmp_lt_i32_e32 vcc, 1, v1
	s_and_saveexec_b64 s[2:3], vcc
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_24
; %bb.23:
	v_mov_b32_e32 v1, 0
	v_lshlrev_b64 v[0:1], 3, v[0:1]
	s_bfe_i64 s[0:1], s[0:1], 0x100000
	v_mov_b32_e32 v2, s7
	v_add_u32_e32 v0, vcc, s6, v0
	v_addc_u32_e32 v1, vcc, v2, v1, vcc
	v_mov_b32_e32 v3, s1
	v_mov_b32_e32 v2, s0
	flat_store_dwordx2 v[0:1], v[2:3]
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr1
.LBB0_24:
	s_andn2_saveexec_b64 s[0:1], s[2:3]
	s_cbranch_execz .LBB0_29
; %bb.25:
	v_cmp_ne_u32_e32 vcc, 1, v1
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_cbranch_execz .LBB0_27
; %bb.26:
	s_load_dword s2, s[4:5], 0x0
	v_mov_b32_e32 v1, 0
	v_lshlrev_b64 v[0:1], 3, v[0:1]
	v_mov_b32_e32 v2, s7
	v_add_u32_e32 v0, vcc, s6, v0
	s_waitcnt lgkmcnt(0)
	s_bfe_i64 s[2:3], s[2:3], 0x80000
	v_addc_u32_e32 v1, vcc, v2, v1, vcc
	v_mov_b32_e32 v2, s2
	v_mov_b32_e32 v3, s3
	flat_store_dwordx2 v[0:1], v[2:3]
                                        ; implicit-def: $vgpr0
.LBB0_27:
	s_andn2_saveexec_b64 s[0:1], s[0:1]
	s_cbranch_execz .LBB0_29
; %bb.28:
	s_load_dwordx2 s[0:1], s[4:5], 0x8
	v_mov_b32_e32 v1, 0
	v_lshlrev_b64 v[0:1], 3, v[0:1]
	v_mov_b32_e32 v2, s7
	v_add_u32_e32 v0, vcc, s6, v0
	v_addc_u32_e32 v1, vcc, v2, v1, vcc
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v3, s1
	v_mov_b32_e32 v2, s0
	flat_store_dwordx2 v[0:1], v[2:3]
.LBB0_29:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel scalars
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 312
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 5
		.amdhsa_next_free_sgpr 18
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 0
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
	.size	scalars, .Lfunc_end0-scalars
                                        ; -- End function
	.set scalars.num_vgpr, 5
	.set scalars.num_agpr, 0
	.set scalars.numbered_sgpr, 18
	.set scalars.num_named_barrier, 0
	.set scalars.private_seg_size, 0
	.set scalars.uses_vcc, 1
	.set scalars.uses_flat_scratch, 0
	.set scalars.has_dyn_sized_stack, 0
	.set scalars.has_recursion, 0
	.set scalars.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 748
; TotalNumSgprs: 20
; NumVgprs: 5
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 2
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 20
; NumVGPRsForWavesPerEU: 5
; Occupancy: 10
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	__clang_ocl_kern_imp_scalars ; -- Begin function __clang_ocl_kern_imp_scalars
	.globl	__clang_ocl_kern_imp_scalars
	.p2align	2
	.type	__clang_ocl_kern_imp_scalars,@function
__clang_ocl_kern_imp_scalars:           ; @__clang_ocl_kern_imp_scalars
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dword s4, s[8:9], 0xc
	s_load_dword s5, s[8:9], 0x28
	v_and_b32_e32 v14, 0x3ff, v31
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s12, s12, s4
	s_add_i32 s5, s5, s12
	v_add_u32_e32 v14, vcc, s5, v14
	s_mov_b32 s4, 0x38e38e39
	v_mul_hi_u32 v15, v14, s4
	v_lshrrev_b32_e32 v15, 1, v15
	v_mul_lo_u32 v15, v15, 9
	v_sub_u32_e32 v15, vcc, v14, v15
	v_cmp_lt_i32_e32 vcc, 4, v15
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execnz .LBB1_3
; %bb.1:
	s_andn2_saveexec_b64 s[4:5], s[4:5]
	s_cbranch_execnz .LBB1_16
.LBB1_2:
	s_or_b64 exec, exec, s[4:5]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.LBB1_3:
	v_cmp_lt_i32_e32 vcc, 6, v15
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB1_9
; %bb.4:
	v_cmp_lt_i32_e32 vcc, 7, v15
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execz .LBB1_6
; %bb.5:
	v_mov_b32_e32 v15, 0
	v_lshlrev_b64 v[0:1], 3, v[14:15]
                                        ; implicit-def: $vgpr14
                                        ; implicit-def: $vgpr8_vgpr9
	v_add_u32_e32 v0, vcc, v12, v0
	v_addc_u32_e32 v1, vcc, v13, v1, vcc
	flat_store_dwordx2 v[0:1], v[10:11]
                                        ; implicit-def: $vgpr12_vgpr13
.LBB1_6:
	s_andn2_saveexec_b64 s[8:9], s[8:9]
	s_cbranch_execz .LBB1_8
; %bb.7:
	v_mov_b32_e32 v15, 0
	v_lshlrev_b64 v[0:1], 3, v[14:15]
	v_add_u32_e32 v0, vcc, v12, v0
	v_addc_u32_e32 v1, vcc, v13, v1, vcc
	flat_store_dwordx2 v[0:1], v[8:9]
.LBB1_8:
	s_or_b64 exec, exec, s[8:9]
                                        ; implicit-def: $vgpr6
                                        ; implicit-def: $vgpr14
                                        ; implicit-def: $vgpr12_vgpr13
                                        ; implicit-def: $vgpr15
                                        ; implicit-def: $vgpr7
.LBB1_9:
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB1_15
; %bb.10:
	v_cmp_lt_i32_e32 vcc, 5, v15
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execz .LBB1_12
; %bb.11:
	v_mov_b32_e32 v15, 0
	v_lshlrev_b64 v[0:1], 3, v[14:15]
	v_ashrrev_i32_e32 v8, 31, v7
	v_add_u32_e32 v0, vcc, v12, v0
	v_addc_u32_e32 v1, vcc, v13, v1, vcc
	flat_store_dwordx2 v[0:1], v[7:8]
                                        ; implicit-def: $vgpr6
                                        ; implicit-def: $vgpr14
                                        ; implicit-def: $vgpr12_vgpr13
.LBB1_12:
	s_andn2_saveexec_b64 s[8:9], s[8:9]
	s_cbranch_execz .LBB1_14
; %bb.13:
	v_mov_b32_e32 v15, 0
	v_lshlrev_b64 v[2:3], 3, v[14:15]
	s_mov_b32 s10, 0
	v_add_u32_e32 v2, vcc, v12, v2
	v_and_b32_e32 v0, 0xffff, v6
	v_mov_b32_e32 v1, s10
	v_addc_u32_e32 v3, vcc, v13, v3, vcc
	flat_store_dwordx2 v[2:3], v[0:1]
.LBB1_14:
	s_or_b64 exec, exec, s[8:9]
.LBB1_15:
	s_or_b64 exec, exec, s[6:7]
                                        ; implicit-def: $vgpr15
                                        ; implicit-def: $vgpr4
                                        ; implicit-def: $vgpr14
                                        ; implicit-def: $vgpr12_vgpr13
                                        ; implicit-def: $vgpr3
                                        ; implicit-def: $vgpr1_vgpr2
                                        ; implicit-def: $vgpr5
                                        ; implicit-def: $vgpr0
	s_andn2_saveexec_b64 s[4:5], s[4:5]
	s_cbranch_execz .LBB1_2
.LBB1_16:
	v_cmp_lt_i32_e32 vcc, 2, v15
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB1_22
; %bb.17:
	v_cmp_lt_i32_e32 vcc, 3, v15
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execz .LBB1_19
; %bb.18:
	v_mov_b32_e32 v6, 0
	v_mov_b32_e32 v15, v6
	v_lshlrev_b64 v[0:1], 3, v[14:15]
                                        ; implicit-def: $vgpr4
                                        ; implicit-def: $vgpr14
	v_add_u32_e32 v0, vcc, v12, v0
	v_addc_u32_e32 v1, vcc, v13, v1, vcc
	flat_store_dwordx2 v[0:1], v[5:6]
                                        ; implicit-def: $vgpr12_vgpr13
.LBB1_19:
	s_andn2_saveexec_b64 s[8:9], s[8:9]
	s_cbranch_execz .LBB1_21
; %bb.20:
	v_mov_b32_e32 v15, 0
	v_lshlrev_b64 v[2:3], 3, v[14:15]
	s_mov_b32 s10, 0
	v_add_u32_e32 v2, vcc, v12, v2
	v_and_b32_e32 v0, 0xffff, v4
	v_mov_b32_e32 v1, s10
	v_addc_u32_e32 v3, vcc, v13, v3, vcc
	flat_store_dwordx2 v[2:3], v[0:1]
.LBB1_21:
	s_or_b64 exec, exec, s[8:9]
                                        ; implicit-def: $vgpr15
                                        ; implicit-def: $vgpr3
                                        ; implicit-def: $vgpr14
                                        ; implicit-def: $vgpr12_vgpr13
                                        ; implicit-def: $vgpr1_vgpr2
                                        ; implicit-def: $vgpr0
.LBB1_22:
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB1_32
; %bb.23:
	v_cmp_lt_i32_e32 vcc, 1, v15
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execz .LBB1_25
; %bb.24:
	v_mov_b32_e32 v15, 0
	v_bfe_i32 v0, v3, 0, 16
	v_lshlrev_b64 v[2:3], 3, v[14:15]
	v_ashrrev_i32_e32 v1, 31, v0
	v_add_u32_e32 v2, vcc, v12, v2
	v_addc_u32_e32 v3, vcc, v13, v3, vcc
	flat_store_dwordx2 v[2:3], v[0:1]
                                        ; implicit-def: $vgpr14
                                        ; implicit-def: $vgpr12_vgpr13
                                        ; implicit-def: $vgpr1_vgpr2
                                        ; implicit-def: $vgpr15
                                        ; implicit-def: $vgpr0
.LBB1_25:
	s_andn2_saveexec_b64 s[8:9], s[8:9]
	s_cbranch_execz .LBB1_31
; %bb.26:
	v_cmp_ne_u32_e32 vcc, 1, v15
	s_and_saveexec_b64 s[10:11], vcc
	s_xor_b64 s[10:11], exec, s[10:11]
	s_cbranch_execz .LBB1_28
; %bb.27:
	v_mov_b32_e32 v15, 0
	v_lshlrev_b64 v[2:3], 3, v[14:15]
	v_bfe_i32 v0, v0, 0, 16
	v_add_u32_e32 v2, vcc, v12, v2
	v_ashrrev_i32_e32 v1, 31, v0
	v_addc_u32_e32 v3, vcc, v13, v3, vcc
	flat_store_dwordx2 v[2:3], v[0:1]
                                        ; implicit-def: $vgpr14
                                        ; implicit-def: $vgpr12_vgpr13
                                        ; implicit-def: $vgpr1_vgpr2
.LBB1_28:
	s_andn2_saveexec_b64 s[10:11], s[10:11]
	s_cbranch_execz .LBB1_30
; %bb.29:
	v_mov_b32_e32 v15, 0
	v_lshlrev_b64 v[3:4], 3, v[14:15]
	v_add_u32_e32 v3, vcc, v12, v3
	v_addc_u32_e32 v4, vcc, v13, v4, vcc
	flat_store_dwordx2 v[3:4], v[1:2]
.LBB1_30:
	s_or_b64 exec, exec, s[10:11]
.LBB1_31:
	s_or_b64 exec, exec, s[8:9]
.LBB1_32:
	s_or_b64 exec, exec, s[6:7]
	s_or_b64 exec, exec, s[4:5]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	__clang_ocl_kern_imp_scalars, .Lfunc_end1-__clang_ocl_kern_imp_scalars
                                        ; -- End function
	.set __clang_ocl_kern_imp_scalars.num_vgpr, 32
	.set __clang_ocl_kern_imp_scalars.num_agpr, 0
	.set __clang_ocl_kern_imp_scalars.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_scalars.num_named_barrier, 0
	.set __clang_ocl_kern_imp_scalars.private_seg_size, 0
	.set __clang_ocl_kern_imp_scalars.uses_vcc, 1
	.set __clang_ocl_kern_imp_scalars.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_scalars.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_scalars.has_recursion, 0
	.set __clang_ocl_kern_imp_scalars.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 652
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	structs                 ; -- Begin function structs
	.globl	structs
	.p2align	8
	.type	structs,@function
structs:                                ; @structs
; %bb.0:
	s_load_dword s0, s[6:7], 0xac
	s_load_dword s1, s[6:7], 0xc8
	s_mov_b32 s18, 0xaaaaaaab
	s_mov_b32 m0, -1
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	s_mul_i32 s8, s8, s0
	s_add_i32 s1, s1, s8
	v_add_u32_e32 v3, vcc, s1, v0
	v_and_b32_e32 v9, 1, v3
	v_mad_u64_u32 v[4:5], s[0:1], v9, 24, s[6:7]
	v_mul_hi_u32 v8, v3, s18
	v_and_b32_e32 v19, 3, v3
	v_add_u32_e32 v6, vcc, 8, v4
	v_addc_u32_e32 v7, vcc, 0, v5, vcc
	v_add_u32_e32 v4, vcc, 16, v4
	v_addc_u32_e32 v5, vcc, 0, v5, vcc
	flat_load_sbyte v10, v[6:7]
	flat_load_dwordx2 v[5:6], v[4:5]
	v_lshrrev_b32_e32 v7, 1, v8
	v_mul_lo_u32 v11, v7, 3
	v_bfe_u32 v4, v3, 1, 1
	v_mad_u64_u32 v[7:8], s[0:1], v4, 24, s[6:7]
	v_sub_u32_e32 v4, vcc, v3, v11
	v_lshlrev_b32_e32 v4, 1, v4
	v_add_u32_e32 v4, vcc, v7, v4
	v_addc_u32_e32 v8, vcc, 0, v8, vcc
	v_add_u32_e32 v7, vcc, 24, v4
	v_addc_u32_e32 v8, vcc, 0, v8, vcc
	flat_load_sshort v11, v[7:8]
	s_load_dwordx4 s[0:3], s[6:7], 0x90
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	s_load_dword s19, s[6:7], 0x68
	s_load_dword s20, s[6:7], 0x70
	s_load_dwordx4 s[12:15], s[6:7], 0x78
	s_load_dwordx2 s[16:17], s[6:7], 0x60
	s_load_dword s21, s[6:7], 0x0
	s_load_dwordx4 s[8:11], s[6:7], 0x40
	s_load_dword s6, s[6:7], 0x50
	s_waitcnt lgkmcnt(0)
	v_mul_f64 v[7:8], s[12:13], 4.0
	s_lshr_b32 s4, s4, 16
	s_mul_i32 s4, s4, s5
	s_lshl_b32 s9, s9, 1
	s_mul_i32 s10, s10, 3
	v_mov_b32_e32 v16, s0
	s_add_i32 s0, s9, s8
	s_and_b32 s6, s6, 0xff
	s_add_i32 s0, s0, s10
	v_mov_b32_e32 v14, s1
	v_mov_b32_e32 v15, s3
	v_mov_b32_e32 v17, s2
	v_mul_lo_u32 v0, s4, v0
	s_add_i32 s2, s0, s6
	v_cmp_eq_u32_e64 s[0:1], 1, v9
	v_add_u32_e32 v9, vcc, 1, v3
	v_cndmask_b32_e64 v14, v14, v15, s[0:1]
	v_mul_hi_u32 v15, v9, s18
	v_mad_u32_u24 v0, v1, s5, v0
	v_add_u32_e32 v0, vcc, v0, v2
	v_cvt_i32_f64_e32 v2, v[7:8]
	v_lshrrev_b32_e32 v7, 1, v15
	v_mul_lo_u32 v7, v7, 3
	v_mul_lo_u32 v0, v0, 24
	v_mov_b32_e32 v12, s14
	v_mov_b32_e32 v13, s15
	v_lshlrev_b32_e32 v19, 3, v19
	ds_write_b32 v0, v12 offset:16
	ds_write_b16 v0, v13 offset:20
	v_bfe_u32 v1, s19, v19, 8
	s_sext_i32_i8 s7, s20
	v_add_u32_e32 v2, vcc, s7, v2
	v_mov_b32_e32 v4, 0
	v_lshlrev_b64 v[3:4], 2, v[3:4]
	v_mov_b32_e32 v18, s17
	s_waitcnt vmcnt(1)
	v_cvt_i32_f64_e32 v5, v[5:6]
	v_mad_i32_i24 v6, v10, 3, s21
	v_add_u32_e32 v5, vcc, v6, v5
	v_sub_u32_e32 v6, vcc, v9, v7
	v_lshlrev_b32_e32 v6, 1, v6
	v_add_u32_e32 v0, vcc, v0, v6
	ds_read_i16 v0, v0 offset:16
	s_waitcnt lgkmcnt(0)
	v_add_u32_e32 v0, vcc, v2, v0
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v5, vcc, v5, v11
	v_mul_lo_u32 v5, v5, 31
	v_add_u32_e32 v5, vcc, s2, v5
	v_mul_lo_u32 v5, v5, 31
	v_add_u32_e32 v1, vcc, v5, v1
	v_mul_lo_u32 v1, v1, 31
	v_add_u32_e32 v0, vcc, v0, v1
	v_mul_lo_u32 v0, v0, 31
	v_cndmask_b32_e64 v1, v16, v17, s[0:1]
	v_alignbit_b32 v1, v14, v1, 20
	v_add_u32_e32 v2, vcc, v0, v1
	v_add_u32_e32 v0, vcc, s16, v3
	v_addc_u32_e32 v1, vcc, v18, v4, vcc
	flat_store_dword v[0:1], v2
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel structs
		.amdhsa_group_segment_fixed_size 6144
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 416
		.amdhsa_user_sgpr_count 8
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr 20
		.amdhsa_next_free_sgpr 22
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 0
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
.Lfunc_end2:
	.size	structs, .Lfunc_end2-structs
                                        ; -- End function
	.set structs.num_vgpr, 20
	.set structs.num_agpr, 0
	.set structs.numbered_sgpr, 22
	.set structs.num_named_barrier, 0
	.set structs.private_seg_size, 0
	.set structs.uses_vcc, 1
	.set structs.uses_flat_scratch, 0
	.set structs.has_dyn_sized_stack, 0
	.set structs.has_recursion, 0
	.set structs.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 576
; TotalNumSgprs: 24
; NumVgprs: 20
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 6144 bytes/workgroup (compile time only)
; SGPRBlocks: 2
; VGPRBlocks: 4
; NumSGPRsForWavesPerEU: 24
; NumVGPRsForWavesPerEU: 20
; Occupancy: 10
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 8
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.protected	__clang_ocl_kern_imp_structs ; -- Begin function __clang_ocl_kern_imp_structs
	.globl	__clang_ocl_kern_imp_structs
	.p2align	2
	.type	__clang_ocl_kern_imp_structs,@function
__clang_ocl_kern_imp_structs:           ; @__clang_ocl_kern_imp_structs
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_lshlrev_b16_e32 v4, 8, v4
	v_or_b32_sdwa v3, v3, v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_lshlrev_b16_e32 v4, 8, v6
	v_or_b32_sdwa v4, v5, v4 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	s_movk_i32 s4, 0x5c
	v_or_b32_sdwa v6, v3, v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
	v_add_u32_e32 v3, vcc, s4, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	buffer_load_dword v4, v0, s[0:3], 0 offen
	s_movk_i32 s4, 0x58
	v_bfe_i32 v7, v7, 0, 8
	s_waitcnt vmcnt(1)
	buffer_store_dword v3, off, s[0:3], s32 offset:92
	v_add_u32_e32 v3, vcc, s4, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_movk_i32 s4, 0x54
	s_waitcnt vmcnt(2)
	buffer_store_dword v4, off, s[0:3], s32
	s_waitcnt vmcnt(1)
	buffer_store_dword v3, off, s[0:3], s32 offset:88
	v_add_u32_e32 v3, vcc, s4, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_movk_i32 s4, 0x50
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:84
	v_add_u32_e32 v3, vcc, s4, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_movk_i32 s4, 0x4c
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:80
	v_add_u32_e32 v3, vcc, s4, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_movk_i32 s4, 0x48
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:76
	v_add_u32_e32 v3, vcc, s4, v0
	s_movk_i32 s4, 0x44
	buffer_load_dword v17, v3, s[0:3], 0 offen
	v_add_u32_e32 v3, vcc, s4, v0
	buffer_load_dword v18, v3, s[0:3], 0 offen
	v_add_u32_e32 v3, vcc, 64, v0
	buffer_load_dword v19, v3, s[0:3], 0 offen
	v_add_u32_e32 v3, vcc, 60, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_load_dword s4, s[8:9], 0xc
	s_load_dword s5, s[8:9], 0x28
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s12, s12, s4
	s_add_i32 s5, s5, s12
	s_mov_b32 s4, 0xaaaaaaab
	s_waitcnt vmcnt(3)
	buffer_store_dword v17, off, s[0:3], s32 offset:72
	s_waitcnt vmcnt(3)
	buffer_store_dword v18, off, s[0:3], s32 offset:68
	s_waitcnt vmcnt(3)
	buffer_store_dword v19, off, s[0:3], s32 offset:64
	s_waitcnt vmcnt(3)
	buffer_store_dword v3, off, s[0:3], s32 offset:60
	v_add_u32_e32 v3, vcc, 56, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:56
	v_add_u32_e32 v3, vcc, 52, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:52
	v_add_u32_e32 v3, vcc, 48, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:48
	v_add_u32_e32 v3, vcc, 44, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:44
	v_add_u32_e32 v3, vcc, 40, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:40
	v_add_u32_e32 v3, vcc, 36, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:36
	v_add_u32_e32 v3, vcc, 32, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:32
	v_add_u32_e32 v3, vcc, 28, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:28
	v_add_u32_e32 v3, vcc, 24, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:24
	v_add_u32_e32 v3, vcc, 20, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:20
	v_add_u32_e32 v3, vcc, 16, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:16
	v_add_u32_e32 v3, vcc, 12, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:12
	v_add_u32_e32 v3, vcc, 8, v0
	v_add_u32_e32 v0, vcc, 4, v0
	buffer_load_dword v3, v3, s[0:3], 0 offen
	buffer_load_dword v0, v0, s[0:3], 0 offen
	s_waitcnt vmcnt(1)
	buffer_store_dword v3, off, s[0:3], s32 offset:8
	s_waitcnt vmcnt(1)
	buffer_store_dword v0, off, s[0:3], s32 offset:4
	v_lshlrev_b32_e32 v0, 16, v11
	v_or_b32_sdwa v0, v10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
	buffer_store_dword v0, off, s[0:3], s32 offset:112
	buffer_store_short v12, off, s[0:3], s32 offset:116
	v_and_b32_e32 v0, 0x3ff, v31
	v_add_u32_e32 v3, vcc, s5, v0
	v_and_b32_e32 v0, 1, v3
	v_lshrrev_b32_e64 v10, 6, s32
	v_mad_u32_u24 v11, v0, 24, v10
	buffer_load_sbyte v5, v11, s[0:3], 0 offen offset:8
	s_waitcnt vmcnt(0)
	v_mad_i32_i24 v12, v5, 3, v4
	buffer_load_dword v5, v11, s[0:3], 0 offen offset:20
	buffer_load_dword v4, v11, s[0:3], 0 offen offset:16
	buffer_load_ubyte v11, off, s[0:3], s32 offset:80
	s_waitcnt vmcnt(1)
	v_cvt_i32_f64_e32 v4, v[4:5]
	v_bfe_u32 v5, v3, 1, 1
	v_mad_u32_u24 v5, v5, 24, v10
	v_mul_hi_u32 v10, v3, s4
	v_add_u32_e32 v4, vcc, v12, v4
	v_lshrrev_b32_e32 v10, 1, v10
	v_mul_lo_u32 v10, v10, 3
	v_sub_u32_e32 v10, vcc, v3, v10
	v_lshlrev_b32_e32 v10, 1, v10
	v_or_b32_e32 v5, v5, v10
	buffer_load_sshort v5, v5, s[0:3], 0 offen offset:24
	v_mul_lo_u32 v10, v17, 3
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v4, vcc, v4, v5
	v_mul_lo_u32 v4, v4, 31
	v_lshlrev_b32_e32 v5, 1, v18
	v_add_u32_e32 v5, vcc, v5, v19
	v_add_u32_e32 v5, vcc, v5, v10
	v_add_u32_e32 v5, vcc, v5, v11
	v_add_u32_e32 v4, vcc, v5, v4
	v_mul_lo_u32 v4, v4, 31
	v_and_b32_e32 v5, 3, v3
	v_lshlrev_b32_e32 v5, 3, v5
	v_bfe_u32 v5, v6, v5, 8
	v_add_u32_e32 v4, vcc, v4, v5
	v_mul_lo_u32 v6, v4, 31
	v_mul_f64 v[4:5], v[8:9], 4.0
	v_cvt_i32_f64_e32 v4, v[4:5]
	v_add_u32_e32 v5, vcc, 1, v3
	v_mul_hi_u32 v8, v5, s4
	v_lshrrev_b32_e32 v8, 1, v8
	v_mul_lo_u32 v8, v8, 3
	v_sub_u32_e32 v5, vcc, v5, v8
	v_lshrrev_b32_e64 v8, 6, s32
	s_movk_i32 vcc_lo, 0x60
	v_lshlrev_b32_e32 v5, 1, v5
	v_add_u32_e32 v8, vcc, vcc_lo, v8
	v_or_b32_e32 v5, v8, v5
	buffer_load_sshort v5, v5, s[0:3], 0 offen offset:16
	v_add_u32_e32 v4, vcc, v4, v7
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v4, vcc, v4, v5
	v_add_u32_e32 v4, vcc, v4, v6
	v_mul_lo_u32 v4, v4, 31
	v_cmp_eq_u32_e32 vcc, 1, v0
	v_cndmask_b32_e32 v0, v14, v16, vcc
	v_cndmask_b32_e32 v5, v13, v15, vcc
	v_alignbit_b32 v0, v0, v5, 20
	v_add_u32_e32 v5, vcc, v4, v0
	v_mov_b32_e32 v4, 0
	v_lshlrev_b64 v[3:4], 2, v[3:4]
	v_add_u32_e32 v0, vcc, v1, v3
	v_addc_u32_e32 v1, vcc, v2, v4, vcc
	flat_store_dword v[0:1], v5
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end3:
	.size	__clang_ocl_kern_imp_structs, .Lfunc_end3-__clang_ocl_kern_imp_structs
                                        ; -- End function
	.set __clang_ocl_kern_imp_structs.num_vgpr, 32
	.set __clang_ocl_kern_imp_structs.num_agpr, 0
	.set __clang_ocl_kern_imp_structs.numbered_sgpr, 33
	.set __clang_ocl_kern_imp_structs.num_named_barrier, 0
	.set __clang_ocl_kern_imp_structs.private_seg_size, 128
	.set __clang_ocl_kern_imp_structs.uses_vcc, 1
	.set __clang_ocl_kern_imp_structs.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_structs.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_structs.has_recursion, 0
	.set __clang_ocl_kern_imp_structs.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1096
; TotalNumSgprs: 35
; NumVgprs: 32
; ScratchSize: 128
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
      - .offset:         0
        .size:           1
        .type_name:      char
        .value_kind:     by_value
      - .offset:         8
        .size:           8
        .type_name:      ulong
        .value_kind:     by_value
      - .offset:         16
        .size:           2
        .type_name:      short
        .value_kind:     by_value
      - .offset:         18
        .size:           1
        .type_name:      uchar
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .type_name:      float
        .value_kind:     by_value
      - .offset:         24
        .size:           2
        .type_name:      ushort
        .value_kind:     by_value
      - .offset:         28
        .size:           4
        .type_name:      int
        .value_kind:     by_value
      - .offset:         32
        .size:           8
        .type_name:      double
        .value_kind:     by_value
      - .offset:         40
        .size:           8
        .type_name:      long
        .value_kind:     by_value
      - .address_space:  global
        .offset:         48
        .size:           8
        .type_name:      'ulong*'
        .value_kind:     global_buffer
      - .offset:         56
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         60
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         64
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         68
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         70
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         72
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         74
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         76
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         78
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         96
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         104
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         112
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         120
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         248
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         252
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 312
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           scalars
    .private_segment_fixed_size: 0
    .sgpr_count:     20
    .sgpr_spill_count: 0
    .symbol:         scalars.kd
    .uses_dynamic_stack: false
    .vgpr_count:     5
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .offset:         0
        .size:           96
        .type_name:      outer
        .value_kind:     by_value
      - .address_space:  global
        .offset:         96
        .size:           8
        .type_name:      'uint*'
        .value_kind:     global_buffer
      - .offset:         104
        .size:           4
        .type_name:      uchar4
        .value_kind:     by_value
      - .offset:         112
        .size:           24
        .type_name:      inner
        .value_kind:     by_value
      - .offset:         144
        .size:           16
        .type_name:      ulong2
        .value_kind:     by_value
      - .offset:         160
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         164
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         168
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         172
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         174
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         176
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         178
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         180
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         182
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         200
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         208
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         216
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         224
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         352
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         356
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 6144
    .kernarg_segment_align: 16
    .kernarg_segment_size: 416
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           structs
    .private_segment_fixed_size: 0
    .sgpr_count:     24
    .sgpr_spill_count: 0
    .symbol:         structs.kd
    .uses_dynamic_stack: false
    .vgpr_count:     20
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx803
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
