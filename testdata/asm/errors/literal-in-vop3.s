; gpu: gfx900
v_fma_f32 v0, v1, v2, 0x1234
