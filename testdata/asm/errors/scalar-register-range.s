; gpu: gfx803
s_mov_b32 s0, s104
