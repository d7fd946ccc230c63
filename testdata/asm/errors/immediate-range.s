; gpu: gfx900
s_movk_i32 s0, 70000
