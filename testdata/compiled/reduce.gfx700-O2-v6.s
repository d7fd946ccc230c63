	.amdgcn_target "amdgcn-amd-amdhsa--gfx700"
	.amdhsa_code_object_version 6
	.text
	.protected	sum_static              ; -- Begin function sum_static
	.globl	sum_static
	.p2align	8
	.type	sum_static,@function
sum_static:                             ; @sum_static
; %bb.0:
	s_load_dword s7, s[4:5], 0x7
	s_load_dword s8, s[4:5], 0xe
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	v_mov_b32_e32 v2, 0
	s_mov_b32 m0, -1
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s7, 0xffff
	s_mul_i32 s4, s6, s4
	s_add_i32 s8, s8, s4
	v_add_i32_e32 v1, vcc, s8, v0
	v_lshl_b64 v[1:2], v[1:2], 2
	v_mov_b32_e32 v3, s1
	v_add_i32_e32 v1, vcc, s0, v1
	v_addc_u32_e32 v2, vcc, v3, v2, vcc
	flat_load_dword v2, v[1:2]
	s_movk_i32 s0, 0x80
	v_lshlrev_b32_e32 v1, 2, v0
	v_cmp_gt_u32_e32 vcc, s0, v0
	s_waitcnt vmcnt(0)
	ds_write_b32 v1, v2
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_2
; %bb.1:
	ds_read2st64_b32 v[2:3], v1 offset1:2
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB0_2:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 64, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_4
; %bb.3:
	ds_read2st64_b32 v[2:3], v1 offset1:1
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB0_4:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 32, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_6
; %bb.5:
	ds_read2_b32 v[2:3], v1 offset1:32
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB0_6:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 16, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_8
; %bb.7:
	ds_read2_b32 v[2:3], v1 offset1:16
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB0_8:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 8, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_10
; %bb.9:
	ds_read2_b32 v[2:3], v1 offset1:8
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB0_10:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 4, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_12
; %bb.11:
	ds_read2_b32 v[2:3], v1 offset1:4
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB0_12:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 2, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_14
; %bb.13:
	ds_read2_b32 v[2:3], v1 offset1:2
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB0_14:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB0_16
; %bb.15:
	ds_read2_b32 v[2:3], v1 offset1:1
	s_waitcnt lgkmcnt(0)
	v_add_i32_e64 v0, s[0:1], v2, v3
	ds_write_b32 v1, v0
.LBB0_16:
	s_or_b64 exec, exec, s[4:5]
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_18
; %bb.17:
	v_mov_b32_e32 v0, 0
	s_mov_b32 s7, 0
	ds_read_b32 v2, v0
	s_lshl_b64 s[0:1], s[6:7], 2
	s_add_u32 s0, s2, s0
	s_addc_u32 s1, s3, s1
	v_mov_b32_e32 v0, s0
	v_mov_b32_e32 v1, s1
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[0:1], v2
.LBB0_18:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel sum_static
		.amdhsa_group_segment_fixed_size 1024
		.amdhsa_private_segment_fixed_size 0
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
		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 9
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
	.size	sum_static, .Lfunc_end0-sum_static
                                        ; -- End function
	.set sum_static.num_vgpr, 4
	.set sum_static.num_agpr, 0
	.set sum_static.numbered_sgpr, 9
	.set sum_static.num_named_barrier, 0
	.set sum_static.private_seg_size, 0
	.set sum_static.uses_vcc, 1
	.set sum_static.uses_flat_scratch, 0
	.set sum_static.has_dyn_sized_stack, 0
	.set sum_static.has_recursion, 0
	.set sum_static.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 548
; TotalNumSgprs: 11
; NumVgprs: 4
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 1024 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 0
; NumSGPRsForWavesPerEU: 11
; NumVGPRsForWavesPerEU: 4
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
	.protected	__clang_ocl_kern_imp_sum_static ; -- Begin function __clang_ocl_kern_imp_sum_static
	.globl	__clang_ocl_kern_imp_sum_static
	.p2align	2
	.type	__clang_ocl_kern_imp_sum_static,@function
