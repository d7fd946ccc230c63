	.amdgcn_target "amdgcn-amd-amdhsa--gfx700"
	.amdhsa_code_object_version 5
	.text
	.p2align	2                               ; -- Begin function get_group_id
	.type	get_group_id,@function
get_group_id:                           ; @get_group_id
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s15, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[4:5], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	s_add_i32 s32, s32, 0x600
                                        ; implicit-def: $vgpr1 : SGPR spill to VGPR lane
	v_writelane_b32 v1, s14, 0
	v_writelane_b32 v1, s13, 1
	v_writelane_b32 v1, s12, 2
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	buffer_store_dword v0, off, s[0:3], s33 offset:4
	buffer_load_dword v0, off, s[0:3], s33 offset:4
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
; %bb.1:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	buffer_load_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b32 s4, 0
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e64 s[4:5], v0, s4
	s_mov_b64 s[6:7], 0
	v_writelane_b32 v1, s6, 3
	v_writelane_b32 v1, s7, 4
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v1, s6, 5
	v_writelane_b32 v1, s7, 6
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB0_3
; %bb.2:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	buffer_load_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b32 s4, 1
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e64 s[4:5], v0, s4
	s_mov_b64 s[6:7], 0
	v_writelane_b32 v1, s6, 7
	v_writelane_b32 v1, s7, 8
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v1, s6, 9
	v_writelane_b32 v1, s7, 10
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB0_11
	s_branch .LBB0_4
.LBB0_3:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 5
	v_readlane_b32 s5, v1, 6
	s_or_saveexec_b64 s[4:5], s[4:5]
	v_readlane_b32 s8, v1, 3
	v_readlane_b32 s9, v1, 4
	v_writelane_b32 v1, s8, 11
	v_writelane_b32 v1, s9, 12
	s_mov_b64 s[6:7], 0
	v_writelane_b32 v1, s8, 13
	v_writelane_b32 v1, s9, 14
	v_writelane_b32 v1, s6, 15
	v_writelane_b32 v1, s7, 16
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v1, s4, 17
	v_writelane_b32 v1, s5, 18
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB0_13
	s_branch .LBB0_6
.LBB0_4:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	buffer_load_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b32 s4, 2
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e64 s[6:7], v0, s4
	s_mov_b64 s[4:5], -1
	v_writelane_b32 v1, s4, 19
	v_writelane_b32 v1, s5, 20
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v1, s4, 21
	v_writelane_b32 v1, s5, 22
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB0_9
	s_branch .LBB0_12
.LBB0_5:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s6, v1, 23
	v_readlane_b32 s7, v1, 24
	s_or_b64 exec, exec, s[6:7]
	v_readlane_b32 s4, v1, 25
	v_readlane_b32 s5, v1, 26
	s_and_b64 s[4:5], s[4:5], exec
	v_writelane_b32 v1, s4, 3
	v_writelane_b32 v1, s5, 4
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_branch .LBB0_3
.LBB0_6:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s6, v1, 11
	v_readlane_b32 s7, v1, 12
	buffer_load_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b32 s4, 0
	s_waitcnt vmcnt(0)
	v_cmp_ne_u32_e64 s[8:9], v0, s4
	s_mov_b64 s[4:5], -1
	s_mov_b64 s[4:5], exec
	s_andn2_b64 s[6:7], s[6:7], exec
	s_and_b64 s[8:9], s[8:9], exec
	s_or_b64 s[6:7], s[6:7], s[8:9]
	v_writelane_b32 v1, s6, 13
	v_writelane_b32 v1, s7, 14
	v_writelane_b32 v1, s4, 15
	v_writelane_b32 v1, s5, 16
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_branch .LBB0_13
.LBB0_7:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 27
	v_readlane_b32 s5, v1, 28
	s_or_b64 exec, exec, s[4:5]
	v_readlane_b32 s6, v1, 29
	v_readlane_b32 s7, v1, 30
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v1, s4, 31
	v_writelane_b32 v1, s5, 32
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB0_15
; %bb.8:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 2
	v_mov_b32_e32 v0, s4
	buffer_store_dword v0, off, s[0:3], s33
	s_branch .LBB0_15
.LBB0_9:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s6, v1, 21
	v_readlane_b32 s7, v1, 22
	s_or_b64 exec, exec, s[6:7]
	v_readlane_b32 s4, v1, 19
	v_readlane_b32 s5, v1, 20
	s_and_b64 s[4:5], s[4:5], exec
	v_writelane_b32 v1, s4, 7
	v_writelane_b32 v1, s5, 8
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_branch .LBB0_11
.LBB0_10:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 1
	v_mov_b32_e32 v0, s4
	buffer_store_dword v0, off, s[0:3], s33
	s_branch .LBB0_5
.LBB0_11:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 9
	v_readlane_b32 s5, v1, 10
	s_or_saveexec_b64 s[4:5], s[4:5]
	v_readlane_b32 s6, v1, 7
	v_readlane_b32 s7, v1, 8
	v_writelane_b32 v1, s6, 25
	v_writelane_b32 v1, s7, 26
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v1, s4, 23
	v_writelane_b32 v1, s5, 24
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB0_5
	s_branch .LBB0_10
.LBB0_12:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 0
	v_mov_b32_e32 v0, s4
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b64 s[4:5], 0
	s_xor_b64 s[4:5], exec, -1
	v_writelane_b32 v1, s4, 19
	v_writelane_b32 v1, s5, 20
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_branch .LBB0_9
.LBB0_13:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s8, v1, 17
	v_readlane_b32 s9, v1, 18
	s_or_b64 exec, exec, s[8:9]
	v_readlane_b32 s4, v1, 13
	v_readlane_b32 s5, v1, 14
	v_readlane_b32 s6, v1, 15
	v_readlane_b32 s7, v1, 16
	v_writelane_b32 v1, s6, 33
	v_writelane_b32 v1, s7, 34
	v_writelane_b32 v1, s6, 29
	v_writelane_b32 v1, s7, 30
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v1, s6, 27
	v_writelane_b32 v1, s7, 28
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB0_7
; %bb.14:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 33
	v_readlane_b32 s5, v1, 34
	v_mov_b32_e32 v0, 0
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b64 s[6:7], 0
	s_andn2_b64 s[4:5], s[4:5], exec
	v_writelane_b32 v1, s4, 29
	v_writelane_b32 v1, s5, 30
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_branch .LBB0_7
.LBB0_15:
	s_or_saveexec_b64 s[16:17], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[16:17]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 31
	v_readlane_b32 s5, v1, 32
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b32 s32, s33
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_mov_b32 s33, s15
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	get_group_id, .Lfunc_end0-get_group_id
                                        ; -- End function
	.set .Lget_group_id.num_vgpr, 2
	.set .Lget_group_id.num_agpr, 0
	.set .Lget_group_id.numbered_sgpr, 34
	.set .Lget_group_id.num_named_barrier, 0
	.set .Lget_group_id.private_seg_size, 24
	.set .Lget_group_id.uses_vcc, 0
	.set .Lget_group_id.uses_flat_scratch, 0
	.set .Lget_group_id.has_dyn_sized_stack, 0
	.set .Lget_group_id.has_recursion, 0
	.set .Lget_group_id.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1320
; TotalNumSgprs: 34
; NumVgprs: 2
; ScratchSize: 24
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function ocl_implicit
	.type	ocl_implicit,@function
ocl_implicit:                           ; @ocl_implicit
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s6, s33
	s_mov_b32 s33, s32
	s_mov_b32 s4, 32
	s_lshr_b64 s[4:5], s[8:9], s4
                                        ; kill: def $sgpr4 killed $sgpr4 killed $sgpr4_sgpr5
	s_mov_b32 s5, s8
	v_mov_b32_e32 v0, s5
	v_mov_b32_e32 v1, s4
	s_mov_b32 s33, s6
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	ocl_implicit, .Lfunc_end1-ocl_implicit
                                        ; -- End function
	.set .Locl_implicit.num_vgpr, 2
	.set .Locl_implicit.num_agpr, 0
	.set .Locl_implicit.numbered_sgpr, 34
	.set .Locl_implicit.num_named_barrier, 0
	.set .Locl_implicit.private_seg_size, 0
	.set .Locl_implicit.uses_vcc, 0
	.set .Locl_implicit.uses_flat_scratch, 0
	.set .Locl_implicit.has_dyn_sized_stack, 0
	.set .Locl_implicit.has_recursion, 0
	.set .Locl_implicit.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 40
; TotalNumSgprs: 34
; NumVgprs: 2
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function get_enqueued_local_size
	.type	get_enqueued_local_size,@function
get_enqueued_local_size:                ; @get_enqueued_local_size
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s26, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[16:17], -1
	buffer_store_dword v8, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	buffer_store_dword v9, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_add_i32 s32, s32, 0x800
	v_writelane_b32 v8, s30, 0
	v_writelane_b32 v8, s31, 1
	buffer_store_dword v31, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
                                        ; implicit-def: $vgpr9 : SGPR spill to VGPR lane
	v_writelane_b32 v9, s15, 0
	v_writelane_b32 v9, s14, 1
	v_writelane_b32 v9, s13, 2
	v_writelane_b32 v9, s12, 3
	v_writelane_b32 v9, s10, 4
	v_writelane_b32 v9, s11, 5
	v_writelane_b32 v9, s8, 6
	v_writelane_b32 v9, s9, 7
	v_writelane_b32 v9, s6, 8
	v_writelane_b32 v9, s7, 9
	v_writelane_b32 v9, s4, 10
	v_writelane_b32 v9, s5, 11
	buffer_store_dword v0, off, s[0:3], s33
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b32 s4, 2
	s_waitcnt vmcnt(0)
	v_cmp_gt_u32_e64 s[4:5], v0, s4
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v9, s6, 12
	v_writelane_b32 v9, s7, 13
	s_or_saveexec_b64 s[24:25], -1
	buffer_store_dword v9, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	s_mov_b64 exec, s[24:25]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB2_1
	s_branch .LBB2_3
.LBB2_1:
	s_or_saveexec_b64 s[24:25], -1
	buffer_load_dword v9, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_mov_b64 exec, s[24:25]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v9, 12
	v_readlane_b32 s5, v9, 13
	s_or_saveexec_b64 s[4:5], s[4:5]
	v_mov_b32_e32 v0, 1
	buffer_store_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v9, s4, 14
	v_writelane_b32 v9, s5, 15
	s_or_saveexec_b64 s[24:25], -1
	buffer_store_dword v9, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	s_mov_b64 exec, s[24:25]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB2_4
