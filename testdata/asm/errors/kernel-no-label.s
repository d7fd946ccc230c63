; gpu: gfx900
	s_endpgm
.amdhsa_kernel kernal
	.amdhsa_next_free_vgpr 1
	.amdhsa_next_free_sgpr 1
.end_amdhsa_kernel
