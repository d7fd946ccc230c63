; gpu: gfx900
; Relocations that the text asks for, at offsets and labels of their section.
.rodata
	.globl table
table:
	.quad 0, 0
	.reloc table, BFD_RELOC_64, table
	.reloc 8, R_AMDGPU_ABS64, k+16
.text
	.globl k
	.type k,@function
k:
	s_getpc_b64 s[0:1]
first:
	s_add_u32 s0, s0, 0x12345678
	s_addc_u32 s1, s1, 0x12345678
	.reloc first+4, R_AMDGPU_REL32_LO, table+4
	.reloc first+12, R_AMDGPU_REL32_HI, table+12
	s_endpgm
	.size k, .-k
.rodata
	.p2align 6
.amdhsa_kernel k
	.amdhsa_next_free_vgpr 1
	.amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
