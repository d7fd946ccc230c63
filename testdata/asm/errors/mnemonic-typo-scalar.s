; gpu: gfx803
s_mov_b23 s0, s1
