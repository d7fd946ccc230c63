; gpu: gfx900
	.dword 1
	.word32 2
	.ints 3
