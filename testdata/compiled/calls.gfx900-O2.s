	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.amdhsa_code_object_version 5
	.text
	.p2align	2                               ; -- Begin function many
	.type	many,@function
many:                                   ; @many
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mul_lo_u32 v4, v30, 7
	v_lshl_add_u32 v5, v14, 1, v14
	v_lshl_add_u32 v14, v22, 2, v22
	v_lshl_add_u32 v13, v13, 1, v13
	v_add3_u32 v4, v14, v5, v4
	buffer_load_dword v5, off, s[0:3], s32
	v_mul_lo_u32 v14, v29, 7
	v_lshl_add_u32 v21, v21, 2, v21
	v_lshl_add_u32 v12, v12, 1, v12
	v_lshl_add_u32 v20, v20, 2, v20
	v_add3_u32 v13, v21, v13, v14
	v_mul_lo_u32 v14, v28, 7
	v_mul_lo_u32 v21, v27, 7
	v_lshl_add_u32 v11, v11, 1, v11
	v_lshl_add_u32 v10, v10, 1, v10
	v_add3_u32 v12, v20, v12, v14
	v_lshl_add_u32 v14, v19, 2, v19
	v_add3_u32 v11, v14, v11, v21
	v_mul_lo_u32 v14, v26, 7
	v_mul_lo_u32 v19, v25, 7
	v_lshl_add_u32 v18, v18, 2, v18
	v_lshl_add_u32 v9, v9, 1, v9
	v_add3_u32 v10, v18, v10, v14
	v_lshl_add_u32 v14, v17, 2, v17
	v_add3_u32 v9, v14, v9, v19
	v_mul_lo_u32 v3, v3, v6
	v_lshl_add_u32 v6, v7, 1, v7
	v_lshl_add_u32 v7, v8, 1, v8
	v_mul_lo_u32 v8, v24, 7
	v_mul_lo_u32 v14, v23, 7
	v_lshl_add_u32 v15, v15, 2, v15
	v_lshl_add_u32 v16, v16, 2, v16
	v_add3_u32 v7, v16, v7, v8
	v_add3_u32 v6, v15, v6, v14
	v_alignbit_b32 v1, v2, v1, 7
	v_add3_u32 v0, v0, v1, v3
	v_xor_b32_e32 v1, v6, v7
	v_xor_b32_e32 v1, v1, v9
	v_and_b32_e32 v2, v11, v12
	v_xor_b32_e32 v1, v1, v10
	v_or_b32_e32 v3, v13, v4
	s_waitcnt vmcnt(0)
	v_add3_u32 v0, v0, v5, v2
	v_add3_u32 v0, v0, v3, v1
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	many, .Lfunc_end0-many
                                        ; -- End function
	.set .Lmany.num_vgpr, 31
	.set .Lmany.num_agpr, 0
	.set .Lmany.numbered_sgpr, 33
	.set .Lmany.num_named_barrier, 0
	.set .Lmany.private_seg_size, 8
	.set .Lmany.uses_vcc, 0
	.set .Lmany.uses_flat_scratch, 0
	.set .Lmany.has_dyn_sized_stack, 0
	.set .Lmany.has_recursion, 0
	.set .Lmany.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 336
; TotalNumSgprs: 37
; NumVgprs: 31
; ScratchSize: 8
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function change
	.type	change,@function
change:                                 ; @change
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s4, 0x5040100
	v_mov_b32_e32 v8, v2
	v_perm_b32 v2, v4, v3, s4
	buffer_store_dword v2, off, s[0:3], s32 offset:16
	v_perm_b32 v2, v6, v5, s4
	buffer_store_dword v2, off, s[0:3], s32 offset:20
	v_and_b32_e32 v2, 3, v7
	v_lshrrev_b32_e64 v3, 6, s32
	v_lshl_or_b32 v2, v2, 1, v3
	buffer_load_ushort v3, v2, s[0:3], 0 offen offset:16
	v_add_u32_e32 v0, v7, v0
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v3, v3, v0
	buffer_store_short v3, v2, s[0:3], 0 offen offset:16
	buffer_load_dword v7, off, s[0:3], s32 offset:16
	buffer_load_dword v5, off, s[0:3], s32 offset:20
	v_mad_u64_u32 v[1:2], s[4:5], v1, v0, 0
	v_mad_u64_u32 v[2:3], s[4:5], v8, v0, v[2:3]
	s_waitcnt vmcnt(1)
	v_lshrrev_b32_e32 v4, 16, v7
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e32 v6, 16, v5
	v_mov_b32_e32 v3, v7
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	change, .Lfunc_end1-change
                                        ; -- End function
	.set .Lchange.num_vgpr, 9
	.set .Lchange.num_agpr, 0
	.set .Lchange.numbered_sgpr, 33
	.set .Lchange.num_named_barrier, 0
	.set .Lchange.private_seg_size, 32
	.set .Lchange.uses_vcc, 0
	.set .Lchange.uses_flat_scratch, 0
	.set .Lchange.has_dyn_sized_stack, 0
	.set .Lchange.has_recursion, 0
	.set .Lchange.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 152
; TotalNumSgprs: 37
; NumVgprs: 9
; ScratchSize: 32
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function split
	.type	split,@function
split:                                  ; @split
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_and_b32_e32 v3, 0xffff, v0
	v_lshrrev_b32_e32 v0, 16, v0
	buffer_store_dword v3, v1, s[0:3], 0 offen
	buffer_store_dword v0, v2, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	split, .Lfunc_end2-split
                                        ; -- End function
	.set .Lsplit.num_vgpr, 4
	.set .Lsplit.num_agpr, 0
	.set .Lsplit.numbered_sgpr, 32
	.set .Lsplit.num_named_barrier, 0
	.set .Lsplit.private_seg_size, 0
	.set .Lsplit.uses_vcc, 0
	.set .Lsplit.uses_flat_scratch, 0
	.set .Lsplit.has_dyn_sized_stack, 0
	.set .Lsplit.has_recursion, 0
	.set .Lsplit.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 40
