	.amdgcn_target "amdgcn-amd-amdhsa--gfx700"
	.amdhsa_code_object_version 5
	.text
	.protected	update                  ; -- Begin function update
	.globl	update
	.p2align	8
	.type	update,@function
update:                                 ; @update
; %bb.0:
	s_load_dword s7, s[4:5], 0x5
	s_load_dword s8, s[4:5], 0xc
	s_load_dwordx2 s[2:3], s[4:5], 0x0
	v_mov_b32_e32 v1, 0
	s_mov_b64 s[0:1], exec
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s7, 0xffff
	s_mul_i32 s6, s6, s4
	s_add_i32 s8, s8, s6
	v_add_i32_e32 v0, vcc, s8, v0
	v_lshl_b64 v[0:1], v[0:1], 2
	v_mov_b32_e32 v2, s3
	v_add_i32_e32 v0, vcc, s2, v0
	v_addc_u32_e32 v1, vcc, v2, v1, vcc
	flat_load_dword v2, v[0:1]
	s_mov_b32 s2, 0
	s_waitcnt vmcnt(0)
	v_and_b32_e32 v0, 7, v2
.LBB0_1:                                ; =>This Inner Loop Header: Depth=1
	s_ff1_i32_b64 s3, s[0:1]
	s_lshl_b64 s[4:5], 1, s3
	s_andn2_b64 s[0:1], s[0:1], s[4:5]
	v_cmp_ne_u64_e64 s[4:5], s[0:1], 0
	v_readlane_b32 s6, v0, s3
	s_add_i32 s2, s2, s6
	s_and_b64 vcc, exec, s[4:5]
	s_cbranch_vccnz .LBB0_1
; %bb.2:
	v_mbcnt_lo_u32_b32_e64 v0, exec_lo, 0
	v_mbcnt_hi_u32_b32_e32 v0, exec_hi, v0
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_cbranch_execz .LBB0_4
; %bb.3:
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, counter@rel32@lo+4
	s_addc_u32 s5, s5, counter@rel32@hi+12
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v1, s5
	v_mov_b32_e32 v3, s2
	flat_atomic_add v[0:1], v3
.LBB0_4:
	s_or_b64 exec, exec, s[0:1]
	v_and_b32_e32 v0, 3, v2
	v_lshlrev_b32_e32 v0, 3, v0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, weights@rel32@lo+4
	s_addc_u32 s3, s3, weights@rel32@hi+12
	v_mov_b32_e32 v1, s3
	v_add_i32_e32 v0, vcc, s2, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dwordx2 v[0:1], v[0:1]
	s_mov_b64 s[0:1], exec
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v3, v1, v2
	v_mad_u64_u32 v[0:1], s[2:3], v0, v2, 0
	s_mov_b64 s[2:3], 0
	v_add_i32_e32 v1, vcc, v1, v3
.LBB0_5:                                ; =>This Inner Loop Header: Depth=1
	s_ff1_i32_b64 s4, s[0:1]
	s_nop 0
	v_readlane_b32 s6, v0, s4
	v_readlane_b32 s5, v1, s4
	s_add_u32 s2, s2, s6
	s_addc_u32 s3, s3, s5
	s_lshl_b64 s[4:5], 1, s4
	s_andn2_b64 s[0:1], s[0:1], s[4:5]
	v_cmp_ne_u64_e64 s[4:5], s[0:1], 0
	s_and_b64 vcc, exec, s[4:5]
	s_cbranch_vccnz .LBB0_5
; %bb.6:
	v_mbcnt_lo_u32_b32_e64 v0, exec_lo, 0
	v_mbcnt_hi_u32_b32_e32 v0, exec_hi, v0
	s_mov_b32 s4, 0
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_cbranch_execz .LBB0_8
; %bb.7:
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, total@rel32@lo+4
	s_addc_u32 s7, s7, total@rel32@hi+12
	v_mov_b32_e32 v0, s6
	v_mov_b32_e32 v4, s3
	v_mov_b32_e32 v1, s7
	v_mov_b32_e32 v3, s2
	flat_atomic_add_x2 v[0:1], v[3:4]
