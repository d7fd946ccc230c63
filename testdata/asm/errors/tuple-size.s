; gpu: gfx900
global_load_dwordx2 v0, v[2:3], off
