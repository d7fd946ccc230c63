; gpu: gfx900
.macro clear r
v_mov_b32 \r, 0
.endm
clear v0, v1