.LBB0_8:
	s_or_b64 exec, exec, s[0:1]
	s_mov_b32 s2, 0xaaaaaaab
	v_mul_hi_u32 v0, v2, s2
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, series@rel32@lo+4
	s_addc_u32 s3, s3, series@rel32@hi+12
	v_mov_b32_e32 v1, s3
	v_lshrrev_b32_e32 v3, 8, v2
	v_lshrrev_b32_e32 v0, 1, v0
	v_mul_lo_u32 v0, v0, 3
	s_mov_b64 s[0:1], exec
	v_sub_i32_e32 v0, vcc, v2, v0
	v_lshlrev_b32_e32 v0, 3, v0
	v_add_i32_e32 v0, vcc, s2, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dwordx2 v[0:1], v[0:1]
	s_mov_b32 s2, 0x33333334
	v_mul_hi_u32 v4, v3, s2
	v_mul_u32_u24_e32 v4, 5, v4
	v_sub_i32_e32 v3, vcc, v3, v4
	v_lshlrev_b32_e32 v3, 2, v3
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v0, vcc, v0, v3
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dword v0, v[0:1]
.LBB0_9:                                ; =>This Inner Loop Header: Depth=1
	s_ff1_i32_b64 s2, s[0:1]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s5, v0, s2
	s_lshl_b64 s[2:3], 1, s2
	s_andn2_b64 s[0:1], s[0:1], s[2:3]
	v_cmp_ne_u64_e64 s[2:3], s[0:1], 0
	s_add_i32 s4, s4, s5
	s_and_b64 vcc, exec, s[2:3]
	s_cbranch_vccnz .LBB0_9
; %bb.10:
	v_mbcnt_lo_u32_b32_e64 v0, exec_lo, 0
	v_mbcnt_hi_u32_b32_e32 v0, exec_hi, v0
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_cbranch_execz .LBB0_12
; %bb.11:
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, counter@rel32@lo+4
	s_addc_u32 s3, s3, counter@rel32@hi+12
	v_mov_b32_e32 v0, s2
	v_mov_b32_e32 v1, s3
	v_mov_b32_e32 v3, s4
	flat_atomic_add v[0:1], v3
.LBB0_12:
	s_or_b64 exec, exec, s[0:1]
	v_and_b32_e32 v0, 63, v2
	v_lshlrev_b32_e32 v0, 2, v0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, seen@rel32@lo+4
	s_addc_u32 s1, s1, seen@rel32@hi+12
	v_mov_b32_e32 v1, s1
	v_add_i32_e32 v0, vcc, s0, v0
	v_lshrrev_b32_e32 v3, 6, v2
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	v_lshl_b32_e32 v3, 1, v3
	flat_atomic_or v[0:1], v3
	v_and_b32_e32 v0, 15, v2
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, sbox@rel32@lo+4
	s_addc_u32 s1, s1, sbox@rel32@hi+12
	v_mov_b32_e32 v1, s1
	v_add_i32_e32 v0, vcc, s0, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_ubyte v3, v[0:1]
	v_lshrrev_b32_e32 v0, 10, v2
	v_and_b32_e32 v0, 28, v0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, table@rel32@lo+4
	s_addc_u32 s1, s1, table@rel32@hi+12
	v_mov_b32_e32 v1, s1
	v_add_i32_e32 v0, vcc, s0, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	flat_atomic_add v[0:1], v3
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel update
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 264
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
	.size	update, .Lfunc_end0-update
                                        ; -- End function
	.set update.num_vgpr, 5
	.set update.num_agpr, 0
	.set update.numbered_sgpr, 9
	.set update.num_named_barrier, 0
	.set update.private_seg_size, 0
	.set update.uses_vcc, 1
	.set update.uses_flat_scratch, 0
	.set update.has_dyn_sized_stack, 0
	.set update.has_recursion, 0
	.set update.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 800
; TotalNumSgprs: 11
; NumVgprs: 5
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 11
; NumVGPRsForWavesPerEU: 5
; Occupancy: 10
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	__clang_ocl_kern_imp_update ; -- Begin function __clang_ocl_kern_imp_update
	.globl	__clang_ocl_kern_imp_update
	.p2align	2
	.type	__clang_ocl_kern_imp_update,@function
