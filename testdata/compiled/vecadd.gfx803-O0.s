	.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
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
; codeLenInByte = 1648
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
	v_lshlrev_b64 v[4:5], s4, v[0:1]
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v0, v7
	v_mov_b32_e32 v2, v5
	v_add_u32_e64 v1, s[4:5], v1, v3
	v_addc_u32_e64 v0, s[4:5], v0, v2, s[4:5]
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v0
	s_mov_b64 s[6:7], 12
	v_mov_b32_e32 v0, v1
	s_mov_b32 s4, s6
	v_mov_b32_e32 v1, v2
	s_mov_b32 s6, s7
	v_add_u32_e64 v0, s[4:5], v0, s4
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
; codeLenInByte = 764
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
; codeLenInByte = 1588
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
	v_lshlrev_b64 v[4:5], s4, v[0:1]
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v0, v7
	v_mov_b32_e32 v2, v5
	v_add_u32_e64 v1, s[4:5], v1, v3
	v_addc_u32_e64 v0, s[4:5], v0, v2, s[4:5]
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v0
	s_mov_b64 s[6:7], 40
	v_mov_b32_e32 v0, v1
	s_mov_b32 s4, s6
	v_mov_b32_e32 v1, v2
	s_mov_b32 s6, s7
	v_add_u32_e64 v0, s[4:5], v0, s4
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
; codeLenInByte = 792
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
	v_add_u32_e64 v0, s[16:17], v0, v1
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
	v_add_u32_e64 v0, s[4:5], v0, v1
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
; codeLenInByte = 828
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 64
; MemoryBound: 0
	.text
	.protected	__clang_ocl_kern_imp_vecadd ; -- Begin function __clang_ocl_kern_imp_vecadd
	.globl	__clang_ocl_kern_imp_vecadd
	.p2align	2
	.type	__clang_ocl_kern_imp_vecadd,@function
__clang_ocl_kern_imp_vecadd:            ; @__clang_ocl_kern_imp_vecadd
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s40, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[16:17], -1
	buffer_store_dword v12, off, s[0:3], s33 offset:44 ; 4-byte Folded Spill
	buffer_store_dword v13, off, s[0:3], s33 offset:48 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_add_i32 s32, s32, 0x1000
	v_writelane_b32 v12, s30, 0
	v_writelane_b32 v12, s31, 1
	buffer_store_dword v5, off, s[0:3], s33 offset:40 ; 4-byte Folded Spill
	buffer_store_dword v4, off, s[0:3], s33 offset:36 ; 4-byte Folded Spill
	v_mov_b32_e32 v5, v3
	buffer_load_dword v3, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	v_mov_b32_e32 v7, v1
	v_mov_b32_e32 v4, v0
	buffer_load_dword v0, off, s[0:3], s33 offset:36 ; 4-byte Folded Reload
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	s_waitcnt vmcnt(1)
	v_mov_b32_e32 v1, v3
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v5
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v7
	v_mov_b32_e32 v7, v5
	buffer_store_dword v7, off, s[0:3], s33 offset:4
                                        ; kill: def $vgpr4 killed $vgpr4 killed $vgpr4_vgpr5 killed $exec
	buffer_store_dword v4, off, s[0:3], s33
	v_mov_b32_e32 v4, v3
	buffer_store_dword v4, off, s[0:3], s33 offset:12
                                        ; kill: def $vgpr2 killed $vgpr2 killed $vgpr2_vgpr3 killed $exec
	buffer_store_dword v2, off, s[0:3], s33 offset:8
	v_mov_b32_e32 v2, v1
	buffer_store_dword v2, off, s[0:3], s33 offset:20
                                        ; kill: def $vgpr0 killed $vgpr0 killed $vgpr0_vgpr1 killed $exec
	s_waitcnt vmcnt(5)
	buffer_store_dword v0, off, s[0:3], s33 offset:16
	buffer_store_dword v6, off, s[0:3], s33 offset:24
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, get_global_id@rel32@lo+4
	s_addc_u32 s17, s17, get_global_id@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	v_mov_b32_e32 v0, 0
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_store_dword v0, off, s[0:3], s33 offset:28
	buffer_load_dword v0, off, s[0:3], s33 offset:28
	buffer_load_dword v1, off, s[0:3], s33 offset:24
	s_waitcnt vmcnt(0)
	v_cmp_lt_u32_e64 s[6:7], v0, v1
	s_mov_b64 s[4:5], exec
                                        ; implicit-def: $vgpr13 : SGPR spill to VGPR lane
	v_writelane_b32 v13, s4, 0
	v_writelane_b32 v13, s5, 1
	s_or_saveexec_b64 s[28:29], -1
	buffer_store_dword v13, off, s[0:3], s33 offset:32 ; 4-byte Folded Spill
	s_mov_b64 exec, s[28:29]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB6_2
