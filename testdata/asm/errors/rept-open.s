; gpu: gfx900
.rept 3
	s_nop 0