__clang_ocl_kern_imp_update:            ; @__clang_ocl_kern_imp_update
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dword s6, s[8:9], 0x3
	s_load_dword s7, s[8:9], 0xa
	v_and_b32_e32 v2, 0x3ff, v31
	v_mov_b32_e32 v3, 0
	s_mov_b64 s[4:5], exec
	s_waitcnt lgkmcnt(0)
	s_and_b32 s6, s6, 0xffff
	s_mul_i32 s12, s12, s6
	s_add_i32 s7, s7, s12
	v_add_i32_e32 v2, vcc, s7, v2
	v_lshl_b64 v[2:3], v[2:3], 2
	s_mov_b32 s6, 0
	v_add_i32_e32 v0, vcc, v0, v2
	v_addc_u32_e32 v1, vcc, v1, v3, vcc
	flat_load_dword v2, v[0:1]
	s_waitcnt vmcnt(0)
	v_and_b32_e32 v0, 7, v2
.LBB1_1:                                ; =>This Inner Loop Header: Depth=1
	s_ff1_i32_b64 s7, s[4:5]
	s_lshl_b64 s[8:9], 1, s7
	s_andn2_b64 s[4:5], s[4:5], s[8:9]
	v_cmp_ne_u64_e64 s[8:9], s[4:5], 0
	v_readlane_b32 s10, v0, s7
	s_add_i32 s6, s6, s10
	s_and_b64 vcc, exec, s[8:9]
	s_cbranch_vccnz .LBB1_1
; %bb.2:
	v_mbcnt_lo_u32_b32_e64 v0, exec_lo, 0
	v_mbcnt_hi_u32_b32_e32 v0, exec_hi, v0
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB1_4
; %bb.3:
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, counter@rel32@lo+4
	s_addc_u32 s9, s9, counter@rel32@hi+12
	v_mov_b32_e32 v0, s8
	v_mov_b32_e32 v1, s9
	v_mov_b32_e32 v3, s6
	flat_atomic_add v[0:1], v3
.LBB1_4:
	s_or_b64 exec, exec, s[4:5]
	v_and_b32_e32 v0, 3, v2
	v_lshlrev_b32_e32 v0, 3, v0
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, weights@rel32@lo+4
	s_addc_u32 s7, s7, weights@rel32@hi+12
	v_mov_b32_e32 v1, s7
	v_add_i32_e32 v0, vcc, s6, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dwordx2 v[0:1], v[0:1]
	s_mov_b64 s[4:5], exec
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v3, v1, v2
	v_mad_u64_u32 v[0:1], s[6:7], v0, v2, 0
	s_mov_b64 s[6:7], 0
	v_add_i32_e32 v1, vcc, v1, v3
.LBB1_5:                                ; =>This Inner Loop Header: Depth=1
	s_ff1_i32_b64 s8, s[4:5]
	s_nop 0
	v_readlane_b32 s10, v0, s8
	v_readlane_b32 s9, v1, s8
	s_add_u32 s6, s6, s10
	s_addc_u32 s7, s7, s9
	s_lshl_b64 s[8:9], 1, s8
	s_andn2_b64 s[4:5], s[4:5], s[8:9]
	v_cmp_ne_u64_e64 s[8:9], s[4:5], 0
	s_and_b64 vcc, exec, s[8:9]
	s_cbranch_vccnz .LBB1_5
; %bb.6:
	v_mbcnt_lo_u32_b32_e64 v0, exec_lo, 0
	v_mbcnt_hi_u32_b32_e32 v0, exec_hi, v0
	s_mov_b32 s8, 0
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB1_8
; %bb.7:
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, total@rel32@lo+4
	s_addc_u32 s11, s11, total@rel32@hi+12
	v_mov_b32_e32 v0, s10
	v_mov_b32_e32 v3, s6
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v4, s7
	flat_atomic_add_x2 v[0:1], v[3:4]
.LBB1_8:
	s_or_b64 exec, exec, s[4:5]
	s_mov_b32 s6, 0xaaaaaaab
	v_mul_hi_u32 v0, v2, s6
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, series@rel32@lo+4
	s_addc_u32 s7, s7, series@rel32@hi+12
	v_mov_b32_e32 v1, s7
	v_lshrrev_b32_e32 v3, 8, v2
	v_lshrrev_b32_e32 v0, 1, v0
	v_mul_lo_u32 v0, v0, 3
	s_mov_b64 s[4:5], exec
	v_sub_i32_e32 v0, vcc, v2, v0
	v_lshlrev_b32_e32 v0, 3, v0
	v_add_i32_e32 v0, vcc, s6, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dwordx2 v[0:1], v[0:1]
	s_mov_b32 s6, 0x33333334
	v_mul_hi_u32 v4, v3, s6
	v_mul_u32_u24_e32 v4, 5, v4
	v_sub_i32_e32 v3, vcc, v3, v4
	v_lshlrev_b32_e32 v3, 2, v3
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v0, vcc, v0, v3
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_dword v0, v[0:1]
.LBB1_9:                                ; =>This Inner Loop Header: Depth=1
	s_ff1_i32_b64 s6, s[4:5]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s9, v0, s6
	s_lshl_b64 s[6:7], 1, s6
	s_andn2_b64 s[4:5], s[4:5], s[6:7]
	v_cmp_ne_u64_e64 s[6:7], s[4:5], 0
	s_add_i32 s8, s8, s9
	s_and_b64 vcc, exec, s[6:7]
	s_cbranch_vccnz .LBB1_9
