; gpu: gfx900
.amdgcn_target "amdgcn-amd-amdhsa--gfx9000"