__clang_ocl_kern_imp_sum_static:        ; @__clang_ocl_kern_imp_sum_static
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dword s4, s[8:9], 0x3
	s_load_dword s5, s[8:9], 0xa
	v_and_b32_e32 v4, 0x3ff, v31
	v_mov_b32_e32 v6, 0
	s_movk_i32 s6, 0x80
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s4, s12, s4
	s_add_i32 s5, s5, s4
	v_add_i32_e32 v5, vcc, s5, v4
	v_lshl_b64 v[5:6], v[5:6], 2
	s_mov_b64 s[4:5], 0xc8
	v_add_i32_e32 v0, vcc, v0, v5
	v_addc_u32_e32 v1, vcc, v1, v6, vcc
	flat_load_dword v0, v[0:1]
	s_mov_b32 m0, -1
	v_cmp_gt_u32_e32 vcc, s6, v4
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	s_trap 2
	s_waitcnt vmcnt(0)
	ds_write_b32 v0, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_2
; %bb.1:
	ds_read2st64_b32 v[0:1], v0 offset1:2
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v0, vcc, v0, v1
	ds_write_b32 v0, v0
.LBB1_2:
	s_or_b64 exec, exec, s[4:5]
	v_cmp_gt_u32_e32 vcc, 64, v4
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_4
; %bb.3:
	ds_read2st64_b32 v[0:1], v0 offset1:1
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v0, vcc, v0, v1
	ds_write_b32 v0, v0
.LBB1_4:
	s_or_b64 exec, exec, s[4:5]
	v_cmp_gt_u32_e32 vcc, 32, v4
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_6
; %bb.5:
	ds_read2_b32 v[0:1], v0 offset1:32
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v0, vcc, v0, v1
	ds_write_b32 v0, v0
.LBB1_6:
	s_or_b64 exec, exec, s[4:5]
	v_cmp_gt_u32_e32 vcc, 16, v4
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_8
; %bb.7:
	ds_read2_b32 v[0:1], v0 offset1:16
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v0, vcc, v0, v1
	ds_write_b32 v0, v0
.LBB1_8:
	s_or_b64 exec, exec, s[4:5]
	v_cmp_gt_u32_e32 vcc, 8, v4
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_10
; %bb.9:
	ds_read2_b32 v[0:1], v0 offset1:8
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v0, vcc, v0, v1
	ds_write_b32 v0, v0
.LBB1_10:
	s_or_b64 exec, exec, s[4:5]
	v_cmp_gt_u32_e32 vcc, 4, v4
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_12
; %bb.11:
	ds_read2_b32 v[0:1], v0 offset1:4
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v0, vcc, v0, v1
	ds_write_b32 v0, v0
.LBB1_12:
	s_or_b64 exec, exec, s[4:5]
	v_cmp_gt_u32_e32 vcc, 2, v4
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_14
; %bb.13:
	ds_read2_b32 v[0:1], v0 offset1:2
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v0, vcc, v0, v1
	ds_write_b32 v0, v0
.LBB1_14:
	s_or_b64 exec, exec, s[4:5]
	v_cmp_eq_u32_e32 vcc, 0, v4
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB1_16
; %bb.15:
	ds_read2_b32 v[0:1], v0 offset1:1
	s_waitcnt lgkmcnt(0)
	v_add_i32_e64 v0, s[4:5], v0, v1
	ds_write_b32 v0, v0
