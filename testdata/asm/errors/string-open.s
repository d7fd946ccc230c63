; gpu: gfx900
	.asciz "abc
	s_nop 0
