; gpu: gfx900
v_lshl_add_u32 v0, vcc, v1, v2, v3
