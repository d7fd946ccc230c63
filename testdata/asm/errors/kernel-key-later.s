; gpu: gfx900
.amdhsa_kernel k
.amdhsa_wavefront_size32 1
.end_amdhsa_kernel
