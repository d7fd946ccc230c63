	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.text
	.protected	basic                   ; -- Begin function basic
	.globl	basic
	.p2align	8
	.type	basic,@function
basic:                                  ; @basic
; %bb.0:
	s_load_dword s0, s[4:5], 0x9
	s_load_dword s1, s[4:5], 0x10
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	v_mov_b32_e32 v1, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	s_mul_i32 s6, s6, s0
	s_add_i32 s1, s1, s6
	v_add_i32_e32 v0, vcc, s1, v0
	v_lshl_b64 v[2:3], v[0:1], 3
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	s_mov_b64 s[0:1], s[8:9]
	buffer_load_dwordx2 v[4:5], v[2:3], s[0:3], 0 addr64
	s_mov_b64 s[0:1], s[10:11]
	buffer_load_dwordx2 v[6:7], v[2:3], s[0:3], 0 addr64
	s_mov_b32 s0, 0
	s_brev_b32 s1, 8
	v_mov_b32_e32 v12, 0x100
	s_mov_b32 s8, 1
	s_movk_i32 s10, 0x100
	s_movk_i32 s11, 0x200
	s_mov_b32 s9, 0x7ff00000
	v_add_i32_e32 v8, vcc, s10, v0
	v_add_i32_e32 v10, vcc, s11, v0
	v_mov_b32_e32 v20, 0x7ff80000
	s_mov_b64 s[6:7], s[2:3]
	v_mov_b32_e32 v9, v1
	v_lshl_b64 v[8:9], v[8:9], 3
	v_mov_b32_e32 v11, v1
	v_lshl_b64 v[10:11], v[10:11], 3
	s_movk_i32 s10, 0x300
	s_waitcnt vmcnt(1)
	v_cmp_gt_f64_e64 s[0:1], s[0:1], v[4:5]
	v_cndmask_b32_e64 v18, 0, v12, s[0:1]
	s_waitcnt vmcnt(0)
	v_add_f64 v[12:13], v[4:5], v[6:7]
	v_add_f64 v[14:15], v[4:5], -v[6:7]
	v_and_b32_e32 v17, 0x7fffffff, v13
	v_mov_b32_e32 v16, v12
	v_cmp_gt_u64_e32 vcc, s[8:9], v[16:17]
	v_mul_f64 v[16:17], v[4:5], v[6:7]
	v_cndmask_b32_e32 v13, v20, v13, vcc
	v_cndmask_b32_e32 v12, 0, v12, vcc
	buffer_store_dwordx2 v[12:13], v[2:3], s[4:7], 0 addr64
	s_waitcnt expcnt(0)
	v_and_b32_e32 v13, 0x7fffffff, v15
	v_mov_b32_e32 v12, v14
	v_cmp_gt_u64_e32 vcc, s[8:9], v[12:13]
	v_ldexp_f64 v[2:3], v[4:5], v18
	v_cndmask_b32_e32 v13, v20, v15, vcc
	v_cndmask_b32_e32 v12, 0, v14, vcc
	buffer_store_dwordx2 v[12:13], v[8:9], s[4:7], 0 addr64
	v_rsq_f64_e32 v[8:9], v[2:3]
	v_and_b32_e32 v15, 0x7fffffff, v17
	v_mov_b32_e32 v14, v16
	v_cmp_gt_u64_e32 vcc, s[8:9], v[14:15]
	v_mul_f64 v[14:15], v[2:3], v[8:9]
	v_mul_f64 v[8:9], v[8:9], 0.5
	s_waitcnt expcnt(0)
	v_cndmask_b32_e32 v13, v20, v17, vcc
	v_cndmask_b32_e32 v12, 0, v16, vcc
	buffer_store_dwordx2 v[12:13], v[10:11], s[4:7], 0 addr64
	v_fma_f64 v[10:11], -v[8:9], v[14:15], 0.5
	s_waitcnt expcnt(0)
	v_fma_f64 v[12:13], v[14:15], v[10:11], v[14:15]
	v_fma_f64 v[8:9], v[8:9], v[10:11], v[8:9]
	v_fma_f64 v[10:11], -v[12:13], v[12:13], v[2:3]
	v_fma_f64 v[10:11], v[10:11], v[8:9], v[12:13]
	v_div_scale_f64 v[12:13], s[2:3], v[6:7], v[6:7], v[4:5]
	v_fma_f64 v[14:15], -v[10:11], v[10:11], v[2:3]
	v_fma_f64 v[8:9], v[14:15], v[8:9], v[10:11]
	v_rcp_f64_e32 v[10:11], v[12:13]
	v_cmp_eq_u32_e32 vcc, v7, v13
	v_fma_f64 v[14:15], -v[12:13], v[10:11], 1.0
	v_fma_f64 v[10:11], v[10:11], v[14:15], v[10:11]
	v_fma_f64 v[14:15], -v[12:13], v[10:11], 1.0
	v_fma_f64 v[10:11], v[10:11], v[14:15], v[10:11]
	v_div_scale_f64 v[14:15], s[2:3], v[4:5], v[6:7], v[4:5]
	v_mul_f64 v[18:19], v[14:15], v[10:11]
	v_cmp_eq_u32_e64 s[2:3], v5, v15
	v_fma_f64 v[12:13], -v[12:13], v[18:19], v[14:15]
	s_xor_b64 vcc, s[2:3], vcc
	v_div_fmas_f64 v[10:11], v[12:13], v[10:11], v[18:19]
	v_fma_f64 v[12:13], v[4:5], v[6:7], -v[4:5]
	v_mov_b32_e32 v18, 0xffffff80
	v_and_b32_e32 v15, 0x7fffffff, v13
	v_mov_b32_e32 v14, v12
	v_cmp_gt_u64_e32 vcc, s[8:9], v[14:15]
	v_mov_b32_e32 v14, 0x260
	v_cndmask_b32_e64 v15, 0, v18, s[0:1]
	v_cndmask_b32_e32 v13, v20, v13, vcc
	v_cndmask_b32_e32 v12, 0, v12, vcc
	v_ldexp_f64 v[8:9], v[8:9], v15
	v_cmp_class_f64_e32 vcc, v[2:3], v14
	s_movk_i32 s2, 0x400
	v_cndmask_b32_e32 v9, v9, v3, vcc
	v_cndmask_b32_e32 v2, v8, v2, vcc
	v_and_b32_e32 v3, 0x7fffffff, v9
	v_cmp_gt_u64_e32 vcc, s[8:9], v[2:3]
	v_div_fixup_f64 v[10:11], v[10:11], v[6:7], v[4:5]
	v_cndmask_b32_e32 v3, v20, v9, vcc
	v_cndmask_b32_e32 v2, 0, v2, vcc
	v_mov_b32_e32 v9, v1
	v_add_i32_e32 v8, vcc, s2, v0
	v_lshl_b64 v[8:9], v[8:9], 3
	v_add_i32_e32 v14, vcc, s10, v0
	buffer_store_dwordx2 v[2:3], v[8:9], s[4:7], 0 addr64
	s_waitcnt expcnt(0)
	v_and_b32_e32 v3, 0x7fffffff, v11
	v_mov_b32_e32 v2, v10
	v_mov_b32_e32 v15, v1
	v_cmp_gt_u64_e32 vcc, s[8:9], v[2:3]
	v_lshl_b64 v[14:15], v[14:15], 3
	s_movk_i32 s3, 0x500
	v_cndmask_b32_e32 v3, v20, v11, vcc
	v_cndmask_b32_e32 v2, 0, v10, vcc
	buffer_store_dwordx2 v[2:3], v[14:15], s[4:7], 0 addr64
	s_waitcnt expcnt(0)
	v_add_i32_e32 v2, vcc, s3, v0
	v_mov_b32_e32 v3, v1
	v_lshl_b64 v[2:3], v[2:3], 3
	v_add_f64 v[8:9], v[16:17], -v[4:5]
	buffer_store_dwordx2 v[12:13], v[2:3], s[4:7], 0 addr64
	v_and_b32_e32 v3, 0x7fffffff, v9
	v_mov_b32_e32 v2, v8
	v_max_f64 v[6:7], v[6:7], v[6:7]
	v_max_f64 v[10:11], v[4:5], v[4:5]
	v_cmp_gt_u64_e32 vcc, s[8:9], v[2:3]
	s_movk_i32 s0, 0x600
	s_waitcnt expcnt(0)
	v_min_f64 v[12:13], v[10:11], v[6:7]
	v_cndmask_b32_e32 v3, v20, v9, vcc
	v_cndmask_b32_e32 v2, 0, v8, vcc
	v_add_i32_e32 v8, vcc, s0, v0
	v_mov_b32_e32 v9, v1
	v_lshl_b64 v[8:9], v[8:9], 3
	v_add_f64 v[12:13], v[12:13], 0
	buffer_store_dwordx2 v[2:3], v[8:9], s[4:7], 0 addr64
	s_waitcnt expcnt(0)
	v_and_b32_e32 v3, 0x7fffffff, v13
	v_mov_b32_e32 v2, v12
	v_cmp_gt_u64_e32 vcc, s[8:9], v[2:3]
	s_movk_i32 s0, 0x700
	v_max_f64 v[6:7], v[10:11], v[6:7]
	v_cndmask_b32_e32 v3, v20, v13, vcc
	v_cndmask_b32_e32 v2, 0, v12, vcc
	v_add_i32_e32 v8, vcc, s0, v0
	v_mov_b32_e32 v9, v1
	v_lshl_b64 v[8:9], v[8:9], 3
	v_add_f64 v[6:7], v[6:7], 0
	buffer_store_dwordx2 v[2:3], v[8:9], s[4:7], 0 addr64
	s_waitcnt expcnt(0)
	v_and_b32_e32 v3, 0x7fffffff, v7
	v_mov_b32_e32 v2, v6
	v_cmp_gt_u64_e32 vcc, s[8:9], v[2:3]
	s_movk_i32 s0, 0x800
	v_cndmask_b32_e32 v3, v20, v7, vcc
	v_cndmask_b32_e32 v2, 0, v6, vcc
	v_add_i32_e32 v6, vcc, s0, v0
	s_movk_i32 s0, 0xff9c
	v_mov_b32_e32 v7, v1
	v_add_i32_e32 v8, vcc, s0, v0
	v_lshl_b64 v[6:7], v[6:7], 3
	v_ldexp_f64 v[4:5], v[4:5], v8
	buffer_store_dwordx2 v[2:3], v[6:7], s[4:7], 0 addr64
	s_waitcnt expcnt(0)
	v_and_b32_e32 v3, 0x7fffffff, v5
	v_mov_b32_e32 v2, v4
	v_cmp_gt_u64_e64 s[0:1], s[8:9], v[2:3]
	v_add_i32_e32 v0, vcc, 0x900, v0
	v_cndmask_b32_e64 v2, v20, v5, s[0:1]
	v_lshl_b64 v[5:6], v[0:1], 3
	v_cndmask_b32_e64 v1, 0, v4, s[0:1]
	buffer_store_dwordx2 v[1:2], v[5:6], s[4:7], 0 addr64
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel basic
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
		.amdhsa_next_free_vgpr 21
		.amdhsa_next_free_sgpr 12
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
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
	.size	basic, .Lfunc_end0-basic
                                        ; -- End function
	.set basic.num_vgpr, 21
	.set basic.num_agpr, 0
	.set basic.numbered_sgpr, 12
	.set basic.num_named_barrier, 0
	.set basic.private_seg_size, 0
	.set basic.uses_vcc, 1
	.set basic.uses_flat_scratch, 0
	.set basic.has_dyn_sized_stack, 0
	.set basic.has_recursion, 0
	.set basic.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1028
