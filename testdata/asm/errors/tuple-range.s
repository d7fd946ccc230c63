; gpu: gfx900
global_load_dwordx4 v[254:257], v[0:1], off
