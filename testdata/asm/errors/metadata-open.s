; gpu: gfx900
.amdgpu_metadata
amdhsa.version: [1, 0]