; TotalNumSgprs: 14
; NumVgprs: 21
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 5
; NumSGPRsForWavesPerEU: 14
; NumVGPRsForWavesPerEU: 21
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
	.protected	__clang_ocl_kern_imp_basic ; -- Begin function __clang_ocl_kern_imp_basic
	.globl	__clang_ocl_kern_imp_basic
	.p2align	2
	.type	__clang_ocl_kern_imp_basic,@function
__clang_ocl_kern_imp_basic:             ; @__clang_ocl_kern_imp_basic
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dword s4, s[8:9], 0x3
	s_load_dword s5, s[8:9], 0xa
	v_and_b32_e32 v6, 0x3ff, v31
	v_mov_b32_e32 v7, 0
	s_mov_b32 s10, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s12, s12, s4
	s_add_i32 s5, s5, s12
	v_add_i32_e32 v6, vcc, s5, v6
	v_lshl_b64 v[8:9], v[6:7], 3
	s_mov_b32 s11, 0x100f000
	v_add_i32_e32 v0, vcc, v0, v8
	v_addc_u32_e32 v1, vcc, v1, v9, vcc
	v_add_i32_e32 v2, vcc, v2, v8
	s_mov_b32 s8, s10
	s_mov_b32 s9, s10
	v_addc_u32_e32 v3, vcc, v3, v9, vcc
	buffer_load_dwordx2 v[0:1], v[0:1], s[8:11], 0 addr64
	buffer_load_dwordx2 v[2:3], v[2:3], s[8:11], 0 addr64
	s_mov_b32 s6, 1
	v_add_i32_e32 v15, vcc, v4, v8
	s_mov_b32 s7, 0x7ff00000
	v_addc_u32_e32 v16, vcc, v5, v9, vcc
	v_mov_b32_e32 v20, 0x7ff80000
	s_movk_i32 s4, 0x100
	v_mov_b32_e32 v10, v7
	s_movk_i32 s5, 0x200
	v_mov_b32_e32 v12, v7
	s_movk_i32 s12, 0x300
	v_mov_b32_e32 v17, v7
	s_waitcnt vmcnt(0)
	v_add_f64 v[13:14], v[0:1], v[2:3]
	v_and_b32_e32 v9, 0x7fffffff, v14
	v_mov_b32_e32 v8, v13
	v_cmp_gt_u64_e32 vcc, s[6:7], v[8:9]
	v_cndmask_b32_e32 v14, v20, v14, vcc
	v_cndmask_b32_e32 v13, 0, v13, vcc
	v_add_i32_e32 v9, vcc, s4, v6
	v_lshl_b64 v[8:9], v[9:10], 3
	v_add_i32_e32 v11, vcc, s5, v6
	buffer_store_dwordx2 v[13:14], v[15:16], s[8:11], 0 addr64
	s_waitcnt expcnt(0)
	v_add_f64 v[13:14], v[0:1], -v[2:3]
	v_add_i32_e32 v8, vcc, v4, v8
	v_addc_u32_e32 v9, vcc, v5, v9, vcc
	v_and_b32_e32 v16, 0x7fffffff, v14
	v_mov_b32_e32 v15, v13
	v_div_scale_f64 v[18:19], s[4:5], v[2:3], v[2:3], v[0:1]
	v_cmp_gt_u64_e32 vcc, s[6:7], v[15:16]
	v_lshl_b64 v[10:11], v[11:12], 3
	v_cndmask_b32_e32 v14, v20, v14, vcc
	v_cndmask_b32_e32 v13, 0, v13, vcc
	buffer_store_dwordx2 v[13:14], v[8:9], s[8:11], 0 addr64
	v_rcp_f64_e32 v[8:9], v[18:19]
	v_add_i32_e32 v16, vcc, s12, v6
	v_add_i32_e32 v10, vcc, v4, v10
	s_waitcnt expcnt(0)
	v_fma_f64 v[12:13], -v[18:19], v[8:9], 1.0
	v_lshl_b64 v[14:15], v[16:17], 3
	v_addc_u32_e32 v11, vcc, v5, v11, vcc
	v_fma_f64 v[8:9], v[8:9], v[12:13], v[8:9]
	v_add_i32_e32 v12, vcc, v4, v14
	v_addc_u32_e32 v13, vcc, v5, v15, vcc
	v_fma_f64 v[14:15], -v[18:19], v[8:9], 1.0
	v_cmp_eq_u32_e32 vcc, v3, v19
	v_fma_f64 v[8:9], v[8:9], v[14:15], v[8:9]
	v_div_scale_f64 v[14:15], s[4:5], v[0:1], v[2:3], v[0:1]
	s_mov_b32 s12, 0
	s_brev_b32 s13, 8
	v_mul_f64 v[16:17], v[14:15], v[8:9]
	v_cmp_eq_u32_e64 s[4:5], v1, v15
	v_fma_f64 v[14:15], -v[18:19], v[16:17], v[14:15]
	s_xor_b64 vcc, s[4:5], vcc
	v_div_fmas_f64 v[8:9], v[14:15], v[8:9], v[16:17]
	v_mul_f64 v[14:15], v[0:1], v[2:3]
	v_cmp_gt_f64_e32 vcc, s[12:13], v[0:1]
	v_and_b32_e32 v17, 0x7fffffff, v15
	v_mov_b32_e32 v16, v14
	v_cmp_gt_u64_e64 s[4:5], s[6:7], v[16:17]
	v_mov_b32_e32 v18, 0x100
	v_cndmask_b32_e32 v18, 0, v18, vcc
	v_cndmask_b32_e64 v17, v20, v15, s[4:5]
	v_cndmask_b32_e64 v16, 0, v14, s[4:5]
	v_div_fixup_f64 v[8:9], v[8:9], v[2:3], v[0:1]
	buffer_store_dwordx2 v[16:17], v[10:11], s[8:11], 0 addr64
	v_ldexp_f64 v[10:11], v[0:1], v18
	s_waitcnt expcnt(0)
	v_and_b32_e32 v17, 0x7fffffff, v9
	v_mov_b32_e32 v16, v8
	v_cmp_gt_u64_e64 s[4:5], s[6:7], v[16:17]
	v_rsq_f64_e32 v[16:17], v[10:11]
	v_cndmask_b32_e64 v9, v20, v9, s[4:5]
	v_cndmask_b32_e64 v8, 0, v8, s[4:5]
	buffer_store_dwordx2 v[8:9], v[12:13], s[8:11], 0 addr64
	s_waitcnt expcnt(0)
	v_mul_f64 v[8:9], v[10:11], v[16:17]
	v_mul_f64 v[12:13], v[16:17], 0.5
	s_movk_i32 s4, 0x400
	v_fma_f64 v[16:17], -v[12:13], v[8:9], 0.5
	v_fma_f64 v[8:9], v[8:9], v[16:17], v[8:9]
	v_fma_f64 v[12:13], v[12:13], v[16:17], v[12:13]
	v_fma_f64 v[16:17], -v[8:9], v[8:9], v[10:11]
	v_fma_f64 v[8:9], v[16:17], v[12:13], v[8:9]
	v_fma_f64 v[16:17], -v[8:9], v[8:9], v[10:11]
	v_fma_f64 v[8:9], v[16:17], v[12:13], v[8:9]
	v_mov_b32_e32 v12, 0xffffff80
	v_cndmask_b32_e32 v12, 0, v12, vcc
	v_ldexp_f64 v[8:9], v[8:9], v12
	v_mov_b32_e32 v12, 0x260
	v_cmp_class_f64_e32 vcc, v[10:11], v12
	v_fma_f64 v[12:13], v[0:1], v[2:3], -v[0:1]
	v_cndmask_b32_e32 v11, v9, v11, vcc
	v_cndmask_b32_e32 v8, v8, v10, vcc
	v_and_b32_e32 v9, 0x7fffffff, v11
	v_cmp_gt_u64_e32 vcc, s[6:7], v[8:9]
	v_max_f64 v[2:3], v[2:3], v[2:3]
	v_cndmask_b32_e32 v9, v20, v11, vcc
	v_cndmask_b32_e32 v8, 0, v8, vcc
	v_add_i32_e32 v10, vcc, s4, v6
	v_mov_b32_e32 v11, v7
	v_lshl_b64 v[10:11], v[10:11], 3
	s_movk_i32 s4, 0x500
	v_add_i32_e32 v10, vcc, v4, v10
	v_addc_u32_e32 v11, vcc, v5, v11, vcc
	buffer_store_dwordx2 v[8:9], v[10:11], s[8:11], 0 addr64
	s_waitcnt expcnt(0)
	v_and_b32_e32 v9, 0x7fffffff, v13
	v_mov_b32_e32 v8, v12
	v_cmp_gt_u64_e32 vcc, s[6:7], v[8:9]
	v_mov_b32_e32 v11, v7
	v_cndmask_b32_e32 v9, v20, v13, vcc
	v_cndmask_b32_e32 v8, 0, v12, vcc
	v_add_i32_e32 v10, vcc, s4, v6
	v_lshl_b64 v[10:11], v[10:11], 3
	v_add_f64 v[12:13], v[14:15], -v[0:1]
	v_add_i32_e32 v10, vcc, v4, v10
	v_addc_u32_e32 v11, vcc, v5, v11, vcc
	buffer_store_dwordx2 v[8:9], v[10:11], s[8:11], 0 addr64
	s_waitcnt expcnt(0)
	v_and_b32_e32 v9, 0x7fffffff, v13
	v_mov_b32_e32 v8, v12
	v_cmp_gt_u64_e32 vcc, s[6:7], v[8:9]
	s_movk_i32 s4, 0x600
	v_cndmask_b32_e32 v9, v20, v13, vcc
	v_cndmask_b32_e32 v8, 0, v12, vcc
	v_max_f64 v[12:13], v[0:1], v[0:1]
	v_add_i32_e32 v10, vcc, s4, v6
	v_mov_b32_e32 v11, v7
	v_lshl_b64 v[10:11], v[10:11], 3
	v_min_f64 v[14:15], v[12:13], v[2:3]
	v_add_i32_e32 v10, vcc, v4, v10
	v_add_f64 v[14:15], v[14:15], 0
	v_addc_u32_e32 v11, vcc, v5, v11, vcc
	buffer_store_dwordx2 v[8:9], v[10:11], s[8:11], 0 addr64
	s_waitcnt expcnt(0)
	v_and_b32_e32 v9, 0x7fffffff, v15
	v_mov_b32_e32 v8, v14
	v_cmp_gt_u64_e32 vcc, s[6:7], v[8:9]
	s_movk_i32 s4, 0x700
	v_cndmask_b32_e32 v9, v20, v15, vcc
	v_cndmask_b32_e32 v8, 0, v14, vcc
	v_add_i32_e32 v10, vcc, s4, v6
	v_mov_b32_e32 v11, v7
	v_lshl_b64 v[10:11], v[10:11], 3
	v_max_f64 v[2:3], v[12:13], v[2:3]
	v_add_i32_e32 v10, vcc, v4, v10
	v_add_f64 v[2:3], v[2:3], 0
	v_addc_u32_e32 v11, vcc, v5, v11, vcc
	buffer_store_dwordx2 v[8:9], v[10:11], s[8:11], 0 addr64
	s_waitcnt expcnt(0)
	v_and_b32_e32 v9, 0x7fffffff, v3
	v_mov_b32_e32 v8, v2
	v_cmp_gt_u64_e32 vcc, s[6:7], v[8:9]
	s_movk_i32 s4, 0x800
	v_cndmask_b32_e32 v3, v20, v3, vcc
	v_cndmask_b32_e32 v2, 0, v2, vcc
	v_add_i32_e32 v8, vcc, s4, v6
	v_mov_b32_e32 v9, v7
	v_lshl_b64 v[8:9], v[8:9], 3
	s_movk_i32 s4, 0xff9c
	v_add_i32_e32 v8, vcc, v4, v8
	v_addc_u32_e32 v9, vcc, v5, v9, vcc
	v_add_i32_e32 v10, vcc, s4, v6
	v_ldexp_f64 v[0:1], v[0:1], v10
	buffer_store_dwordx2 v[2:3], v[8:9], s[8:11], 0 addr64
	s_waitcnt expcnt(0)
	v_and_b32_e32 v3, 0x7fffffff, v1
	v_mov_b32_e32 v2, v0
	v_cmp_gt_u64_e32 vcc, s[6:7], v[2:3]
	v_cndmask_b32_e32 v1, v20, v1, vcc
	v_cndmask_b32_e32 v0, 0, v0, vcc
	v_add_i32_e32 v6, vcc, 0x900, v6
	v_lshl_b64 v[2:3], v[6:7], 3
	v_add_i32_e32 v2, vcc, v4, v2
	v_addc_u32_e32 v3, vcc, v5, v3, vcc
	buffer_store_dwordx2 v[0:1], v[2:3], s[8:11], 0 addr64
	s_waitcnt vmcnt(0) expcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	__clang_ocl_kern_imp_basic, .Lfunc_end1-__clang_ocl_kern_imp_basic
                                        ; -- End function
	.set __clang_ocl_kern_imp_basic.num_vgpr, 32
	.set __clang_ocl_kern_imp_basic.num_agpr, 0
	.set __clang_ocl_kern_imp_basic.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_basic.num_named_barrier, 0
	.set __clang_ocl_kern_imp_basic.private_seg_size, 0
	.set __clang_ocl_kern_imp_basic.uses_vcc, 1
	.set __clang_ocl_kern_imp_basic.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_basic.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_basic.has_recursion, 0
	.set __clang_ocl_kern_imp_basic.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1124
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	rounding                ; -- Begin function rounding
	.globl	rounding
	.p2align	8
	.type	rounding,@function
