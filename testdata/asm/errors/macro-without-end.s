; gpu: gfx900
.macro a
s_nop 0
