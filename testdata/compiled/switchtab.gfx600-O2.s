	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.text
	.protected	vm                      ; -- Begin function vm
	.globl	vm
	.p2align	8
	.type	vm,@function
vm:                                     ; @vm
; %bb.0:
	s_load_dword s0, s[4:5], 0xb
	s_load_dword s1, s[4:5], 0x12
	s_load_dwordx8 s[8:15], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	s_mul_i32 s6, s6, s0
	s_add_i32 s1, s1, s6
	s_cmp_eq_u32 s15, 0
	v_add_i32_e32 v0, vcc, s1, v0
	s_cselect_b64 s[0:1], -1, 0
	s_cmp_eq_u32 s14, 0
	s_cselect_b64 s[2:3], -1, 0
	v_add_i32_e32 v5, vcc, 1, v0
	s_or_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b32 s6, 0
	s_and_b64 vcc, exec, s[0:1]
	s_cbranch_vccnz .LBB0_61
; %bb.1:
	v_mul_lo_u32 v1, v0, s14
	v_mov_b32_e32 v2, s9
	v_mov_b32_e32 v11, 0
	v_mov_b32_e32 v6, 7
	v_add_i32_e32 v1, vcc, s8, v1
	v_addc_u32_e32 v3, vcc, 0, v2, vcc
	v_mov_b32_e32 v4, 3
	s_mov_b64 s[2:3], 0
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	v_mov_b32_e32 v2, 0
	s_branch .LBB0_3
.LBB0_2:                                ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[8:9]
	s_and_b64 s[0:1], exec, s[0:1]
	s_or_b64 s[2:3], s[0:1], s[2:3]
	s_andn2_b64 exec, exec, s[2:3]
	s_cbranch_execz .LBB0_62
.LBB0_3:                                ; =>This Inner Loop Header: Depth=1
	v_add_i32_e32 v7, vcc, v1, v11
	v_addc_u32_e32 v8, vcc, 0, v3, vcc
	buffer_load_ubyte v8, v[7:8], s[4:7], 0 addr64
	v_add_i32_e32 v7, vcc, 1, v11
	v_mov_b32_e32 v9, v5
                                        ; implicit-def: $vgpr11
	s_waitcnt vmcnt(0)
	v_and_b32_e32 v10, 15, v8
	v_cmp_lt_i32_e32 vcc, 7, v10
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_cbranch_execz .LBB0_33
; %bb.4:                                ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 11, v10
                                        ; implicit-def: $vgpr9
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execz .LBB0_18
; %bb.5:                                ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 13, v10
                                        ; implicit-def: $vgpr9
	s_and_saveexec_b64 s[16:17], vcc
	s_xor_b64 s[16:17], exec, s[16:17]
	s_cbranch_execz .LBB0_11
; %bb.6:                                ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 14, v10
                                        ; implicit-def: $vgpr9
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
; %bb.7:                                ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_gt_u32_e32 vcc, v6, v4
	v_cndmask_b32_e32 v9, v4, v5, vcc
                                        ; implicit-def: $vgpr5
                                        ; implicit-def: $vgpr8
; %bb.8:                                ;   in Loop: Header=BB0_3 Depth=1
	s_andn2_saveexec_b64 s[18:19], s[18:19]
; %bb.9:                                ;   in Loop: Header=BB0_3 Depth=1
	v_mul_lo_u32 v5, v5, v5
	v_lshrrev_b32_e32 v8, 4, v8
	v_add_i32_e32 v9, vcc, v8, v5
; %bb.10:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
                                        ; implicit-def: $vgpr8
                                        ; implicit-def: $vgpr5
                                        ; implicit-def: $vgpr10
.LBB0_11:                               ;   in Loop: Header=BB0_3 Depth=1
	s_andn2_saveexec_b64 s[16:17], s[16:17]
	s_cbranch_execz .LBB0_17
; %bb.12:                               ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 12, v10
                                        ; implicit-def: $vgpr9
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
; %bb.13:                               ;   in Loop: Header=BB0_3 Depth=1
	v_not_b32_e32 v9, v5
                                        ; implicit-def: $vgpr8
                                        ; implicit-def: $vgpr5
; %bb.14:                               ;   in Loop: Header=BB0_3 Depth=1
	s_andn2_saveexec_b64 s[18:19], s[18:19]
; %bb.15:                               ;   in Loop: Header=BB0_3 Depth=1
	v_lshrrev_b32_e32 v8, 4, v8
	v_sub_i32_e32 v8, vcc, 0, v8
	v_alignbit_b32 v9, v5, v5, v8
; %bb.16:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
.LBB0_17:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[16:17]
                                        ; implicit-def: $vgpr5
                                        ; implicit-def: $vgpr10
                                        ; implicit-def: $vgpr8
.LBB0_18:                               ;   in Loop: Header=BB0_3 Depth=1
	s_andn2_saveexec_b64 s[8:9], s[8:9]
	s_cbranch_execz .LBB0_32
; %bb.19:                               ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 9, v10
                                        ; implicit-def: $vgpr9
	s_and_saveexec_b64 s[16:17], vcc
	s_xor_b64 s[16:17], exec, s[16:17]
	s_cbranch_execz .LBB0_25
; %bb.20:                               ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 10, v10
                                        ; implicit-def: $vgpr9
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
; %bb.21:                               ;   in Loop: Header=BB0_3 Depth=1
	v_add_i32_e32 v9, vcc, v4, v6
                                        ; implicit-def: $vgpr6
; %bb.22:                               ;   in Loop: Header=BB0_3 Depth=1
	s_andn2_saveexec_b64 s[18:19], s[18:19]
; %bb.23:                               ;   in Loop: Header=BB0_3 Depth=1
	v_add_i32_e32 v9, vcc, -1, v5
	v_mov_b32_e32 v5, v6
