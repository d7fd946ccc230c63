; gpu: gfx900
.amdhsa_kernel k
.amdhsa_float_round_mode_32 4
.end_amdhsa_kernel