; %bb.10:
	v_mbcnt_lo_u32_b32_e64 v0, exec_lo, 0
	v_mbcnt_hi_u32_b32_e32 v0, exec_hi, v0
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB1_12
; %bb.11:
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, counter@rel32@lo+4
	s_addc_u32 s7, s7, counter@rel32@hi+12
	v_mov_b32_e32 v0, s6
	v_mov_b32_e32 v1, s7
	v_mov_b32_e32 v3, s8
	flat_atomic_add v[0:1], v3
.LBB1_12:
	s_or_b64 exec, exec, s[4:5]
	v_and_b32_e32 v0, 63, v2
	v_lshlrev_b32_e32 v0, 2, v0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, seen@rel32@lo+4
	s_addc_u32 s5, s5, seen@rel32@hi+12
	v_mov_b32_e32 v1, s5
	v_add_i32_e32 v0, vcc, s4, v0
	v_lshrrev_b32_e32 v3, 6, v2
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	v_lshl_b32_e32 v3, 1, v3
	flat_atomic_or v[0:1], v3
	v_and_b32_e32 v0, 15, v2
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, sbox@rel32@lo+4
	s_addc_u32 s5, s5, sbox@rel32@hi+12
	v_mov_b32_e32 v1, s5
	v_add_i32_e32 v0, vcc, s4, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	flat_load_ubyte v3, v[0:1]
	v_lshrrev_b32_e32 v0, 10, v2
	v_and_b32_e32 v0, 28, v0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, table@rel32@lo+4
	s_addc_u32 s5, s5, table@rel32@hi+12
	v_mov_b32_e32 v1, s5
	v_add_i32_e32 v0, vcc, s4, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	s_waitcnt vmcnt(0)
	flat_atomic_add v[0:1], v3
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	__clang_ocl_kern_imp_update, .Lfunc_end1-__clang_ocl_kern_imp_update
                                        ; -- End function
	.set __clang_ocl_kern_imp_update.num_vgpr, 32
	.set __clang_ocl_kern_imp_update.num_agpr, 0
	.set __clang_ocl_kern_imp_update.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_update.num_named_barrier, 0
	.set __clang_ocl_kern_imp_update.private_seg_size, 0
	.set __clang_ocl_kern_imp_update.uses_vcc, 1
	.set __clang_ocl_kern_imp_update.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_update.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_update.has_recursion, 0
	.set __clang_ocl_kern_imp_update.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 808
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	report                  ; -- Begin function report
	.globl	report
	.p2align	8
	.type	report,@function
report:                                 ; @report
; %bb.0:
	s_load_dword s0, s[4:5], 0x7
	s_load_dword s1, s[4:5], 0xe
	v_mov_b32_e32 v1, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	s_mul_i32 s6, s6, s0
	s_add_i32 s1, s1, s6
	v_add_i32_e32 v0, vcc, s1, v0
	v_lshl_b64 v[2:3], v[0:1], 2
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, seen@rel32@lo+4
	s_addc_u32 s1, s1, seen@rel32@hi+12
	v_mov_b32_e32 v5, s1
	v_add_i32_e32 v4, vcc, s0, v2
	v_addc_u32_e32 v5, vcc, v5, v3, vcc
	v_and_b32_e32 v6, 15, v0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, sbox@rel32@lo+4
	s_addc_u32 s1, s1, sbox@rel32@hi+12
	v_mov_b32_e32 v7, s1
	v_add_i32_e32 v6, vcc, s0, v6
	v_addc_u32_e32 v7, vcc, 0, v7, vcc
	flat_load_ubyte v6, v[6:7]
	flat_load_dword v4, v[4:5]
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_mov_b64 s[4:5], 0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v5, s3
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v6, v4, v6
	v_add_i32_e32 v4, vcc, s2, v2
	v_addc_u32_e32 v5, vcc, v5, v3, vcc
	v_cmp_lt_i32_e32 vcc, 0, v0
	s_mov_b64 s[2:3], 0
	flat_store_dword v[4:5], v6
                                        ; implicit-def: $vgpr4_vgpr5
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB2_4
; %bb.1:
	v_cmp_eq_u32_e32 vcc, 1, v0
	s_mov_b64 s[4:5], -1
                                        ; implicit-def: $vgpr4_vgpr5
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB2_3
; %bb.2:
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, total@rel32@lo+4
	s_addc_u32 s5, s5, total@rel32@hi+12
	v_mov_b32_e32 v4, s4
	v_mov_b32_e32 v5, s5
	flat_load_dwordx2 v[4:5], v[4:5]
	s_xor_b64 s[4:5], exec, -1
