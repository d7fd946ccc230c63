; gpu: gfx803
v_add_f32 v0, v1, v2 src0_sel:BYTE_4
