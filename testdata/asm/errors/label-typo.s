; gpu: gfx900
loop_start:
s_nop 0
s_branch loop_strat
