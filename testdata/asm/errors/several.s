; gpu: gfx900
v_mov_b32 v256, 0
s_nop 0
v_ad_f32 v0, v1, v2
s_branch nowhere
