; gpu: gfx900
.set num_waves, 4
s_mov_b32 s0, num_wave