; %bb.1:
	buffer_load_dword v1, off, s[0:3], s33
	buffer_load_dword v0, off, s[0:3], s33 offset:4
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v2, v0
	v_mov_b32_e32 v0, 0
	buffer_load_dword v3, off, s[0:3], s33 offset:28
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	v_mov_b32_e32 v4, v0
	s_mov_b32 s4, 2
	s_waitcnt vmcnt(0)
	v_lshlrev_b64 v[5:6], s4, v[3:4]
	v_mov_b32_e32 v0, v1
	v_mov_b32_e32 v3, v5
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v2, v6
	v_add_u32_e64 v0, s[4:5], v0, v3
	v_addc_u32_e64 v2, s[4:5], v1, v2, s[4:5]
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
	flat_load_dword v0, v[0:1]
	buffer_load_dword v2, off, s[0:3], s33 offset:8
	buffer_load_dword v1, off, s[0:3], s33 offset:12
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v1
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v4, v5
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v3, v6
	v_add_u32_e64 v1, s[4:5], v1, v4
	v_addc_u32_e64 v3, s[4:5], v2, v3, s[4:5]
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v3
	flat_load_dword v1, v[1:2]
	s_waitcnt vmcnt(0)
	v_add_f32_e64 v2, v0, v1
	buffer_load_dword v7, off, s[0:3], s33 offset:16
	buffer_load_dword v0, off, s[0:3], s33 offset:20
                                        ; kill: def $vgpr7 killed $vgpr7 def $vgpr7_vgpr8 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v8, v0
	v_mov_b32_e32 v0, v7
	v_mov_b32_e32 v4, v5
	v_mov_b32_e32 v1, v8
	v_mov_b32_e32 v3, v6
	v_add_u32_e64 v0, s[4:5], v0, v4
	v_addc_u32_e64 v3, s[4:5], v1, v3, s[4:5]
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v3
	flat_store_dword v[0:1], v2