.LBB2_3:
	s_or_b64 exec, exec, s[8:9]
	s_and_b64 s[4:5], s[4:5], exec
.LBB2_4:
	s_andn2_saveexec_b64 s[6:7], s[6:7]
; %bb.5:
	v_cmp_ne_u32_e32 vcc, 0, v0
	s_andn2_b64 s[4:5], s[4:5], exec
	s_and_b64 s[8:9], vcc, exec
	s_mov_b64 s[2:3], exec
	s_or_b64 s[4:5], s[4:5], s[8:9]
; %bb.6:
	s_or_b64 exec, exec, s[6:7]
	s_and_saveexec_b64 s[6:7], s[4:5]
	s_xor_b64 s[4:5], exec, s[6:7]
	s_cbranch_execz .LBB2_12
; %bb.7:
	v_cmp_lt_u32_e32 vcc, 9, v0
                                        ; implicit-def: $vgpr4_vgpr5
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB2_9
; %bb.8:
	s_mov_b32 s8, 0xaaaaaaab
	v_mul_hi_u32 v2, v0, s8
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, recs@rel32@lo+4
	s_addc_u32 s9, s9, recs@rel32@hi+12
	v_mov_b32_e32 v3, s9
	v_lshrrev_b32_e32 v2, 1, v2
	v_mul_lo_u32 v2, v2, 3
	v_sub_i32_e32 v2, vcc, v0, v2
	s_waitcnt vmcnt(0)
	v_lshlrev_b32_e32 v4, 4, v2
	v_add_i32_e32 v2, vcc, s8, v4
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, recs@rel32@lo+8
	s_addc_u32 s9, s9, recs@rel32@hi+16
	v_mov_b32_e32 v5, s9
	v_add_i32_e32 v4, vcc, s8, v4
	v_addc_u32_e32 v5, vcc, 0, v5, vcc
	flat_load_dword v6, v[4:5]
	v_and_b32_e32 v4, 1, v0
	v_lshlrev_b32_e32 v4, 2, v4
	v_add_i32_e32 v4, vcc, v2, v4
	v_addc_u32_e32 v5, vcc, 0, v3, vcc
	v_add_i32_e32 v4, vcc, 8, v4
	v_addc_u32_e32 v5, vcc, 0, v5, vcc
	flat_load_sshort v2, v[2:3]
	flat_load_dword v3, v[4:5]
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v4, 4.0, v6
	v_cvt_i32_f32_e32 v4, v4
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v2, vcc, v3, v2
	v_add_i32_e32 v4, vcc, v2, v4
	v_ashrrev_i32_e32 v5, 31, v4
                                        ; implicit-def: $vgpr2_vgpr3
.LBB2_9:
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB2_11
; %bb.10:
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, table@rel32@lo-4
	s_addc_u32 s9, s9, table@rel32@hi+4
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v4, s9
	v_add_i32_e32 v2, vcc, s8, v2
	v_addc_u32_e32 v3, vcc, v4, v3, vcc
	flat_load_dword v4, v[2:3]
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e32 v5, 31, v4
.LBB2_11:
	s_or_b64 exec, exec, s[6:7]
	s_andn2_b64 s[2:3], s[2:3], exec
.LBB2_12:
	s_or_b64 exec, exec, s[4:5]
	s_and_saveexec_b64 s[4:5], s[2:3]
	s_cbranch_execz .LBB2_14
