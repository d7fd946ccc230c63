; gpu: gfx900
.amdhsa_kernel k
.amdhsa_next_free_vgprs 4
.end_amdhsa_kernel