.LBB6_2:
	s_or_saveexec_b64 s[28:29], -1
	buffer_load_dword v13, off, s[0:3], s33 offset:32 ; 4-byte Folded Reload
	s_mov_b64 exec, s[28:29]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v13, 0
	v_readlane_b32 s5, v13, 1
	s_or_b64 exec, exec, s[4:5]
	v_readlane_b32 s31, v12, 1
	v_readlane_b32 s30, v12, 0
	s_mov_b32 s32, s33
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v12, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	buffer_load_dword v13, off, s[0:3], s33 offset:48 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_mov_b32 s33, s40
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end6:
	.size	__clang_ocl_kern_imp_vecadd, .Lfunc_end6-__clang_ocl_kern_imp_vecadd
                                        ; -- End function
	.set __clang_ocl_kern_imp_vecadd.num_vgpr, max(14, .Lget_global_id.num_vgpr)
	.set __clang_ocl_kern_imp_vecadd.num_agpr, max(0, .Lget_global_id.num_agpr)
	.set __clang_ocl_kern_imp_vecadd.numbered_sgpr, max(41, .Lget_global_id.numbered_sgpr)
	.set __clang_ocl_kern_imp_vecadd.num_named_barrier, max(0, .Lget_global_id.num_named_barrier)
	.set __clang_ocl_kern_imp_vecadd.private_seg_size, 64+max(.Lget_global_id.private_seg_size)
	.set __clang_ocl_kern_imp_vecadd.uses_vcc, or(0, .Lget_global_id.uses_vcc)
	.set __clang_ocl_kern_imp_vecadd.uses_flat_scratch, or(0, .Lget_global_id.uses_flat_scratch)
	.set __clang_ocl_kern_imp_vecadd.has_dyn_sized_stack, or(0, .Lget_global_id.has_dyn_sized_stack)
	.set __clang_ocl_kern_imp_vecadd.has_recursion, or(0, .Lget_global_id.has_recursion)
	.set __clang_ocl_kern_imp_vecadd.has_indirect_call, or(0, .Lget_global_id.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 664
; TotalNumSgprs: 41
; NumVgprs: 32
; ScratchSize: 128
; MemoryBound: 0
	.text
	.protected	vecadd                  ; -- Begin function vecadd
	.globl	vecadd
	.p2align	8
	.type	vecadd,@function
vecadd:                                 ; @vecadd
; %bb.0:
	s_mov_b32 s33, 0
	s_mov_b32 s32, 0x800
	s_mov_b32 flat_scratch_lo, s13
	s_add_i32 s12, s12, s17
	s_lshr_b32 flat_scratch_hi, s12, 8
	s_add_u32 s0, s0, s17
	s_addc_u32 s1, s1, 0
                                        ; implicit-def: $vgpr16 : SGPR spill to VGPR lane
	v_writelane_b32 v16, s16, 0
	s_mov_b32 s13, s15
	s_mov_b32 s12, s14
	v_readlane_b32 s14, v16, 0
	s_mov_b64 s[16:17], s[8:9]
	v_mov_b32_e32 v8, v2
	v_mov_b32_e32 v9, v1
	v_mov_b32_e32 v7, v0
	s_load_dwordx2 s[22:23], s[16:17], 0x0
	s_load_dwordx2 s[20:21], s[16:17], 0x8
	s_load_dwordx2 s[18:19], s[16:17], 0x10
	s_load_dword s8, s[16:17], 0x18
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s9, s23
	v_mov_b32_e32 v0, s9
	buffer_store_dword v0, off, s[0:3], s33 offset:4
	s_mov_b32 s9, s22
	v_mov_b32_e32 v0, s9
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b32 s9, s21
	v_mov_b32_e32 v0, s9
	buffer_store_dword v0, off, s[0:3], s33 offset:12
	s_mov_b32 s9, s20
	v_mov_b32_e32 v0, s9
	buffer_store_dword v0, off, s[0:3], s33 offset:8
	s_mov_b32 s9, s19
	v_mov_b32_e32 v0, s9
	buffer_store_dword v0, off, s[0:3], s33 offset:20
	s_mov_b32 s9, s18
	v_mov_b32_e32 v0, s9
	buffer_store_dword v0, off, s[0:3], s33 offset:16
	v_mov_b32_e32 v0, s8
	buffer_store_dword v0, off, s[0:3], s33 offset:24
	buffer_load_dword v0, off, s[0:3], s33
	buffer_load_dword v1, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr8
                                        ; implicit-def: $sgpr9
	v_mov_b32_e32 v14, s8
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v15, v1
	buffer_load_dword v2, off, s[0:3], s33 offset:8
	buffer_load_dword v1, off, s[0:3], s33 offset:12
                                        ; implicit-def: $sgpr8
                                        ; implicit-def: $sgpr9
	v_mov_b32_e32 v12, s8
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v13, v1
	buffer_load_dword v4, off, s[0:3], s33 offset:16
	buffer_load_dword v1, off, s[0:3], s33 offset:20
                                        ; implicit-def: $sgpr8
                                        ; implicit-def: $sgpr9
	v_mov_b32_e32 v10, s8
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v11, v1
	buffer_load_dword v6, off, s[0:3], s33 offset:24
	s_mov_b64 s[18:19], 32
	s_mov_b32 s8, s16
	s_mov_b32 s9, s17
	s_mov_b32 s16, s18
	s_mov_b32 s15, s19
	s_add_u32 s8, s8, s16
	s_addc_u32 s15, s9, s15
                                        ; kill: def $sgpr8 killed $sgpr8 def $sgpr8_sgpr9
	s_mov_b32 s9, s15
	s_mov_b32 s15, 32
	v_lshrrev_b64 v[14:15], s15, v[14:15]
	v_mov_b32_e32 v1, v14
	v_lshrrev_b64 v[12:13], s15, v[12:13]
	v_mov_b32_e32 v3, v12
	v_lshrrev_b64 v[10:11], s15, v[10:11]
	v_mov_b32_e32 v5, v10
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, __clang_ocl_kern_imp_vecadd@rel32@lo+4
	s_addc_u32 s17, s17, __clang_ocl_kern_imp_vecadd@rel32@hi+12
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b32 s15, 20
	v_lshlrev_b32_e64 v8, s15, v8
	s_mov_b32 s15, 10
	v_lshlrev_b32_e64 v9, s15, v9
	v_or_b32_e64 v7, v7, v9
	v_or_b32_e64 v31, v7, v8
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel vecadd
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 160
		.amdhsa_kernarg_size 288
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
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 41
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
.Lfunc_end7:
	.size	vecadd, .Lfunc_end7-vecadd
                                        ; -- End function
	.set vecadd.num_vgpr, max(32, __clang_ocl_kern_imp_vecadd.num_vgpr)
	.set vecadd.num_agpr, max(0, __clang_ocl_kern_imp_vecadd.num_agpr)
	.set vecadd.numbered_sgpr, max(34, __clang_ocl_kern_imp_vecadd.numbered_sgpr)
	.set vecadd.num_named_barrier, max(0, __clang_ocl_kern_imp_vecadd.num_named_barrier)
	.set vecadd.private_seg_size, 32+max(__clang_ocl_kern_imp_vecadd.private_seg_size)
	.set vecadd.uses_vcc, or(0, __clang_ocl_kern_imp_vecadd.uses_vcc)
	.set vecadd.uses_flat_scratch, or(1, __clang_ocl_kern_imp_vecadd.uses_flat_scratch)
	.set vecadd.has_dyn_sized_stack, or(0, __clang_ocl_kern_imp_vecadd.has_dyn_sized_stack)
	.set vecadd.has_recursion, or(0, __clang_ocl_kern_imp_vecadd.has_recursion)
	.set vecadd.has_indirect_call, or(0, __clang_ocl_kern_imp_vecadd.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 464
; TotalNumSgprs: 47
; NumVgprs: 32
; ScratchSize: 160
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 5
; VGPRBlocks: 7
; NumSGPRsForWavesPerEU: 47
; NumVGPRsForWavesPerEU: 32
; Occupancy: 8
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 14
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 32
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 41
	.set amdgpu.max_num_named_barrier, 0
	.section	.AMDGPU.csdata,"",@progbits
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __clang_ocl_kern_imp_vecadd
	.addrsig_sym get_global_id
	.addrsig_sym get_group_id
	.addrsig_sym get_enqueued_local_size
	.addrsig_sym get_local_id
	.addrsig_sym get_global_offset
	.addrsig_sym ocl_implicit
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .is_const:       true
        .offset:         0
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .address_space:  global
        .is_const:       true
        .offset:         8
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         16
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .offset:         24
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
      - .offset:         112
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         120
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         128
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         136
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         144
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         224
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         228
        .size:           4
        .value_kind:     hidden_shared_base
      - .offset:         232
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 288
    .language:       OpenCL C
    .language_version:
      - 3
      - 0
    .max_flat_workgroup_size: 256
    .name:           vecadd
    .private_segment_fixed_size: 160
    .sgpr_count:     47
    .sgpr_spill_count: 1
    .symbol:         vecadd.kd
    .uses_dynamic_stack: false
    .vgpr_count:     32
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx803
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
