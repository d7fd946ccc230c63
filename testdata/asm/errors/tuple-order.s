; gpu: gfx900
s_mov_b64 s[3:2], 0