; %bb.24:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
                                        ; implicit-def: $vgpr8
                                        ; implicit-def: $vgpr10
                                        ; implicit-def: $vgpr6
.LBB0_25:                               ;   in Loop: Header=BB0_3 Depth=1
	s_andn2_saveexec_b64 s[16:17], s[16:17]
	s_cbranch_execz .LBB0_31
; %bb.26:                               ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 8, v10
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
; %bb.27:                               ;   in Loop: Header=BB0_3 Depth=1
	v_and_b32_e32 v9, 1, v5
	v_lshrrev_b32_e32 v8, 4, v8
	v_cmp_eq_u32_e32 vcc, 0, v9
	v_cndmask_b32_e32 v7, v8, v7, vcc
                                        ; implicit-def: $vgpr8
; %bb.28:                               ;   in Loop: Header=BB0_3 Depth=1
	s_andn2_saveexec_b64 s[18:19], s[18:19]
; %bb.29:                               ;   in Loop: Header=BB0_3 Depth=1
	v_lshrrev_b32_e32 v8, 4, v8
	v_add_i32_e32 v8, vcc, 1, v8
	v_lshrrev_b32_e32 v5, v8, v5
; %bb.30:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
	v_mov_b32_e32 v9, v5
	v_mov_b32_e32 v5, v6
.LBB0_31:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[16:17]
	v_mov_b32_e32 v6, v5
.LBB0_32:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[8:9]
	v_mov_b32_e32 v11, v7
	v_mov_b32_e32 v5, v9
                                        ; implicit-def: $vgpr10
                                        ; implicit-def: $vgpr9
                                        ; implicit-def: $vgpr8
                                        ; implicit-def: $vgpr7
.LBB0_33:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_saveexec_b64 s[8:9], s[0:1]
	s_mov_b64 s[0:1], -1
	s_mov_b64 s[16:17], -1
	s_xor_b64 exec, exec, s[8:9]
	s_cbranch_execz .LBB0_59
; %bb.34:                               ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 3, v10
                                        ; implicit-def: $vgpr5
	s_and_saveexec_b64 s[16:17], vcc
	s_xor_b64 s[16:17], exec, s[16:17]
	s_cbranch_execz .LBB0_46
; %bb.35:                               ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 5, v10
                                        ; implicit-def: $vgpr5
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
	s_cbranch_execz .LBB0_39
; %bb.36:                               ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 6, v10
	s_and_saveexec_b64 s[20:21], vcc
	s_xor_b64 s[20:21], exec, s[20:21]
	s_or_saveexec_b64 s[20:21], s[20:21]
	v_mov_b32_e32 v5, v6
	s_xor_b64 exec, exec, s[20:21]
; %bb.37:                               ;   in Loop: Header=BB0_3 Depth=1
	v_mov_b32_e32 v5, v9
	v_mov_b32_e32 v4, v6
; %bb.38:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[20:21]
                                        ; implicit-def: $vgpr6
                                        ; implicit-def: $vgpr10
.LBB0_39:                               ;   in Loop: Header=BB0_3 Depth=1
	s_andn2_saveexec_b64 s[18:19], s[18:19]
	s_cbranch_execz .LBB0_45
; %bb.40:                               ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 4, v10
                                        ; implicit-def: $vgpr5
	s_and_saveexec_b64 s[20:21], vcc
	s_xor_b64 s[20:21], exec, s[20:21]
; %bb.41:                               ;   in Loop: Header=BB0_3 Depth=1
	v_xor_b32_e32 v5, v9, v4
                                        ; implicit-def: $vgpr9
; %bb.42:                               ;   in Loop: Header=BB0_3 Depth=1
	s_andn2_saveexec_b64 s[20:21], s[20:21]
; %bb.43:                               ;   in Loop: Header=BB0_3 Depth=1
	v_or_b32_e32 v5, 1, v6
	v_mul_lo_u32 v5, v9, v5
; %bb.44:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[20:21]
	v_mov_b32_e32 v9, v6
.LBB0_45:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
                                        ; implicit-def: $vgpr6
                                        ; implicit-def: $vgpr10
                                        ; implicit-def: $vgpr8
.LBB0_46:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_saveexec_b64 s[16:17], s[16:17]
	s_mov_b64 s[18:19], -1
	s_xor_b64 exec, exec, s[16:17]
	s_cbranch_execz .LBB0_58
; %bb.47:                               ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 1, v10
                                        ; implicit-def: $vgpr5
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
	s_cbranch_execz .LBB0_53
; %bb.48:                               ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 2, v10
                                        ; implicit-def: $vgpr5
	s_and_saveexec_b64 s[20:21], vcc
	s_xor_b64 s[20:21], exec, s[20:21]
; %bb.49:                               ;   in Loop: Header=BB0_3 Depth=1
	v_lshrrev_b32_e32 v5, 4, v8
	v_mul_lo_u32 v5, v5, v6
	v_sub_i32_e32 v5, vcc, v9, v5
                                        ; implicit-def: $vgpr9
; %bb.50:                               ;   in Loop: Header=BB0_3 Depth=1
	s_andn2_saveexec_b64 s[20:21], s[20:21]
; %bb.51:                               ;   in Loop: Header=BB0_3 Depth=1
	v_add_i32_e32 v5, vcc, v9, v6
; %bb.52:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[20:21]
                                        ; implicit-def: $vgpr9
                                        ; implicit-def: $vgpr10
                                        ; implicit-def: $vgpr8
.LBB0_53:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_saveexec_b64 s[18:19], s[18:19]
	s_mov_b64 s[20:21], -1
	s_xor_b64 exec, exec, s[18:19]
	s_cbranch_execz .LBB0_57
; %bb.54:                               ;   in Loop: Header=BB0_3 Depth=1
	v_cmp_eq_u32_e32 vcc, 1, v10
	s_mov_b64 s[20:21], 0
	v_mov_b32_e32 v5, v9
	s_and_saveexec_b64 s[22:23], vcc