.LBB1_16:
	s_or_b64 exec, exec, s[6:7]
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_18
; %bb.17:
	s_mov_b64 s[8:9], 0xc8
	s_load_dwordx2 s[0:1], s[8:9], 0x0
	s_waitcnt lgkmcnt(0)
	s_trap 2
	ds_read_b32 v4, v0
	s_mov_b32 s13, 0
	s_lshl_b64 s[6:7], s[12:13], 2
	v_mov_b32_e32 v1, s7
	v_add_i32_e32 v0, vcc, s6, v2
	v_addc_u32_e32 v1, vcc, v3, v1, vcc
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[0:1], v4
.LBB1_18:
	s_or_b64 exec, exec, s[4:5]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	__clang_ocl_kern_imp_sum_static, .Lfunc_end1-__clang_ocl_kern_imp_sum_static
                                        ; -- End function
	.set __clang_ocl_kern_imp_sum_static.num_vgpr, 32
	.set __clang_ocl_kern_imp_sum_static.num_agpr, 0
	.set __clang_ocl_kern_imp_sum_static.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_sum_static.num_named_barrier, 0
	.set __clang_ocl_kern_imp_sum_static.private_seg_size, 0
	.set __clang_ocl_kern_imp_sum_static.uses_vcc, 1
	.set __clang_ocl_kern_imp_sum_static.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_sum_static.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_sum_static.has_recursion, 0
	.set __clang_ocl_kern_imp_sum_static.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 588
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	sum_dynamic             ; -- Begin function sum_dynamic
	.globl	sum_dynamic
	.p2align	8
	.type	sum_dynamic,@function
sum_dynamic:                            ; @sum_dynamic
; %bb.0:
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dword s7, s[4:5], 0x6
	s_load_dword s10, s[4:5], 0x9
	s_load_dword s11, s[4:5], 0x10
	s_add_u32 s8, s4, 24
	s_addc_u32 s9, s5, 0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_u32 s6, s7
	s_cselect_b32 s7, 12, 18
	s_add_u32 s8, s8, s7
	s_addc_u32 s9, s9, 0
	s_and_b32 s7, s10, 0xffff
	s_mul_i32 s7, s6, s7
	v_mov_b32_e32 v1, s8
	s_add_i32 s11, s11, s7
	v_mov_b32_e32 v2, s9
	v_add_i32_e32 v3, vcc, s11, v0
	v_mov_b32_e32 v4, 0
	flat_load_ushort v5, v[1:2]
	v_lshl_b64 v[1:2], v[3:4], 2
	v_mov_b32_e32 v3, s1
	v_add_i32_e32 v1, vcc, s0, v1
	v_addc_u32_e32 v2, vcc, v3, v2, vcc
	flat_load_dword v3, v[1:2]
	v_lshlrev_b32_e32 v2, 3, v0
	v_add_i32_e32 v1, vcc, s2, v0
	v_add_i32_e32 v2, vcc, s3, v2
	s_mov_b32 m0, -1
	s_waitcnt vmcnt(0)
	ds_write_b8 v1, v3
	ds_write_b64 v2, v[3:4]
	v_cmp_gt_u32_e32 vcc, 2, v5
	v_readfirstlane_b32 s7, v5
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_cbranch_vccz .LBB2_5
.LBB2_1:
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB2_3
; %bb.2:
	v_mov_b32_e32 v0, s3
	ds_read_b64 v[0:1], v0
	s_load_dwordx2 s[0:1], s[4:5], 0x4
	v_mov_b32_e32 v2, s2
	ds_read_u8 v2, v2
	s_mov_b32 s7, 0
	s_lshl_b64 s[2:3], s[6:7], 3
	s_waitcnt lgkmcnt(0)
	v_lshl_b64 v[0:1], v[0:1], 8
	s_add_u32 s0, s0, s2
	s_addc_u32 s1, s1, s3
	v_or_b32_e32 v0, v0, v2
	v_mov_b32_e32 v3, s1
	v_mov_b32_e32 v2, s0
	flat_store_dwordx2 v[2:3], v[0:1]
.LBB2_3:
	s_endpgm
