; gpu: gfx900
v_mov_b32 v[base], 0
.set base, 3