; %bb.55:                               ;   in Loop: Header=BB0_3 Depth=1
	s_mov_b64 s[20:21], exec
	v_lshrrev_b32_e32 v5, 4, v8
	v_mov_b32_e32 v4, v6
	v_mov_b32_e32 v6, v9
; %bb.56:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[22:23]
	s_orn2_b64 s[20:21], s[20:21], exec
.LBB0_57:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
	s_orn2_b64 s[18:19], s[20:21], exec
	v_mov_b32_e32 v9, v6
.LBB0_58:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[16:17]
	s_orn2_b64 s[16:17], s[18:19], exec
	v_mov_b32_e32 v6, v9
	v_mov_b32_e32 v11, v7
.LBB0_59:                               ;   in Loop: Header=BB0_3 Depth=1
	s_or_b64 exec, exec, s[8:9]
	s_and_saveexec_b64 s[8:9], s[16:17]
	s_cbranch_execz .LBB0_2
; %bb.60:                               ;   in Loop: Header=BB0_3 Depth=1
	v_add_i32_e32 v2, vcc, 1, v2
	v_cmp_le_u32_e32 vcc, s15, v2
	v_cmp_le_u32_e64 s[0:1], s14, v11
	s_or_b64 s[0:1], vcc, s[0:1]
	s_orn2_b64 s[0:1], s[0:1], exec
	s_branch .LBB0_2
.LBB0_61:
	v_mov_b32_e32 v2, 0
	v_mov_b32_e32 v1, 0x3800
	v_mov_b32_e32 v3, 0xc00000
	s_branch .LBB0_63
.LBB0_62:
	s_or_b64 exec, exec, s[2:3]
	v_alignbit_b32 v1, v6, v6, 21
	v_alignbit_b32 v3, v4, v4, 10
.LBB0_63:
	v_xor_b32_e32 v1, v5, v1
	v_xor_b32_e32 v3, v1, v3
	v_mov_b32_e32 v1, 0
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	v_lshl_b64 v[0:1], v[0:1], 2
	s_mov_b64 s[0:1], s[10:11]
	s_mov_b64 s[14:15], s[2:3]
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
	buffer_store_dword v2, v[0:1], s[12:15], 0 addr64
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel vm
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 288
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
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 24
		.amdhsa_reserve_vcc 1
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
	.size	vm, .Lfunc_end0-vm
                                        ; -- End function
	.set vm.num_vgpr, 12
	.set vm.num_agpr, 0
	.set vm.numbered_sgpr, 24
	.set vm.num_named_barrier, 0
	.set vm.private_seg_size, 0
	.set vm.uses_vcc, 1
	.set vm.uses_flat_scratch, 0
	.set vm.has_dyn_sized_stack, 0
	.set vm.has_recursion, 0
	.set vm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 908
; TotalNumSgprs: 26
; NumVgprs: 12
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 3
; VGPRBlocks: 2
; NumSGPRsForWavesPerEU: 26
; NumVGPRsForWavesPerEU: 12
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
	.protected	__clang_ocl_kern_imp_vm ; -- Begin function __clang_ocl_kern_imp_vm
	.globl	__clang_ocl_kern_imp_vm
	.p2align	2
	.type	__clang_ocl_kern_imp_vm,@function
__clang_ocl_kern_imp_vm:                ; @__clang_ocl_kern_imp_vm
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dword s4, s[8:9], 0x3
	s_load_dword s5, s[8:9], 0xa
	v_and_b32_e32 v8, 0x3ff, v31
	v_mov_b32_e32 v10, 0
	v_mov_b32_e32 v12, 0x3800
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s12, s12, s4
	s_add_i32 s5, s5, s12
	v_add_i32_e32 v8, vcc, s5, v8
	v_add_i32_e32 v11, vcc, 1, v8
	v_cmp_ne_u32_e32 vcc, 0, v7
	v_cmp_ne_u32_e64 s[4:5], 0, v6
	s_and_b64 s[4:5], vcc, s[4:5]
	v_mov_b32_e32 v9, 0xc00000
	s_and_saveexec_b64 s[6:7], s[4:5]
	s_cbranch_execz .LBB1_62
; %bb.1:
	v_mul_lo_u32 v9, v8, v6
	s_mov_b32 s10, 0
	v_mov_b32_e32 v17, 0
	v_mov_b32_e32 v12, 7
	v_add_i32_e32 v0, vcc, v0, v9
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	v_mov_b32_e32 v9, 3
	s_mov_b64 s[12:13], 0
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s8, s10
	s_mov_b32 s9, s10
	v_mov_b32_e32 v10, 0
	s_branch .LBB1_3
.LBB1_2:                                ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[14:15]
	s_and_b64 s[4:5], exec, s[4:5]
	s_or_b64 s[12:13], s[4:5], s[12:13]
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execz .LBB1_61
.LBB1_3:                                ; =>This Inner Loop Header: Depth=1
	v_add_i32_e32 v13, vcc, v0, v17
	v_addc_u32_e32 v14, vcc, 0, v1, vcc
	buffer_load_ubyte v14, v[13:14], s[8:11], 0 addr64
	v_add_i32_e32 v13, vcc, 1, v17
	v_mov_b32_e32 v15, v11
                                        ; implicit-def: $vgpr17
	s_waitcnt vmcnt(0)
	v_and_b32_e32 v16, 15, v14
	v_cmp_lt_i32_e32 vcc, 7, v16
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB1_33
; %bb.4:                                ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 11, v16
                                        ; implicit-def: $vgpr15
	s_and_saveexec_b64 s[14:15], vcc
	s_xor_b64 s[14:15], exec, s[14:15]
	s_cbranch_execz .LBB1_18