rounding:                               ; @rounding
; %bb.0:
	s_load_dword s7, s[4:5], 0x7
	s_load_dword s8, s[4:5], 0xe
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v7, -1
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s7, 0xffff
	s_mul_i32 s6, s6, s4
	s_add_i32 s8, s8, s6
	v_add_i32_e32 v0, vcc, s8, v0
	v_lshl_b64 v[3:4], v[0:1], 3
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	s_mov_b64 s[4:5], s[0:1]
	buffer_load_dwordx2 v[5:6], v[3:4], s[4:7], 0 addr64
	s_movk_i32 s0, 0xfc01
	s_movk_i32 s1, 0x100
	s_movk_i32 s4, 0x200
	v_mov_b32_e32 v8, 0x3fefffff
	v_add_i32_e32 v9, vcc, s1, v0
	v_add_i32_e32 v11, vcc, s4, v0
	s_mov_b32 s11, 0xfffff
	s_mov_b32 s10, -1
	s_mov_b32 s8, 1
	s_mov_b32 s9, 0x7ff00000
	s_mov_b64 s[4:5], s[2:3]
	v_mov_b32_e32 v17, 0x7ff80000
	v_mov_b32_e32 v2, 0x3ff00000
	v_mov_b32_e32 v12, v1
	s_brev_b32 s12, -2
	v_mov_b32_e32 v18, 0x43300000
	v_lshl_b64 v[11:12], v[11:12], 3
	v_mov_b32_e32 v10, v1
	v_lshl_b64 v[9:10], v[9:10], 3
	s_waitcnt vmcnt(0)
	v_fract_f64_e32 v[13:14], v[5:6]
	v_bfe_u32 v15, v6, 20, 11
	v_add_i32_e32 v15, vcc, s0, v15
	v_min_f64 v[7:8], v[13:14], v[7:8]
	v_cmp_class_f64_e64 vcc, v[5:6], 3
	v_lshr_b64 v[13:14], s[10:11], v15
	v_cndmask_b32_e32 v7, v7, v5, vcc
	v_cndmask_b32_e32 v8, v8, v6, vcc
	v_bfi_b32 v14, v14, 0, v6
	v_bfi_b32 v13, v13, 0, v5
	v_and_b32_e32 v16, 0x80000000, v6
	v_add_f64 v[7:8], v[5:6], -v[7:8]
	v_cmp_gt_i32_e64 s[0:1], 0, v15
	v_cndmask_b32_e64 v14, v14, v16, s[0:1]
	v_cndmask_b32_e64 v13, v13, 0, s[0:1]
	v_cmp_lt_i32_e64 s[0:1], 51, v15
	v_cndmask_b32_e64 v14, v14, v6, s[0:1]
	v_cndmask_b32_e64 v13, v13, v5, s[0:1]
	v_and_b32_e32 v16, 0x7fffffff, v8
	v_mov_b32_e32 v15, v7
	v_cmp_lt_f64_e32 vcc, 0, v[5:6]
	v_cmp_lg_f64_e64 s[0:1], v[5:6], v[13:14]
	v_cmp_gt_u64_e64 s[2:3], s[8:9], v[15:16]
	v_and_b32_e32 v16, 0x7fffffff, v14
	v_mov_b32_e32 v15, v13
	v_cndmask_b32_e64 v8, v17, v8, s[2:3]
	v_cndmask_b32_e64 v7, 0, v7, s[2:3]
	v_cmp_gt_u64_e64 s[2:3], s[8:9], v[15:16]
	s_and_b64 vcc, vcc, s[0:1]
	v_cndmask_b32_e32 v2, 0, v2, vcc
	v_cndmask_b32_e64 v16, v17, v14, s[2:3]
	v_cndmask_b32_e64 v15, 0, v13, s[2:3]
	v_add_f64 v[13:14], v[13:14], v[1:2]
	v_bfi_b32 v2, s12, v18, v6
	buffer_store_dwordx2 v[7:8], v[3:4], s[4:7], 0 addr64
	buffer_store_dwordx2 v[15:16], v[11:12], s[4:7], 0 addr64
	s_waitcnt expcnt(1)
	v_and_b32_e32 v8, 0x7fffffff, v14
	v_mov_b32_e32 v7, v13
	v_add_f64 v[3:4], v[5:6], v[1:2]
	v_cmp_gt_u64_e32 vcc, s[8:9], v[7:8]
	s_mov_b32 s11, 0x432fffff
	v_cndmask_b32_e32 v8, v17, v14, vcc
	v_add_f64 v[2:3], v[3:4], -v[1:2]
	v_cndmask_b32_e32 v7, 0, v13, vcc
	v_cmp_gt_f64_e64 vcc, |v[5:6]|, s[10:11]
	buffer_store_dwordx2 v[7:8], v[9:10], s[4:7], 0 addr64
	v_cndmask_b32_e32 v4, v3, v6, vcc
	v_cndmask_b32_e32 v2, v2, v5, vcc
	v_and_b32_e32 v3, 0x7fffffff, v4
	v_cmp_gt_u64_e64 s[0:1], s[8:9], v[2:3]
	v_add_i32_e32 v0, vcc, 0x300, v0
	v_lshl_b64 v[0:1], v[0:1], 3
	v_cndmask_b32_e64 v3, v17, v4, s[0:1]
	v_cndmask_b32_e64 v2, 0, v2, s[0:1]
	buffer_store_dwordx2 v[2:3], v[0:1], s[4:7], 0 addr64
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel rounding
		.amdhsa_group_segment_fixed_size 0
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
		.amdhsa_next_free_vgpr 19
		.amdhsa_next_free_sgpr 13
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
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
	.size	rounding, .Lfunc_end2-rounding
                                        ; -- End function
	.set rounding.num_vgpr, 19
	.set rounding.num_agpr, 0
	.set rounding.numbered_sgpr, 13
	.set rounding.num_named_barrier, 0
	.set rounding.private_seg_size, 0
	.set rounding.uses_vcc, 1
	.set rounding.uses_flat_scratch, 0
	.set rounding.has_dyn_sized_stack, 0
	.set rounding.has_recursion, 0
	.set rounding.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 576