; %bb.13:
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, counter@rel32@lo+4
	s_addc_u32 s3, s3, counter@rel32@hi+12
	v_mov_b32_e32 v2, s2
	v_mov_b32_e32 v3, s3
	s_waitcnt vmcnt(0)
	flat_load_dword v4, v[2:3]
	v_mov_b32_e32 v5, 0
.LBB2_14:
	s_or_b64 exec, exec, s[4:5]
	v_lshl_b64 v[0:1], v[0:1], 3
	v_mov_b32_e32 v2, s1
	v_add_i32_e32 v0, vcc, s0, v0
	v_addc_u32_e32 v1, vcc, v2, v1, vcc
	s_waitcnt vmcnt(0)
	flat_store_dwordx2 v[0:1], v[4:5]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel report
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
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 10
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
	.size	report, .Lfunc_end2-report
                                        ; -- End function
	.set report.num_vgpr, 8
	.set report.num_agpr, 0
	.set report.numbered_sgpr, 10
	.set report.num_named_barrier, 0
	.set report.private_seg_size, 0
	.set report.uses_vcc, 1
	.set report.uses_flat_scratch, 0
	.set report.has_dyn_sized_stack, 0
	.set report.has_recursion, 0
	.set report.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 652
; TotalNumSgprs: 12
; NumVgprs: 8
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 12
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
	.protected	__clang_ocl_kern_imp_report ; -- Begin function __clang_ocl_kern_imp_report
	.globl	__clang_ocl_kern_imp_report
	.p2align	2
	.type	__clang_ocl_kern_imp_report,@function
__clang_ocl_kern_imp_report:            ; @__clang_ocl_kern_imp_report
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_load_dword s4, s[8:9], 0x3
	s_load_dword s5, s[8:9], 0xa
	v_and_b32_e32 v4, 0x3ff, v31
	v_mov_b32_e32 v5, 0
	s_mov_b64 s[6:7], 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s4, 0xffff
	s_mul_i32 s12, s12, s4
	s_add_i32 s5, s5, s12
	v_add_i32_e32 v4, vcc, s5, v4
	v_lshl_b64 v[6:7], v[4:5], 2
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, seen@rel32@lo+4
	s_addc_u32 s5, s5, seen@rel32@hi+12
	v_mov_b32_e32 v9, s5
	v_add_i32_e32 v8, vcc, s4, v6
	v_addc_u32_e32 v9, vcc, v9, v7, vcc
	v_and_b32_e32 v10, 15, v4
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, sbox@rel32@lo+4
	s_addc_u32 s5, s5, sbox@rel32@hi+12
	v_mov_b32_e32 v11, s5
	v_add_i32_e32 v10, vcc, s4, v10
	v_addc_u32_e32 v11, vcc, 0, v11, vcc
	flat_load_ubyte v10, v[10:11]
	flat_load_dword v8, v[8:9]
	v_add_i32_e32 v2, vcc, v2, v6
	v_addc_u32_e32 v3, vcc, v3, v7, vcc
	v_cmp_lt_i32_e32 vcc, 0, v4
	s_mov_b64 s[4:5], 0
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v8, v8, v10
	flat_store_dword v[2:3], v8
                                        ; implicit-def: $vgpr2_vgpr3
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execz .LBB3_4
; %bb.1:
	v_cmp_eq_u32_e32 vcc, 1, v4
	s_mov_b64 s[6:7], -1
                                        ; implicit-def: $vgpr2_vgpr3
	s_and_saveexec_b64 s[10:11], vcc
	s_cbranch_execz .LBB3_3
; %bb.2:
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, total@rel32@lo+4
	s_addc_u32 s7, s7, total@rel32@hi+12
	v_mov_b32_e32 v2, s6
	v_mov_b32_e32 v3, s7
	flat_load_dwordx2 v[2:3], v[2:3]
	s_xor_b64 s[6:7], exec, -1
.LBB3_3:
	s_or_b64 exec, exec, s[10:11]
	s_and_b64 s[6:7], s[6:7], exec
.LBB3_4:
	s_andn2_saveexec_b64 s[8:9], s[8:9]
; %bb.5:
	v_cmp_ne_u32_e32 vcc, 0, v4
	s_andn2_b64 s[6:7], s[6:7], exec
	s_and_b64 s[10:11], vcc, exec
	s_mov_b64 s[4:5], exec
	s_or_b64 s[6:7], s[6:7], s[10:11]
