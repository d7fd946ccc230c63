; gpu: gfx803
v_mov_b32 v0, v1 row_shf:1