; TotalNumSgprs: 15
; NumVgprs: 19
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 4
; NumSGPRsForWavesPerEU: 15
; NumVGPRsForWavesPerEU: 19
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
	.protected	__clang_ocl_kern_imp_rounding ; -- Begin function __clang_ocl_kern_imp_rounding
	.globl	__clang_ocl_kern_imp_rounding
	.p2align	2
	.type	__clang_ocl_kern_imp_rounding,@function
__clang_ocl_kern_imp_rounding:          ; @__clang_ocl_kern_imp_rounding
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dword s4, s[8:9], 0x3
	s_load_dword s5, s[8:9], 0xa
	v_and_b32_e32 v4, 0x3ff, v31
	v_mov_b32_e32 v5, 0
	s_mov_b32 s10, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s12, s12, s4
	s_add_i32 s5, s5, s12
	v_add_i32_e32 v4, vcc, s5, v4
	v_lshl_b64 v[6:7], v[4:5], 3
	s_mov_b32 s11, 0x100f000
	v_add_i32_e32 v0, vcc, v0, v6
	v_addc_u32_e32 v1, vcc, v1, v7, vcc
	s_mov_b32 s8, s10
	s_mov_b32 s9, s10
	buffer_load_dwordx2 v[0:1], v[0:1], s[8:11], 0 addr64
	s_movk_i32 s5, 0x100
	s_movk_i32 s15, 0x200
	v_mov_b32_e32 v11, v5
	v_add_i32_e32 v10, vcc, s5, v4
	v_add_i32_e32 v12, vcc, s15, v4
	v_lshl_b64 v[10:11], v[10:11], 3
	v_add_i32_e32 v14, vcc, v2, v6
	v_mov_b32_e32 v13, v5
	v_addc_u32_e32 v15, vcc, v3, v7, vcc
	v_lshl_b64 v[12:13], v[12:13], 3
	v_add_i32_e32 v10, vcc, v2, v10
	v_addc_u32_e32 v11, vcc, v3, v11, vcc
	v_mov_b32_e32 v8, -1
	s_movk_i32 s4, 0xfc01
	v_add_i32_e32 v12, vcc, v2, v12
	v_mov_b32_e32 v9, 0x3fefffff
	s_mov_b32 s13, 0xfffff
	s_mov_b32 s12, -1
	v_addc_u32_e32 v13, vcc, v3, v13, vcc
	s_mov_b32 s6, 1
	v_mov_b32_e32 v18, 0x3ff00000
	s_mov_b32 s7, 0x7ff00000
	v_mov_b32_e32 v20, 0x7ff80000
	s_brev_b32 s14, -2
	s_waitcnt vmcnt(0)
	v_fract_f64_e32 v[6:7], v[0:1]
	v_bfe_u32 v16, v1, 20, 11
	v_add_i32_e32 v16, vcc, s4, v16
	v_min_f64 v[6:7], v[6:7], v[8:9]
	v_lshr_b64 v[8:9], s[12:13], v16
	v_cmp_class_f64_e64 vcc, v[0:1], 3
	v_bfi_b32 v9, v9, 0, v1
	v_cndmask_b32_e32 v6, v6, v0, vcc
	v_cndmask_b32_e32 v7, v7, v1, vcc
	v_bfi_b32 v8, v8, 0, v0
	v_and_b32_e32 v17, 0x80000000, v1
	v_cmp_gt_i32_e32 vcc, 0, v16
	v_cndmask_b32_e32 v9, v9, v17, vcc
	v_cndmask_b32_e64 v8, v8, 0, vcc
	v_cmp_lt_i32_e32 vcc, 51, v16
	v_cndmask_b32_e32 v9, v9, v1, vcc
	v_cndmask_b32_e32 v8, v8, v0, vcc
	v_cmp_lt_f64_e64 s[4:5], 0, v[0:1]
	v_cmp_lg_f64_e32 vcc, v[0:1], v[8:9]
	v_add_f64 v[16:17], v[0:1], -v[6:7]
	s_and_b64 vcc, s[4:5], vcc
	v_cndmask_b32_e32 v6, 0, v18, vcc
	v_and_b32_e32 v19, 0x7fffffff, v17
	v_mov_b32_e32 v18, v16
	v_cmp_gt_u64_e32 vcc, s[6:7], v[18:19]
	v_and_b32_e32 v19, 0x7fffffff, v9
	v_mov_b32_e32 v18, v8
	v_cndmask_b32_e32 v17, v20, v17, vcc
	v_cndmask_b32_e32 v16, 0, v16, vcc
	v_cmp_gt_u64_e32 vcc, s[6:7], v[18:19]
	s_mov_b32 s13, 0x432fffff
	v_cndmask_b32_e32 v18, 0, v8, vcc
	v_add_f64 v[7:8], v[8:9], v[5:6]
	v_mov_b32_e32 v6, 0x43300000
	v_cndmask_b32_e32 v19, v20, v9, vcc
	v_bfi_b32 v6, s14, v6, v1
	v_add_i32_e32 v4, vcc, 0x300, v4
	buffer_store_dwordx2 v[16:17], v[14:15], s[8:11], 0 addr64
	buffer_store_dwordx2 v[18:19], v[12:13], s[8:11], 0 addr64
	v_and_b32_e32 v15, 0x7fffffff, v8
	v_mov_b32_e32 v14, v7
	v_add_f64 v[12:13], v[0:1], v[5:6]
	v_cmp_gt_u64_e32 vcc, s[6:7], v[14:15]
	v_add_f64 v[12:13], v[12:13], -v[5:6]
	v_cndmask_b32_e32 v8, v20, v8, vcc
	v_cndmask_b32_e32 v7, 0, v7, vcc
	v_cmp_gt_f64_e64 vcc, |v[0:1]|, s[12:13]
	v_lshl_b64 v[4:5], v[4:5], 3
	v_cndmask_b32_e32 v6, v13, v1, vcc
	v_cndmask_b32_e32 v0, v12, v0, vcc
	v_and_b32_e32 v1, 0x7fffffff, v6
	v_cmp_gt_u64_e32 vcc, s[6:7], v[0:1]
	buffer_store_dwordx2 v[7:8], v[10:11], s[8:11], 0 addr64
	v_cndmask_b32_e32 v1, v20, v6, vcc
	v_cndmask_b32_e32 v0, 0, v0, vcc
	v_add_i32_e32 v2, vcc, v2, v4
	v_addc_u32_e32 v3, vcc, v3, v5, vcc
	buffer_store_dwordx2 v[0:1], v[2:3], s[8:11], 0 addr64
	s_waitcnt vmcnt(0) expcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end3:
	.size	__clang_ocl_kern_imp_rounding, .Lfunc_end3-__clang_ocl_kern_imp_rounding
                                        ; -- End function
	.set __clang_ocl_kern_imp_rounding.num_vgpr, 32
	.set __clang_ocl_kern_imp_rounding.num_agpr, 0
	.set __clang_ocl_kern_imp_rounding.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_rounding.num_named_barrier, 0
	.set __clang_ocl_kern_imp_rounding.private_seg_size, 0
	.set __clang_ocl_kern_imp_rounding.uses_vcc, 1
	.set __clang_ocl_kern_imp_rounding.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_rounding.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_rounding.has_recursion, 0
	.set __clang_ocl_kern_imp_rounding.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 568
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	convert_all             ; -- Begin function convert_all
	.globl	convert_all
	.p2align	8
	.type	convert_all,@function
