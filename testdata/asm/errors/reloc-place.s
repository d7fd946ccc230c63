; gpu: gfx900
k:
	s_mov_b32 s0, 0x12345678
	.reloc 400, R_AMDGPU_ABS32, k
	.reloc other, R_AMDGPU_ABS32, k
	.reloc 4, R_AMDGPU_ABS32, 5
	s_endpgm
.data
other:
	.long 1
.text
.amdhsa_kernel k
	.amdhsa_next_free_vgpr 1
	.amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