.LBB2_4:                                ;   in Loop: Header=BB2_5 Depth=1
	s_or_b64 exec, exec, s[0:1]
	s_cmp_gt_u32 s7, 2
	s_mov_b32 s7, s8
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_cbranch_scc0 .LBB2_1
.LBB2_5:                                ; =>This Inner Loop Header: Depth=1
	s_add_i32 s0, s7, 1
	s_lshr_b32 s8, s0, 1
	v_add_i32_e32 v3, vcc, s8, v0
	v_cmp_gt_u32_e32 vcc, s7, v3
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB2_4
; %bb.6:                                ;   in Loop: Header=BB2_5 Depth=1
	s_lshl_b32 s9, s8, 3
	v_add_i32_e32 v4, vcc, s9, v2
	ds_read_b64 v[4:5], v4
	ds_read_b64 v[6:7], v2
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v4, vcc, v6, v4
	v_addc_u32_e32 v5, vcc, v7, v5, vcc
	ds_write_b64 v2, v[4:5]
	v_add_i32_e32 v3, vcc, s2, v3
	ds_read_u8 v3, v3
	ds_read_u8 v4, v1
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v3, v4, v3
	ds_write_b8 v1, v3
	s_branch .LBB2_4
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel sum_dynamic
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 280
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
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 12
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
	.size	sum_dynamic, .Lfunc_end2-sum_dynamic
                                        ; -- End function
	.set sum_dynamic.num_vgpr, 8
	.set sum_dynamic.num_agpr, 0
	.set sum_dynamic.numbered_sgpr, 12
	.set sum_dynamic.num_named_barrier, 0
	.set sum_dynamic.private_seg_size, 0
	.set sum_dynamic.uses_vcc, 1
	.set sum_dynamic.uses_flat_scratch, 0
	.set sum_dynamic.has_dyn_sized_stack, 0
	.set sum_dynamic.has_recursion, 0
	.set sum_dynamic.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 392
; TotalNumSgprs: 14
; NumVgprs: 8
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 14
; NumVGPRsForWavesPerEU: 8
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
	.protected	__clang_ocl_kern_imp_sum_dynamic ; -- Begin function __clang_ocl_kern_imp_sum_dynamic
	.globl	__clang_ocl_kern_imp_sum_dynamic
	.p2align	2
	.type	__clang_ocl_kern_imp_sum_dynamic,@function
__clang_ocl_kern_imp_sum_dynamic:       ; @__clang_ocl_kern_imp_sum_dynamic
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dword s4, s[8:9], 0x0
	s_load_dword s6, s[8:9], 0x3
	s_load_dword s7, s[8:9], 0xa
	v_and_b32_e32 v6, 0x3ff, v31
	s_mov_b32 m0, -1
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_u32 s12, s4
	s_cselect_b32 s4, 12, 18
	s_add_u32 s4, s8, s4
	s_addc_u32 s5, s9, 0
	v_mov_b32_e32 v8, s5
	v_mov_b32_e32 v7, s4
	s_and_b32 s4, s6, 0xffff
	s_mul_i32 s4, s12, s4
	s_add_i32 s7, s7, s4
	flat_load_ushort v11, v[7:8]
	v_add_i32_e32 v7, vcc, s7, v6
	v_mov_b32_e32 v8, 0
	v_lshl_b64 v[9:10], v[7:8], 2
	v_add_i32_e32 v0, vcc, v0, v9
	v_addc_u32_e32 v1, vcc, v1, v10, vcc
	flat_load_dword v7, v[0:1]
	v_lshlrev_b32_e32 v1, 3, v6
	v_add_i32_e32 v0, vcc, v2, v6
	v_add_i32_e32 v1, vcc, v3, v1
	s_waitcnt vmcnt(0)
	ds_write_b8 v0, v7
	ds_write_b64 v1, v[7:8]
	v_cmp_gt_u32_e32 vcc, 2, v11
	v_readfirstlane_b32 s6, v11
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_cbranch_vccz .LBB3_5
.LBB3_1:
	v_cmp_eq_u32_e32 vcc, 0, v6
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB3_3
; %bb.2:
	ds_read_b64 v[0:1], v3
	ds_read_u8 v2, v2
	s_mov_b32 s13, 0
	s_lshl_b64 s[6:7], s[12:13], 3
	v_mov_b32_e32 v3, s7
	s_waitcnt lgkmcnt(1)
	v_lshl_b64 v[0:1], v[0:1], 8
	s_waitcnt lgkmcnt(0)
	v_or_b32_e32 v0, v0, v2
	v_add_i32_e32 v2, vcc, s6, v4
	v_addc_u32_e32 v3, vcc, v5, v3, vcc
	flat_store_dwordx2 v[2:3], v[0:1]