convert_all:                            ; @convert_all
; %bb.0:
	s_load_dwordx8 s[8:15], s[4:5], 0x0
	s_load_dwordx2 s[16:17], s[4:5], 0x8
	s_load_dword s0, s[4:5], 0xd
	s_load_dword s1, s[4:5], 0x14
	v_mov_b32_e32 v1, 0
	s_mov_b32 s23, 0x100f000
	s_mov_b32 s22, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	s_mul_i32 s6, s6, s0
	s_add_i32 s1, s1, s6
	v_add_i32_e32 v0, vcc, s1, v0
	v_lshl_b64 v[2:3], v[0:1], 3
	s_mov_b64 s[20:21], s[8:9]
	buffer_load_dwordx2 v[4:5], v[2:3], s[20:23], 0 addr64
	s_mov_b64 s[20:21], s[10:11]
	buffer_load_dwordx2 v[6:7], v[2:3], s[20:23], 0 addr64
	s_movk_i32 s0, 0x100
	v_add_i32_e32 v14, vcc, s0, v0
	v_mov_b32_e32 v15, v1
	v_lshl_b64 v[14:15], v[14:15], 3
	s_mov_b64 s[20:21], s[12:13]
	s_movk_i32 s0, 0x200
	v_add_i32_e32 v16, vcc, s0, v0
	v_mov_b32_e32 v17, v1
	v_lshl_b64 v[16:17], v[16:17], 3
	s_movk_i32 s0, 0x300
	s_mov_b32 s6, -1
	s_movk_i32 s8, 0xfc01
	s_mov_b32 s7, 0xfffff
	s_movk_i32 s9, 0xffe0
	v_mov_b32_e32 v18, -1
	v_mov_b32_e32 v19, 0x3fefffff
	s_mov_b64 s[18:19], s[22:23]
	s_waitcnt vmcnt(0)
	v_cvt_f64_u32_e32 v[12:13], v7
	v_cvt_f64_u32_e32 v[10:11], v6
	v_cvt_f64_i32_e32 v[8:9], v7
	v_ldexp_f64 v[12:13], v[12:13], 32
	v_add_f64 v[12:13], v[12:13], v[10:11]
	v_ldexp_f64 v[8:9], v[8:9], 32
	buffer_store_dwordx2 v[12:13], v[14:15], s[20:23], 0 addr64
	s_waitcnt expcnt(0)
	v_cvt_f64_i32_e32 v[12:13], v6
	v_add_f64 v[8:9], v[8:9], v[10:11]
	buffer_store_dwordx2 v[8:9], v[2:3], s[20:23], 0 addr64
	buffer_store_dwordx2 v[12:13], v[16:17], s[20:23], 0 addr64
	s_waitcnt expcnt(0)
	v_add_i32_e32 v12, vcc, s0, v0
	v_mov_b32_e32 v13, v1
	v_lshl_b64 v[12:13], v[12:13], 3
	s_movk_i32 s0, 0x400
	buffer_store_dwordx2 v[10:11], v[12:13], s[20:23], 0 addr64
	s_waitcnt expcnt(0)
	v_xor_b32_e32 v10, v6, v7
	v_ashrrev_i32_e32 v10, 31, v10
	v_ffbh_i32_e32 v11, v7
	v_add_i32_e32 v10, vcc, 32, v10
	v_add_i32_e32 v11, vcc, -1, v11
	v_min_u32_e32 v10, v11, v10
	v_lshl_b64 v[6:7], v[6:7], v10
	v_mov_b32_e32 v11, v1
	v_min_u32_e32 v6, 1, v6
	v_or_b32_e32 v6, v7, v6
	v_cvt_f32_i32_e32 v6, v6
	v_sub_i32_e32 v7, vcc, 32, v10
	v_add_i32_e32 v10, vcc, s0, v0
	v_ldexp_f32_e32 v6, v6, v7
	v_cvt_f64_f32_e32 v[6:7], v6
	v_lshl_b64 v[10:11], v[10:11], 3
	s_mov_b32 s0, 0
	s_mov_b32 s1, 0xc1e00000
	buffer_store_dwordx2 v[6:7], v[10:11], s[20:23], 0 addr64
	v_cmp_lt_f64_e32 vcc, s[0:1], v[4:5]
	s_mov_b32 s0, 0xffc00000
	s_waitcnt expcnt(0)
	v_cvt_i32_f64_e32 v6, v[4:5]
	s_mov_b32 s1, 0x41dfffff
	v_cmp_gt_f64_e64 s[0:1], s[0:1], v[4:5]
	s_mov_b64 s[20:21], s[14:15]
	s_and_b64 vcc, vcc, s[0:1]
	v_ashrrev_i32_e32 v7, 31, v6
	v_cndmask_b32_e32 v7, 0, v7, vcc
	v_cndmask_b32_e32 v6, 5, v6, vcc
	buffer_store_dwordx2 v[6:7], v[2:3], s[20:23], 0 addr64
	v_ldexp_f64 v[2:3], v[4:5], 20
	s_waitcnt expcnt(0)
	v_bfe_u32 v6, v3, 20, 11
	v_add_i32_e64 v10, s[2:3], s8, v6
	v_lshr_b64 v[6:7], s[6:7], v10
	v_and_b32_e32 v11, 0x80000000, v3
	v_bfi_b32 v7, v7, 0, v3
	v_bfi_b32 v6, v6, 0, v2
	v_cmp_gt_i32_e64 s[2:3], 0, v10
	v_cndmask_b32_e64 v7, v7, v11, s[2:3]
	v_cmp_lt_i32_e64 s[4:5], 51, v10
	v_cndmask_b32_e64 v6, v6, 0, s[2:3]
	v_cndmask_b32_e64 v3, v7, v3, s[4:5]
	v_cndmask_b32_e64 v2, v6, v2, s[4:5]
	v_ldexp_f64 v[6:7], v[2:3], s9
	s_mov_b32 s4, 0
	v_fract_f64_e32 v[10:11], v[6:7]
	v_cmp_class_f64_e64 s[2:3], v[6:7], 3
	v_min_f64 v[10:11], v[10:11], v[18:19]
	s_mov_b32 s5, 0xc1f00000
	v_cndmask_b32_e64 v10, v10, v6, s[2:3]
	v_cndmask_b32_e64 v11, v11, v7, s[2:3]
	v_add_f64 v[6:7], v[6:7], -v[10:11]
	v_fma_f64 v[2:3], v[6:7], s[4:5], v[2:3]
	v_cvt_u32_f64_e32 v2, v[2:3]
	v_cvt_i32_f64_e32 v3, v[6:7]
	v_cndmask_b32_e32 v2, 6, v2, vcc
	v_cndmask_b32_e32 v3, 0, v3, vcc
	v_cmp_le_f64_e32 vcc, 0, v[4:5]
	buffer_store_dwordx2 v[2:3], v[14:15], s[20:23], 0 addr64
	s_and_b64 vcc, vcc, s[0:1]
	s_mov_b32 s0, 0
	s_mov_b32 s1, 0x40080000
	s_waitcnt expcnt(0)
	v_mul_f64 v[2:3], v[4:5], s[0:1]
	v_bfe_u32 v6, v3, 20, 11
	v_add_i32_e64 v10, s[0:1], s8, v6
	v_lshr_b64 v[6:7], s[6:7], v10
	v_and_b32_e32 v11, 0x80000000, v3
	v_bfi_b32 v7, v7, 0, v3
	v_bfi_b32 v6, v6, 0, v2
	v_cmp_gt_i32_e64 s[0:1], 0, v10
	v_cndmask_b32_e64 v7, v7, v11, s[0:1]
	v_cmp_lt_i32_e64 s[2:3], 51, v10
	v_cndmask_b32_e64 v6, v6, 0, s[0:1]
	v_cndmask_b32_e64 v3, v7, v3, s[2:3]
	v_cndmask_b32_e64 v2, v6, v2, s[2:3]
	v_ldexp_f64 v[6:7], v[2:3], s9
	v_fract_f64_e32 v[10:11], v[6:7]
	v_cmp_class_f64_e64 s[0:1], v[6:7], 3
	v_min_f64 v[10:11], v[10:11], v[18:19]
	v_cndmask_b32_e64 v10, v10, v6, s[0:1]
	v_cndmask_b32_e64 v11, v11, v7, s[0:1]
	v_add_f64 v[6:7], v[6:7], -v[10:11]
	v_fma_f64 v[2:3], v[6:7], s[4:5], v[2:3]
	v_cvt_u32_f64_e32 v10, v[6:7]
	v_cvt_u32_f64_e32 v2, v[2:3]
	v_cvt_u32_f64_e32 v3, v[4:5]
	v_add_i32_e64 v2, s[0:1], v2, v3
	v_addc_u32_e64 v3, s[0:1], 0, v10, s[0:1]
	v_cndmask_b32_e32 v3, 0, v3, vcc
	v_cndmask_b32_e32 v2, 7, v2, vcc
	buffer_store_dwordx2 v[2:3], v[16:17], s[20:23], 0 addr64
	s_waitcnt expcnt(0)
	v_cvt_f32_f64_e32 v2, v[4:5]
	s_mov_b32 s0, 0x7f800001
	v_and_b32_e32 v3, 0x7fffffff, v2
	v_cmp_gt_u32_e32 vcc, s0, v3
	v_mov_b32_e32 v3, 0x7fc00000
	v_cndmask_b32_e32 v6, v3, v2, vcc
	v_cmp_lt_f64_e32 vcc, v[4:5], v[8:9]
	v_lshl_b64 v[2:3], v[0:1], 2
	v_cndmask_b32_e64 v0, 0, 1, vcc
	v_cmp_le_f64_e32 vcc, v[4:5], v[8:9]
	buffer_store_dword v6, v[2:3], s[16:19], 0 addr64
	v_cndmask_b32_e64 v2, 0, 2, vcc
	v_cmp_eq_f64_e32 vcc, v[4:5], v[8:9]
	s_movk_i32 s0, 0x204
	v_cndmask_b32_e64 v3, 0, 4, vcc
	v_cmp_u_f64_e32 vcc, v[4:5], v[4:5]
	v_cmp_class_f64_e64 s[0:1], v[4:5], s0
	s_waitcnt expcnt(0)
	v_cndmask_b32_e64 v6, 0, 8, vcc
	v_cndmask_b32_e64 v4, 0, 16, s[0:1]
	v_lshrrev_b32_e32 v5, 26, v5
	v_and_b32_e32 v5, 32, v5
	v_or_b32_e32 v4, v4, v6
	v_or_b32_e32 v4, v4, v5
	v_or_b32_e32 v0, v4, v0
	v_or_b32_e32 v0, v0, v2
	v_or_b32_e32 v0, v0, v3
	buffer_store_dwordx2 v[0:1], v[12:13], s[20:23], 0 addr64
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel convert_all
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 296
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
		.amdhsa_next_free_vgpr 20
		.amdhsa_next_free_sgpr 24
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
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
.Lfunc_end4:
	.size	convert_all, .Lfunc_end4-convert_all
                                        ; -- End function
	.set convert_all.num_vgpr, 20
	.set convert_all.num_agpr, 0
	.set convert_all.numbered_sgpr, 24
	.set convert_all.num_named_barrier, 0
	.set convert_all.private_seg_size, 0
	.set convert_all.uses_vcc, 1
	.set convert_all.uses_flat_scratch, 0
	.set convert_all.has_dyn_sized_stack, 0
	.set convert_all.has_recursion, 0
	.set convert_all.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1048