; %bb.5:                                ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 13, v16
                                        ; implicit-def: $vgpr15
	s_and_saveexec_b64 s[16:17], vcc
	s_xor_b64 s[16:17], exec, s[16:17]
	s_cbranch_execz .LBB1_11
; %bb.6:                                ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 14, v16
                                        ; implicit-def: $vgpr15
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
; %bb.7:                                ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_gt_u32_e32 vcc, v12, v9
	v_cndmask_b32_e32 v15, v9, v11, vcc
                                        ; implicit-def: $vgpr11
                                        ; implicit-def: $vgpr14
; %bb.8:                                ;   in Loop: Header=BB1_3 Depth=1
	s_andn2_saveexec_b64 s[18:19], s[18:19]
; %bb.9:                                ;   in Loop: Header=BB1_3 Depth=1
	v_mul_lo_u32 v11, v11, v11
	v_lshrrev_b32_e32 v14, 4, v14
	v_add_i32_e32 v15, vcc, v14, v11
; %bb.10:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
                                        ; implicit-def: $vgpr14
                                        ; implicit-def: $vgpr11
                                        ; implicit-def: $vgpr16
.LBB1_11:                               ;   in Loop: Header=BB1_3 Depth=1
	s_andn2_saveexec_b64 s[16:17], s[16:17]
	s_cbranch_execz .LBB1_17
; %bb.12:                               ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 12, v16
                                        ; implicit-def: $vgpr15
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
; %bb.13:                               ;   in Loop: Header=BB1_3 Depth=1
	v_not_b32_e32 v15, v11
                                        ; implicit-def: $vgpr14
                                        ; implicit-def: $vgpr11
; %bb.14:                               ;   in Loop: Header=BB1_3 Depth=1
	s_andn2_saveexec_b64 s[18:19], s[18:19]
; %bb.15:                               ;   in Loop: Header=BB1_3 Depth=1
	v_lshrrev_b32_e32 v14, 4, v14
	v_sub_i32_e32 v14, vcc, 0, v14
	v_alignbit_b32 v15, v11, v11, v14
; %bb.16:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
.LBB1_17:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[16:17]
                                        ; implicit-def: $vgpr11
                                        ; implicit-def: $vgpr16
                                        ; implicit-def: $vgpr14
.LBB1_18:                               ;   in Loop: Header=BB1_3 Depth=1
	s_andn2_saveexec_b64 s[14:15], s[14:15]
	s_cbranch_execz .LBB1_32
; %bb.19:                               ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 9, v16
                                        ; implicit-def: $vgpr15
	s_and_saveexec_b64 s[16:17], vcc
	s_xor_b64 s[16:17], exec, s[16:17]
	s_cbranch_execz .LBB1_25
; %bb.20:                               ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 10, v16
                                        ; implicit-def: $vgpr15
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
; %bb.21:                               ;   in Loop: Header=BB1_3 Depth=1
	v_add_i32_e32 v15, vcc, v9, v12
                                        ; implicit-def: $vgpr12
; %bb.22:                               ;   in Loop: Header=BB1_3 Depth=1
	s_andn2_saveexec_b64 s[18:19], s[18:19]
; %bb.23:                               ;   in Loop: Header=BB1_3 Depth=1
	v_add_i32_e32 v15, vcc, -1, v11
	v_mov_b32_e32 v11, v12
; %bb.24:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
                                        ; implicit-def: $vgpr14
                                        ; implicit-def: $vgpr16
                                        ; implicit-def: $vgpr12
.LBB1_25:                               ;   in Loop: Header=BB1_3 Depth=1
	s_andn2_saveexec_b64 s[16:17], s[16:17]
	s_cbranch_execz .LBB1_31
; %bb.26:                               ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 8, v16
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
; %bb.27:                               ;   in Loop: Header=BB1_3 Depth=1
	v_and_b32_e32 v15, 1, v11
	v_lshrrev_b32_e32 v14, 4, v14
	v_cmp_eq_u32_e32 vcc, 0, v15
	v_cndmask_b32_e32 v13, v14, v13, vcc
                                        ; implicit-def: $vgpr14
; %bb.28:                               ;   in Loop: Header=BB1_3 Depth=1
	s_andn2_saveexec_b64 s[18:19], s[18:19]
; %bb.29:                               ;   in Loop: Header=BB1_3 Depth=1
	v_lshrrev_b32_e32 v14, 4, v14
	v_add_i32_e32 v14, vcc, 1, v14
	v_lshrrev_b32_e32 v11, v14, v11
; %bb.30:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
	v_mov_b32_e32 v15, v11
	v_mov_b32_e32 v11, v12
.LBB1_31:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[16:17]
	v_mov_b32_e32 v12, v11
.LBB1_32:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[14:15]
	v_mov_b32_e32 v17, v13
	v_mov_b32_e32 v11, v15
                                        ; implicit-def: $vgpr16
                                        ; implicit-def: $vgpr15
                                        ; implicit-def: $vgpr14
                                        ; implicit-def: $vgpr13
.LBB1_33:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_saveexec_b64 s[14:15], s[4:5]
	s_mov_b64 s[4:5], -1
	s_mov_b64 s[16:17], -1
	s_xor_b64 exec, exec, s[14:15]
	s_cbranch_execz .LBB1_59
; %bb.34:                               ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 3, v16
                                        ; implicit-def: $vgpr11
	s_and_saveexec_b64 s[16:17], vcc
	s_xor_b64 s[16:17], exec, s[16:17]
	s_cbranch_execz .LBB1_46
; %bb.35:                               ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 5, v16
                                        ; implicit-def: $vgpr11
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
	s_cbranch_execz .LBB1_39
; %bb.36:                               ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 6, v16
	s_and_saveexec_b64 s[20:21], vcc
	s_xor_b64 s[20:21], exec, s[20:21]
	s_or_saveexec_b64 s[20:21], s[20:21]
	v_mov_b32_e32 v11, v12
	s_xor_b64 exec, exec, s[20:21]
