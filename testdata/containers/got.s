; A relocatable object with all kinds of relocations: the global offset table, 32 and 64 bits, a branch to another section.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, word@gotpcrel32@lo+4
	s_addc_u32 s9, s9, word@gotpcrel32@hi+12
	s_load_dwordx2 s[8:9], s[8:9], 0x0
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, word@rel32@lo+4
	s_addc_u32 s11, s11, word@rel32@hi+12
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, pointers@rel32@lo+4
	s_addc_u32 s13, s13, pointers@rel32@hi+12
	s_load_dwordx2 s[14:15], s[12:13], 0x0
	s_waitcnt lgkmcnt(0)
	s_load_dword s16, s[8:9], 0x0
	s_load_dword s17, s[10:11], 0x4
	s_load_dword s18, s[14:15], 0x0
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	s_add_u32 s16, s16, s17
	s_branch more
	.size k, .-k
	.section .text.more,"ax",@progbits
	.p2align 8
more:
	s_add_u32 s16, s16, s18
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, s16
	global_store_dword v0, v1, s[0:1]
	s_endpgm
	.section .rodata,"a",@progbits
	.globl word
	.hidden word
	.type word,@object
	.p2align 3
word:
	.long 1000, 200
	.size word, 8
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 2
		.amdhsa_next_free_sgpr 20
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
	.end_amdhsa_kernel
	.section .data.rel.ro,"aw",@progbits
	.p2align 3
pointers:
	.quad third
	.data
third:
	.long 30
	.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 26
    .vgpr_count: 2
    .max_flat_workgroup_size: 64
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
...
	.end_amdgpu_metadata
