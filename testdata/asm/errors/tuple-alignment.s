; gpu: gfx900
s_load_dwordx2 s[1:2], s[4:5], 0x0
