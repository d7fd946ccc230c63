; gpu: gfx900
v_movreld_b32 v0, v1
