; gpu: gfx900
start:
	s_nop 0
.set start, 4