; %bb.6:
	s_or_b64 exec, exec, s[8:9]
	s_and_saveexec_b64 s[8:9], s[6:7]
	s_xor_b64 s[6:7], exec, s[8:9]
	s_cbranch_execz .LBB3_12
; %bb.7:
	v_cmp_lt_u32_e32 vcc, 9, v4
                                        ; implicit-def: $vgpr2_vgpr3
	s_and_saveexec_b64 s[8:9], vcc
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execz .LBB3_9
; %bb.8:
	s_mov_b32 s10, 0xaaaaaaab
	s_waitcnt vmcnt(0)
	v_mul_hi_u32 v2, v4, s10
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, recs@rel32@lo+4
	s_addc_u32 s11, s11, recs@rel32@hi+12
	v_mov_b32_e32 v3, s11
	v_lshrrev_b32_e32 v2, 1, v2
	v_mul_lo_u32 v2, v2, 3
	v_sub_i32_e32 v2, vcc, v4, v2
	v_lshlrev_b32_e32 v6, 4, v2
	v_add_i32_e32 v2, vcc, s10, v6
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, recs@rel32@lo+8
	s_addc_u32 s11, s11, recs@rel32@hi+16
	v_mov_b32_e32 v7, s11
	v_add_i32_e32 v6, vcc, s10, v6
	v_addc_u32_e32 v7, vcc, 0, v7, vcc
	flat_load_dword v8, v[6:7]
	v_and_b32_e32 v6, 1, v4
	v_lshlrev_b32_e32 v6, 2, v6
	v_add_i32_e32 v6, vcc, v2, v6
	v_addc_u32_e32 v7, vcc, 0, v3, vcc
	v_add_i32_e32 v6, vcc, 8, v6
	v_addc_u32_e32 v7, vcc, 0, v7, vcc
	flat_load_sshort v2, v[2:3]
	flat_load_dword v3, v[6:7]
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v6, 4.0, v8
	v_cvt_i32_f32_e32 v6, v6
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v2, vcc, v3, v2
	v_add_i32_e32 v2, vcc, v2, v6
	v_ashrrev_i32_e32 v3, 31, v2
                                        ; implicit-def: $vgpr6_vgpr7
.LBB3_9:
	s_andn2_saveexec_b64 s[8:9], s[8:9]
	s_cbranch_execz .LBB3_11
; %bb.10:
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, table@rel32@lo-4
	s_addc_u32 s11, s11, table@rel32@hi+4
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, s11
	v_add_i32_e32 v2, vcc, s10, v6
	v_addc_u32_e32 v3, vcc, v3, v7, vcc
	flat_load_dword v2, v[2:3]
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e32 v3, 31, v2
.LBB3_11:
	s_or_b64 exec, exec, s[8:9]
	s_andn2_b64 s[4:5], s[4:5], exec
.LBB3_12:
	s_or_b64 exec, exec, s[6:7]
	s_and_saveexec_b64 s[6:7], s[4:5]
	s_cbranch_execz .LBB3_14
; %bb.13:
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, counter@rel32@lo+4
	s_addc_u32 s5, s5, counter@rel32@hi+12
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s5
	flat_load_dword v2, v[2:3]
	v_mov_b32_e32 v3, 0
.LBB3_14:
	s_or_b64 exec, exec, s[6:7]
	v_lshl_b64 v[4:5], v[4:5], 3
	v_add_i32_e32 v0, vcc, v0, v4
	v_addc_u32_e32 v1, vcc, v1, v5, vcc
	s_waitcnt vmcnt(0)
	flat_store_dwordx2 v[0:1], v[2:3]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end3:
	.size	__clang_ocl_kern_imp_report, .Lfunc_end3-__clang_ocl_kern_imp_report
                                        ; -- End function
	.set __clang_ocl_kern_imp_report.num_vgpr, 32
	.set __clang_ocl_kern_imp_report.num_agpr, 0
	.set __clang_ocl_kern_imp_report.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_report.num_named_barrier, 0
	.set __clang_ocl_kern_imp_report.private_seg_size, 0
	.set __clang_ocl_kern_imp_report.uses_vcc, 1
	.set __clang_ocl_kern_imp_report.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_report.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_report.has_recursion, 0
	.set __clang_ocl_kern_imp_report.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 652
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
	.hidden	sbox                            ; @sbox
	.type	sbox,@object
	.section	.rodata,"a",@progbits
	.globl	sbox
