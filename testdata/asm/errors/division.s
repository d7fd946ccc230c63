; gpu: gfx900
.set a, 4/(2-2)