; %bb.37:                               ;   in Loop: Header=BB1_3 Depth=1
	v_mov_b32_e32 v11, v15
	v_mov_b32_e32 v9, v12
; %bb.38:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[20:21]
                                        ; implicit-def: $vgpr12
                                        ; implicit-def: $vgpr16
.LBB1_39:                               ;   in Loop: Header=BB1_3 Depth=1
	s_andn2_saveexec_b64 s[18:19], s[18:19]
	s_cbranch_execz .LBB1_45
; %bb.40:                               ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 4, v16
                                        ; implicit-def: $vgpr11
	s_and_saveexec_b64 s[20:21], vcc
	s_xor_b64 s[20:21], exec, s[20:21]
; %bb.41:                               ;   in Loop: Header=BB1_3 Depth=1
	v_xor_b32_e32 v11, v15, v9
                                        ; implicit-def: $vgpr15
; %bb.42:                               ;   in Loop: Header=BB1_3 Depth=1
	s_andn2_saveexec_b64 s[20:21], s[20:21]
; %bb.43:                               ;   in Loop: Header=BB1_3 Depth=1
	v_or_b32_e32 v11, 1, v12
	v_mul_lo_u32 v11, v15, v11
; %bb.44:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[20:21]
	v_mov_b32_e32 v15, v12
.LBB1_45:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
                                        ; implicit-def: $vgpr12
                                        ; implicit-def: $vgpr16
                                        ; implicit-def: $vgpr14
.LBB1_46:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_saveexec_b64 s[16:17], s[16:17]
	s_mov_b64 s[18:19], -1
	s_xor_b64 exec, exec, s[16:17]
	s_cbranch_execz .LBB1_58
; %bb.47:                               ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 1, v16
                                        ; implicit-def: $vgpr11
	s_and_saveexec_b64 s[18:19], vcc
	s_xor_b64 s[18:19], exec, s[18:19]
	s_cbranch_execz .LBB1_53
; %bb.48:                               ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_lt_i32_e32 vcc, 2, v16
                                        ; implicit-def: $vgpr11
	s_and_saveexec_b64 s[20:21], vcc
	s_xor_b64 s[20:21], exec, s[20:21]
; %bb.49:                               ;   in Loop: Header=BB1_3 Depth=1
	v_lshrrev_b32_e32 v11, 4, v14
	v_mul_lo_u32 v11, v11, v12
	v_sub_i32_e32 v11, vcc, v15, v11
                                        ; implicit-def: $vgpr15
; %bb.50:                               ;   in Loop: Header=BB1_3 Depth=1
	s_andn2_saveexec_b64 s[20:21], s[20:21]
; %bb.51:                               ;   in Loop: Header=BB1_3 Depth=1
	v_add_i32_e32 v11, vcc, v15, v12
; %bb.52:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[20:21]
                                        ; implicit-def: $vgpr15
                                        ; implicit-def: $vgpr16
                                        ; implicit-def: $vgpr14
.LBB1_53:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_saveexec_b64 s[18:19], s[18:19]
	s_mov_b64 s[20:21], -1
	s_xor_b64 exec, exec, s[18:19]
	s_cbranch_execz .LBB1_57
; %bb.54:                               ;   in Loop: Header=BB1_3 Depth=1
	v_cmp_eq_u32_e32 vcc, 1, v16
	s_mov_b64 s[20:21], 0
	v_mov_b32_e32 v11, v15
	s_and_saveexec_b64 s[22:23], vcc
; %bb.55:                               ;   in Loop: Header=BB1_3 Depth=1
	s_mov_b64 s[20:21], exec
	v_lshrrev_b32_e32 v11, 4, v14
	v_mov_b32_e32 v9, v12
	v_mov_b32_e32 v12, v15
; %bb.56:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[22:23]
	s_orn2_b64 s[20:21], s[20:21], exec
.LBB1_57:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[18:19]
	s_orn2_b64 s[18:19], s[20:21], exec
	v_mov_b32_e32 v15, v12
.LBB1_58:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[16:17]
	s_orn2_b64 s[16:17], s[18:19], exec
	v_mov_b32_e32 v12, v15
	v_mov_b32_e32 v17, v13
.LBB1_59:                               ;   in Loop: Header=BB1_3 Depth=1
	s_or_b64 exec, exec, s[14:15]
	s_and_saveexec_b64 s[14:15], s[16:17]
	s_cbranch_execz .LBB1_2
; %bb.60:                               ;   in Loop: Header=BB1_3 Depth=1
	v_add_i32_e32 v10, vcc, 1, v10
	v_cmp_ge_u32_e32 vcc, v10, v7
	v_cmp_ge_u32_e64 s[4:5], v17, v6
	s_or_b64 s[4:5], vcc, s[4:5]
	s_orn2_b64 s[4:5], s[4:5], exec
	s_branch .LBB1_2
.LBB1_61:
	s_or_b64 exec, exec, s[12:13]
	v_alignbit_b32 v12, v12, v12, 21
	v_alignbit_b32 v9, v9, v9, 10
.LBB1_62:
	s_or_b64 exec, exec, s[6:7]
	v_xor_b32_e32 v0, v11, v12
	v_xor_b32_e32 v6, v0, v9
	v_mov_b32_e32 v9, 0
	v_lshl_b64 v[0:1], v[8:9], 2
	s_mov_b32 s6, 0
	v_add_i32_e32 v2, vcc, v2, v0
	v_addc_u32_e32 v3, vcc, v3, v1, vcc
	v_add_i32_e32 v0, vcc, v4, v0
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	v_addc_u32_e32 v1, vcc, v5, v1, vcc
	buffer_store_dword v6, v[2:3], s[4:7], 0 addr64
	buffer_store_dword v10, v[0:1], s[4:7], 0 addr64
	s_waitcnt vmcnt(0) expcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	__clang_ocl_kern_imp_vm, .Lfunc_end1-__clang_ocl_kern_imp_vm
                                        ; -- End function
	.set __clang_ocl_kern_imp_vm.num_vgpr, 32
	.set __clang_ocl_kern_imp_vm.num_agpr, 0
	.set __clang_ocl_kern_imp_vm.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_vm.num_named_barrier, 0
	.set __clang_ocl_kern_imp_vm.private_seg_size, 0
	.set __clang_ocl_kern_imp_vm.uses_vcc, 1
	.set __clang_ocl_kern_imp_vm.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_vm.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_vm.has_recursion, 0
	.set __clang_ocl_kern_imp_vm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 928
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	table                   ; -- Begin function table
	.globl	table
	.p2align	8
	.type	table,@function
