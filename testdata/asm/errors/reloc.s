; gpu: gfx900
k:
	s_mov_b32 s0, 0x12345678
	.reloc 4, R_AMDGPU_ABS32
	.reloc 4, R_AMDGPU_ABS31, k
	.reloc 4
	.subsection 9999
	.pushsection .text, -1
	s_endpgm
