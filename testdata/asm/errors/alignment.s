; gpu: gfx900
.balign 3