; TotalNumSgprs: 36
; NumVgprs: 4
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	calls                   ; -- Begin function calls
	.globl	calls
	.p2align	8
	.type	calls,@function
calls:                                  ; @calls
; %bb.0:
	s_mov_b64 s[10:11], s[4:5]
	s_load_dword s4, s[6:7], 0x1c
	s_load_dword s5, s[6:7], 0x38
	s_load_dwordx4 s[12:15], s[6:7], 0x0
	s_add_u32 s0, s0, s9
	s_addc_u32 s1, s1, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s8, s8, s4
	v_mov_b32_e32 v37, v0
	s_add_i32 s5, s5, s8
	v_add_u32_e32 v31, s5, v37
	v_mov_b32_e32 v32, 0
	v_lshlrev_b64 v[38:39], 2, v[31:32]
	v_mov_b32_e32 v36, v1
	v_mov_b32_e32 v1, s13
	v_add_co_u32_e32 v0, vcc, s12, v38
	v_addc_co_u32_e32 v1, vcc, v1, v39, vcc
	global_load_dword v33, v[0:1], off
	v_mov_b32_e32 v34, v32
	v_mov_b32_e32 v35, v2
	s_movk_i32 s32, 0x400
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, many@rel32@lo+4
	s_addc_u32 s5, s5, many@rel32@hi+12
	v_mov_b32_e32 v4, v31
	buffer_store_dword v31, off, s[0:3], s32
	s_waitcnt vmcnt(1)
	v_add_u32_e32 v14, 7, v33
	v_add_u32_e32 v13, 6, v33
	v_add_u32_e32 v12, 5, v33
	v_add_u32_e32 v11, 4, v33
	v_add_u32_e32 v10, 3, v33
	v_add_u32_e32 v9, 2, v33
	v_add_u32_e32 v8, 1, v33
	v_mul_lo_u32 v15, v33, v33
	v_mul_lo_u32 v16, v8, v8
	v_mul_lo_u32 v17, v9, v9
	v_mul_lo_u32 v18, v10, v10
	v_mul_lo_u32 v19, v11, v11
	v_mul_lo_u32 v20, v12, v12
	v_mul_lo_u32 v21, v13, v13
	v_mul_lo_u32 v22, v14, v14
	v_lshlrev_b64 v[1:2], 17, v[33:34]
	v_xor_b32_e32 v5, v31, v33
	v_add_u32_e32 v6, v31, v33
	v_lshrrev_b32_e32 v23, 3, v33
	v_lshrrev_b32_e32 v24, 3, v8
	v_lshrrev_b32_e32 v25, 3, v9
	v_lshrrev_b32_e32 v26, 3, v10
	v_lshrrev_b32_e32 v27, 3, v11
	v_lshrrev_b32_e32 v28, 3, v12
	v_lshrrev_b32_e32 v29, 3, v13
	v_lshrrev_b32_e32 v30, 3, v14
	v_or_b32_e32 v1, v1, v31
	v_mov_b32_e32 v0, v33
	v_mov_b32_e32 v3, v33
	v_mov_b32_e32 v7, v33
	s_swappc_b64 s[30:31], s[4:5]
	v_mov_b32_e32 v31, v0
	v_and_b32_e32 v9, 3, v33
	v_mov_b32_e32 v1, v31
	v_add_u32_e32 v10, 2, v9
	s_mov_b32 s8, 0
	v_mov_b32_e32 v6, 4
	v_mov_b32_e32 v5, 3
	v_mov_b32_e32 v4, 2
	v_mov_b32_e32 v3, 1
	s_mov_b64 s[6:7], 0
	v_mov_b32_e32 v2, v32
