; gpu: gfx900
.ascii "abc