table:                                  ; @table
; %bb.0:
	s_load_dword s7, s[4:5], 0x7
	s_load_dword s8, s[4:5], 0xe
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	v_mov_b32_e32 v1, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s7, 0xffff
	s_mul_i32 s6, s6, s4
	s_add_i32 s8, s8, s6
	v_add_i32_e32 v0, vcc, s8, v0
	v_lshl_b64 v[0:1], v[0:1], 2
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	s_mov_b64 s[4:5], s[0:1]
	buffer_load_dword v3, v[0:1], s[4:7], 0 addr64
	s_mov_b32 s0, 0xaaaaaaab
	s_waitcnt vmcnt(0)
	v_mul_hi_u32 v2, v3, s0
	v_lshrrev_b32_e32 v2, 3, v2
	v_mul_lo_u32 v2, v2, 12
	v_sub_i32_e32 v4, vcc, v3, v2
	v_cmp_lt_i32_e32 vcc, 4, v4
                                        ; implicit-def: $vgpr2
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_cbranch_execz .LBB2_24
; %bb.1:
	v_cmp_lt_i32_e32 vcc, 7, v4
	s_mov_b64 s[4:5], 0
	s_mov_b64 s[8:9], 0
                                        ; implicit-def: $vgpr2
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB2_13
; %bb.2:
	v_cmp_lt_i32_e32 vcc, 8, v4
	s_mov_b64 s[10:11], 0
                                        ; implicit-def: $vgpr2
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execz .LBB2_10
; %bb.3:
	v_cmp_lt_i32_e32 vcc, 10, v4
	s_and_saveexec_b64 s[10:11], vcc
	s_xor_b64 s[10:11], exec, s[10:11]
; %bb.4:
                                        ; implicit-def: $vgpr4
; %bb.5:
	s_or_saveexec_b64 s[10:11], s[10:11]
	s_mov_b64 s[12:13], 0
	v_mov_b32_e32 v2, 0x3e8
	s_xor_b64 exec, exec, s[10:11]
	s_cbranch_execz .LBB2_9
; %bb.6:
	v_cmp_eq_u32_e32 vcc, 9, v4
	s_mov_b64 s[12:13], -1
	s_and_saveexec_b64 s[14:15], vcc
; %bb.7:
	s_xor_b64 s[12:13], exec, -1
; %bb.8:
	s_or_b64 exec, exec, s[14:15]
	v_mov_b32_e32 v2, 17
	s_and_b64 s[12:13], s[12:13], exec
.LBB2_9:
	s_or_b64 exec, exec, s[10:11]
	s_and_b64 s[10:11], s[12:13], exec
.LBB2_10:
	s_andn2_saveexec_b64 s[8:9], s[8:9]
; %bb.11:
	v_mov_b32_e32 v2, -1
; %bb.12:
	s_or_b64 exec, exec, s[8:9]
	s_and_b64 s[8:9], s[10:11], exec
                                        ; implicit-def: $vgpr4
.LBB2_13:
	s_or_saveexec_b64 s[6:7], s[6:7]
	s_mov_b64 s[10:11], 0
	s_xor_b64 exec, exec, s[6:7]
	s_cbranch_execz .LBB2_17
; %bb.14:
	v_cmp_lt_i32_e32 vcc, 5, v4
	s_mov_b64 s[10:11], -1
	s_mov_b64 s[12:13], s[8:9]
	s_and_saveexec_b64 s[14:15], vcc
; %bb.15:
	v_cmp_ne_u32_e32 vcc, 6, v4
	s_andn2_b64 s[12:13], s[8:9], exec
	s_and_b64 s[16:17], vcc, exec
	s_mov_b64 s[4:5], exec
	s_xor_b64 s[10:11], exec, -1
	s_or_b64 s[12:13], s[12:13], s[16:17]
; %bb.16:
	s_or_b64 exec, exec, s[14:15]
	s_andn2_b64 s[8:9], s[8:9], exec
	s_and_b64 s[12:13], s[12:13], exec
	s_and_b64 s[10:11], s[10:11], exec
	s_and_b64 s[4:5], s[4:5], exec
	s_or_b64 s[8:9], s[8:9], s[12:13]
.LBB2_17:
	s_or_b64 exec, exec, s[6:7]
	s_and_saveexec_b64 s[6:7], s[8:9]
; %bb.18:
	s_andn2_b64 s[4:5], s[4:5], exec
	v_mov_b32_e32 v2, v3
; %bb.19:
	s_or_b64 exec, exec, s[6:7]
	s_and_saveexec_b64 s[6:7], s[4:5]
	s_xor_b64 s[4:5], exec, s[6:7]
; %bb.20:
	v_mov_b32_e32 v2, 42
; %bb.21:
	s_or_b64 exec, exec, s[4:5]
	s_and_saveexec_b64 s[4:5], s[10:11]
; %bb.22:
	v_mov_b32_e32 v2, 5
; %bb.23:
	s_or_b64 exec, exec, s[4:5]
                                        ; implicit-def: $vgpr4
