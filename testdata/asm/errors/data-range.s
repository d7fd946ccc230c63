; gpu: gfx900
.byte 1, 256
