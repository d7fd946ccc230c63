; gpu: gfx900
.if 1
s_nop 0
