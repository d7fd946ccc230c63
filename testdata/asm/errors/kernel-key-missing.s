; gpu: gfx900
k:
s_endpgm
.rodata
.amdhsa_kernel k
.amdhsa_next_free_vgpr 4
.end_amdhsa_kernel
