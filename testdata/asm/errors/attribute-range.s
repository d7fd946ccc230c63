; gpu: gfx900
v_interp_p1_f32 v0, v1, attr63.x