.LBB2_24:
	s_andn2_saveexec_b64 s[0:1], s[0:1]
	s_cbranch_execz .LBB2_38
; %bb.25:
	v_cmp_lt_i32_e32 vcc, 1, v4
                                        ; implicit-def: $vgpr2
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB2_33
; %bb.26:
	v_cmp_lt_i32_e32 vcc, 2, v4
                                        ; implicit-def: $vgpr2
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB2_30
; %bb.27:
	v_cmp_lt_i32_e32 vcc, 3, v4
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_or_saveexec_b64 s[8:9], s[8:9]
	v_bfrev_b32_e32 v2, 1
	s_xor_b64 exec, exec, s[8:9]
; %bb.28:
	v_mov_b32_e32 v2, 0x63
; %bb.29:
	s_or_b64 exec, exec, s[8:9]
.LBB2_30:
	s_andn2_saveexec_b64 s[6:7], s[6:7]
; %bb.31:
	v_mov_b32_e32 v2, 0x12345678
; %bb.32:
	s_or_b64 exec, exec, s[6:7]
                                        ; implicit-def: $vgpr4
.LBB2_33:
	s_andn2_saveexec_b64 s[4:5], s[4:5]
	s_cbranch_execz .LBB2_37
; %bb.34:
	v_cmp_lt_i32_e32 vcc, 0, v4
	v_mov_b32_e32 v2, 19
	s_and_saveexec_b64 s[6:7], vcc
; %bb.35:
	v_mov_b32_e32 v2, 3
; %bb.36:
	s_or_b64 exec, exec, s[6:7]
.LBB2_37:
	s_or_b64 exec, exec, s[4:5]
.LBB2_38:
	s_or_b64 exec, exec, s[0:1]
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	s_mov_b64 s[4:5], s[2:3]
	buffer_store_dword v2, v[0:1], s[4:7], 0 addr64
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel table
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
		.amdhsa_next_free_vgpr 5
		.amdhsa_next_free_sgpr 18
		.amdhsa_reserve_vcc 1
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
	.size	table, .Lfunc_end2-table
                                        ; -- End function
	.set table.num_vgpr, 5
	.set table.num_agpr, 0
	.set table.numbered_sgpr, 18
	.set table.num_named_barrier, 0
	.set table.private_seg_size, 0
	.set table.uses_vcc, 1
	.set table.uses_flat_scratch, 0
	.set table.has_dyn_sized_stack, 0
	.set table.has_recursion, 0
	.set table.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 540
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
	.protected	__clang_ocl_kern_imp_table ; -- Begin function __clang_ocl_kern_imp_table
	.globl	__clang_ocl_kern_imp_table
	.p2align	2
	.type	__clang_ocl_kern_imp_table,@function
__clang_ocl_kern_imp_table:             ; @__clang_ocl_kern_imp_table
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dword s4, s[8:9], 0x3
	s_load_dword s5, s[8:9], 0xa
	v_and_b32_e32 v4, 0x3ff, v31
	v_mov_b32_e32 v5, 0
	s_mov_b32 s6, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s12, s12, s4
	s_add_i32 s5, s5, s12
	v_add_i32_e32 v4, vcc, s5, v4
	v_lshl_b64 v[4:5], v[4:5], 2
	s_mov_b32 s7, 0x100f000
	v_add_i32_e32 v0, vcc, v0, v4
	v_addc_u32_e32 v1, vcc, v1, v5, vcc
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v1, v[0:1], s[4:7], 0 addr64
	s_mov_b32 s4, 0xaaaaaaab
	s_waitcnt vmcnt(0)
	v_mul_hi_u32 v0, v1, s4
	v_lshrrev_b32_e32 v0, 3, v0
	v_mul_lo_u32 v0, v0, 12
	v_sub_i32_e32 v6, vcc, v1, v0
	v_cmp_lt_i32_e32 vcc, 4, v6
                                        ; implicit-def: $vgpr0
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB3_24
; %bb.1:
	v_cmp_lt_i32_e32 vcc, 7, v6
	s_mov_b64 s[6:7], 0
	s_mov_b64 s[10:11], 0
                                        ; implicit-def: $vgpr0
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execz .LBB3_13
; %bb.2:
	v_cmp_lt_i32_e32 vcc, 8, v6
	s_mov_b64 s[12:13], 0
                                        ; implicit-def: $vgpr0
	s_and_saveexec_b64 s[10:11], vcc
	s_xor_b64 s[10:11], exec, s[10:11]
	s_cbranch_execz .LBB3_10
; %bb.3:
	v_cmp_lt_i32_e32 vcc, 10, v6
	s_and_saveexec_b64 s[12:13], vcc
	s_xor_b64 s[12:13], exec, s[12:13]
; %bb.4:
                                        ; implicit-def: $vgpr6
; %bb.5:
	s_or_saveexec_b64 s[12:13], s[12:13]
	s_mov_b64 s[14:15], 0
	v_mov_b32_e32 v0, 0x3e8
	s_xor_b64 exec, exec, s[12:13]
	s_cbranch_execz .LBB3_9
; %bb.6:
	v_cmp_eq_u32_e32 vcc, 9, v6
	s_mov_b64 s[14:15], -1
	s_and_saveexec_b64 s[16:17], vcc
; %bb.7:
	s_xor_b64 s[14:15], exec, -1
; %bb.8:
	s_or_b64 exec, exec, s[16:17]
	v_mov_b32_e32 v0, 17
	s_and_b64 s[14:15], s[14:15], exec
.LBB3_9:
	s_or_b64 exec, exec, s[12:13]
	s_and_b64 s[12:13], s[14:15], exec
.LBB3_10:
	s_andn2_saveexec_b64 s[10:11], s[10:11]
; %bb.11:
	v_mov_b32_e32 v0, -1
; %bb.12:
	s_or_b64 exec, exec, s[10:11]
	s_and_b64 s[10:11], s[12:13], exec
                                        ; implicit-def: $vgpr6
