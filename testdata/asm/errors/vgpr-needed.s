; gpu: gfx900
v_add_f32 s0, v1, v2