.LBB3_1:                                ; =>This Inner Loop Header: Depth=1
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, change@rel32@lo+4
	s_addc_u32 s5, s5, change@rel32@hi+12
	v_mov_b32_e32 v0, v33
	v_mov_b32_e32 v7, s8
	s_swappc_b64 s[30:31], s[4:5]
	s_add_i32 s8, s8, 1
	v_cmp_eq_u32_e32 vcc, s8, v10
	v_mov_b32_e32 v33, v0
	s_or_b64 s[6:7], vcc, s[6:7]
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz .LBB3_1
; %bb.2:
	s_or_b64 exec, exec, s[6:7]
	s_load_dwordx2 s[4:5], s[10:11], 0x4
	s_mov_b32 s6, 0x5040100
	v_perm_b32 v5, v6, v5, s6
	v_perm_b32 v4, v4, v3, s6
	s_waitcnt lgkmcnt(0)
	s_lshr_b32 s4, s4, 16
	s_mul_i32 s4, s4, s5
	v_mul_lo_u32 v0, s4, v37
	v_mul_u32_u24_e32 v7, s5, v36
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, split@rel32@lo+4
	s_addc_u32 s5, s5, split@rel32@hi+12
	v_add3_u32 v0, v0, v7, v35
	v_mul_lo_u32 v7, v0, 24
	v_mov_b32_e32 v0, v31
	ds_write_b64 v7, v[4:5] offset:16
	v_mov_b32_e32 v5, v2
	v_mov_b32_e32 v4, v1
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 4
	s_swappc_b64 s[30:31], s[4:5]
	buffer_load_dword v1, off, s[0:3], 0
	buffer_load_dword v0, off, s[0:3], 0 offset:4
	v_lshl_or_b32 v2, v9, 1, v7
	ds_read_u16 v2, v2 offset:16
	v_mov_b32_e32 v3, s15
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[4:5], v1, 3, v[0:1]
	v_alignbit_b32 v1, v5, v4, 11
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v1, v1, v2
	v_xor_b32_e32 v0, v1, v0
	v_xor_b32_e32 v0, v0, v31
	v_xor_b32_e32 v2, v0, v33
	v_add_co_u32_e32 v0, vcc, s14, v38
	v_addc_co_u32_e32 v1, vcc, v3, v39, vcc
	global_store_dword v[0:1], v2, off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel calls
		.amdhsa_group_segment_fixed_size 6144
		.amdhsa_private_segment_fixed_size 48
		.amdhsa_kernarg_size 272
		.amdhsa_user_sgpr_count 8
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
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
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr 40
		.amdhsa_next_free_sgpr 33
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
.Lfunc_end3:
	.size	calls, .Lfunc_end3-calls
                                        ; -- End function
	.set calls.num_vgpr, max(40, .Lmany.num_vgpr, .Lchange.num_vgpr, .Lsplit.num_vgpr)
	.set calls.num_agpr, max(0, .Lmany.num_agpr, .Lchange.num_agpr, .Lsplit.num_agpr)
	.set calls.numbered_sgpr, max(33, .Lmany.numbered_sgpr, .Lchange.numbered_sgpr, .Lsplit.numbered_sgpr)
	.set calls.num_named_barrier, max(0, .Lmany.num_named_barrier, .Lchange.num_named_barrier, .Lsplit.num_named_barrier)
	.set calls.private_seg_size, 16+max(.Lmany.private_seg_size, .Lchange.private_seg_size, .Lsplit.private_seg_size)
	.set calls.uses_vcc, or(1, .Lmany.uses_vcc, .Lchange.uses_vcc, .Lsplit.uses_vcc)
	.set calls.uses_flat_scratch, or(0, .Lmany.uses_flat_scratch, .Lchange.uses_flat_scratch, .Lsplit.uses_flat_scratch)
	.set calls.has_dyn_sized_stack, or(0, .Lmany.has_dyn_sized_stack, .Lchange.has_dyn_sized_stack, .Lsplit.has_dyn_sized_stack)
	.set calls.has_recursion, or(0, .Lmany.has_recursion, .Lchange.has_recursion, .Lsplit.has_recursion)
	.set calls.has_indirect_call, or(0, .Lmany.has_indirect_call, .Lchange.has_indirect_call, .Lsplit.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 632
; TotalNumSgprs: 37
; NumVgprs: 40
; ScratchSize: 48
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 6144 bytes/workgroup (compile time only)
; SGPRBlocks: 4
; VGPRBlocks: 9
; NumSGPRsForWavesPerEU: 37
; NumVGPRsForWavesPerEU: 40
; Occupancy: 6
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 8
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.protected	__clang_ocl_kern_imp_calls ; -- Begin function __clang_ocl_kern_imp_calls
	.globl	__clang_ocl_kern_imp_calls
	.p2align	2
	.type	__clang_ocl_kern_imp_calls,@function
__clang_ocl_kern_imp_calls:             ; @__clang_ocl_kern_imp_calls
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s10, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[4:5], -1
	buffer_store_dword v39, off, s[0:3], s33 offset:32 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	s_load_dword s4, s[8:9], 0xc
	s_load_dword s5, s[8:9], 0x28
	v_mov_b32_e32 v36, v2
	v_and_b32_e32 v2, 0x3ff, v31
	v_mov_b32_e32 v32, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s12, s12, s4
	s_add_i32 s5, s5, s12
	v_add_u32_e32 v31, s5, v2
	v_lshlrev_b64 v[37:38], 2, v[31:32]
	v_mov_b32_e32 v34, v32
	v_add_co_u32_e32 v0, vcc, v0, v37
	v_addc_co_u32_e32 v1, vcc, v1, v38, vcc
	global_load_dword v33, v[0:1], off
	s_addk_i32 s32, 0xc00
	v_writelane_b32 v39, s30, 0
	v_mov_b32_e32 v35, v3
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, many@rel32@lo+4
	s_addc_u32 s5, s5, many@rel32@hi+12
	v_mov_b32_e32 v4, v31
	v_writelane_b32 v39, s31, 1
	buffer_store_dword v31, off, s[0:3], s32
	s_waitcnt vmcnt(1)
	v_add_u32_e32 v14, 7, v33
	v_add_u32_e32 v13, 6, v33
	v_add_u32_e32 v12, 5, v33
	v_add_u32_e32 v11, 4, v33
	v_add_u32_e32 v10, 3, v33
	v_add_u32_e32 v9, 2, v33
	v_add_u32_e32 v8, 1, v33
	v_mul_lo_u32 v15, v33, v33
	v_mul_lo_u32 v16, v8, v8
	v_mul_lo_u32 v17, v9, v9
	v_mul_lo_u32 v18, v10, v10
	v_mul_lo_u32 v19, v11, v11
	v_mul_lo_u32 v20, v12, v12
	v_mul_lo_u32 v21, v13, v13
	v_mul_lo_u32 v22, v14, v14
	v_lshlrev_b64 v[1:2], 17, v[33:34]
	v_xor_b32_e32 v5, v31, v33
	v_add_u32_e32 v6, v31, v33
	v_lshrrev_b32_e32 v23, 3, v33
	v_lshrrev_b32_e32 v24, 3, v8
	v_lshrrev_b32_e32 v25, 3, v9
	v_lshrrev_b32_e32 v26, 3, v10
	v_lshrrev_b32_e32 v27, 3, v11
	v_lshrrev_b32_e32 v28, 3, v12
	v_lshrrev_b32_e32 v29, 3, v13
	v_lshrrev_b32_e32 v30, 3, v14
	v_or_b32_e32 v1, v1, v31
	v_mov_b32_e32 v0, v33
	v_mov_b32_e32 v3, v33
	v_mov_b32_e32 v7, v33
	s_swappc_b64 s[30:31], s[4:5]
	v_mov_b32_e32 v31, v0
	v_and_b32_e32 v9, 3, v33
	v_mov_b32_e32 v1, v31
	v_add_u32_e32 v10, 2, v9
	s_mov_b32 s8, 0
	v_mov_b32_e32 v6, 4
	v_mov_b32_e32 v5, 3
	v_mov_b32_e32 v4, 2
	v_mov_b32_e32 v3, 1
	s_mov_b64 s[6:7], 0
	v_mov_b32_e32 v2, v32
.LBB4_1:                                ; =>This Inner Loop Header: Depth=1
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, change@rel32@lo+4
	s_addc_u32 s5, s5, change@rel32@hi+12
	v_mov_b32_e32 v0, v33
	v_mov_b32_e32 v7, s8
	s_swappc_b64 s[30:31], s[4:5]
	s_add_i32 s8, s8, 1
	v_cmp_eq_u32_e32 vcc, s8, v10
	v_mov_b32_e32 v33, v0
	s_or_b64 s[6:7], vcc, s[6:7]
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz .LBB4_1
; %bb.2:
	s_or_b64 exec, exec, s[6:7]
	s_mov_b32 s4, 0x5040100
	v_perm_b32 v0, v4, v3, s4
	buffer_store_dword v0, off, s[0:3], s33 offset:24
	v_perm_b32 v0, v6, v5, s4
	v_mov_b32_e32 v5, v2
	v_mov_b32_e32 v4, v1
	v_lshrrev_b32_e64 v2, 6, s33
	buffer_store_dword v0, off, s[0:3], s33 offset:28
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, split@rel32@lo+4
	s_addc_u32 s5, s5, split@rel32@hi+12
	v_mov_b32_e32 v0, v31
	v_lshrrev_b32_e64 v1, 6, s33
	v_add_u32_e32 v2, 4, v2
	s_swappc_b64 s[30:31], s[4:5]
	buffer_load_dword v1, off, s[0:3], s33
	buffer_load_dword v0, off, s[0:3], s33 offset:4
	v_lshrrev_b32_e64 v2, 6, s33
	v_add_u32_e32 v2, 8, v2
	v_lshl_or_b32 v2, v9, 1, v2
	buffer_load_ushort v2, v2, s[0:3], 0 offen offset:16
	v_readlane_b32 s31, v39, 1
	v_readlane_b32 s30, v39, 0
	s_mov_b32 s32, s33
	s_waitcnt vmcnt(1)
	v_mad_u64_u32 v[0:1], s[4:5], v1, 3, v[0:1]
	v_alignbit_b32 v1, v5, v4, 11
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v1, v1, v2
	v_xor_b32_e32 v0, v1, v0
	v_xor_b32_e32 v0, v0, v31
	v_xor_b32_e32 v2, v0, v33
	v_add_co_u32_e32 v0, vcc, v36, v37
	v_addc_co_u32_e32 v1, vcc, v35, v38, vcc
	global_store_dword v[0:1], v2, off
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v39, off, s[0:3], s33 offset:32 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_mov_b32 s33, s10
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end4:
	.size	__clang_ocl_kern_imp_calls, .Lfunc_end4-__clang_ocl_kern_imp_calls
                                        ; -- End function
	.set __clang_ocl_kern_imp_calls.num_vgpr, max(40, .Lmany.num_vgpr, .Lchange.num_vgpr, .Lsplit.num_vgpr)
	.set __clang_ocl_kern_imp_calls.num_agpr, max(0, .Lmany.num_agpr, .Lchange.num_agpr, .Lsplit.num_agpr)
	.set __clang_ocl_kern_imp_calls.numbered_sgpr, max(34, .Lmany.numbered_sgpr, .Lchange.numbered_sgpr, .Lsplit.numbered_sgpr)
	.set __clang_ocl_kern_imp_calls.num_named_barrier, max(0, .Lmany.num_named_barrier, .Lchange.num_named_barrier, .Lsplit.num_named_barrier)
	.set __clang_ocl_kern_imp_calls.private_seg_size, 48+max(.Lmany.private_seg_size, .Lchange.private_seg_size, .Lsplit.private_seg_size)
	.set __clang_ocl_kern_imp_calls.uses_vcc, or(1, .Lmany.uses_vcc, .Lchange.uses_vcc, .Lsplit.uses_vcc)
	.set __clang_ocl_kern_imp_calls.uses_flat_scratch, or(0, .Lmany.uses_flat_scratch, .Lchange.uses_flat_scratch, .Lsplit.uses_flat_scratch)
	.set __clang_ocl_kern_imp_calls.has_dyn_sized_stack, or(0, .Lmany.has_dyn_sized_stack, .Lchange.has_dyn_sized_stack, .Lsplit.has_dyn_sized_stack)
	.set __clang_ocl_kern_imp_calls.has_recursion, or(0, .Lmany.has_recursion, .Lchange.has_recursion, .Lsplit.has_recursion)
	.set __clang_ocl_kern_imp_calls.has_indirect_call, or(0, .Lmany.has_indirect_call, .Lchange.has_indirect_call, .Lsplit.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 680
; TotalNumSgprs: 38
; NumVgprs: 40
; ScratchSize: 80
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function fib
	.type	fib,@function
fib:                                    ; @fib
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s4, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[6:7], -1
	buffer_store_dword v43, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_mov_b64 exec, s[6:7]
	v_writelane_b32 v43, s4, 6
	v_writelane_b32 v43, s30, 0
	v_writelane_b32 v43, s31, 1
	v_writelane_b32 v43, s34, 2
	buffer_store_dword v40, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v42, off, s[0:3], s33 ; 4-byte Folded Spill
	v_writelane_b32 v43, s35, 3
	v_mov_b32_e32 v40, v0
	v_writelane_b32 v43, s36, 4
	v_cmp_lt_u32_e32 vcc, 1, v40
	v_mov_b32_e32 v41, 0
	s_addk_i32 s32, 0x800
	v_writelane_b32 v43, s37, 5
	s_and_saveexec_b64 s[34:35], vcc
	s_cbranch_execz .LBB5_4
; %bb.1:
	v_mov_b32_e32 v41, 0
	s_mov_b64 s[36:37], 0
.LBB5_2:                                ; =>This Inner Loop Header: Depth=1
	v_mov_b32_e32 v42, v40
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, fib@rel32@lo+4
	s_addc_u32 s5, s5, fib@rel32@hi+12
	v_add_u32_e32 v0, -1, v42
	v_add_u32_e32 v40, -2, v42
	s_swappc_b64 s[30:31], s[4:5]
	v_cmp_gt_u32_e32 vcc, 4, v42
	s_or_b64 s[36:37], vcc, s[36:37]
	v_add_u32_e32 v41, v0, v41
	s_andn2_b64 exec, exec, s[36:37]
	s_cbranch_execnz .LBB5_2
; %bb.3:
	s_or_b64 exec, exec, s[36:37]
.LBB5_4:
	s_or_b64 exec, exec, s[34:35]
	v_add_u32_e32 v0, v40, v41
	buffer_load_dword v42, off, s[0:3], s33 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v40, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	v_readlane_b32 s37, v43, 5
	v_readlane_b32 s36, v43, 4
	v_readlane_b32 s35, v43, 3
	v_readlane_b32 s34, v43, 2
	v_readlane_b32 s31, v43, 1
	v_readlane_b32 s30, v43, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v43, 6
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v43, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end5:
	.size	fib, .Lfunc_end5-fib
                                        ; -- End function
	.set .Lfib.num_vgpr, 44
	.set .Lfib.num_agpr, 0
	.set .Lfib.numbered_sgpr, 38
	.set .Lfib.num_named_barrier, 0
	.set .Lfib.private_seg_size, 32
	.set .Lfib.uses_vcc, 1
	.set .Lfib.uses_flat_scratch, 0
	.set .Lfib.has_dyn_sized_stack, 0
	.set .Lfib.has_recursion, 0
	.set .Lfib.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 320
; TotalNumSgprs: 42
; NumVgprs: 44
; ScratchSize: 32
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function ackermann
	.type	ackermann,@function
ackermann:                              ; @ackermann
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s4, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[6:7], -1
	buffer_store_dword v40, off, s[0:3], s33 ; 4-byte Folded Spill
	s_mov_b64 exec, s[6:7]
	v_writelane_b32 v40, s4, 6
	v_writelane_b32 v40, s30, 0
	v_writelane_b32 v40, s31, 1
	v_writelane_b32 v40, s34, 2
	v_writelane_b32 v40, s35, 3
	v_writelane_b32 v40, s36, 4
	v_cmp_ne_u32_e32 vcc, 0, v0
	s_addk_i32 s32, 0x400
	v_writelane_b32 v40, s37, 5
	s_and_saveexec_b64 s[34:35], vcc
	s_cbranch_execz .LBB6_4
; %bb.1:
	v_cmp_ne_u32_e32 vcc, 0, v1
	v_mov_b32_e32 v0, 1
	s_and_saveexec_b64 s[36:37], vcc
	s_cbranch_execz .LBB6_3
; %bb.2:
	v_add_u32_e32 v1, -1, v1
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, ackermann@rel32@lo+4
	s_addc_u32 s5, s5, ackermann@rel32@hi+12
	v_mov_b32_e32 v0, 1
	s_swappc_b64 s[30:31], s[4:5]
.LBB6_3:
	s_or_b64 exec, exec, s[36:37]
	v_mov_b32_e32 v1, v0
.LBB6_4:
	s_or_b64 exec, exec, s[34:35]
	v_add_u32_e32 v0, 1, v1
	v_readlane_b32 s37, v40, 5
	v_readlane_b32 s36, v40, 4
	v_readlane_b32 s35, v40, 3
	v_readlane_b32 s34, v40, 2
	v_readlane_b32 s31, v40, 1
	v_readlane_b32 s30, v40, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v40, 6
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v40, off, s[0:3], s33 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end6:
	.size	ackermann, .Lfunc_end6-ackermann
                                        ; -- End function
	.set .Lackermann.num_vgpr, 41
	.set .Lackermann.num_agpr, 0
	.set .Lackermann.numbered_sgpr, 38
	.set .Lackermann.num_named_barrier, 0
	.set .Lackermann.private_seg_size, 16
	.set .Lackermann.uses_vcc, 1
	.set .Lackermann.uses_flat_scratch, 0
	.set .Lackermann.has_dyn_sized_stack, 0
	.set .Lackermann.has_recursion, 0
	.set .Lackermann.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 252
; TotalNumSgprs: 42
; NumVgprs: 41
; ScratchSize: 16
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function odd
	.type	odd,@function
odd:                                    ; @odd
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s4, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[6:7], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	s_mov_b64 exec, s[6:7]
	v_writelane_b32 v41, s4, 4
	v_writelane_b32 v41, s30, 0
	buffer_store_dword v40, off, s[0:3], s33 ; 4-byte Folded Spill
	v_writelane_b32 v41, s31, 1
	v_mov_b32_e32 v40, v0
	v_writelane_b32 v41, s34, 2
	v_cmp_ne_u32_e32 vcc, 0, v40
	s_addk_i32 s32, 0x400
	v_writelane_b32 v41, s35, 3
                                        ; implicit-def: $vgpr0
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[34:35], exec, s[4:5]
	s_cbranch_execz .LBB7_2
; %bb.1:
	v_lshl_add_u32 v1, v1, 2, v1
	v_add_u32_e32 v0, -1, v40
	v_sub_u32_e32 v1, v1, v40
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, even@rel32@lo+4
	s_addc_u32 s5, s5, even@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
	v_add_u32_e32 v0, v0, v40
                                        ; implicit-def: $vgpr1
.LBB7_2:
	s_andn2_saveexec_b64 s[4:5], s[34:35]
; %bb.3:
	v_not_b32_e32 v0, v1
; %bb.4:
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v40, off, s[0:3], s33 ; 4-byte Folded Reload
	v_readlane_b32 s35, v41, 3
	v_readlane_b32 s34, v41, 2
	v_readlane_b32 s31, v41, 1
	v_readlane_b32 s30, v41, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v41, 4
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end7:
	.size	odd, .Lfunc_end7-odd
                                        ; -- End function
	.set .Lodd.num_vgpr, max(42, .Leven.num_vgpr)
	.set .Lodd.num_agpr, max(0, .Leven.num_agpr)
	.set .Lodd.numbered_sgpr, max(36, .Leven.numbered_sgpr)
	.set .Lodd.num_named_barrier, max(0, .Leven.num_named_barrier)
	.set .Lodd.private_seg_size, 16+max(.Leven.private_seg_size)
	.set .Lodd.uses_vcc, or(1, .Leven.uses_vcc)
	.set .Lodd.uses_flat_scratch, or(0, .Leven.uses_flat_scratch)
	.set .Lodd.has_dyn_sized_stack, or(0, .Leven.has_dyn_sized_stack)
	.set .Lodd.has_recursion, or(0, .Leven.has_recursion)
	.set .Lodd.has_indirect_call, or(0, .Leven.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 236
; TotalNumSgprs: .Lodd.numbered_sgpr+extrasgprs(.Lodd.uses_vcc, .Lodd.uses_flat_scratch, 1)
; NumVgprs: max(42, .Leven.num_vgpr)
; ScratchSize: 16+max(.Leven.private_seg_size)
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function even
	.type	even,@function
even:                                   ; @even
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s4, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[6:7], -1
	buffer_store_dword v40, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[6:7]
	v_writelane_b32 v40, s4, 6
	v_writelane_b32 v40, s30, 0
	v_writelane_b32 v40, s31, 1
	v_writelane_b32 v40, s34, 2
	v_writelane_b32 v40, s35, 3
	v_writelane_b32 v40, s36, 4
	v_cmp_ne_u32_e32 vcc, 0, v0
	s_addk_i32 s32, 0x400
	buffer_store_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v42, off, s[0:3], s33 ; 4-byte Folded Spill
	v_writelane_b32 v40, s37, 5
	s_and_saveexec_b64 s[36:37], vcc
	s_cbranch_execz .LBB8_2
; %bb.1:
	v_mad_u64_u32 v[1:2], s[4:5], v1, 3, v[0:1]
	v_add_u32_e32 v2, -1, v0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, odd@rel32@lo+4
	s_addc_u32 s5, s5, odd@rel32@hi+12
	v_mov_b32_e32 v42, v0
	v_mov_b32_e32 v0, v2
	s_swappc_b64 s[30:31], s[4:5]
	v_xor_b32_e32 v1, v0, v42
.LBB8_2:
	s_or_b64 exec, exec, s[36:37]
	buffer_load_dword v42, off, s[0:3], s33 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	v_mov_b32_e32 v0, v1
	v_readlane_b32 s37, v40, 5
	v_readlane_b32 s36, v40, 4
	v_readlane_b32 s35, v40, 3
	v_readlane_b32 s34, v40, 2
	v_readlane_b32 s31, v40, 1
	v_readlane_b32 s30, v40, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v40, 6
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v40, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end8:
	.size	even, .Lfunc_end8-even
                                        ; -- End function
	.set .Leven.num_vgpr, max(43, 42)
	.set .Leven.num_agpr, max(0, 0)
	.set .Leven.numbered_sgpr, max(38, 36)
	.set .Leven.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set .Leven.private_seg_size, 16
	.set .Leven.uses_vcc, 1
	.set .Leven.uses_flat_scratch, 0
	.set .Leven.has_dyn_sized_stack, 0
	.set .Leven.has_recursion, 0
	.set .Leven.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 276
; TotalNumSgprs: 42
; NumVgprs: 43
; ScratchSize: 16
; MemoryBound: 0
	.text
	.protected	recursion               ; -- Begin function recursion
	.globl	recursion
	.p2align	8
	.type	recursion,@function
recursion:                              ; @recursion
; %bb.0:
	s_add_u32 s0, s0, s7
	s_load_dword s7, s[4:5], 0x1c
	s_load_dword s8, s[4:5], 0x38
	s_load_dwordx4 s[48:51], s[4:5], 0x0
	s_addc_u32 s1, s1, 0
	v_mov_b32_e32 v42, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s7, 0xffff
	s_mul_i32 s6, s6, s4
	s_add_i32 s8, s8, s6
	v_add_u32_e32 v41, s8, v0
	v_lshlrev_b64 v[44:45], 2, v[41:42]
	v_mov_b32_e32 v1, s49
	v_add_co_u32_e32 v0, vcc, s48, v44
	v_addc_co_u32_e32 v1, vcc, v1, v45, vcc
	global_load_dword v46, v[0:1], off
	s_mov_b32 s4, 0xba2e8ba3
	s_mov_b32 s32, 0
	s_waitcnt vmcnt(0)
	v_mul_hi_u32 v0, v46, s4
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, fib@rel32@lo+4
	s_addc_u32 s5, s5, fib@rel32@hi+12
	v_lshrrev_b32_e32 v0, 3, v0
	v_mul_lo_u32 v0, v0, 11
	v_sub_u32_e32 v0, v46, v0
	s_swappc_b64 s[30:31], s[4:5]
	v_mov_b32_e32 v42, v0
	v_and_b32_e32 v0, 0x100, v46
	v_cmp_ne_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[38:39], vcc
	s_cbranch_execz .LBB9_2
; %bb.1:
	v_bfe_u32 v0, v46, 9, 1
	v_bfe_u32 v1, v46, 12, 3
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, ackermann@rel32@lo+4
	s_addc_u32 s5, s5, ackermann@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
	v_mad_u64_u32 v[42:43], s[4:5], v42, 31, v[0:1]
.LBB9_2:
	s_or_b64 exec, exec, s[38:39]
	v_bfe_u32 v0, v46, 16, 5
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, even@rel32@lo+4
	s_addc_u32 s5, s5, even@rel32@hi+12
	v_mov_b32_e32 v1, v41
	s_swappc_b64 s[30:31], s[4:5]
	v_mad_u64_u32 v[0:1], s[4:5], v42, 31, v[0:1]
	v_mov_b32_e32 v2, s51
	v_add_co_u32_e32 v1, vcc, s50, v44
	v_addc_co_u32_e32 v2, vcc, v2, v45, vcc
	global_store_dword v[1:2], v0, off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel recursion
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 32
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
		.amdhsa_next_free_vgpr 47
		.amdhsa_next_free_sgpr 52
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
.Lfunc_end9:
	.size	recursion, .Lfunc_end9-recursion
                                        ; -- End function
	.set recursion.num_vgpr, max(47, .Lfib.num_vgpr, .Lackermann.num_vgpr, .Leven.num_vgpr)
	.set recursion.num_agpr, max(0, .Lfib.num_agpr, .Lackermann.num_agpr, .Leven.num_agpr)
	.set recursion.numbered_sgpr, max(52, .Lfib.numbered_sgpr, .Lackermann.numbered_sgpr, .Leven.numbered_sgpr)
	.set recursion.num_named_barrier, max(0, .Lfib.num_named_barrier, .Lackermann.num_named_barrier, .Leven.num_named_barrier)
	.set recursion.private_seg_size, 0+max(.Lfib.private_seg_size, .Lackermann.private_seg_size, .Leven.private_seg_size)
	.set recursion.uses_vcc, or(1, .Lfib.uses_vcc, .Lackermann.uses_vcc, .Leven.uses_vcc)
	.set recursion.uses_flat_scratch, or(0, .Lfib.uses_flat_scratch, .Lackermann.uses_flat_scratch, .Leven.uses_flat_scratch)
	.set recursion.has_dyn_sized_stack, or(0, .Lfib.has_dyn_sized_stack, .Lackermann.has_dyn_sized_stack, .Leven.has_dyn_sized_stack)
	.set recursion.has_recursion, or(0, .Lfib.has_recursion, .Lackermann.has_recursion, .Leven.has_recursion)
	.set recursion.has_indirect_call, or(0, .Lfib.has_indirect_call, .Lackermann.has_indirect_call, .Leven.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 296
; TotalNumSgprs: 56
; NumVgprs: 47
; ScratchSize: 32
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 6
; VGPRBlocks: 11
; NumSGPRsForWavesPerEU: 56
; NumVGPRsForWavesPerEU: 47
; Occupancy: 5
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	__clang_ocl_kern_imp_recursion ; -- Begin function __clang_ocl_kern_imp_recursion
	.globl	__clang_ocl_kern_imp_recursion
	.p2align	2
	.type	__clang_ocl_kern_imp_recursion,@function
__clang_ocl_kern_imp_recursion:         ; @__clang_ocl_kern_imp_recursion
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s4, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[6:7], -1
	buffer_store_dword v57, off, s[0:3], s33 offset:36 ; 4-byte Folded Spill
	s_mov_b64 exec, s[6:7]
	buffer_store_dword v40, off, s[0:3], s33 offset:32 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:28 ; 4-byte Folded Spill
	buffer_store_dword v42, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	buffer_store_dword v43, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	buffer_store_dword v44, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	buffer_store_dword v45, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	buffer_store_dword v46, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	buffer_store_dword v47, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v56, off, s[0:3], s33 ; 4-byte Folded Spill
	v_writelane_b32 v57, s4, 8
	s_load_dword s4, s[8:9], 0xc
	s_load_dword s5, s[8:9], 0x28
	v_mov_b32_e32 v45, v2
	v_and_b32_e32 v2, 0x3ff, v31
	v_mov_b32_e32 v42, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s12, s12, s4
	s_add_i32 s5, s5, s12
	v_add_u32_e32 v41, s5, v2
	v_lshlrev_b64 v[46:47], 2, v[41:42]
	s_mov_b32 s4, 0xba2e8ba3
	v_add_co_u32_e32 v0, vcc, v0, v46
	v_addc_co_u32_e32 v1, vcc, v1, v47, vcc
	global_load_dword v56, v[0:1], off
	v_writelane_b32 v57, s30, 0
	v_writelane_b32 v57, s31, 1
	v_writelane_b32 v57, s34, 2
	v_writelane_b32 v57, s35, 3
	v_writelane_b32 v57, s36, 4
	s_addk_i32 s32, 0xc00
	v_writelane_b32 v57, s37, 5
	v_writelane_b32 v57, s38, 6
	v_writelane_b32 v57, s39, 7
	v_mov_b32_e32 v44, v3
	s_waitcnt vmcnt(0)
	v_mul_hi_u32 v0, v56, s4
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, fib@rel32@lo+4
	s_addc_u32 s5, s5, fib@rel32@hi+12
	v_lshrrev_b32_e32 v0, 3, v0
	v_mul_lo_u32 v0, v0, 11
	v_sub_u32_e32 v0, v56, v0
	s_swappc_b64 s[30:31], s[4:5]
	v_mov_b32_e32 v42, v0
	v_and_b32_e32 v0, 0x100, v56
	v_cmp_ne_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[38:39], vcc
	s_cbranch_execz .LBB10_2
; %bb.1:
	v_bfe_u32 v0, v56, 9, 1
	v_bfe_u32 v1, v56, 12, 3
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, ackermann@rel32@lo+4
	s_addc_u32 s5, s5, ackermann@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
	v_mad_u64_u32 v[42:43], s[4:5], v42, 31, v[0:1]
.LBB10_2:
	s_or_b64 exec, exec, s[38:39]
	v_bfe_u32 v0, v56, 16, 5
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, even@rel32@lo+4
	s_addc_u32 s5, s5, even@rel32@hi+12
	v_mov_b32_e32 v1, v41
	s_swappc_b64 s[30:31], s[4:5]
	v_mad_u64_u32 v[0:1], s[4:5], v42, 31, v[0:1]
	v_add_co_u32_e32 v1, vcc, v45, v46
	v_addc_co_u32_e32 v2, vcc, v44, v47, vcc
	buffer_load_dword v56, off, s[0:3], s33 ; 4-byte Folded Reload
	buffer_load_dword v47, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v46, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v45, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v44, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v43, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	buffer_load_dword v42, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:28 ; 4-byte Folded Reload
	buffer_load_dword v40, off, s[0:3], s33 offset:32 ; 4-byte Folded Reload
	v_readlane_b32 s39, v57, 7
	global_store_dword v[1:2], v0, off
	v_readlane_b32 s38, v57, 6
	v_readlane_b32 s37, v57, 5
	v_readlane_b32 s36, v57, 4
	v_readlane_b32 s35, v57, 3
	v_readlane_b32 s34, v57, 2
	v_readlane_b32 s31, v57, 1
	v_readlane_b32 s30, v57, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v57, 8
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v57, off, s[0:3], s33 offset:36 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end10:
	.size	__clang_ocl_kern_imp_recursion, .Lfunc_end10-__clang_ocl_kern_imp_recursion
                                        ; -- End function
	.set __clang_ocl_kern_imp_recursion.num_vgpr, max(58, .Lfib.num_vgpr, .Lackermann.num_vgpr, .Leven.num_vgpr)
	.set __clang_ocl_kern_imp_recursion.num_agpr, max(0, .Lfib.num_agpr, .Lackermann.num_agpr, .Leven.num_agpr)
	.set __clang_ocl_kern_imp_recursion.numbered_sgpr, max(40, .Lfib.numbered_sgpr, .Lackermann.numbered_sgpr, .Leven.numbered_sgpr)
	.set __clang_ocl_kern_imp_recursion.num_named_barrier, max(0, .Lfib.num_named_barrier, .Lackermann.num_named_barrier, .Leven.num_named_barrier)
	.set __clang_ocl_kern_imp_recursion.private_seg_size, 48+max(.Lfib.private_seg_size, .Lackermann.private_seg_size, .Leven.private_seg_size)
	.set __clang_ocl_kern_imp_recursion.uses_vcc, or(1, .Lfib.uses_vcc, .Lackermann.uses_vcc, .Leven.uses_vcc)
	.set __clang_ocl_kern_imp_recursion.uses_flat_scratch, or(0, .Lfib.uses_flat_scratch, .Lackermann.uses_flat_scratch, .Leven.uses_flat_scratch)
	.set __clang_ocl_kern_imp_recursion.has_dyn_sized_stack, or(0, .Lfib.has_dyn_sized_stack, .Lackermann.has_dyn_sized_stack, .Leven.has_dyn_sized_stack)
	.set __clang_ocl_kern_imp_recursion.has_recursion, or(0, .Lfib.has_recursion, .Lackermann.has_recursion, .Leven.has_recursion)
	.set __clang_ocl_kern_imp_recursion.has_indirect_call, or(0, .Lfib.has_indirect_call, .Lackermann.has_indirect_call, .Leven.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 632
; TotalNumSgprs: 44
; NumVgprs: 58
; ScratchSize: 80
; MemoryBound: 0
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 58
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 40
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
    .group_segment_fixed_size: 6144
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           calls
    .private_segment_fixed_size: 48
    .sgpr_count:     37
    .sgpr_spill_count: 0
    .symbol:         calls.kd
    .uses_dynamic_stack: false
    .vgpr_count:     40
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
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           recursion
    .private_segment_fixed_size: 32
    .sgpr_count:     56
    .sgpr_spill_count: 0
    .symbol:         recursion.kd
    .uses_dynamic_stack: false
    .vgpr_count:     47
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx900
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