; %bb.2:
	s_or_saveexec_b64 s[24:25], -1
	buffer_load_dword v9, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_mov_b64 exec, s[24:25]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s15, v9, 0
	v_readlane_b32 s14, v9, 1
	v_readlane_b32 s13, v9, 2
	v_readlane_b32 s12, v9, 3
	v_readlane_b32 s10, v9, 4
	v_readlane_b32 s11, v9, 5
	v_readlane_b32 s8, v9, 6
	v_readlane_b32 s9, v9, 7
	v_readlane_b32 s6, v9, 8
	v_readlane_b32 s7, v9, 9
	v_readlane_b32 s4, v9, 10
	v_readlane_b32 s5, v9, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, ocl_implicit@rel32@lo+4
	s_addc_u32 s17, s17, ocl_implicit@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v6, v0
                                        ; kill: def $vgpr6 killed $vgpr6 def $vgpr6_vgpr7 killed $exec
	v_mov_b32_e32 v7, v1
	v_mov_b32_e32 v2, 0
	buffer_load_dword v0, off, s[0:3], s33
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
	s_mov_b32 s4, 1
	s_waitcnt vmcnt(0)
	v_lshl_b64 v[4:5], v[0:1], s4
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v0, v7
	v_mov_b32_e32 v2, v5
	v_add_i32_e64 v1, s[4:5], v1, v3
	v_addc_u32_e64 v0, s[4:5], v0, v2, s[4:5]
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v0
	s_mov_b64 s[6:7], 12
	v_mov_b32_e32 v0, v1
	s_mov_b32 s4, s6
	v_mov_b32_e32 v1, v2
	s_mov_b32 s6, s7
	v_add_i32_e64 v0, s[4:5], v0, s4
	v_mov_b32_e32 v2, s6
	v_addc_u32_e64 v2, s[4:5], v1, v2, s[4:5]
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
	flat_load_ushort v0, v[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_branch .LBB2_4
.LBB2_3:
	s_branch .LBB2_1
.LBB2_4:
	s_or_saveexec_b64 s[24:25], -1
	buffer_load_dword v9, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_mov_b64 exec, s[24:25]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v9, 14
	v_readlane_b32 s5, v9, 15
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	v_readlane_b32 s31, v8, 1
	v_readlane_b32 s30, v8, 0
	s_mov_b32 s32, s33
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v8, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v9, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_mov_b32 s33, s26
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	get_enqueued_local_size, .Lfunc_end2-get_enqueued_local_size
                                        ; -- End function
	.set .Lget_enqueued_local_size.num_vgpr, max(32, .Locl_implicit.num_vgpr)
	.set .Lget_enqueued_local_size.num_agpr, max(0, .Locl_implicit.num_agpr)
	.set .Lget_enqueued_local_size.numbered_sgpr, max(34, .Locl_implicit.numbered_sgpr)
	.set .Lget_enqueued_local_size.num_named_barrier, max(0, .Locl_implicit.num_named_barrier)
	.set .Lget_enqueued_local_size.private_seg_size, 32+max(.Locl_implicit.private_seg_size)
	.set .Lget_enqueued_local_size.uses_vcc, or(0, .Locl_implicit.uses_vcc)
	.set .Lget_enqueued_local_size.uses_flat_scratch, or(0, .Locl_implicit.uses_flat_scratch)
	.set .Lget_enqueued_local_size.has_dyn_sized_stack, or(0, .Locl_implicit.has_dyn_sized_stack)
	.set .Lget_enqueued_local_size.has_recursion, or(0, .Locl_implicit.has_recursion)
	.set .Lget_enqueued_local_size.has_indirect_call, or(0, .Locl_implicit.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 620
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 32
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function get_local_id
	.type	get_local_id,@function
get_local_id:                           ; @get_local_id
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s14, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[4:5], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	s_add_i32 s32, s32, 0x700
	buffer_store_dword v31, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	buffer_store_dword v0, off, s[0:3], s33 offset:4
	buffer_load_dword v0, off, s[0:3], s33 offset:4
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
; %bb.1:
	buffer_load_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b32 s4, 0
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e64 s[4:5], v0, s4
	s_mov_b64 s[6:7], 0
                                        ; implicit-def: $vgpr1 : SGPR spill to VGPR lane
	v_writelane_b32 v1, s6, 0
	v_writelane_b32 v1, s7, 1
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v1, s6, 2
	v_writelane_b32 v1, s7, 3
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB3_3
; %bb.2:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	buffer_load_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b32 s4, 1
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e64 s[4:5], v0, s4
	s_mov_b64 s[6:7], 0
	v_writelane_b32 v1, s6, 4
	v_writelane_b32 v1, s7, 5
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v1, s6, 6
	v_writelane_b32 v1, s7, 7
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB3_11
	s_branch .LBB3_4
.LBB3_3:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 2
	v_readlane_b32 s5, v1, 3
	s_or_saveexec_b64 s[4:5], s[4:5]
	v_readlane_b32 s8, v1, 0
	v_readlane_b32 s9, v1, 1
	v_writelane_b32 v1, s8, 8
	v_writelane_b32 v1, s9, 9
	s_mov_b64 s[6:7], 0
	v_writelane_b32 v1, s8, 10
	v_writelane_b32 v1, s9, 11
	v_writelane_b32 v1, s6, 12
	v_writelane_b32 v1, s7, 13
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v1, s4, 14
	v_writelane_b32 v1, s5, 15
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB3_13
	s_branch .LBB3_6
.LBB3_4:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	buffer_load_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b32 s4, 2
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e64 s[6:7], v0, s4
	s_mov_b64 s[4:5], -1
	v_writelane_b32 v1, s4, 16
	v_writelane_b32 v1, s5, 17
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v1, s4, 18
	v_writelane_b32 v1, s5, 19
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB3_9
	s_branch .LBB3_12
.LBB3_5:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s6, v1, 20
	v_readlane_b32 s7, v1, 21
	s_or_b64 exec, exec, s[6:7]
	v_readlane_b32 s4, v1, 22
	v_readlane_b32 s5, v1, 23
	s_and_b64 s[4:5], s[4:5], exec
	v_writelane_b32 v1, s4, 0
	v_writelane_b32 v1, s5, 1
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_branch .LBB3_3
.LBB3_6:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s6, v1, 8
	v_readlane_b32 s7, v1, 9
	buffer_load_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b32 s4, 0
	s_waitcnt vmcnt(0)
	v_cmp_ne_u32_e64 s[8:9], v0, s4
	s_mov_b64 s[4:5], -1
	s_mov_b64 s[4:5], exec
	s_andn2_b64 s[6:7], s[6:7], exec
	s_and_b64 s[8:9], s[8:9], exec
	s_or_b64 s[6:7], s[6:7], s[8:9]
	v_writelane_b32 v1, s6, 10
	v_writelane_b32 v1, s7, 11
	v_writelane_b32 v1, s4, 12
	v_writelane_b32 v1, s5, 13
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_branch .LBB3_13
.LBB3_7:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 24
	v_readlane_b32 s5, v1, 25
	s_or_b64 exec, exec, s[4:5]
	v_readlane_b32 s6, v1, 26
	v_readlane_b32 s7, v1, 27
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v1, s4, 28
	v_writelane_b32 v1, s5, 29
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB3_15
; %bb.8:
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_mov_b32 s4, 0x3ff
	s_waitcnt vmcnt(0)
	v_and_b32_e64 v0, v0, s4
	buffer_store_dword v0, off, s[0:3], s33
	s_branch .LBB3_15
.LBB3_9:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s6, v1, 18
	v_readlane_b32 s7, v1, 19
	s_or_b64 exec, exec, s[6:7]
	v_readlane_b32 s4, v1, 16
	v_readlane_b32 s5, v1, 17
	s_and_b64 s[4:5], s[4:5], exec
	v_writelane_b32 v1, s4, 4
	v_writelane_b32 v1, s5, 5
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_branch .LBB3_11
.LBB3_10:
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_bfe_u32 v0, v0, 10, 10
	buffer_store_dword v0, off, s[0:3], s33
	s_branch .LBB3_5
.LBB3_11:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 6
	v_readlane_b32 s5, v1, 7
	s_or_saveexec_b64 s[4:5], s[4:5]
	v_readlane_b32 s6, v1, 4
	v_readlane_b32 s7, v1, 5
	v_writelane_b32 v1, s6, 22
	v_writelane_b32 v1, s7, 23
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v1, s4, 20
	v_writelane_b32 v1, s5, 21
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB3_5
	s_branch .LBB3_10
.LBB3_12:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_bfe_u32 v0, v0, 20, 10
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b64 s[4:5], 0
	s_xor_b64 s[4:5], exec, -1
	v_writelane_b32 v1, s4, 16
	v_writelane_b32 v1, s5, 17
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_branch .LBB3_9
.LBB3_13:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s8, v1, 14
	v_readlane_b32 s9, v1, 15
	s_or_b64 exec, exec, s[8:9]
	v_readlane_b32 s4, v1, 10
	v_readlane_b32 s5, v1, 11
	v_readlane_b32 s6, v1, 12
	v_readlane_b32 s7, v1, 13
	v_writelane_b32 v1, s6, 30
	v_writelane_b32 v1, s7, 31
	v_writelane_b32 v1, s6, 26
	v_writelane_b32 v1, s7, 27
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v1, s6, 24
	v_writelane_b32 v1, s7, 25
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB3_7
; %bb.14:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 30
	v_readlane_b32 s5, v1, 31
	v_mov_b32_e32 v0, 0
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b64 s[6:7], 0
	s_andn2_b64 s[4:5], s[4:5], exec
	v_writelane_b32 v1, s4, 26
	v_writelane_b32 v1, s5, 27
	s_or_saveexec_b64 s[12:13], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[12:13]
	s_branch .LBB3_7
.LBB3_15:
	s_or_saveexec_b64 s[12:13], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[12:13]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 28
	v_readlane_b32 s5, v1, 29
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b32 s32, s33
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_mov_b32 s33, s14
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end3:
	.size	get_local_id, .Lfunc_end3-get_local_id
                                        ; -- End function
	.set .Lget_local_id.num_vgpr, 32
	.set .Lget_local_id.num_agpr, 0
	.set .Lget_local_id.numbered_sgpr, 34
	.set .Lget_local_id.num_named_barrier, 0
	.set .Lget_local_id.private_seg_size, 28
	.set .Lget_local_id.uses_vcc, 0
	.set .Lget_local_id.uses_flat_scratch, 0
	.set .Lget_local_id.has_dyn_sized_stack, 0
	.set .Lget_local_id.has_recursion, 0
	.set .Lget_local_id.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1284
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 28
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function get_global_offset
	.type	get_global_offset,@function
get_global_offset:                      ; @get_global_offset
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s26, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[16:17], -1
	buffer_store_dword v8, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	buffer_store_dword v9, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_add_i32 s32, s32, 0x800
	v_writelane_b32 v8, s30, 0
	v_writelane_b32 v8, s31, 1
	buffer_store_dword v31, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
                                        ; implicit-def: $vgpr9 : SGPR spill to VGPR lane
	v_writelane_b32 v9, s15, 0
	v_writelane_b32 v9, s14, 1
	v_writelane_b32 v9, s13, 2
	v_writelane_b32 v9, s12, 3
	v_writelane_b32 v9, s10, 4
	v_writelane_b32 v9, s11, 5
	v_writelane_b32 v9, s8, 6
	v_writelane_b32 v9, s9, 7
	v_writelane_b32 v9, s6, 8
	v_writelane_b32 v9, s7, 9
	v_writelane_b32 v9, s4, 10
	v_writelane_b32 v9, s5, 11
	buffer_store_dword v0, off, s[0:3], s33
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b32 s4, 2
	s_waitcnt vmcnt(0)
	v_cmp_gt_u32_e64 s[4:5], v0, s4
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v9, s6, 12
	v_writelane_b32 v9, s7, 13
	s_or_saveexec_b64 s[24:25], -1
	buffer_store_dword v9, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	s_mov_b64 exec, s[24:25]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB4_1
	s_branch .LBB4_3
.LBB4_1:
	s_or_saveexec_b64 s[24:25], -1
	buffer_load_dword v9, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_mov_b64 exec, s[24:25]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v9, 12
	v_readlane_b32 s5, v9, 13
	s_or_saveexec_b64 s[4:5], s[4:5]
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 0
	buffer_store_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v9, s4, 14
	v_writelane_b32 v9, s5, 15
	s_or_saveexec_b64 s[24:25], -1
	buffer_store_dword v9, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	s_mov_b64 exec, s[24:25]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB4_4
; %bb.2:
	s_or_saveexec_b64 s[24:25], -1
	buffer_load_dword v9, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_mov_b64 exec, s[24:25]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s15, v9, 0
	v_readlane_b32 s14, v9, 1
	v_readlane_b32 s13, v9, 2
	v_readlane_b32 s12, v9, 3
	v_readlane_b32 s10, v9, 4
	v_readlane_b32 s11, v9, 5
	v_readlane_b32 s8, v9, 6
	v_readlane_b32 s9, v9, 7
	v_readlane_b32 s6, v9, 8
	v_readlane_b32 s7, v9, 9
	v_readlane_b32 s4, v9, 10
	v_readlane_b32 s5, v9, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, ocl_implicit@rel32@lo+4
	s_addc_u32 s17, s17, ocl_implicit@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v6, v0
                                        ; kill: def $vgpr6 killed $vgpr6 def $vgpr6_vgpr7 killed $exec
	v_mov_b32_e32 v7, v1
	v_mov_b32_e32 v2, 0
	buffer_load_dword v0, off, s[0:3], s33
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
	s_mov_b32 s4, 3
	s_waitcnt vmcnt(0)
	v_lshl_b64 v[4:5], v[0:1], s4
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v0, v7
	v_mov_b32_e32 v2, v5
	v_add_i32_e64 v1, s[4:5], v1, v3
	v_addc_u32_e64 v0, s[4:5], v0, v2, s[4:5]
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v0
	s_mov_b64 s[6:7], 40
	v_mov_b32_e32 v0, v1
	s_mov_b32 s4, s6
	v_mov_b32_e32 v1, v2
	s_mov_b32 s6, s7
	v_add_i32_e64 v0, s[4:5], v0, s4
	v_mov_b32_e32 v2, s6
	v_addc_u32_e64 v2, s[4:5], v1, v2, s[4:5]
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
	flat_load_dwordx2 v[0:1], v[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_branch .LBB4_4
.LBB4_3:
	s_branch .LBB4_1
.LBB4_4:
	s_or_saveexec_b64 s[24:25], -1
	buffer_load_dword v9, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_mov_b64 exec, s[24:25]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v9, 14
	v_readlane_b32 s5, v9, 15
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v1, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
                                        ; kill: def $vgpr0 killed $vgpr0 killed $vgpr0_vgpr1 killed $exec
	v_readlane_b32 s31, v8, 1
	v_readlane_b32 s30, v8, 0
	s_mov_b32 s32, s33
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v8, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	buffer_load_dword v9, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_mov_b32 s33, s26
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end4:
	.size	get_global_offset, .Lfunc_end4-get_global_offset
                                        ; -- End function
	.set .Lget_global_offset.num_vgpr, max(32, .Locl_implicit.num_vgpr)
	.set .Lget_global_offset.num_agpr, max(0, .Locl_implicit.num_agpr)
	.set .Lget_global_offset.numbered_sgpr, max(34, .Locl_implicit.numbered_sgpr)
	.set .Lget_global_offset.num_named_barrier, max(0, .Locl_implicit.num_named_barrier)
	.set .Lget_global_offset.private_seg_size, 32+max(.Locl_implicit.private_seg_size)
	.set .Lget_global_offset.uses_vcc, or(0, .Locl_implicit.uses_vcc)
	.set .Lget_global_offset.uses_flat_scratch, or(0, .Locl_implicit.uses_flat_scratch)
	.set .Lget_global_offset.has_dyn_sized_stack, or(0, .Locl_implicit.has_dyn_sized_stack)
	.set .Lget_global_offset.has_recursion, or(0, .Locl_implicit.has_recursion)
	.set .Lget_global_offset.has_indirect_call, or(0, .Locl_implicit.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 648
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 32
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function get_global_id
	.type	get_global_id,@function
get_global_id:                          ; @get_global_id
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s27, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[16:17], -1
	buffer_store_dword v10, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	buffer_store_dword v11, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_add_i32 s32, s32, 0x800
	v_writelane_b32 v10, s30, 0
	v_writelane_b32 v10, s31, 1
	buffer_store_dword v31, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
                                        ; implicit-def: $vgpr11 : SGPR spill to VGPR lane
	v_writelane_b32 v11, s15, 0
	v_writelane_b32 v11, s14, 1
	v_writelane_b32 v11, s13, 2
	v_writelane_b32 v11, s12, 3
	v_writelane_b32 v11, s10, 4
	v_writelane_b32 v11, s11, 5
	v_writelane_b32 v11, s8, 6
	v_writelane_b32 v11, s9, 7
	v_writelane_b32 v11, s6, 8
	v_writelane_b32 v11, s7, 9
	v_writelane_b32 v11, s4, 10
	v_writelane_b32 v11, s5, 11
	buffer_store_dword v0, off, s[0:3], s33
	buffer_load_dword v0, off, s[0:3], s33
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, get_group_id@rel32@lo+4
	s_addc_u32 s17, s17, get_group_id@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v31, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	v_readlane_b32 s14, v11, 1
	v_readlane_b32 s13, v11, 2
	v_readlane_b32 s12, v11, 3
	v_readlane_b32 s10, v11, 4
	v_readlane_b32 s11, v11, 5
	v_readlane_b32 s4, v11, 10
	v_readlane_b32 s5, v11, 11
	v_readlane_b32 s6, v11, 8
	v_readlane_b32 s7, v11, 9
	v_readlane_b32 s8, v11, 6
	v_readlane_b32 s9, v11, 7
	v_readlane_b32 s15, v11, 0
	buffer_store_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s33
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, get_enqueued_local_size@rel32@lo+4
	s_addc_u32 s17, s17, get_enqueued_local_size@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v31, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	v_readlane_b32 s4, v11, 10
	v_readlane_b32 s5, v11, 11
	v_readlane_b32 s6, v11, 8
	v_readlane_b32 s7, v11, 9
	v_readlane_b32 s8, v11, 6
	v_readlane_b32 s9, v11, 7
	v_readlane_b32 s10, v11, 4
	v_readlane_b32 s11, v11, 5
	v_readlane_b32 s12, v11, 3
	v_readlane_b32 s13, v11, 2
	v_readlane_b32 s14, v11, 1
	v_readlane_b32 s15, v11, 0
	v_mov_b32_e32 v1, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v0, v0, v1
	buffer_store_dword v0, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s33
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, get_local_id@rel32@lo+4
	s_addc_u32 s17, s17, get_local_id@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v31, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	v_readlane_b32 s15, v11, 0
	v_readlane_b32 s10, v11, 4
	v_readlane_b32 s11, v11, 5
	v_readlane_b32 s4, v11, 10
	v_readlane_b32 s5, v11, 11
	v_readlane_b32 s6, v11, 8
	v_readlane_b32 s7, v11, 9
	v_readlane_b32 s8, v11, 6
	v_readlane_b32 s9, v11, 7
	v_readlane_b32 s12, v11, 3
	v_readlane_b32 s13, v11, 2
	v_readlane_b32 s14, v11, 1
	v_mov_b32_e32 v1, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[16:17], v0, v1
	buffer_store_dword v0, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s33
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, get_global_offset@rel32@lo+4
	s_addc_u32 s17, s17, get_global_offset@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v1, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[4:5], v0, v1
	v_readlane_b32 s31, v10, 1
	v_readlane_b32 s30, v10, 0
	s_mov_b32 s32, s33
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v10, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	buffer_load_dword v11, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_mov_b32 s33, s27
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end5:
	.size	get_global_id, .Lfunc_end5-get_global_id
                                        ; -- End function
	.set .Lget_global_id.num_vgpr, max(32, .Lget_group_id.num_vgpr, .Lget_enqueued_local_size.num_vgpr, .Lget_local_id.num_vgpr, .Lget_global_offset.num_vgpr)
	.set .Lget_global_id.num_agpr, max(0, .Lget_group_id.num_agpr, .Lget_enqueued_local_size.num_agpr, .Lget_local_id.num_agpr, .Lget_global_offset.num_agpr)
	.set .Lget_global_id.numbered_sgpr, max(34, .Lget_group_id.numbered_sgpr, .Lget_enqueued_local_size.numbered_sgpr, .Lget_local_id.numbered_sgpr, .Lget_global_offset.numbered_sgpr)
	.set .Lget_global_id.num_named_barrier, max(0, .Lget_group_id.num_named_barrier, .Lget_enqueued_local_size.num_named_barrier, .Lget_local_id.num_named_barrier, .Lget_global_offset.num_named_barrier)
	.set .Lget_global_id.private_seg_size, 32+max(.Lget_group_id.private_seg_size, .Lget_enqueued_local_size.private_seg_size, .Lget_local_id.private_seg_size, .Lget_global_offset.private_seg_size)
	.set .Lget_global_id.uses_vcc, or(0, .Lget_group_id.uses_vcc, .Lget_enqueued_local_size.uses_vcc, .Lget_local_id.uses_vcc, .Lget_global_offset.uses_vcc)
	.set .Lget_global_id.uses_flat_scratch, or(0, .Lget_group_id.uses_flat_scratch, .Lget_enqueued_local_size.uses_flat_scratch, .Lget_local_id.uses_flat_scratch, .Lget_global_offset.uses_flat_scratch)
	.set .Lget_global_id.has_dyn_sized_stack, or(0, .Lget_group_id.has_dyn_sized_stack, .Lget_enqueued_local_size.has_dyn_sized_stack, .Lget_local_id.has_dyn_sized_stack, .Lget_global_offset.has_dyn_sized_stack)
	.set .Lget_global_id.has_recursion, or(0, .Lget_group_id.has_recursion, .Lget_enqueued_local_size.has_recursion, .Lget_local_id.has_recursion, .Lget_global_offset.has_recursion)
	.set .Lget_global_id.has_indirect_call, or(0, .Lget_group_id.has_indirect_call, .Lget_enqueued_local_size.has_indirect_call, .Lget_local_id.has_indirect_call, .Lget_global_offset.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 620
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 64
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function many
	.type	many,@function
many:                                   ; @many
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s8, s33
	s_add_i32 s33, s32, 0x7c0
	s_and_b32 s33, s33, 0xfffff800
	s_mov_b32 s9, s34
	s_mov_b32 s34, s32
	s_add_i32 s32, s32, 0x3800
	v_mov_b32_e32 v43, v2
	buffer_store_dword v1, off, s[0:3], s33 offset:160 ; 4-byte Folded Spill
	v_mov_b32_e32 v2, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:160 ; 4-byte Folded Reload
	v_mov_b32_e32 v56, v23
	v_mov_b32_e32 v57, v24
	v_mov_b32_e32 v58, v25
	v_mov_b32_e32 v59, v26
	v_mov_b32_e32 v60, v27
	v_mov_b32_e32 v61, v28
	v_mov_b32_e32 v62, v29
	v_mov_b32_e32 v63, v30
	v_mov_b32_e32 v35, v15
	v_mov_b32_e32 v36, v16
	v_mov_b32_e32 v37, v17
	v_mov_b32_e32 v38, v18
	v_mov_b32_e32 v39, v19
	v_mov_b32_e32 v40, v20
	v_mov_b32_e32 v41, v21
	v_mov_b32_e32 v42, v22
	v_mov_b32_e32 v48, v7
	v_mov_b32_e32 v49, v8
	v_mov_b32_e32 v50, v9
	v_mov_b32_e32 v51, v10
	v_mov_b32_e32 v52, v11
	v_mov_b32_e32 v53, v12
	v_mov_b32_e32 v54, v13
	v_mov_b32_e32 v55, v14
	v_mov_b32_e32 v31, v3
	v_mov_b32_e32 v32, v4
	v_mov_b32_e32 v33, v5
	v_mov_b32_e32 v34, v6
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v43
	buffer_load_dword v43, off, s[0:3], s34
	buffer_store_dword v2, off, s[0:3], s33 offset:4
	v_mov_b32_e32 v2, v1
	buffer_store_dword v2, off, s[0:3], s33 offset:12
                                        ; kill: def $vgpr0 killed $vgpr0 killed $vgpr0_vgpr1 killed $exec
	s_waitcnt vmcnt(3)
	buffer_store_dword v0, off, s[0:3], s33 offset:8
	buffer_store_dword v6, off, s[0:3], s33 offset:28
	buffer_store_dword v5, off, s[0:3], s33 offset:24
	buffer_store_dword v4, off, s[0:3], s33 offset:20
	buffer_store_dword v3, off, s[0:3], s33 offset:16
	buffer_store_dword v14, off, s[0:3], s33 offset:60
	buffer_store_dword v13, off, s[0:3], s33 offset:56
	buffer_store_dword v12, off, s[0:3], s33 offset:52
	buffer_store_dword v11, off, s[0:3], s33 offset:48
	buffer_store_dword v10, off, s[0:3], s33 offset:44
	buffer_store_dword v9, off, s[0:3], s33 offset:40
	buffer_store_dword v8, off, s[0:3], s33 offset:36
	buffer_store_dword v7, off, s[0:3], s33 offset:32
	buffer_store_dword v22, off, s[0:3], s33 offset:92
	buffer_store_dword v21, off, s[0:3], s33 offset:88
	buffer_store_dword v20, off, s[0:3], s33 offset:84
	buffer_store_dword v19, off, s[0:3], s33 offset:80
	buffer_store_dword v18, off, s[0:3], s33 offset:76
	buffer_store_dword v17, off, s[0:3], s33 offset:72
	buffer_store_dword v16, off, s[0:3], s33 offset:68
	buffer_store_dword v15, off, s[0:3], s33 offset:64
	buffer_store_dword v30, off, s[0:3], s33 offset:124
	buffer_store_dword v29, off, s[0:3], s33 offset:120
	buffer_store_dword v28, off, s[0:3], s33 offset:116
	buffer_store_dword v27, off, s[0:3], s33 offset:112
	buffer_store_dword v26, off, s[0:3], s33 offset:108
	buffer_store_dword v25, off, s[0:3], s33 offset:104
	buffer_store_dword v24, off, s[0:3], s33 offset:100
	buffer_store_dword v23, off, s[0:3], s33 offset:96
	buffer_load_dword v0, off, s[0:3], s33 offset:32
	buffer_load_dword v1, off, s[0:3], s33 offset:36
	buffer_load_dword v2, off, s[0:3], s33 offset:40
	buffer_load_dword v3, off, s[0:3], s33 offset:44
	buffer_load_dword v4, off, s[0:3], s33 offset:48
	buffer_load_dword v5, off, s[0:3], s33 offset:52
	buffer_load_dword v6, off, s[0:3], s33 offset:56
	buffer_load_dword v7, off, s[0:3], s33 offset:60
	s_mov_b32 s4, 3
	s_waitcnt vmcnt(7)
	v_mul_lo_u32 v0, v0, s4
	s_waitcnt vmcnt(6)
	v_mul_lo_u32 v1, v1, s4
	s_waitcnt vmcnt(5)
	v_mul_lo_u32 v2, v2, s4
	s_waitcnt vmcnt(4)
	v_mul_lo_u32 v3, v3, s4
	s_waitcnt vmcnt(3)
	v_mul_lo_u32 v4, v4, s4
	s_waitcnt vmcnt(2)
	v_mul_lo_u32 v5, v5, s4
	s_waitcnt vmcnt(1)
	v_mul_lo_u32 v6, v6, s4
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v7, v7, s4
	buffer_load_dword v8, off, s[0:3], s33 offset:64
	buffer_load_dword v9, off, s[0:3], s33 offset:68
	buffer_load_dword v10, off, s[0:3], s33 offset:72
	buffer_load_dword v11, off, s[0:3], s33 offset:76
	buffer_load_dword v12, off, s[0:3], s33 offset:80
	buffer_load_dword v13, off, s[0:3], s33 offset:84
	buffer_load_dword v14, off, s[0:3], s33 offset:88
	buffer_load_dword v15, off, s[0:3], s33 offset:92
	s_mov_b32 s4, 5
	s_waitcnt vmcnt(7)
	v_mul_lo_u32 v8, v8, s4
	s_waitcnt vmcnt(6)
	v_mul_lo_u32 v9, v9, s4
	s_waitcnt vmcnt(5)
	v_mul_lo_u32 v10, v10, s4
	s_waitcnt vmcnt(4)
	v_mul_lo_u32 v11, v11, s4
	s_waitcnt vmcnt(3)
	v_mul_lo_u32 v12, v12, s4
	s_waitcnt vmcnt(2)
	v_mul_lo_u32 v13, v13, s4
	s_waitcnt vmcnt(1)
	v_mul_lo_u32 v14, v14, s4
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v15, v15, s4
	v_add_i32_e64 v7, s[4:5], v7, v15
	v_add_i32_e64 v6, s[4:5], v6, v14
	v_add_i32_e64 v5, s[4:5], v5, v13
	v_add_i32_e64 v4, s[4:5], v4, v12
	v_add_i32_e64 v3, s[4:5], v3, v11
	v_add_i32_e64 v2, s[4:5], v2, v10
	v_add_i32_e64 v1, s[4:5], v1, v9
	v_add_i32_e64 v0, s[4:5], v0, v8
	buffer_load_dword v15, off, s[0:3], s33 offset:96
	buffer_load_dword v14, off, s[0:3], s33 offset:100
	buffer_load_dword v13, off, s[0:3], s33 offset:104
	buffer_load_dword v12, off, s[0:3], s33 offset:108
	buffer_load_dword v11, off, s[0:3], s33 offset:112
	buffer_load_dword v10, off, s[0:3], s33 offset:116
	buffer_load_dword v9, off, s[0:3], s33 offset:120
	buffer_load_dword v8, off, s[0:3], s33 offset:124
	s_mov_b32 s4, 7
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v8, v8, s4
	v_mul_lo_u32 v9, v9, s4
	v_mul_lo_u32 v10, v10, s4
	v_mul_lo_u32 v11, v11, s4
	v_mul_lo_u32 v12, v12, s4
	v_mul_lo_u32 v13, v13, s4
	v_mul_lo_u32 v14, v14, s4
	v_mul_lo_u32 v15, v15, s4
	v_add_i32_e64 v0, s[6:7], v0, v15
	v_add_i32_e64 v1, s[6:7], v1, v14
	v_add_i32_e64 v2, s[6:7], v2, v13
	v_add_i32_e64 v3, s[6:7], v3, v12
	v_add_i32_e64 v4, s[6:7], v4, v11
	v_add_i32_e64 v5, s[6:7], v5, v10
	v_add_i32_e64 v6, s[6:7], v6, v9
	v_add_i32_e64 v7, s[6:7], v7, v8
	buffer_store_dword v7, off, s[0:3], s33 offset:156
	buffer_store_dword v6, off, s[0:3], s33 offset:152
	buffer_store_dword v5, off, s[0:3], s33 offset:148
	buffer_store_dword v4, off, s[0:3], s33 offset:144
	buffer_store_dword v3, off, s[0:3], s33 offset:140
	buffer_store_dword v2, off, s[0:3], s33 offset:136
	buffer_store_dword v1, off, s[0:3], s33 offset:132
	buffer_store_dword v0, off, s[0:3], s33 offset:128
	buffer_load_dword v0, off, s[0:3], s33 offset:4
	buffer_load_dword v3, off, s[0:3], s33 offset:8
	buffer_load_dword v1, off, s[0:3], s33 offset:12
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v4, v1
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v1, v4
	v_alignbit_b32 v1, v1, v2, s4
	v_add_i32_e64 v0, s[4:5], v0, v1
	buffer_load_dword v1, off, s[0:3], s33 offset:16
	buffer_load_dword v2, off, s[0:3], s33 offset:28
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v1, v1, v2
	v_add_i32_e64 v0, s[4:5], v0, v1
	buffer_load_dword v5, off, s[0:3], s33 offset:128
	buffer_load_dword v8, off, s[0:3], s33 offset:132
	buffer_load_dword v7, off, s[0:3], s33 offset:136
	buffer_load_dword v6, off, s[0:3], s33 offset:140
	buffer_load_dword v3, off, s[0:3], s33 offset:144
	buffer_load_dword v4, off, s[0:3], s33 offset:148
	buffer_load_dword v1, off, s[0:3], s33 offset:152
	buffer_load_dword v2, off, s[0:3], s33 offset:156
	s_waitcnt vmcnt(6)
	v_xor_b32_e64 v5, v5, v8
	s_waitcnt vmcnt(5)
	v_xor_b32_e64 v5, v5, v7
	s_waitcnt vmcnt(4)
	v_xor_b32_e64 v5, v5, v6
	v_add_i32_e64 v0, s[4:5], v0, v5
	s_waitcnt vmcnt(2)
	v_and_b32_e64 v3, v3, v4
	v_add_i32_e64 v0, s[4:5], v0, v3
	s_waitcnt vmcnt(0)
	v_or_b32_e64 v1, v1, v2
	v_add_i32_e64 v0, s[4:5], v0, v1
	buffer_load_dword v1, off, s[0:3], s34
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[4:5], v0, v1
	s_mov_b32 s32, s34
	s_mov_b32 s34, s9
	s_mov_b32 s33, s8
	s_setpc_b64 s[30:31]
.Lfunc_end6:
	.size	many, .Lfunc_end6-many
                                        ; -- End function
	.set .Lmany.num_vgpr, 64
	.set .Lmany.num_agpr, 0
	.set .Lmany.numbered_sgpr, 35
	.set .Lmany.num_named_barrier, 0
	.set .Lmany.private_seg_size, 224
	.set .Lmany.uses_vcc, 0
	.set .Lmany.uses_flat_scratch, 0
	.set .Lmany.has_dyn_sized_stack, 0
	.set .Lmany.has_recursion, 0
	.set .Lmany.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1376
; TotalNumSgprs: 35
; NumVgprs: 64
; ScratchSize: 224
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function change
	.type	change,@function
change:                                 ; @change
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s8, s33
	s_mov_b32 s33, s32
	s_add_i32 s32, s32, 0x1000
	v_mov_b32_e32 v8, v2
	buffer_store_dword v1, off, s[0:3], s33 offset:52 ; 4-byte Folded Spill
	v_mov_b32_e32 v2, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:52 ; 4-byte Folded Reload
	s_mov_b32 s4, 0xffff
	v_and_b32_e64 v1, v6, s4
	v_and_b32_e64 v1, v5, s4
	v_and_b32_e64 v1, v4, s4
	v_and_b32_e64 v1, v3, s4
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v8
	buffer_store_dword v2, off, s[0:3], s33 offset:24
	v_mov_b32_e32 v2, v1
	buffer_store_dword v2, off, s[0:3], s33 offset:36
                                        ; kill: def $vgpr0 killed $vgpr0 killed $vgpr0_vgpr1 killed $exec
	s_waitcnt vmcnt(2)
	buffer_store_dword v0, off, s[0:3], s33 offset:32
	s_mov_b32 s5, 16
	s_lshr_b32 s4, s33, 6
	s_add_i32 s4, s4, 24
	s_add_i32 s5, s4, s5
	buffer_store_short v6, off, s[0:3], s33 offset:46
	buffer_store_short v5, off, s[0:3], s33 offset:44
	buffer_store_short v4, off, s[0:3], s33 offset:42
	buffer_store_short v3, off, s[0:3], s33 offset:40
	buffer_store_dword v7, off, s[0:3], s33 offset:48
	buffer_load_dword v1, off, s[0:3], s33 offset:48
	buffer_load_dword v0, off, s[0:3], s33 offset:24
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[6:7], v0, v1
	buffer_store_dword v0, off, s[0:3], s33 offset:24
	buffer_load_dword v4, off, s[0:3], s33 offset:24
	buffer_load_dword v0, off, s[0:3], s33 offset:32
	buffer_load_dword v1, off, s[0:3], s33 offset:36
	s_waitcnt vmcnt(1)
	v_mov_b32_e32 v7, v0
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v8, v1
	v_mad_u64_u32 v[5:6], s[6:7], v0, v4, 0
	v_mov_b32_e32 v0, v5
	v_mov_b32_e32 v2, 0
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v2, v1
	s_mov_b32 s4, 32
	v_lshr_b64 v[7:8], v[7:8], s4
	v_mov_b32_e32 v3, v7
	v_mul_lo_u32 v4, v3, v4
	v_mov_b32_e32 v3, v6
	v_add_i32_e64 v3, s[6:7], v3, v4
                                        ; implicit-def: $sgpr6
                                        ; implicit-def: $sgpr7
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	v_mov_b32_e32 v4, s6
	v_lshl_b64 v[3:4], v[3:4], s4
	v_mov_b32_e32 v5, v4
	v_or_b32_e64 v2, v2, v5
                                        ; kill: def $vgpr0 killed $vgpr0 killed $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v3
	v_or_b32_e64 v0, v0, v1
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v2, v1
	buffer_store_dword v2, off, s[0:3], s33 offset:36
                                        ; kill: def $vgpr0 killed $vgpr0 killed $vgpr0_vgpr1 killed $exec
	buffer_store_dword v0, off, s[0:3], s33 offset:32
	buffer_load_dword v2, off, s[0:3], s33 offset:24
	buffer_load_dword v0, off, s[0:3], s33 offset:48
	s_mov_b32 s6, 3
	s_waitcnt vmcnt(0)
	v_and_b32_e64 v0, v0, s6
	s_mov_b32 s6, 1
	v_lshlrev_b32_e64 v0, s6, v0
	v_or_b32_e64 v1, s5, v0
	buffer_load_ushort v0, v1, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	v_xor_b32_e64 v0, v0, v2
	buffer_store_short v0, v1, s[0:3], 0 offen
	buffer_load_dword v2, off, s[0:3], s33 offset:24
	buffer_load_dword v3, off, s[0:3], s33 offset:28
	buffer_load_dword v4, off, s[0:3], s33 offset:32
	buffer_load_dword v5, off, s[0:3], s33 offset:36
	buffer_load_dword v0, off, s[0:3], s33 offset:40
	buffer_load_dword v1, off, s[0:3], s33 offset:44
	s_waitcnt vmcnt(2)
	buffer_store_dword v5, off, s[0:3], s33 offset:12
	buffer_store_dword v4, off, s[0:3], s33 offset:8
	buffer_store_dword v3, off, s[0:3], s33 offset:4
	buffer_store_dword v2, off, s[0:3], s33
	s_waitcnt vmcnt(4)
	buffer_store_dword v1, off, s[0:3], s33 offset:20
	buffer_store_dword v0, off, s[0:3], s33 offset:16
	buffer_load_dword v0, off, s[0:3], s33
	buffer_load_dword v1, off, s[0:3], s33 offset:8
	buffer_load_dword v2, off, s[0:3], s33 offset:12
	buffer_load_ushort v3, off, s[0:3], s33 offset:16
	buffer_load_ushort v4, off, s[0:3], s33 offset:18
	buffer_load_ushort v5, off, s[0:3], s33 offset:20
	buffer_load_ushort v6, off, s[0:3], s33 offset:22
	s_waitcnt vmcnt(5)
	v_mov_b32_e32 v7, v1
	s_waitcnt vmcnt(4)
	v_mov_b32_e32 v8, v2
	v_lshr_b64 v[7:8], v[7:8], s4
	v_mov_b32_e32 v2, v7
	s_mov_b32 s32, s33
	s_mov_b32 s33, s8
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end7:
	.size	change, .Lfunc_end7-change
                                        ; -- End function
	.set .Lchange.num_vgpr, 9
	.set .Lchange.num_agpr, 0
	.set .Lchange.numbered_sgpr, 34
	.set .Lchange.num_named_barrier, 0
	.set .Lchange.private_seg_size, 64
	.set .Lchange.uses_vcc, 0
	.set .Lchange.uses_flat_scratch, 0
	.set .Lchange.has_dyn_sized_stack, 0
	.set .Lchange.has_recursion, 0
	.set .Lchange.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 656
; TotalNumSgprs: 34
; NumVgprs: 9
; ScratchSize: 64
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function split
	.type	split,@function
split:                                  ; @split
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s5, s33
	s_mov_b32 s33, s32
	s_add_i32 s32, s32, 0x400
	buffer_store_dword v0, off, s[0:3], s33
	buffer_store_dword v1, off, s[0:3], s33 offset:4
	buffer_store_dword v2, off, s[0:3], s33 offset:8
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b32 s4, 0xffff
	s_waitcnt vmcnt(0)
	v_and_b32_e64 v0, v0, s4
	buffer_load_dword v1, off, s[0:3], s33 offset:4
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, v1, s[0:3], 0 offen
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b32 s4, 16
	s_waitcnt vmcnt(0)
	v_lshrrev_b32_e64 v0, s4, v0
	buffer_load_dword v1, off, s[0:3], s33 offset:8
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, v1, s[0:3], 0 offen
	s_mov_b32 s32, s33
	s_mov_b32 s33, s5
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end8:
	.size	split, .Lfunc_end8-split
                                        ; -- End function
	.set .Lsplit.num_vgpr, 3
	.set .Lsplit.num_agpr, 0
	.set .Lsplit.numbered_sgpr, 34
	.set .Lsplit.num_named_barrier, 0
	.set .Lsplit.private_seg_size, 16
	.set .Lsplit.uses_vcc, 0
	.set .Lsplit.uses_flat_scratch, 0
	.set .Lsplit.has_dyn_sized_stack, 0
	.set .Lsplit.has_recursion, 0
	.set .Lsplit.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 152
; TotalNumSgprs: 34
; NumVgprs: 3
; ScratchSize: 16
; MemoryBound: 0
	.text
	.protected	__clang_ocl_kern_imp_calls ; -- Begin function __clang_ocl_kern_imp_calls
	.globl	__clang_ocl_kern_imp_calls
	.p2align	2
	.type	__clang_ocl_kern_imp_calls,@function
__clang_ocl_kern_imp_calls:             ; @__clang_ocl_kern_imp_calls
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s42, s33
	s_add_i32 s33, s32, 0x7c0
	s_and_b32 s33, s33, 0xfffff800
	s_or_saveexec_b64 s[16:17], -1
	buffer_store_dword v44, off, s[0:3], s33 offset:292 ; 4-byte Folded Spill
	buffer_store_dword v45, off, s[0:3], s33 offset:296 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_mov_b32 s43, s34
	s_mov_b32 s34, s32
	s_add_i32 s32, s32, 0x5800
	buffer_store_dword v40, off, s[0:3], s33 offset:44 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:40 ; 4-byte Folded Spill
	buffer_store_dword v42, off, s[0:3], s33 offset:36 ; 4-byte Folded Spill
	buffer_store_dword v43, off, s[0:3], s33 offset:32 ; 4-byte Folded Spill
	buffer_store_dword v56, off, s[0:3], s33 offset:28 ; 4-byte Folded Spill
	buffer_store_dword v57, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	buffer_store_dword v58, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	buffer_store_dword v59, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	buffer_store_dword v60, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	buffer_store_dword v61, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	buffer_store_dword v62, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v63, off, s[0:3], s33 ; 4-byte Folded Spill
	v_writelane_b32 v44, s30, 0
	v_writelane_b32 v44, s31, 1
	v_writelane_b32 v44, s34, 2
	buffer_store_dword v31, off, s[0:3], s33 offset:280 ; 4-byte Folded Spill
	buffer_store_dword v2, off, s[0:3], s33 offset:284 ; 4-byte Folded Spill
	v_mov_b32_e32 v4, v1
	v_mov_b32_e32 v2, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:284 ; 4-byte Folded Reload
                                        ; implicit-def: $vgpr45 : SGPR spill to VGPR lane
	v_writelane_b32 v45, s15, 0
	v_writelane_b32 v45, s14, 1
	v_writelane_b32 v45, s13, 2
	v_writelane_b32 v45, s12, 3
	v_writelane_b32 v45, s10, 4
	v_writelane_b32 v45, s11, 5
	v_writelane_b32 v45, s8, 6
	v_writelane_b32 v45, s9, 7
	v_writelane_b32 v45, s6, 8
	v_writelane_b32 v45, s7, 9
	v_writelane_b32 v45, s4, 10
	v_writelane_b32 v45, s5, 11
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v3
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v4, v3
	buffer_store_dword v4, off, s[0:3], s33 offset:52
                                        ; kill: def $vgpr2 killed $vgpr2 killed $vgpr2_vgpr3 killed $exec
	buffer_store_dword v2, off, s[0:3], s33 offset:48
	v_mov_b32_e32 v2, v1
	buffer_store_dword v2, off, s[0:3], s33 offset:60
                                        ; kill: def $vgpr0 killed $vgpr0 killed $vgpr0_vgpr1 killed $exec
	s_waitcnt vmcnt(3)
	buffer_store_dword v0, off, s[0:3], s33 offset:56
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, get_global_id@rel32@lo+4
	s_addc_u32 s17, s17, get_global_id@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	v_mov_b32_e32 v0, 0
	buffer_store_dword v0, off, s[0:3], s33 offset:252 ; 4-byte Folded Spill
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v31, off, s[0:3], s33 offset:280 ; 4-byte Folded Reload
	v_readlane_b32 s4, v45, 10
	v_readlane_b32 s5, v45, 11
	v_readlane_b32 s6, v45, 8
	v_readlane_b32 s7, v45, 9
	v_readlane_b32 s8, v45, 6
	v_readlane_b32 s9, v45, 7
	v_readlane_b32 s10, v45, 4
	v_readlane_b32 s11, v45, 5
	v_readlane_b32 s12, v45, 3
	v_readlane_b32 s13, v45, 2
	v_readlane_b32 s14, v45, 1
	v_readlane_b32 s15, v45, 0
	v_mov_b32_e32 v1, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:252 ; 4-byte Folded Reload
	buffer_store_dword v1, off, s[0:3], s33 offset:64
	buffer_load_dword v9, off, s[0:3], s33 offset:48
	buffer_load_dword v1, off, s[0:3], s33 offset:52
                                        ; kill: def $vgpr9 killed $vgpr9 def $vgpr9_vgpr10 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v10, v1
	v_mov_b32_e32 v3, 0
	buffer_store_dword v3, off, s[0:3], s33 offset:272 ; 4-byte Folded Spill
	buffer_load_dword v4, off, s[0:3], s33 offset:64
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v3
	v_mov_b32_e32 v1, 2
	buffer_store_dword v1, off, s[0:3], s33 offset:264 ; 4-byte Folded Spill
	s_waitcnt vmcnt(1)
	v_lshl_b64 v[7:8], v[4:5], v1
	v_mov_b32_e32 v4, v9
	v_mov_b32_e32 v6, v7
	v_mov_b32_e32 v2, v10
	v_mov_b32_e32 v5, v8
	v_add_i32_e64 v4, s[16:17], v4, v6
	v_addc_u32_e64 v2, s[16:17], v2, v5, s[16:17]
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v2
	flat_load_dword v2, v[4:5]
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[0:3], s33 offset:68
	buffer_load_dword v8, off, s[0:3], s33 offset:68
	s_waitcnt vmcnt(0)
	buffer_store_dword v8, off, s[0:3], s33 offset:276 ; 4-byte Folded Spill
	v_mov_b32_e32 v2, 7
	buffer_store_dword v2, off, s[0:3], s33 offset:156
	v_mov_b32_e32 v2, 6
	buffer_store_dword v2, off, s[0:3], s33 offset:152
	v_mov_b32_e32 v2, 5
	buffer_store_dword v2, off, s[0:3], s33 offset:148
	v_mov_b32_e32 v2, 4
	buffer_store_dword v2, off, s[0:3], s33 offset:256 ; 4-byte Folded Spill
	buffer_store_dword v2, off, s[0:3], s33 offset:144
	v_mov_b32_e32 v30, 3
	buffer_store_dword v30, off, s[0:3], s33 offset:260 ; 4-byte Folded Spill
	buffer_store_dword v30, off, s[0:3], s33 offset:140
	buffer_store_dword v1, off, s[0:3], s33 offset:136
	v_mov_b32_e32 v1, 1
	buffer_store_dword v1, off, s[0:3], s33 offset:268 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s33 offset:132
	buffer_store_dword v0, off, s[0:3], s33 offset:128
	buffer_load_dword v0, off, s[0:3], s33 offset:128
	buffer_load_dword v1, off, s[0:3], s33 offset:132
	buffer_load_dword v2, off, s[0:3], s33 offset:136
	buffer_load_dword v4, off, s[0:3], s33 offset:140
	buffer_load_dword v5, off, s[0:3], s33 offset:144
	buffer_load_dword v6, off, s[0:3], s33 offset:148
	buffer_load_dword v7, off, s[0:3], s33 offset:152
	buffer_load_dword v9, off, s[0:3], s33 offset:156
	s_waitcnt vmcnt(7)
	v_add_i32_e64 v0, s[16:17], v8, v0
	s_waitcnt vmcnt(6)
	v_add_i32_e64 v1, s[16:17], v8, v1
	s_waitcnt vmcnt(5)
	v_add_i32_e64 v2, s[16:17], v8, v2
	s_waitcnt vmcnt(4)
	v_add_i32_e64 v4, s[16:17], v8, v4
	s_waitcnt vmcnt(3)
	v_add_i32_e64 v5, s[16:17], v8, v5
	s_waitcnt vmcnt(2)
	v_add_i32_e64 v6, s[16:17], v8, v6
	s_waitcnt vmcnt(1)
	v_add_i32_e64 v7, s[16:17], v8, v7
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v8, s[16:17], v8, v9
	buffer_store_dword v8, off, s[0:3], s33 offset:124
	buffer_store_dword v7, off, s[0:3], s33 offset:120
	buffer_store_dword v6, off, s[0:3], s33 offset:116
	buffer_store_dword v5, off, s[0:3], s33 offset:112
	buffer_store_dword v4, off, s[0:3], s33 offset:108
	buffer_store_dword v2, off, s[0:3], s33 offset:104
	buffer_store_dword v1, off, s[0:3], s33 offset:100
	buffer_store_dword v0, off, s[0:3], s33 offset:96
	buffer_load_dword v0, off, s[0:3], s33 offset:68
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v0
	v_mov_b32_e32 v2, v3
	s_mov_b32 s16, 17
	v_lshl_b64 v[6:7], v[1:2], s16
	buffer_load_dword v5, off, s[0:3], s33 offset:64
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v5
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v4, v2
	v_mov_b32_e32 v3, v7
	v_or_b32_e64 v3, v3, v4
	v_mov_b32_e32 v2, v1
	v_mov_b32_e32 v1, v6
	v_or_b32_e64 v1, v1, v2
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v3
	v_xor_b32_e64 v3, v0, v5
	v_add_i32_e64 v4, s[16:17], v0, v5
	buffer_store_dword v5, off, s[0:3], s33 offset:180
	buffer_store_dword v0, off, s[0:3], s33 offset:176
	buffer_store_dword v4, off, s[0:3], s33 offset:188
	buffer_store_dword v3, off, s[0:3], s33 offset:184
	buffer_load_dword v3, off, s[0:3], s33 offset:176
	buffer_load_dword v4, off, s[0:3], s33 offset:180
	buffer_load_dword v5, off, s[0:3], s33 offset:184
	buffer_load_dword v6, off, s[0:3], s33 offset:188
	buffer_load_dword v7, off, s[0:3], s33 offset:96
	buffer_load_dword v8, off, s[0:3], s33 offset:100
	buffer_load_dword v9, off, s[0:3], s33 offset:104
	buffer_load_dword v10, off, s[0:3], s33 offset:108
	buffer_load_dword v11, off, s[0:3], s33 offset:112
	buffer_load_dword v12, off, s[0:3], s33 offset:116
	buffer_load_dword v13, off, s[0:3], s33 offset:120
	buffer_load_dword v14, off, s[0:3], s33 offset:124
	s_waitcnt vmcnt(7)
	v_mul_lo_u32 v15, v7, v7
	s_waitcnt vmcnt(6)
	v_mul_lo_u32 v16, v8, v8
	s_waitcnt vmcnt(5)
	v_mul_lo_u32 v17, v9, v9
	s_waitcnt vmcnt(4)
	v_mul_lo_u32 v18, v10, v10
	s_waitcnt vmcnt(3)
	v_mul_lo_u32 v19, v11, v11
	s_waitcnt vmcnt(2)
	v_mul_lo_u32 v20, v12, v12
	s_waitcnt vmcnt(1)
	v_mul_lo_u32 v21, v13, v13
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v22, v14, v14
	v_lshrrev_b32_e64 v23, v30, v7
	v_lshrrev_b32_e64 v24, v30, v8
	v_lshrrev_b32_e64 v25, v30, v9
	v_lshrrev_b32_e64 v26, v30, v10
	v_lshrrev_b32_e64 v27, v30, v11
	v_lshrrev_b32_e64 v28, v30, v12
	v_lshrrev_b32_e64 v29, v30, v13
	v_lshrrev_b32_e64 v30, v30, v14
	buffer_load_dword v32, off, s[0:3], s33 offset:64
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b32 s16, s32
	s_waitcnt vmcnt(0)
	buffer_store_dword v32, off, s[0:3], s16
                                        ; kill: def $vgpr1 killed $vgpr1 killed $vgpr1_vgpr2 killed $exec
	s_mov_b32 s16, 15
	v_lshrrev_b32_e64 v2, s16, v0
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, many@rel32@lo+4
	s_addc_u32 s17, s17, many@rel32@hi+12
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v7, off, s[0:3], s33 offset:272 ; 4-byte Folded Reload
	buffer_load_dword v4, off, s[0:3], s33 offset:268 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s33 offset:264 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s33 offset:260 ; 4-byte Folded Reload
	buffer_load_dword v1, off, s[0:3], s33 offset:256 ; 4-byte Folded Reload
	v_mov_b32_e32 v5, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:252 ; 4-byte Folded Reload
	buffer_store_dword v5, off, s[0:3], s33 offset:160
	buffer_load_dword v5, off, s[0:3], s33 offset:68
	s_waitcnt vmcnt(0)
	buffer_store_dword v5, off, s[0:3], s33 offset:192
	buffer_store_dword v0, off, s[0:3], s33 offset:196
	buffer_load_dword v5, off, s[0:3], s33 offset:160
                                        ; kill: def $vgpr5 killed $vgpr5 def $vgpr5_vgpr6 killed $exec
	v_mov_b32_e32 v6, v7
	v_mov_b32_e32 v7, v6
	buffer_store_dword v7, off, s[0:3], s33 offset:204
                                        ; kill: def $vgpr5 killed $vgpr5 killed $vgpr5_vgpr6 killed $exec
	s_waitcnt vmcnt(1)
	buffer_store_dword v5, off, s[0:3], s33 offset:200
	buffer_store_short v4, off, s[0:3], s33 offset:208
	buffer_store_short v3, off, s[0:3], s33 offset:210
	buffer_store_short v2, off, s[0:3], s33 offset:212
	buffer_store_short v1, off, s[0:3], s33 offset:214
	buffer_store_dword v0, off, s[0:3], s33 offset:216
	s_mov_b64 s[4:5], 0
                                        ; implicit-def: $sgpr6_sgpr7
	v_writelane_b32 v45, s4, 12
	v_writelane_b32 v45, s5, 13
	s_or_saveexec_b64 s[40:41], -1
	buffer_store_dword v45, off, s[0:3], s33 offset:248 ; 4-byte Folded Spill
	s_mov_b64 exec, s[40:41]
.LBB9_1:                                ; =>This Inner Loop Header: Depth=1
	s_or_saveexec_b64 s[40:41], -1
	buffer_load_dword v45, off, s[0:3], s33 offset:248 ; 4-byte Folded Reload
	s_mov_b64 exec, s[40:41]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v45, 14
	v_readlane_b32 s5, v45, 15
	v_readlane_b32 s6, v45, 12
	v_readlane_b32 s7, v45, 13
	v_writelane_b32 v45, s6, 16
	v_writelane_b32 v45, s7, 17
	buffer_load_dword v0, off, s[0:3], s33 offset:216
	buffer_load_dword v1, off, s[0:3], s33 offset:68
	s_mov_b32 s6, 3
	s_waitcnt vmcnt(0)
	v_and_b32_e64 v1, v1, s6
	s_mov_b32 s6, 2
	v_add_i32_e64 v1, s[6:7], v1, s6
	v_cmp_lt_u32_e64 s[6:7], v0, v1
	s_mov_b64 s[8:9], -1
	s_or_b64 s[4:5], s[4:5], exec
	v_writelane_b32 v45, s4, 18
	v_writelane_b32 v45, s5, 19
	v_writelane_b32 v45, s4, 20
	v_writelane_b32 v45, s5, 21
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v45, s4, 22
	v_writelane_b32 v45, s5, 23
	s_or_saveexec_b64 s[40:41], -1
	buffer_store_dword v45, off, s[0:3], s33 offset:248 ; 4-byte Folded Spill
	s_mov_b64 exec, s[40:41]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB9_3
; %bb.2:                                ;   in Loop: Header=BB9_1 Depth=1
	s_or_saveexec_b64 s[40:41], -1
	buffer_load_dword v45, off, s[0:3], s33 offset:248 ; 4-byte Folded Reload
	s_mov_b64 exec, s[40:41]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s15, v45, 0
	v_readlane_b32 s14, v45, 1
	v_readlane_b32 s13, v45, 2
	v_readlane_b32 s12, v45, 3
	v_readlane_b32 s10, v45, 4
	v_readlane_b32 s11, v45, 5
	v_readlane_b32 s8, v45, 6
	v_readlane_b32 s9, v45, 7
	v_readlane_b32 s6, v45, 8
	v_readlane_b32 s7, v45, 9
	v_readlane_b32 s4, v45, 10
	v_readlane_b32 s5, v45, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:280 ; 4-byte Folded Reload
	buffer_load_dword v7, off, s[0:3], s33 offset:216
	buffer_load_dword v0, off, s[0:3], s33 offset:192
	buffer_load_dword v1, off, s[0:3], s33 offset:200
	buffer_load_dword v2, off, s[0:3], s33 offset:204
	buffer_load_ushort v3, off, s[0:3], s33 offset:208
	buffer_load_ushort v4, off, s[0:3], s33 offset:210
	buffer_load_ushort v5, off, s[0:3], s33 offset:212
	buffer_load_ushort v6, off, s[0:3], s33 offset:214
                                        ; implicit-def: $sgpr16
                                        ; implicit-def: $sgpr17
	v_mov_b32_e32 v8, s16
	s_waitcnt vmcnt(4)
	v_mov_b32_e32 v9, v2
	s_mov_b32 s16, 32
	v_lshr_b64 v[8:9], v[8:9], s16
	v_mov_b32_e32 v2, v8
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, change@rel32@lo+4
	s_addc_u32 s17, s17, change@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_store_dword v0, off, s[0:3], s33 offset:288 ; 4-byte Folded Spill
	v_mov_b32_e32 v0, v1
	v_mov_b32_e32 v7, v2
	buffer_load_dword v2, off, s[0:3], s33 offset:288 ; 4-byte Folded Reload
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v7
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[0:3], s33 offset:224
	v_mov_b32_e32 v2, v1
	buffer_store_dword v2, off, s[0:3], s33 offset:236
                                        ; kill: def $vgpr0 killed $vgpr0 killed $vgpr0_vgpr1 killed $exec
	buffer_store_dword v0, off, s[0:3], s33 offset:232
	buffer_store_short v6, off, s[0:3], s33 offset:246
	buffer_store_short v5, off, s[0:3], s33 offset:244
	buffer_store_short v4, off, s[0:3], s33 offset:242
	buffer_store_short v3, off, s[0:3], s33 offset:240
	buffer_load_dword v2, off, s[0:3], s33 offset:224
	buffer_load_dword v3, off, s[0:3], s33 offset:228
	buffer_load_dword v4, off, s[0:3], s33 offset:232
	buffer_load_dword v5, off, s[0:3], s33 offset:236
	buffer_load_dword v0, off, s[0:3], s33 offset:240
	buffer_load_dword v1, off, s[0:3], s33 offset:244
	s_waitcnt vmcnt(2)
	buffer_store_dword v5, off, s[0:3], s33 offset:204
	buffer_store_dword v4, off, s[0:3], s33 offset:200
	buffer_store_dword v3, off, s[0:3], s33 offset:196
	buffer_store_dword v2, off, s[0:3], s33 offset:192
	s_waitcnt vmcnt(4)
	buffer_store_dword v1, off, s[0:3], s33 offset:212
	buffer_store_dword v0, off, s[0:3], s33 offset:208
	s_branch .LBB9_4
.LBB9_3:                                ;   in Loop: Header=BB9_1 Depth=1
	s_or_saveexec_b64 s[40:41], -1
	buffer_load_dword v45, off, s[0:3], s33 offset:248 ; 4-byte Folded Reload
	s_mov_b64 exec, s[40:41]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v45, 22
	v_readlane_b32 s5, v45, 23
	s_or_b64 exec, exec, s[4:5]
	v_readlane_b32 s8, v45, 16
	v_readlane_b32 s9, v45, 17
	v_readlane_b32 s6, v45, 20
	v_readlane_b32 s7, v45, 21
	s_mov_b64 s[4:5], s[6:7]
	s_and_b64 s[4:5], exec, s[4:5]
	s_or_b64 s[4:5], s[4:5], s[8:9]
	v_writelane_b32 v45, s6, 14
	v_writelane_b32 v45, s7, 15
	s_mov_b64 s[6:7], s[4:5]
	v_writelane_b32 v45, s6, 12
	v_writelane_b32 v45, s7, 13
	s_mov_b64 s[6:7], s[4:5]
	v_writelane_b32 v45, s6, 24
	v_writelane_b32 v45, s7, 25
	s_or_saveexec_b64 s[40:41], -1
	buffer_store_dword v45, off, s[0:3], s33 offset:248 ; 4-byte Folded Spill
	s_mov_b64 exec, s[40:41]
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB9_1
	s_branch .LBB9_5
.LBB9_4:                                ;   in Loop: Header=BB9_1 Depth=1
	s_or_saveexec_b64 s[40:41], -1
	buffer_load_dword v45, off, s[0:3], s33 offset:248 ; 4-byte Folded Reload
	s_mov_b64 exec, s[40:41]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v45, 18
	v_readlane_b32 s5, v45, 19
	buffer_load_dword v0, off, s[0:3], s33 offset:216
	s_mov_b32 s6, 1
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[6:7], v0, s6
	buffer_store_dword v0, off, s[0:3], s33 offset:216
	s_mov_b64 s[6:7], 0
	s_andn2_b64 s[4:5], s[4:5], exec
	v_writelane_b32 v45, s4, 20
	v_writelane_b32 v45, s5, 21
	s_or_saveexec_b64 s[40:41], -1
	buffer_store_dword v45, off, s[0:3], s33 offset:248 ; 4-byte Folded Spill
	s_mov_b64 exec, s[40:41]
	s_branch .LBB9_3
.LBB9_5:
	s_or_saveexec_b64 s[40:41], -1
	buffer_load_dword v45, off, s[0:3], s33 offset:248 ; 4-byte Folded Reload
	s_mov_b64 exec, s[40:41]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v45, 24
	v_readlane_b32 s5, v45, 25
	s_or_b64 exec, exec, s[4:5]
; %bb.6:
	s_or_saveexec_b64 s[40:41], -1
	buffer_load_dword v45, off, s[0:3], s33 offset:248 ; 4-byte Folded Reload
	s_mov_b64 exec, s[40:41]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s15, v45, 0
	v_readlane_b32 s14, v45, 1
	v_readlane_b32 s13, v45, 2
	v_readlane_b32 s12, v45, 3
	v_readlane_b32 s10, v45, 4
	v_readlane_b32 s11, v45, 5
	v_readlane_b32 s8, v45, 6
	v_readlane_b32 s9, v45, 7
	v_readlane_b32 s6, v45, 8
	v_readlane_b32 s7, v45, 9
	v_readlane_b32 s4, v45, 10
	v_readlane_b32 s5, v45, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:280 ; 4-byte Folded Reload
	buffer_load_dword v0, off, s[0:3], s33 offset:160
	s_lshr_b32 s16, s33, 6
	s_add_i32 s16, s16, 0x48
	s_mov_b32 s19, s16
	s_lshr_b32 s16, s33, 6
	s_add_i32 s16, s16, 0x4c
	s_mov_b32 s18, s16
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, split@rel32@lo+4
	s_addc_u32 s17, s17, split@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	v_mov_b32_e32 v1, s19
	v_mov_b32_e32 v2, s18
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v0, off, s[0:3], s33 offset:160
	buffer_load_dword v2, off, s[0:3], s33 offset:192
	buffer_load_dword v3, off, s[0:3], s33 offset:200
	buffer_load_dword v1, off, s[0:3], s33 offset:204
	s_waitcnt vmcnt(2)
	v_xor_b32_e64 v0, v0, v2
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v4, v1
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v1, v4
	s_mov_b32 s4, 11
	v_alignbit_b32 v1, v1, v2, s4
	v_xor_b32_e64 v0, v0, v1
	buffer_load_dword v1, off, s[0:3], s33 offset:68
	s_mov_b32 s4, 3
	s_waitcnt vmcnt(0)
	v_and_b32_e64 v1, v1, s4
	s_mov_b32 s5, 1
	v_lshlrev_b32_e64 v1, s5, v1
	s_lshr_b32 s5, s33, 6
	s_add_i32 s5, s5, 0xc0
	v_or_b32_e64 v1, s5, v1
	buffer_load_ushort v1, v1, s[0:3], 0 offen offset:16
	s_waitcnt vmcnt(0)
	v_xor_b32_e64 v0, v0, v1
	buffer_load_dword v1, off, s[0:3], s33 offset:72
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v1, v1, s4
	buffer_load_dword v2, off, s[0:3], s33 offset:76
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v1, s[4:5], v1, v2
	v_xor_b32_e64 v2, v0, v1
	buffer_load_dword v7, off, s[0:3], s33 offset:56
	buffer_load_dword v0, off, s[0:3], s33 offset:60
                                        ; kill: def $vgpr7 killed $vgpr7 def $vgpr7_vgpr8 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v8, v0
	v_mov_b32_e32 v3, 0
	buffer_load_dword v0, off, s[0:3], s33 offset:64
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v3
	s_mov_b32 s4, 2
	s_waitcnt vmcnt(0)
	v_lshl_b64 v[5:6], v[0:1], s4
	v_mov_b32_e32 v0, v7
	v_mov_b32_e32 v4, v5
	v_mov_b32_e32 v1, v8
	v_mov_b32_e32 v3, v6
	v_add_i32_e64 v0, s[4:5], v0, v4
	v_addc_u32_e64 v3, s[4:5], v1, v3, s[4:5]
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v3
	flat_store_dword v[0:1], v2
	v_readlane_b32 s34, v44, 2
	v_readlane_b32 s31, v44, 1
	v_readlane_b32 s30, v44, 0
	buffer_load_dword v63, off, s[0:3], s33 ; 4-byte Folded Reload
	buffer_load_dword v62, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v61, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v60, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v59, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v58, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	buffer_load_dword v57, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v56, off, s[0:3], s33 offset:28 ; 4-byte Folded Reload
	buffer_load_dword v43, off, s[0:3], s33 offset:32 ; 4-byte Folded Reload
	buffer_load_dword v42, off, s[0:3], s33 offset:36 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	buffer_load_dword v40, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_mov_b32 s32, s34
	s_mov_b32 s34, s43
	s_or_saveexec_b64 s[4:5], -1
	buffer_load_dword v44, off, s[0:3], s33 offset:292 ; 4-byte Folded Reload
	buffer_load_dword v45, off, s[0:3], s33 offset:296 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_mov_b32 s33, s42
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end9:
	.size	__clang_ocl_kern_imp_calls, .Lfunc_end9-__clang_ocl_kern_imp_calls
                                        ; -- End function
	.set __clang_ocl_kern_imp_calls.num_vgpr, max(64, .Lget_global_id.num_vgpr, .Lmany.num_vgpr, .Lchange.num_vgpr, .Lsplit.num_vgpr)
	.set __clang_ocl_kern_imp_calls.num_agpr, max(0, .Lget_global_id.num_agpr, .Lmany.num_agpr, .Lchange.num_agpr, .Lsplit.num_agpr)
	.set __clang_ocl_kern_imp_calls.numbered_sgpr, max(44, .Lget_global_id.numbered_sgpr, .Lmany.numbered_sgpr, .Lchange.numbered_sgpr, .Lsplit.numbered_sgpr)
	.set __clang_ocl_kern_imp_calls.num_named_barrier, max(0, .Lget_global_id.num_named_barrier, .Lmany.num_named_barrier, .Lchange.num_named_barrier, .Lsplit.num_named_barrier)
	.set __clang_ocl_kern_imp_calls.private_seg_size, 352+max(.Lget_global_id.private_seg_size, .Lmany.private_seg_size, .Lchange.private_seg_size, .Lsplit.private_seg_size)
	.set __clang_ocl_kern_imp_calls.uses_vcc, or(0, .Lget_global_id.uses_vcc, .Lmany.uses_vcc, .Lchange.uses_vcc, .Lsplit.uses_vcc)
	.set __clang_ocl_kern_imp_calls.uses_flat_scratch, or(0, .Lget_global_id.uses_flat_scratch, .Lmany.uses_flat_scratch, .Lchange.uses_flat_scratch, .Lsplit.uses_flat_scratch)
	.set __clang_ocl_kern_imp_calls.has_dyn_sized_stack, or(0, .Lget_global_id.has_dyn_sized_stack, .Lmany.has_dyn_sized_stack, .Lchange.has_dyn_sized_stack, .Lsplit.has_dyn_sized_stack)
	.set __clang_ocl_kern_imp_calls.has_recursion, or(0, .Lget_global_id.has_recursion, .Lmany.has_recursion, .Lchange.has_recursion, .Lsplit.has_recursion)
	.set __clang_ocl_kern_imp_calls.has_indirect_call, or(0, .Lget_global_id.has_indirect_call, .Lmany.has_indirect_call, .Lchange.has_indirect_call, .Lsplit.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 3012
; TotalNumSgprs: 44
; NumVgprs: 64
; ScratchSize: 576
; MemoryBound: 0
	.text
	.protected	calls                   ; -- Begin function calls
	.globl	calls
	.p2align	8
	.type	calls,@function
calls:                                  ; @calls
; %bb.0:
	s_mov_b32 s33, 0
	s_mov_b32 s32, 0x800
	s_mov_b32 flat_scratch_lo, s13
	s_add_i32 s12, s12, s17
	s_lshr_b32 flat_scratch_hi, s12, 8
	s_add_u32 s0, s0, s17
	s_addc_u32 s1, s1, 0
                                        ; implicit-def: $vgpr40 : SGPR spill to VGPR lane
	v_writelane_b32 v40, s16, 0
	s_mov_b32 s13, s15
	s_mov_b32 s12, s14
	v_readlane_b32 s14, v40, 0
	s_mov_b64 s[16:17], s[8:9]
	v_mov_b32_e32 v5, v2
	v_mov_b32_e32 v6, v1
	v_mov_b32_e32 v4, v0
	s_load_dwordx2 s[18:19], s[16:17], 0x0
	s_load_dwordx2 s[8:9], s[16:17], 0x2
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s15, s19
	v_mov_b32_e32 v0, s15
	buffer_store_dword v0, off, s[0:3], s33 offset:4
	s_mov_b32 s15, s18
	v_mov_b32_e32 v0, s15
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b32 s15, s9
	v_mov_b32_e32 v0, s15
	buffer_store_dword v0, off, s[0:3], s33 offset:12
                                        ; kill: def $sgpr8 killed $sgpr8 killed $sgpr8_sgpr9
	v_mov_b32_e32 v0, s8
	buffer_store_dword v0, off, s[0:3], s33 offset:8
	buffer_load_dword v0, off, s[0:3], s33
	buffer_load_dword v1, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr8
                                        ; implicit-def: $sgpr9
	v_mov_b32_e32 v9, s8
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v10, v1
	buffer_load_dword v2, off, s[0:3], s33 offset:8
	buffer_load_dword v1, off, s[0:3], s33 offset:12
                                        ; implicit-def: $sgpr8
                                        ; implicit-def: $sgpr9
	v_mov_b32_e32 v7, s8
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v8, v1
	s_mov_b64 s[18:19], 16
	s_mov_b32 s8, s16
	s_mov_b32 s9, s17
	s_mov_b32 s16, s18
	s_mov_b32 s15, s19
	s_add_u32 s8, s8, s16
	s_addc_u32 s15, s9, s15
                                        ; kill: def $sgpr8 killed $sgpr8 def $sgpr8_sgpr9
	s_mov_b32 s9, s15
	s_mov_b32 s15, 32
	v_lshr_b64 v[9:10], v[9:10], s15
	v_mov_b32_e32 v1, v9
	v_lshr_b64 v[7:8], v[7:8], s15
	v_mov_b32_e32 v3, v7
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, __clang_ocl_kern_imp_calls@rel32@lo+4
	s_addc_u32 s17, s17, __clang_ocl_kern_imp_calls@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b32 s15, 20
	v_lshlrev_b32_e64 v5, s15, v5
	s_mov_b32 s15, 10
	v_lshlrev_b32_e64 v6, s15, v6
	v_or_b32_e64 v4, v4, v6
	v_or_b32_e64 v31, v4, v5
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel calls
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 608
		.amdhsa_kernarg_size 272
		.amdhsa_user_sgpr_count 14
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 1
		.amdhsa_user_sgpr_flat_scratch_init 1
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr 64
		.amdhsa_next_free_sgpr 44
		.amdhsa_reserve_vcc 0
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
.Lfunc_end10:
	.size	calls, .Lfunc_end10-calls
                                        ; -- End function
	.set calls.num_vgpr, max(41, __clang_ocl_kern_imp_calls.num_vgpr)
	.set calls.num_agpr, max(0, __clang_ocl_kern_imp_calls.num_agpr)
	.set calls.numbered_sgpr, max(34, __clang_ocl_kern_imp_calls.numbered_sgpr)
	.set calls.num_named_barrier, max(0, __clang_ocl_kern_imp_calls.num_named_barrier)
	.set calls.private_seg_size, 32+max(__clang_ocl_kern_imp_calls.private_seg_size)
	.set calls.uses_vcc, or(0, __clang_ocl_kern_imp_calls.uses_vcc)
	.set calls.uses_flat_scratch, or(1, __clang_ocl_kern_imp_calls.uses_flat_scratch)
	.set calls.has_dyn_sized_stack, or(0, __clang_ocl_kern_imp_calls.has_dyn_sized_stack)
	.set calls.has_recursion, or(0, __clang_ocl_kern_imp_calls.has_recursion)
	.set calls.has_indirect_call, or(0, __clang_ocl_kern_imp_calls.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 336
; TotalNumSgprs: 48
; NumVgprs: 64
; ScratchSize: 608
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 5
; VGPRBlocks: 15
; NumSGPRsForWavesPerEU: 48
; NumVGPRsForWavesPerEU: 64
; Occupancy: 4
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 14
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.p2align	2                               ; -- Begin function fib
	.type	fib,@function
fib:                                    ; @fib
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v40, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:28 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	v_writelane_b32 v40, s16, 4
	v_writelane_b32 v40, s34, 2
	v_writelane_b32 v40, s35, 3
	s_add_i32 s32, s32, 0xc00
	v_writelane_b32 v40, s30, 0
	v_writelane_b32 v40, s31, 1
	buffer_store_dword v31, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
                                        ; implicit-def: $vgpr41 : SGPR spill to VGPR lane
	v_writelane_b32 v41, s15, 0
	v_writelane_b32 v41, s14, 1
	v_writelane_b32 v41, s13, 2
	v_writelane_b32 v41, s12, 3
	v_writelane_b32 v41, s10, 4
	v_writelane_b32 v41, s11, 5
	v_writelane_b32 v41, s8, 6
	v_writelane_b32 v41, s9, 7
	v_writelane_b32 v41, s6, 8
	v_writelane_b32 v41, s7, 9
	v_writelane_b32 v41, s4, 10
	v_writelane_b32 v41, s5, 11
	buffer_store_dword v0, off, s[0:3], s33
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b32 s4, 1
	s_waitcnt vmcnt(0)
	v_cmp_gt_u32_e64 s[4:5], v0, s4
                                        ; implicit-def: $vgpr0
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v41, s6, 12
	v_writelane_b32 v41, s7, 13
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB11_1
	s_branch .LBB11_3
.LBB11_1:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v41, 12
	v_readlane_b32 s5, v41, 13
	s_or_saveexec_b64 s[4:5], s[4:5]
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v41, s4, 14
	v_writelane_b32 v41, s5, 15
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB11_4
; %bb.2:
	buffer_load_dword v0, off, s[0:3], s33
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_branch .LBB11_4
.LBB11_3:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s15, v41, 0
	v_readlane_b32 s14, v41, 1
	v_readlane_b32 s13, v41, 2
	v_readlane_b32 s12, v41, 3
	v_readlane_b32 s10, v41, 4
	v_readlane_b32 s11, v41, 5
	v_readlane_b32 s8, v41, 6
	v_readlane_b32 s9, v41, 7
	v_readlane_b32 s6, v41, 8
	v_readlane_b32 s7, v41, 9
	v_readlane_b32 s4, v41, 10
	v_readlane_b32 s5, v41, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b32 s16, -1
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[16:17], v0, s16
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, fib@rel32@lo+4
	s_addc_u32 s17, s17, fib@rel32@hi+12
	v_writelane_b32 v41, s16, 16
	v_writelane_b32 v41, s17, 17
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v31, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	v_readlane_b32 s4, v41, 10
	v_readlane_b32 s5, v41, 11
	v_readlane_b32 s6, v41, 8
	v_readlane_b32 s7, v41, 9
	v_readlane_b32 s8, v41, 6
	v_readlane_b32 s9, v41, 7
	v_readlane_b32 s10, v41, 4
	v_readlane_b32 s11, v41, 5
	v_readlane_b32 s12, v41, 3
	v_readlane_b32 s13, v41, 2
	v_readlane_b32 s14, v41, 1
	v_readlane_b32 s15, v41, 0
	v_readlane_b32 s16, v41, 16
	v_readlane_b32 s17, v41, 17
	buffer_store_dword v0, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b32 s18, -2
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[18:19], v0, s18
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v1, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[4:5], v0, v1
	buffer_store_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_branch .LBB11_1
.LBB11_4:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v41, 14
	v_readlane_b32 s5, v41, 15
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v0, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	v_readlane_b32 s31, v40, 1
	v_readlane_b32 s30, v40, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v40, 4
	v_readlane_b32 s34, v40, 2
	v_readlane_b32 s35, v40, 3
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v40, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:28 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end11:
	.size	fib, .Lfunc_end11-fib
                                        ; -- End function
	.set .Lfib.num_vgpr, 42
	.set .Lfib.num_agpr, 0
	.set .Lfib.numbered_sgpr, 36
	.set .Lfib.num_named_barrier, 0
	.set .Lfib.private_seg_size, 48
	.set .Lfib.uses_vcc, 1
	.set .Lfib.uses_flat_scratch, 0
	.set .Lfib.has_dyn_sized_stack, 0
	.set .Lfib.has_recursion, 0
	.set .Lfib.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 728
; TotalNumSgprs: 38
; NumVgprs: 42
; ScratchSize: 48
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function ackermann
	.type	ackermann,@function
ackermann:                              ; @ackermann
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v40, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:28 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	v_writelane_b32 v40, s16, 4
	v_writelane_b32 v40, s34, 2
	v_writelane_b32 v40, s35, 3
	s_add_i32 s32, s32, 0xc00
	v_writelane_b32 v40, s30, 0
	v_writelane_b32 v40, s31, 1
	buffer_store_dword v31, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
                                        ; implicit-def: $vgpr41 : SGPR spill to VGPR lane
	v_writelane_b32 v41, s15, 0
	v_writelane_b32 v41, s14, 1
	v_writelane_b32 v41, s13, 2
	v_writelane_b32 v41, s12, 3
	v_writelane_b32 v41, s10, 4
	v_writelane_b32 v41, s11, 5
	v_writelane_b32 v41, s8, 6
	v_writelane_b32 v41, s9, 7
	v_writelane_b32 v41, s6, 8
	v_writelane_b32 v41, s7, 9
	v_writelane_b32 v41, s4, 10
	v_writelane_b32 v41, s5, 11
	buffer_store_dword v0, off, s[0:3], s33 offset:4
	buffer_store_dword v1, off, s[0:3], s33 offset:8
	buffer_load_dword v0, off, s[0:3], s33 offset:4
	s_mov_b32 s4, 0
	s_waitcnt vmcnt(0)
	v_cmp_ne_u32_e64 s[4:5], v0, s4
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v41, s6, 12
	v_writelane_b32 v41, s7, 13
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB12_1
	s_branch .LBB12_3
.LBB12_1:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v41, 12
	v_readlane_b32 s5, v41, 13
	s_or_saveexec_b64 s[4:5], s[4:5]
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v41, s4, 14
	v_writelane_b32 v41, s5, 15
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB12_8
; %bb.2:
	buffer_load_dword v0, off, s[0:3], s33 offset:8
	s_mov_b32 s4, 1
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[4:5], v0, s4
	buffer_store_dword v0, off, s[0:3], s33
	s_branch .LBB12_8
.LBB12_3:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_load_dword v0, off, s[0:3], s33 offset:8
	s_mov_b32 s4, 0
	s_waitcnt vmcnt(0)
	v_cmp_ne_u32_e64 s[4:5], v0, s4
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v41, s6, 16
	v_writelane_b32 v41, s7, 17
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB12_4
	s_branch .LBB12_6
.LBB12_4:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v41, 16
	v_readlane_b32 s5, v41, 17
	s_or_saveexec_b64 s[4:5], s[4:5]
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v41, s4, 18
	v_writelane_b32 v41, s5, 19
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB12_7
; %bb.5:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s15, v41, 0
	v_readlane_b32 s14, v41, 1
	v_readlane_b32 s13, v41, 2
	v_readlane_b32 s12, v41, 3
	v_readlane_b32 s10, v41, 4
	v_readlane_b32 s11, v41, 5
	v_readlane_b32 s8, v41, 6
	v_readlane_b32 s9, v41, 7
	v_readlane_b32 s6, v41, 8
	v_readlane_b32 s7, v41, 9
	v_readlane_b32 s4, v41, 10
	v_readlane_b32 s5, v41, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v0, off, s[0:3], s33 offset:4
	s_mov_b32 s16, -1
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[16:17], v0, s16
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, ackermann@rel32@lo+4
	s_addc_u32 s17, s17, ackermann@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	v_mov_b32_e32 v1, 1
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_store_dword v0, off, s[0:3], s33
	s_branch .LBB12_7
.LBB12_6:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s15, v41, 0
	v_readlane_b32 s14, v41, 1
	v_readlane_b32 s13, v41, 2
	v_readlane_b32 s12, v41, 3
	v_readlane_b32 s10, v41, 4
	v_readlane_b32 s11, v41, 5
	v_readlane_b32 s8, v41, 6
	v_readlane_b32 s9, v41, 7
	v_readlane_b32 s6, v41, 8
	v_readlane_b32 s7, v41, 9
	v_readlane_b32 s4, v41, 10
	v_readlane_b32 s5, v41, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v0, off, s[0:3], s33 offset:4
	s_mov_b32 s16, -1
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v1, s[18:19], v0, s16
	buffer_store_dword v1, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s33 offset:8
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v1, s[16:17], v1, s16
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, ackermann@rel32@lo+4
	s_addc_u32 s17, s17, ackermann@rel32@hi+12
	v_writelane_b32 v41, s16, 20
	v_writelane_b32 v41, s17, 21
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v31, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	v_readlane_b32 s4, v41, 10
	v_readlane_b32 s5, v41, 11
	v_readlane_b32 s6, v41, 8
	v_readlane_b32 s7, v41, 9
	v_readlane_b32 s8, v41, 6
	v_readlane_b32 s9, v41, 7
	v_readlane_b32 s10, v41, 4
	v_readlane_b32 s11, v41, 5
	v_readlane_b32 s12, v41, 3
	v_readlane_b32 s13, v41, 2
	v_readlane_b32 s14, v41, 1
	v_readlane_b32 s15, v41, 0
	v_readlane_b32 s16, v41, 20
	v_readlane_b32 s17, v41, 21
	v_mov_b32_e32 v1, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_store_dword v0, off, s[0:3], s33
	s_branch .LBB12_4
.LBB12_7:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v41, 18
	v_readlane_b32 s5, v41, 19
	s_or_b64 exec, exec, s[4:5]
	s_branch .LBB12_1
.LBB12_8:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v41, 14
	v_readlane_b32 s5, v41, 15
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v0, off, s[0:3], s33
	v_readlane_b32 s31, v40, 1
	v_readlane_b32 s30, v40, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v40, 4
	v_readlane_b32 s34, v40, 2
	v_readlane_b32 s35, v40, 3
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v40, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:28 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end12:
	.size	ackermann, .Lfunc_end12-ackermann
                                        ; -- End function
	.set .Lackermann.num_vgpr, 42
	.set .Lackermann.num_agpr, 0
	.set .Lackermann.numbered_sgpr, 36
	.set .Lackermann.num_named_barrier, 0
	.set .Lackermann.private_seg_size, 48
	.set .Lackermann.uses_vcc, 1
	.set .Lackermann.uses_flat_scratch, 0
	.set .Lackermann.has_dyn_sized_stack, 0
	.set .Lackermann.has_recursion, 0
	.set .Lackermann.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1060
; TotalNumSgprs: 38
; NumVgprs: 42
; ScratchSize: 48
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function odd
	.type	odd,@function
odd:                                    ; @odd
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v40, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:28 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	v_writelane_b32 v40, s16, 4
	v_writelane_b32 v40, s34, 2
	v_writelane_b32 v40, s35, 3
	s_add_i32 s32, s32, 0xc00
	v_writelane_b32 v40, s30, 0
	v_writelane_b32 v40, s31, 1
	buffer_store_dword v31, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
                                        ; implicit-def: $vgpr41 : SGPR spill to VGPR lane
	v_writelane_b32 v41, s15, 0
	v_writelane_b32 v41, s14, 1
	v_writelane_b32 v41, s13, 2
	v_writelane_b32 v41, s12, 3
	v_writelane_b32 v41, s10, 4
	v_writelane_b32 v41, s11, 5
	v_writelane_b32 v41, s8, 6
	v_writelane_b32 v41, s9, 7
	v_writelane_b32 v41, s6, 8
	v_writelane_b32 v41, s7, 9
	v_writelane_b32 v41, s4, 10
	v_writelane_b32 v41, s5, 11
	buffer_store_dword v0, off, s[0:3], s33
	buffer_store_dword v1, off, s[0:3], s33 offset:4
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b32 s4, 0
	s_waitcnt vmcnt(0)
	v_cmp_ne_u32_e64 s[4:5], v0, s4
                                        ; implicit-def: $vgpr0
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v41, s6, 12
	v_writelane_b32 v41, s7, 13
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB13_1
	s_branch .LBB13_3
.LBB13_1:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v41, 12
	v_readlane_b32 s5, v41, 13
	s_or_saveexec_b64 s[4:5], s[4:5]
	buffer_load_dword v0, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v41, s4, 14
	v_writelane_b32 v41, s5, 15
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v41, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB13_4
; %bb.2:
	buffer_load_dword v0, off, s[0:3], s33 offset:4
	s_waitcnt vmcnt(0)
	v_not_b32_e32 v0, v0
	buffer_store_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_branch .LBB13_4
.LBB13_3:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s15, v41, 0
	v_readlane_b32 s14, v41, 1
	v_readlane_b32 s13, v41, 2
	v_readlane_b32 s12, v41, 3
	v_readlane_b32 s10, v41, 4
	v_readlane_b32 s11, v41, 5
	v_readlane_b32 s8, v41, 6
	v_readlane_b32 s9, v41, 7
	v_readlane_b32 s6, v41, 8
	v_readlane_b32 s7, v41, 9
	v_readlane_b32 s4, v41, 10
	v_readlane_b32 s5, v41, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s33
	s_mov_b32 s16, -1
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[16:17], v2, s16
	buffer_load_dword v1, off, s[0:3], s33 offset:4
	s_mov_b32 s16, 5
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v1, v1, s16
	v_sub_i32_e64 v1, s[16:17], v1, v2
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, even@rel32@lo+4
	s_addc_u32 s17, s17, even@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v1, off, s[0:3], s33
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[4:5], v0, v1
	buffer_store_dword v0, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	s_branch .LBB13_1
.LBB13_4:
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v41, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v41, 14
	v_readlane_b32 s5, v41, 15
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	v_readlane_b32 s31, v40, 1
	v_readlane_b32 s30, v40, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v40, 4
	v_readlane_b32 s34, v40, 2
	v_readlane_b32 s35, v40, 3
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v40, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:28 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end13:
	.size	odd, .Lfunc_end13-odd
                                        ; -- End function
	.set .Lodd.num_vgpr, max(42, .Leven.num_vgpr)
	.set .Lodd.num_agpr, max(0, .Leven.num_agpr)
	.set .Lodd.numbered_sgpr, max(36, .Leven.numbered_sgpr)
	.set .Lodd.num_named_barrier, max(0, .Leven.num_named_barrier)
	.set .Lodd.private_seg_size, 48+max(.Leven.private_seg_size)
	.set .Lodd.uses_vcc, or(1, .Leven.uses_vcc)
	.set .Lodd.uses_flat_scratch, or(0, .Leven.uses_flat_scratch)
	.set .Lodd.has_dyn_sized_stack, or(0, .Leven.has_dyn_sized_stack)
	.set .Lodd.has_recursion, or(0, .Leven.has_recursion)
	.set .Lodd.has_indirect_call, or(0, .Leven.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 628
; TotalNumSgprs: .Lodd.numbered_sgpr+extrasgprs(.Lodd.uses_vcc, .Lodd.uses_flat_scratch, 0)
; NumVgprs: max(42, .Leven.num_vgpr)
; ScratchSize: 48+max(.Leven.private_seg_size)
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function even
	.type	even,@function
even:                                   ; @even
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v42, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	buffer_store_dword v43, off, s[0:3], s33 offset:28 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	v_writelane_b32 v42, s16, 4
	v_writelane_b32 v42, s36, 2
	v_writelane_b32 v42, s37, 3
	s_add_i32 s32, s32, 0xc00
	v_writelane_b32 v42, s30, 0
	v_writelane_b32 v42, s31, 1
	buffer_store_dword v31, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
                                        ; implicit-def: $vgpr43 : SGPR spill to VGPR lane
	v_writelane_b32 v43, s15, 0
	v_writelane_b32 v43, s14, 1
	v_writelane_b32 v43, s13, 2
	v_writelane_b32 v43, s12, 3
	v_writelane_b32 v43, s10, 4
	v_writelane_b32 v43, s11, 5
	v_writelane_b32 v43, s8, 6
	v_writelane_b32 v43, s9, 7
	v_writelane_b32 v43, s6, 8
	v_writelane_b32 v43, s7, 9
	v_writelane_b32 v43, s4, 10
	v_writelane_b32 v43, s5, 11
	buffer_store_dword v0, off, s[0:3], s33
	buffer_store_dword v1, off, s[0:3], s33 offset:4
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b32 s4, 0
	s_waitcnt vmcnt(0)
	v_cmp_ne_u32_e64 s[4:5], v0, s4
                                        ; implicit-def: $vgpr0
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v43, s6, 12
	v_writelane_b32 v43, s7, 13
	s_or_saveexec_b64 s[36:37], -1
	buffer_store_dword v43, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[36:37]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB14_1
	s_branch .LBB14_3
.LBB14_1:
	s_or_saveexec_b64 s[36:37], -1
	buffer_load_dword v43, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[36:37]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v43, 12
	v_readlane_b32 s5, v43, 13
	s_or_saveexec_b64 s[4:5], s[4:5]
	buffer_load_dword v0, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v43, s4, 14
	v_writelane_b32 v43, s5, 15
	s_or_saveexec_b64 s[36:37], -1
	buffer_store_dword v43, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[36:37]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB14_4
; %bb.2:
	buffer_load_dword v0, off, s[0:3], s33 offset:4
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_branch .LBB14_4
.LBB14_3:
	s_or_saveexec_b64 s[36:37], -1
	buffer_load_dword v43, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[36:37]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s15, v43, 0
	v_readlane_b32 s14, v43, 1
	v_readlane_b32 s13, v43, 2
	v_readlane_b32 s12, v43, 3
	v_readlane_b32 s10, v43, 4
	v_readlane_b32 s11, v43, 5
	v_readlane_b32 s8, v43, 6
	v_readlane_b32 s9, v43, 7
	v_readlane_b32 s6, v43, 8
	v_readlane_b32 s7, v43, 9
	v_readlane_b32 s4, v43, 10
	v_readlane_b32 s5, v43, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s33
	s_mov_b32 s16, -1
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[16:17], v2, s16
	buffer_load_dword v1, off, s[0:3], s33 offset:4
	s_mov_b32 s16, 3
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v1, v1, s16
	v_add_i32_e64 v1, s[16:17], v1, v2
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, odd@rel32@lo+4
	s_addc_u32 s17, s17, odd@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v1, off, s[0:3], s33
	s_waitcnt vmcnt(0)
	v_xor_b32_e64 v0, v0, v1
	buffer_store_dword v0, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	s_branch .LBB14_1
.LBB14_4:
	s_or_saveexec_b64 s[36:37], -1
	buffer_load_dword v43, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[36:37]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v43, 14
	v_readlane_b32 s5, v43, 15
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	v_readlane_b32 s31, v42, 1
	v_readlane_b32 s30, v42, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v42, 4
	v_readlane_b32 s36, v42, 2
	v_readlane_b32 s37, v42, 3
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v42, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v43, off, s[0:3], s33 offset:28 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end14:
	.size	even, .Lfunc_end14-even
                                        ; -- End function
	.set .Leven.num_vgpr, max(44, 42)
	.set .Leven.num_agpr, max(0, 0)
	.set .Leven.numbered_sgpr, max(38, 36)
	.set .Leven.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set .Leven.private_seg_size, 48
	.set .Leven.uses_vcc, 1
	.set .Leven.uses_flat_scratch, 0
	.set .Leven.has_dyn_sized_stack, 0
	.set .Leven.has_recursion, 0
	.set .Leven.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 624
; TotalNumSgprs: 40
; NumVgprs: 44
; ScratchSize: 48
; MemoryBound: 0
	.text
	.protected	__clang_ocl_kern_imp_recursion ; -- Begin function __clang_ocl_kern_imp_recursion
	.globl	__clang_ocl_kern_imp_recursion
	.p2align	2
	.type	__clang_ocl_kern_imp_recursion,@function
__clang_ocl_kern_imp_recursion:         ; @__clang_ocl_kern_imp_recursion
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v44, off, s[0:3], s33 offset:64 ; 4-byte Folded Spill
	buffer_store_dword v45, off, s[0:3], s33 offset:68 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	v_writelane_b32 v44, s16, 8
	v_writelane_b32 v44, s38, 6
	v_writelane_b32 v44, s39, 7
	s_add_i32 s32, s32, 0x1400
	buffer_store_dword v40, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	buffer_store_dword v42, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v43, off, s[0:3], s33 ; 4-byte Folded Spill
	v_writelane_b32 v44, s30, 0
	v_writelane_b32 v44, s31, 1
	v_writelane_b32 v44, s34, 2
	v_writelane_b32 v44, s35, 3
	v_writelane_b32 v44, s36, 4
	v_writelane_b32 v44, s37, 5
	buffer_store_dword v31, off, s[0:3], s33 offset:48 ; 4-byte Folded Spill
	buffer_store_dword v2, off, s[0:3], s33 offset:52 ; 4-byte Folded Spill
	v_mov_b32_e32 v4, v1
	v_mov_b32_e32 v2, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:52 ; 4-byte Folded Reload
                                        ; implicit-def: $vgpr45 : SGPR spill to VGPR lane
	v_writelane_b32 v45, s15, 0
	v_writelane_b32 v45, s14, 1
	v_writelane_b32 v45, s13, 2
	v_writelane_b32 v45, s12, 3
	v_writelane_b32 v45, s10, 4
	v_writelane_b32 v45, s11, 5
	v_writelane_b32 v45, s8, 6
	v_writelane_b32 v45, s9, 7
	v_writelane_b32 v45, s6, 8
	v_writelane_b32 v45, s7, 9
	v_writelane_b32 v45, s4, 10
	v_writelane_b32 v45, s5, 11
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v3
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v4, v3
	buffer_store_dword v4, off, s[0:3], s33 offset:20
                                        ; kill: def $vgpr2 killed $vgpr2 killed $vgpr2_vgpr3 killed $exec
	buffer_store_dword v2, off, s[0:3], s33 offset:16
	v_mov_b32_e32 v2, v1
	buffer_store_dword v2, off, s[0:3], s33 offset:28
                                        ; kill: def $vgpr0 killed $vgpr0 killed $vgpr0_vgpr1 killed $exec
	s_waitcnt vmcnt(3)
	buffer_store_dword v0, off, s[0:3], s33 offset:24
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, get_global_id@rel32@lo+4
	s_addc_u32 s17, s17, get_global_id@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	v_mov_b32_e32 v0, 0
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v31, off, s[0:3], s33 offset:48 ; 4-byte Folded Reload
	v_readlane_b32 s4, v45, 10
	v_readlane_b32 s5, v45, 11
	v_readlane_b32 s6, v45, 8
	v_readlane_b32 s7, v45, 9
	v_readlane_b32 s8, v45, 6
	v_readlane_b32 s9, v45, 7
	v_readlane_b32 s10, v45, 4
	v_readlane_b32 s11, v45, 5
	v_readlane_b32 s12, v45, 3
	v_readlane_b32 s13, v45, 2
	v_readlane_b32 s14, v45, 1
	v_readlane_b32 s15, v45, 0
	buffer_store_dword v0, off, s[0:3], s33 offset:32
	buffer_load_dword v1, off, s[0:3], s33 offset:16
	buffer_load_dword v0, off, s[0:3], s33 offset:20
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v2, v0
	v_mov_b32_e32 v0, 0
	buffer_load_dword v3, off, s[0:3], s33 offset:32
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	v_mov_b32_e32 v4, v0
	s_mov_b32 s16, 2
	s_waitcnt vmcnt(0)
	v_lshl_b64 v[4:5], v[3:4], s16
	v_mov_b32_e32 v0, v1
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v2, v5
	v_add_i32_e64 v0, s[16:17], v0, v3
	v_addc_u32_e64 v2, s[16:17], v1, v2, s[16:17]
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
	flat_load_dword v0, v[0:1]
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:36
	buffer_load_dword v0, off, s[0:3], s33 offset:36
	s_mov_b32 s16, 0xba2e8ba3
	s_waitcnt vmcnt(0)
	v_mul_hi_u32 v1, v0, s16
	s_mov_b32 s16, 3
	v_lshrrev_b32_e64 v1, s16, v1
	s_mov_b32 s16, 11
	v_mul_lo_u32 v1, v1, s16
	v_sub_i32_e64 v0, s[16:17], v0, v1
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, fib@rel32@lo+4
	s_addc_u32 s17, s17, fib@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_store_dword v0, off, s[0:3], s33 offset:40
	buffer_load_dword v1, off, s[0:3], s33 offset:36
	v_mov_b32_e32 v0, 0x100
	s_waitcnt vmcnt(0)
	v_and_b32_e64 v0, v0, v1
	v_cmp_ne_u32_e64 s[6:7], v0, 0
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v45, s4, 12
	v_writelane_b32 v45, s5, 13
	s_or_saveexec_b64 s[38:39], -1
	buffer_store_dword v45, off, s[0:3], s33 offset:44 ; 4-byte Folded Spill
	s_mov_b64 exec, s[38:39]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB15_2
; %bb.1:
	s_or_saveexec_b64 s[38:39], -1
	buffer_load_dword v45, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_mov_b64 exec, s[38:39]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s15, v45, 0
	v_readlane_b32 s14, v45, 1
	v_readlane_b32 s13, v45, 2
	v_readlane_b32 s12, v45, 3
	v_readlane_b32 s10, v45, 4
	v_readlane_b32 s11, v45, 5
	v_readlane_b32 s8, v45, 6
	v_readlane_b32 s9, v45, 7
	v_readlane_b32 s6, v45, 8
	v_readlane_b32 s7, v45, 9
	v_readlane_b32 s4, v45, 10
	v_readlane_b32 s5, v45, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:48 ; 4-byte Folded Reload
	buffer_load_dword v0, off, s[0:3], s33 offset:40
	s_mov_b32 s16, 31
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v0, v0, s16
	buffer_store_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	buffer_load_dword v1, off, s[0:3], s33 offset:36
	s_waitcnt vmcnt(0)
	v_bfe_u32 v0, v1, 9, 1
	v_bfe_u32 v1, v1, 12, 3
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, ackermann@rel32@lo+4
	s_addc_u32 s17, s17, ackermann@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v1, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[4:5], v0, v1
	buffer_store_dword v0, off, s[0:3], s33 offset:40
.LBB15_2:
	s_or_saveexec_b64 s[38:39], -1
	buffer_load_dword v45, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_mov_b64 exec, s[38:39]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s16, v45, 12
	v_readlane_b32 s17, v45, 13
	s_or_b64 exec, exec, s[16:17]
	v_readlane_b32 s15, v45, 0
	v_readlane_b32 s14, v45, 1
	v_readlane_b32 s13, v45, 2
	v_readlane_b32 s12, v45, 3
	v_readlane_b32 s10, v45, 4
	v_readlane_b32 s11, v45, 5
	v_readlane_b32 s8, v45, 6
	v_readlane_b32 s9, v45, 7
	v_readlane_b32 s6, v45, 8
	v_readlane_b32 s7, v45, 9
	v_readlane_b32 s4, v45, 10
	v_readlane_b32 s5, v45, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:48 ; 4-byte Folded Reload
	buffer_load_dword v0, off, s[0:3], s33 offset:40
	s_mov_b32 s16, 31
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v0, v0, s16
	buffer_store_dword v0, off, s[0:3], s33 offset:60 ; 4-byte Folded Spill
	buffer_load_dword v0, off, s[0:3], s33 offset:36
	s_waitcnt vmcnt(0)
	v_bfe_u32 v0, v0, 16, 5
	buffer_load_dword v1, off, s[0:3], s33 offset:32
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, even@rel32@lo+4
	s_addc_u32 s17, s17, even@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v1, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:60 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v2, s[4:5], v0, v1
	buffer_load_dword v7, off, s[0:3], s33 offset:24
	buffer_load_dword v0, off, s[0:3], s33 offset:28
                                        ; kill: def $vgpr7 killed $vgpr7 def $vgpr7_vgpr8 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v8, v0
	v_mov_b32_e32 v3, 0
	buffer_load_dword v0, off, s[0:3], s33 offset:32
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v3
	s_mov_b32 s4, 2
	s_waitcnt vmcnt(0)
	v_lshl_b64 v[5:6], v[0:1], s4
	v_mov_b32_e32 v0, v7
	v_mov_b32_e32 v4, v5
	v_mov_b32_e32 v1, v8
	v_mov_b32_e32 v3, v6
	v_add_i32_e64 v0, s[4:5], v0, v4
	v_addc_u32_e64 v3, s[4:5], v1, v3, s[4:5]
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v3
	flat_store_dword v[0:1], v2
	v_readlane_b32 s37, v44, 5
	v_readlane_b32 s36, v44, 4
	v_readlane_b32 s35, v44, 3
	v_readlane_b32 s34, v44, 2
	v_readlane_b32 s31, v44, 1
	v_readlane_b32 s30, v44, 0
	buffer_load_dword v43, off, s[0:3], s33 ; 4-byte Folded Reload
	buffer_load_dword v42, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v40, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v44, 8
	v_readlane_b32 s38, v44, 6
	v_readlane_b32 s39, v44, 7
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v44, off, s[0:3], s33 offset:64 ; 4-byte Folded Reload
	buffer_load_dword v45, off, s[0:3], s33 offset:68 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end15:
	.size	__clang_ocl_kern_imp_recursion, .Lfunc_end15-__clang_ocl_kern_imp_recursion
                                        ; -- End function
	.set __clang_ocl_kern_imp_recursion.num_vgpr, max(46, .Lget_global_id.num_vgpr, .Lfib.num_vgpr, .Lackermann.num_vgpr, .Leven.num_vgpr)
	.set __clang_ocl_kern_imp_recursion.num_agpr, max(0, .Lget_global_id.num_agpr, .Lfib.num_agpr, .Lackermann.num_agpr, .Leven.num_agpr)
	.set __clang_ocl_kern_imp_recursion.numbered_sgpr, max(40, .Lget_global_id.numbered_sgpr, .Lfib.numbered_sgpr, .Lackermann.numbered_sgpr, .Leven.numbered_sgpr)
	.set __clang_ocl_kern_imp_recursion.num_named_barrier, max(0, .Lget_global_id.num_named_barrier, .Lfib.num_named_barrier, .Lackermann.num_named_barrier, .Leven.num_named_barrier)
	.set __clang_ocl_kern_imp_recursion.private_seg_size, 80+max(.Lget_global_id.private_seg_size, .Lfib.private_seg_size, .Lackermann.private_seg_size, .Leven.private_seg_size)
	.set __clang_ocl_kern_imp_recursion.uses_vcc, or(1, .Lget_global_id.uses_vcc, .Lfib.uses_vcc, .Lackermann.uses_vcc, .Leven.uses_vcc)
	.set __clang_ocl_kern_imp_recursion.uses_flat_scratch, or(0, .Lget_global_id.uses_flat_scratch, .Lfib.uses_flat_scratch, .Lackermann.uses_flat_scratch, .Leven.uses_flat_scratch)
	.set __clang_ocl_kern_imp_recursion.has_dyn_sized_stack, or(0, .Lget_global_id.has_dyn_sized_stack, .Lfib.has_dyn_sized_stack, .Lackermann.has_dyn_sized_stack, .Leven.has_dyn_sized_stack)
	.set __clang_ocl_kern_imp_recursion.has_recursion, or(0, .Lget_global_id.has_recursion, .Lfib.has_recursion, .Lackermann.has_recursion, .Leven.has_recursion)
	.set __clang_ocl_kern_imp_recursion.has_indirect_call, or(0, .Lget_global_id.has_indirect_call, .Lfib.has_indirect_call, .Lackermann.has_indirect_call, .Leven.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1276
; TotalNumSgprs: 42
; NumVgprs: 46
; ScratchSize: 144
; MemoryBound: 0
	.text
	.protected	recursion               ; -- Begin function recursion
	.globl	recursion
	.p2align	8
	.type	recursion,@function
recursion:                              ; @recursion
; %bb.0:
	s_mov_b32 s33, 0
	s_mov_b32 s32, 0x800
	s_mov_b32 flat_scratch_lo, s13
	s_add_i32 s12, s12, s17
	s_lshr_b32 flat_scratch_hi, s12, 8
	s_add_u32 s0, s0, s17
	s_addc_u32 s1, s1, 0
                                        ; implicit-def: $vgpr40 : SGPR spill to VGPR lane
	v_writelane_b32 v40, s16, 0
	s_mov_b32 s13, s15
	s_mov_b32 s12, s14
	v_readlane_b32 s14, v40, 0
	s_mov_b64 s[16:17], s[8:9]
	v_mov_b32_e32 v5, v2
	v_mov_b32_e32 v6, v1
	v_mov_b32_e32 v4, v0
	s_load_dwordx2 s[18:19], s[16:17], 0x0
	s_load_dwordx2 s[8:9], s[16:17], 0x2
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s15, s19
	v_mov_b32_e32 v0, s15
	buffer_store_dword v0, off, s[0:3], s33 offset:4
	s_mov_b32 s15, s18
	v_mov_b32_e32 v0, s15
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b32 s15, s9
	v_mov_b32_e32 v0, s15
	buffer_store_dword v0, off, s[0:3], s33 offset:12
                                        ; kill: def $sgpr8 killed $sgpr8 killed $sgpr8_sgpr9
	v_mov_b32_e32 v0, s8
	buffer_store_dword v0, off, s[0:3], s33 offset:8
	buffer_load_dword v0, off, s[0:3], s33
	buffer_load_dword v1, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr8
                                        ; implicit-def: $sgpr9
	v_mov_b32_e32 v9, s8
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v10, v1
	buffer_load_dword v2, off, s[0:3], s33 offset:8
	buffer_load_dword v1, off, s[0:3], s33 offset:12
                                        ; implicit-def: $sgpr8
                                        ; implicit-def: $sgpr9
	v_mov_b32_e32 v7, s8
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v8, v1
	s_mov_b64 s[18:19], 16
	s_mov_b32 s8, s16
	s_mov_b32 s9, s17
	s_mov_b32 s16, s18
	s_mov_b32 s15, s19
	s_add_u32 s8, s8, s16
	s_addc_u32 s15, s9, s15
                                        ; kill: def $sgpr8 killed $sgpr8 def $sgpr8_sgpr9
	s_mov_b32 s9, s15
	s_mov_b32 s15, 32
	v_lshr_b64 v[9:10], v[9:10], s15
	v_mov_b32_e32 v1, v9
	v_lshr_b64 v[7:8], v[7:8], s15
	v_mov_b32_e32 v3, v7
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, __clang_ocl_kern_imp_recursion@rel32@lo+4
	s_addc_u32 s17, s17, __clang_ocl_kern_imp_recursion@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b32 s15, 20
	v_lshlrev_b32_e64 v5, s15, v5
	s_mov_b32 s15, 10
	v_lshlrev_b32_e64 v6, s15, v6
	v_or_b32_e64 v4, v4, v6
	v_or_b32_e64 v31, v4, v5
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel recursion
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 176
		.amdhsa_kernarg_size 272
		.amdhsa_user_sgpr_count 14
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 1
		.amdhsa_user_sgpr_flat_scratch_init 1
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr 46
		.amdhsa_next_free_sgpr 40
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
.Lfunc_end16:
	.size	recursion, .Lfunc_end16-recursion
                                        ; -- End function
	.set recursion.num_vgpr, max(41, __clang_ocl_kern_imp_recursion.num_vgpr)
	.set recursion.num_agpr, max(0, __clang_ocl_kern_imp_recursion.num_agpr)
	.set recursion.numbered_sgpr, max(34, __clang_ocl_kern_imp_recursion.numbered_sgpr)
	.set recursion.num_named_barrier, max(0, __clang_ocl_kern_imp_recursion.num_named_barrier)
	.set recursion.private_seg_size, 32+max(__clang_ocl_kern_imp_recursion.private_seg_size)
	.set recursion.uses_vcc, or(1, __clang_ocl_kern_imp_recursion.uses_vcc)
	.set recursion.uses_flat_scratch, or(1, __clang_ocl_kern_imp_recursion.uses_flat_scratch)
	.set recursion.has_dyn_sized_stack, or(0, __clang_ocl_kern_imp_recursion.has_dyn_sized_stack)
	.set recursion.has_recursion, or(0, __clang_ocl_kern_imp_recursion.has_recursion)
	.set recursion.has_indirect_call, or(0, __clang_ocl_kern_imp_recursion.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 336
; TotalNumSgprs: 44
; NumVgprs: 46
; ScratchSize: 176
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 5
; VGPRBlocks: 11
; NumSGPRsForWavesPerEU: 44
; NumVGPRsForWavesPerEU: 46
; Occupancy: 5
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 14
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 64
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 44
	.set amdgpu.max_num_named_barrier, 0
	.section	.AMDGPU.csdata,"",@progbits
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __clang_ocl_kern_imp_calls
	.addrsig_sym __clang_ocl_kern_imp_recursion
	.addrsig_sym get_global_id
	.addrsig_sym many
	.addrsig_sym change
	.addrsig_sym split
	.addrsig_sym get_group_id
	.addrsig_sym get_enqueued_local_size
	.addrsig_sym get_local_id
	.addrsig_sym get_global_offset
	.addrsig_sym ocl_implicit
	.addrsig_sym fib
	.addrsig_sym ackermann
	.addrsig_sym even
	.addrsig_sym odd
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
    .name:           calls
    .private_segment_fixed_size: 608
    .sgpr_count:     48
    .sgpr_spill_count: 1
    .symbol:         calls.kd
    .uses_dynamic_stack: false
    .vgpr_count:     64
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
    .name:           recursion
    .private_segment_fixed_size: 176
    .sgpr_count:     44
    .sgpr_spill_count: 1
    .symbol:         recursion.kd
    .uses_dynamic_stack: false
    .vgpr_count:     46
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx700
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
