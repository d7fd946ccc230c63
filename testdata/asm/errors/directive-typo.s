; gpu: gfx900
.gloabl kernel