.LBB3_3:
	s_or_b64 exec, exec, s[4:5]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.LBB3_4:                                ;   in Loop: Header=BB3_5 Depth=1
	s_or_b64 exec, exec, s[4:5]
	s_cmp_gt_u32 s6, 2
	s_mov_b32 s6, s7
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_cbranch_scc0 .LBB3_1
.LBB3_5:                                ; =>This Inner Loop Header: Depth=1
	s_add_i32 s4, s6, 1
	s_lshr_b32 s7, s4, 1
	v_add_i32_e32 v7, vcc, s7, v6
	v_cmp_gt_u32_e32 vcc, s6, v7
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB3_4
; %bb.6:                                ;   in Loop: Header=BB3_5 Depth=1
	s_lshl_b32 s8, s7, 3
	v_add_i32_e32 v8, vcc, s8, v1
	ds_read_b64 v[8:9], v8
	ds_read_b64 v[10:11], v1
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v8, vcc, v10, v8
	v_addc_u32_e32 v9, vcc, v11, v9, vcc
	ds_write_b64 v1, v[8:9]
	v_add_i32_e32 v7, vcc, v2, v7
	ds_read_u8 v7, v7
	ds_read_u8 v8, v0
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v7, v8, v7
	ds_write_b8 v0, v7
	s_branch .LBB3_4
.Lfunc_end3:
	.size	__clang_ocl_kern_imp_sum_dynamic, .Lfunc_end3-__clang_ocl_kern_imp_sum_dynamic
                                        ; -- End function
	.set __clang_ocl_kern_imp_sum_dynamic.num_vgpr, 32
	.set __clang_ocl_kern_imp_sum_dynamic.num_agpr, 0
	.set __clang_ocl_kern_imp_sum_dynamic.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_sum_dynamic.num_named_barrier, 0
	.set __clang_ocl_kern_imp_sum_dynamic.private_seg_size, 0
	.set __clang_ocl_kern_imp_sum_dynamic.uses_vcc, 1
	.set __clang_ocl_kern_imp_sum_dynamic.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_sum_dynamic.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_sum_dynamic.has_recursion, 0
	.set __clang_ocl_kern_imp_sum_dynamic.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 384
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 32
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 32
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
      - .offset:         208
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         212
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 1024
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           sum_static
    .private_segment_fixed_size: 0
    .sgpr_count:     11
    .sgpr_spill_count: 0
    .symbol:         sum_static.kd
    .uses_dynamic_stack: false
    .vgpr_count:     4
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .address_space:  global
        .is_const:       true
        .offset:         0
        .size:           8
        .type_name:      'uint*'
        .value_kind:     global_buffer
      - .address_space:  local
        .offset:         8
        .pointee_align:  1
        .size:           4
        .type_name:      'uchar*'
        .value_kind:     dynamic_shared_pointer
      - .address_space:  local
        .offset:         12
        .pointee_align:  8
        .size:           4
        .type_name:      'ulong*'
        .value_kind:     dynamic_shared_pointer
      - .address_space:  global
        .offset:         16
        .size:           8
        .type_name:      'ulong*'
        .value_kind:     global_buffer
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         28
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         32
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         36
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         38
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         40
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         42
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         44
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         46
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         88
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         144
        .size:           4
        .value_kind:     hidden_dynamic_lds_size
      - .offset:         216
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         220
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           sum_dynamic
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         sum_dynamic.kd
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx700
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
