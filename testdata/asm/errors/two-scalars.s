; gpu: gfx900
v_add_f32 v0, s1, s2