sbox:
	.ascii	"\f\005\006\013\t\000\n\r\003\016\017\b\004\007\001\002"
	.size	sbox, 16

	.hidden	weights                         ; @weights
	.type	weights,@object
	.globl	weights
	.p2align	3, 0x0
weights:
	.quad	1                               ; 0x1
	.quad	4294967296                      ; 0x100000000
	.quad	-1                              ; 0xffffffffffffffff
	.quad	12345678901234                  ; 0xb3a73ce2ff2
	.size	weights, 32

	.hidden	recs                            ; @recs
	.type	recs,@object
	.globl	recs
	.p2align	2, 0x0
recs:
	.short	65531                           ; 0xfffb
	.zero	2
	.long	0x3fc00000                      ; float 1.5
	.long	1                               ; 0x1
	.long	2                               ; 0x2
	.short	300                             ; 0x12c
	.zero	2
	.long	0xbe800000                      ; float -0.25
	.long	3                               ; 0x3
	.long	4                               ; 0x4
	.short	7                               ; 0x7
	.zero	2
	.long	0x44800000                      ; float 1024
	.long	5                               ; 0x5
	.long	6                               ; 0x6
	.size	recs, 48

	.hidden	primes                          ; @primes
	.type	primes,@object
	.globl	primes
	.p2align	2, 0x0
primes:
	.long	2                               ; 0x2
	.long	3                               ; 0x3
	.long	5                               ; 0x5
	.long	7                               ; 0x7
	.long	11                              ; 0xb
	.size	primes, 20

	.hidden	squares                         ; @squares
	.type	squares,@object
	.globl	squares
	.p2align	2, 0x0
squares:
	.long	1                               ; 0x1
	.long	4                               ; 0x4
	.long	9                               ; 0x9
	.long	16                              ; 0x10
	.long	25                              ; 0x19
	.size	squares, 20

	.hidden	cubes                           ; @cubes
	.type	cubes,@object
	.globl	cubes
	.p2align	2, 0x0
cubes:
	.long	1                               ; 0x1
	.long	8                               ; 0x8
	.long	27                              ; 0x1b
	.long	64                              ; 0x40
	.long	125                             ; 0x7d
	.size	cubes, 20

	.hidden	series                          ; @series
	.type	series,@object
	.section	.data.rel.ro,"aw",@progbits
	.globl	series
	.p2align	3, 0x0
series:
	.quad	squares
	.quad	primes
	.quad	cubes
	.size	series, 24

	.hidden	counter                         ; @counter
	.type	counter,@object
	.data
	.globl	counter
	.p2align	2, 0x0
counter:
	.long	1000                            ; 0x3e8
	.size	counter, 4

	.hidden	table                           ; @table
	.type	table,@object
	.globl	table
	.p2align	2, 0x0
table:
	.long	4294967293                      ; 0xfffffffd
	.long	1                               ; 0x1
	.long	4294967292                      ; 0xfffffffc
	.long	1                               ; 0x1
	.long	4294967291                      ; 0xfffffffb
	.long	9                               ; 0x9
	.long	4294967294                      ; 0xfffffffe
	.long	6                               ; 0x6
	.size	table, 32

	.hidden	total                           ; @total
	.type	total,@object
	.section	.bss,"aw",@nobits
	.globl	total
	.p2align	3, 0x0
total:
	.quad	0                               ; 0x0
	.size	total, 8

	.hidden	seen                            ; @seen
	.type	seen,@object
	.globl	seen
	.p2align	2, 0x0
seen:
	.zero	256
	.size	seen, 256

	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym primes
	.addrsig_sym squares
	.addrsig_sym cubes
	.addrsig_sym counter
	.addrsig_sym table
	.addrsig_sym total
	.addrsig_sym seen
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
      - .offset:         8
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         12
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         16
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         20
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         22
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         24
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         26
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         28
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         30
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         48
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         56
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         72
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         200
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         204
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 264
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           update
    .private_segment_fixed_size: 0
    .sgpr_count:     11
    .sgpr_spill_count: 0
    .symbol:         update.kd
    .uses_dynamic_stack: false
    .vgpr_count:     5
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'ulong*'
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
    .name:           report
    .private_segment_fixed_size: 0
    .sgpr_count:     12
    .sgpr_spill_count: 0
    .symbol:         report.kd
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