; TotalNumSgprs: 26
; NumVgprs: 20
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 3
; VGPRBlocks: 4
; NumSGPRsForWavesPerEU: 26
; NumVGPRsForWavesPerEU: 20
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
	.protected	__clang_ocl_kern_imp_convert_all ; -- Begin function __clang_ocl_kern_imp_convert_all
	.globl	__clang_ocl_kern_imp_convert_all
	.p2align	2
	.type	__clang_ocl_kern_imp_convert_all,@function
__clang_ocl_kern_imp_convert_all:       ; @__clang_ocl_kern_imp_convert_all
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dword s4, s[8:9], 0x3
	s_load_dword s5, s[8:9], 0xa
	v_and_b32_e32 v10, 0x3ff, v31
	v_mov_b32_e32 v11, 0
	s_mov_b32 s14, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s12, s12, s4
	s_add_i32 s5, s5, s12
	v_add_i32_e32 v10, vcc, s5, v10
	v_lshl_b64 v[12:13], v[10:11], 3
	s_mov_b32 s15, 0x100f000
	v_add_i32_e32 v2, vcc, v2, v12
	v_addc_u32_e32 v3, vcc, v3, v13, vcc
	s_mov_b32 s12, s14
	s_mov_b32 s13, s14
	buffer_load_dwordx2 v[2:3], v[2:3], s[12:15], 0 addr64
	v_add_i32_e32 v0, vcc, v0, v12
	v_addc_u32_e32 v1, vcc, v1, v13, vcc
	buffer_load_dwordx2 v[0:1], v[0:1], s[12:15], 0 addr64
	s_movk_i32 s4, 0x200
	v_mov_b32_e32 v15, v11
	v_add_i32_e32 v14, vcc, s4, v10
	v_lshl_b64 v[14:15], v[14:15], 3
	s_movk_i32 s4, 0x100
	v_add_i32_e32 v16, vcc, v4, v14
	v_addc_u32_e32 v17, vcc, v5, v15, vcc
	s_mov_b32 s6, 0xffc00000
	s_mov_b32 s7, 0x41dfffff
	s_mov_b32 s10, -1
	s_movk_i32 s16, 0xfc01
	s_mov_b32 s11, 0xfffff
	s_movk_i32 s17, 0xffe0
	s_waitcnt vmcnt(1)
	v_cvt_f64_i32_e32 v[18:19], v2
	v_cvt_f64_u32_e32 v[20:21], v2
	buffer_store_dwordx2 v[18:19], v[16:17], s[12:15], 0 addr64
	s_waitcnt expcnt(0)
	v_cvt_f64_u32_e32 v[18:19], v3
	v_mov_b32_e32 v17, v11
	v_add_i32_e32 v16, vcc, s4, v10
	v_lshl_b64 v[16:17], v[16:17], 3
	v_ldexp_f64 v[18:19], v[18:19], 32
	v_add_i32_e32 v22, vcc, v4, v16
	v_add_f64 v[18:19], v[18:19], v[20:21]
	v_addc_u32_e32 v23, vcc, v5, v17, vcc
	s_movk_i32 s4, 0x400
	buffer_store_dwordx2 v[18:19], v[22:23], s[12:15], 0 addr64
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v19, v11
	v_add_i32_e32 v18, vcc, s4, v10
	v_lshl_b64 v[18:19], v[18:19], 3
	v_xor_b32_e32 v22, v2, v3
	v_add_i32_e32 v18, vcc, v4, v18
	v_ashrrev_i32_e32 v22, 31, v22
	v_ffbh_i32_e32 v23, v3
	v_addc_u32_e32 v19, vcc, v5, v19, vcc
	v_add_i32_e32 v23, vcc, -1, v23
	v_add_i32_e32 v22, vcc, 32, v22
	v_min_u32_e32 v24, v23, v22
	v_lshl_b64 v[22:23], v[2:3], v24
	s_movk_i32 s4, 0x300
	v_min_u32_e32 v2, 1, v22
	v_or_b32_e32 v2, v23, v2
	v_cvt_f32_i32_e32 v2, v2
	v_sub_i32_e32 v22, vcc, 32, v24
	v_ldexp_f32_e32 v2, v2, v22
	v_cvt_f64_f32_e32 v[22:23], v2
	v_cvt_f64_i32_e32 v[2:3], v3
	buffer_store_dwordx2 v[22:23], v[18:19], s[12:15], 0 addr64
	v_mov_b32_e32 v19, v11
	v_add_i32_e32 v18, vcc, s4, v10
	v_lshl_b64 v[18:19], v[18:19], 3
	v_ldexp_f64 v[2:3], v[2:3], 32
	s_waitcnt expcnt(0)
	v_add_i32_e32 v22, vcc, v4, v18
	v_addc_u32_e32 v23, vcc, v5, v19, vcc
	v_add_f64 v[2:3], v[2:3], v[20:21]
	v_add_i32_e32 v4, vcc, v4, v12
	v_addc_u32_e32 v5, vcc, v5, v13, vcc
	v_add_i32_e32 v12, vcc, v6, v12
	buffer_store_dwordx2 v[2:3], v[4:5], s[12:15], 0 addr64
	s_mov_b32 s4, 0
	s_waitcnt vmcnt(4)
	v_cvt_i32_f64_e32 v4, v[0:1]
	v_addc_u32_e32 v13, vcc, v7, v13, vcc
	s_mov_b32 s5, 0xc1e00000
	v_cmp_lt_f64_e64 s[4:5], s[4:5], v[0:1]
	v_cmp_gt_f64_e32 vcc, s[6:7], v[0:1]
	v_ashrrev_i32_e32 v5, 31, v4
	s_and_b64 s[4:5], s[4:5], vcc
	v_cndmask_b32_e64 v5, 0, v5, s[4:5]
	v_cndmask_b32_e64 v4, 5, v4, s[4:5]
	buffer_store_dwordx2 v[20:21], v[22:23], s[12:15], 0 addr64
	buffer_store_dwordx2 v[4:5], v[12:13], s[12:15], 0 addr64
	s_waitcnt expcnt(0)
	v_ldexp_f64 v[4:5], v[0:1], 20
	v_mov_b32_e32 v22, -1
	v_bfe_u32 v12, v5, 20, 11
	v_add_i32_e64 v20, s[6:7], s16, v12
	v_lshr_b64 v[12:13], s[10:11], v20
	v_cmp_gt_i32_e64 s[6:7], 0, v20
	v_bfi_b32 v13, v13, 0, v5
	v_bfi_b32 v12, v12, 0, v4
	v_and_b32_e32 v21, 0x80000000, v5
	v_cndmask_b32_e64 v13, v13, v21, s[6:7]
	v_cmp_lt_i32_e64 s[8:9], 51, v20
	v_cndmask_b32_e64 v12, v12, 0, s[6:7]
	v_cndmask_b32_e64 v5, v13, v5, s[8:9]
	v_cndmask_b32_e64 v4, v12, v4, s[8:9]
	v_ldexp_f64 v[12:13], v[4:5], s17
	v_mov_b32_e32 v23, 0x3fefffff
	v_fract_f64_e32 v[20:21], v[12:13]
	v_cmp_class_f64_e64 s[6:7], v[12:13], 3
	v_min_f64 v[20:21], v[20:21], v[22:23]
	s_mov_b32 s8, 0
	v_cndmask_b32_e64 v20, v20, v12, s[6:7]
	v_cndmask_b32_e64 v21, v21, v13, s[6:7]
	v_add_f64 v[12:13], v[12:13], -v[20:21]
	s_mov_b32 s9, 0xc1f00000
	v_fma_f64 v[4:5], v[12:13], s[8:9], v[4:5]
	v_cvt_i32_f64_e32 v12, v[12:13]
	v_cvt_u32_f64_e32 v4, v[4:5]
	v_add_i32_e64 v16, s[6:7], v6, v16
	v_cndmask_b32_e64 v5, 0, v12, s[4:5]
	v_cndmask_b32_e64 v4, 6, v4, s[4:5]
	s_mov_b32 s4, 0
	v_addc_u32_e64 v17, s[6:7], v7, v17, s[6:7]
	s_mov_b32 s5, 0x40080000
	buffer_store_dwordx2 v[4:5], v[16:17], s[12:15], 0 addr64
	s_waitcnt expcnt(0)
	v_mul_f64 v[4:5], v[0:1], s[4:5]
	v_bfe_u32 v12, v5, 20, 11
	v_add_i32_e64 v16, s[4:5], s16, v12
	v_lshr_b64 v[12:13], s[10:11], v16
	v_cmp_gt_i32_e64 s[4:5], 0, v16
	v_bfi_b32 v13, v13, 0, v5
	v_bfi_b32 v12, v12, 0, v4
	v_and_b32_e32 v17, 0x80000000, v5
	v_cndmask_b32_e64 v13, v13, v17, s[4:5]
	v_cmp_lt_i32_e64 s[6:7], 51, v16
	v_cndmask_b32_e64 v12, v12, 0, s[4:5]
	v_cndmask_b32_e64 v5, v13, v5, s[6:7]
	v_cndmask_b32_e64 v4, v12, v4, s[6:7]
	v_ldexp_f64 v[12:13], v[4:5], s17
	v_cmp_le_f64_e64 s[6:7], 0, v[0:1]
	v_fract_f64_e32 v[16:17], v[12:13]
	v_cmp_class_f64_e64 s[4:5], v[12:13], 3
	v_min_f64 v[16:17], v[16:17], v[22:23]
	s_and_b64 vcc, s[6:7], vcc
	v_cndmask_b32_e64 v16, v16, v12, s[4:5]
	v_cndmask_b32_e64 v17, v17, v13, s[4:5]
	v_add_f64 v[12:13], v[12:13], -v[16:17]
	v_add_i32_e64 v14, s[4:5], v6, v14
	v_fma_f64 v[4:5], v[12:13], s[8:9], v[4:5]
	v_addc_u32_e64 v15, s[4:5], v7, v15, s[4:5]
	v_cvt_u32_f64_e32 v4, v[4:5]
	v_cvt_u32_f64_e32 v5, v[12:13]
	v_cvt_u32_f64_e32 v12, v[0:1]
	v_add_i32_e64 v4, s[4:5], v4, v12
	v_addc_u32_e64 v5, s[4:5], 0, v5, s[4:5]
	v_cndmask_b32_e32 v5, 0, v5, vcc
	v_cndmask_b32_e32 v4, 7, v4, vcc
	buffer_store_dwordx2 v[4:5], v[14:15], s[12:15], 0 addr64
	s_waitcnt expcnt(0)
	v_lshl_b64 v[4:5], v[10:11], 2
	s_mov_b32 s4, 0x7f800001
	v_add_i32_e32 v4, vcc, v8, v4
	v_cvt_f32_f64_e32 v8, v[0:1]
	v_addc_u32_e32 v5, vcc, v9, v5, vcc
	v_and_b32_e32 v9, 0x7fffffff, v8
	v_cmp_gt_u32_e32 vcc, s4, v9
	v_mov_b32_e32 v9, 0x7fc00000
	v_cndmask_b32_e32 v8, v9, v8, vcc
	v_cmp_lt_f64_e32 vcc, v[0:1], v[2:3]
	v_cmp_eq_f64_e64 s[4:5], v[0:1], v[2:3]
	buffer_store_dword v8, v[4:5], s[12:15], 0 addr64
	v_cndmask_b32_e64 v4, 0, 1, vcc
	v_cmp_le_f64_e32 vcc, v[0:1], v[2:3]
	v_cndmask_b32_e64 v3, 0, 4, s[4:5]
	s_movk_i32 s4, 0x204
	v_cndmask_b32_e64 v2, 0, 2, vcc
	v_cmp_u_f64_e32 vcc, v[0:1], v[0:1]
	v_cmp_class_f64_e64 s[4:5], v[0:1], s4
	v_cndmask_b32_e64 v0, 0, 8, vcc
	v_cndmask_b32_e64 v5, 0, 16, s[4:5]
	v_lshrrev_b32_e32 v1, 26, v1
	v_and_b32_e32 v1, 32, v1
	v_or_b32_e32 v0, v5, v0
	v_or_b32_e32 v0, v0, v1
	v_or_b32_e32 v0, v0, v4
	v_or_b32_e32 v0, v0, v2
	v_or_b32_e32 v10, v0, v3
	v_add_i32_e32 v0, vcc, v6, v18
	v_addc_u32_e32 v1, vcc, v7, v19, vcc
	buffer_store_dwordx2 v[10:11], v[0:1], s[12:15], 0 addr64
	s_waitcnt vmcnt(0) expcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end5:
	.size	__clang_ocl_kern_imp_convert_all, .Lfunc_end5-__clang_ocl_kern_imp_convert_all
                                        ; -- End function
	.set __clang_ocl_kern_imp_convert_all.num_vgpr, 32
	.set __clang_ocl_kern_imp_convert_all.num_agpr, 0
	.set __clang_ocl_kern_imp_convert_all.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_convert_all.num_named_barrier, 0
	.set __clang_ocl_kern_imp_convert_all.private_seg_size, 0
	.set __clang_ocl_kern_imp_convert_all.uses_vcc, 1
	.set __clang_ocl_kern_imp_convert_all.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_convert_all.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_convert_all.has_recursion, 0
	.set __clang_ocl_kern_imp_convert_all.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1176
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
        .type_name:      'double*'
        .value_kind:     global_buffer
      - .address_space:  global
        .is_const:       true
        .offset:         8
        .size:           8
        .type_name:      'double*'
        .value_kind:     global_buffer
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
    .name:           basic
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         basic.kd
    .uses_dynamic_stack: false
    .vgpr_count:     21
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .address_space:  global
        .is_const:       true
        .offset:         0
        .size:           8
        .type_name:      'double*'
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .type_name:      'ulong*'
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
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           rounding
    .private_segment_fixed_size: 0
    .sgpr_count:     15
    .sgpr_spill_count: 0
    .symbol:         rounding.kd
    .uses_dynamic_stack: false
    .vgpr_count:     19
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .address_space:  global
        .is_const:       true
        .offset:         0
        .size:           8
        .type_name:      'double*'
        .value_kind:     global_buffer
      - .address_space:  global
        .is_const:       true
        .offset:         8
        .size:           8
        .type_name:      'long*'
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         16
        .size:           8
        .type_name:      'double*'
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         24
        .size:           8
        .type_name:      'long*'
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         32
        .size:           8
        .type_name:      'uint*'
        .value_kind:     global_buffer
      - .offset:         40
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         44
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         48
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         52
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         54
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         56
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         58
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         60
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         62
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         88
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         96
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         104
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         232
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         236
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 296
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           convert_all
    .private_segment_fixed_size: 0
    .sgpr_count:     26
    .sgpr_spill_count: 0
    .symbol:         convert_all.kd
    .uses_dynamic_stack: false
    .vgpr_count:     20
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