.LBB3_13:
	s_or_saveexec_b64 s[8:9], s[8:9]
	s_mov_b64 s[12:13], 0
	s_xor_b64 exec, exec, s[8:9]
	s_cbranch_execz .LBB3_17
; %bb.14:
	v_cmp_lt_i32_e32 vcc, 5, v6
	s_mov_b64 s[12:13], -1
	s_mov_b64 s[14:15], s[10:11]
	s_and_saveexec_b64 s[16:17], vcc
; %bb.15:
	v_cmp_ne_u32_e32 vcc, 6, v6
	s_andn2_b64 s[14:15], s[10:11], exec
	s_and_b64 s[18:19], vcc, exec
	s_mov_b64 s[6:7], exec
	s_xor_b64 s[12:13], exec, -1
	s_or_b64 s[14:15], s[14:15], s[18:19]
; %bb.16:
	s_or_b64 exec, exec, s[16:17]
	s_andn2_b64 s[10:11], s[10:11], exec
	s_and_b64 s[14:15], s[14:15], exec
	s_and_b64 s[12:13], s[12:13], exec
	s_and_b64 s[6:7], s[6:7], exec
	s_or_b64 s[10:11], s[10:11], s[14:15]
.LBB3_17:
	s_or_b64 exec, exec, s[8:9]
	s_and_saveexec_b64 s[8:9], s[10:11]
; %bb.18:
	s_andn2_b64 s[6:7], s[6:7], exec
	v_mov_b32_e32 v0, v1
; %bb.19:
	s_or_b64 exec, exec, s[8:9]
	s_and_saveexec_b64 s[8:9], s[6:7]
	s_xor_b64 s[6:7], exec, s[8:9]
; %bb.20:
	v_mov_b32_e32 v0, 42
; %bb.21:
	s_or_b64 exec, exec, s[6:7]
	s_and_saveexec_b64 s[6:7], s[12:13]
; %bb.22:
	v_mov_b32_e32 v0, 5
; %bb.23:
	s_or_b64 exec, exec, s[6:7]
                                        ; implicit-def: $vgpr6
.LBB3_24:
	s_andn2_saveexec_b64 s[4:5], s[4:5]
	s_cbranch_execz .LBB3_38
; %bb.25:
	v_cmp_lt_i32_e32 vcc, 1, v6
                                        ; implicit-def: $vgpr0
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB3_33
; %bb.26:
	v_cmp_lt_i32_e32 vcc, 2, v6
                                        ; implicit-def: $vgpr0
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execz .LBB3_30
; %bb.27:
	v_cmp_lt_i32_e32 vcc, 3, v6
	s_and_saveexec_b64 s[10:11], vcc
	s_xor_b64 s[10:11], exec, s[10:11]
	s_or_saveexec_b64 s[10:11], s[10:11]
	v_bfrev_b32_e32 v0, 1
	s_xor_b64 exec, exec, s[10:11]
; %bb.28:
	v_mov_b32_e32 v0, 0x63
; %bb.29:
	s_or_b64 exec, exec, s[10:11]
.LBB3_30:
	s_andn2_saveexec_b64 s[8:9], s[8:9]
; %bb.31:
	v_mov_b32_e32 v0, 0x12345678
; %bb.32:
	s_or_b64 exec, exec, s[8:9]
                                        ; implicit-def: $vgpr6
.LBB3_33:
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB3_37
; %bb.34:
	v_cmp_lt_i32_e32 vcc, 0, v6
	v_mov_b32_e32 v0, 19
	s_and_saveexec_b64 s[8:9], vcc
; %bb.35:
	v_mov_b32_e32 v0, 3
; %bb.36:
	s_or_b64 exec, exec, s[8:9]
.LBB3_37:
	s_or_b64 exec, exec, s[6:7]
.LBB3_38:
	s_or_b64 exec, exec, s[4:5]
	s_mov_b32 s6, 0
	v_add_i32_e32 v1, vcc, v2, v4
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	v_addc_u32_e32 v2, vcc, v3, v5, vcc
	buffer_store_dword v0, v[1:2], s[4:7], 0 addr64
	s_waitcnt vmcnt(0) expcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end3:
	.size	__clang_ocl_kern_imp_table, .Lfunc_end3-__clang_ocl_kern_imp_table
                                        ; -- End function
	.set __clang_ocl_kern_imp_table.num_vgpr, 32
	.set __clang_ocl_kern_imp_table.num_agpr, 0
	.set __clang_ocl_kern_imp_table.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_table.num_named_barrier, 0
	.set __clang_ocl_kern_imp_table.private_seg_size, 0
	.set __clang_ocl_kern_imp_table.uses_vcc, 1
	.set __clang_ocl_kern_imp_table.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_table.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_table.has_recursion, 0
	.set __clang_ocl_kern_imp_table.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 576
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
        .type_name:      'uchar*'
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .type_name:      'uint*'
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         16
        .size:           8
        .type_name:      'uint*'
        .value_kind:     global_buffer
      - .offset:         24
        .size:           4
        .type_name:      uint
        .value_kind:     by_value
      - .offset:         28
        .size:           4
        .type_name:      uint
        .value_kind:     by_value
      - .offset:         32
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         36
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         40
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         44
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         46
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         48
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         50
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         52
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         54
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         88
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         96
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         224
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         228
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 288
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           vm
    .private_segment_fixed_size: 0
    .sgpr_count:     26
    .sgpr_spill_count: 0
    .symbol:         vm.kd
    .uses_dynamic_stack: false
    .vgpr_count:     12
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           table
    .private_segment_fixed_size: 0
    .sgpr_count:     20
    .sgpr_spill_count: 0
    .symbol:         table.kd
    .uses_dynamic_stack: false
    .vgpr_count:     5
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
