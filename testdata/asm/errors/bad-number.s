; gpu: gfx900
	s_mov_b32 s0, 0x1g
	s_mov_b32 s0, 12abc
	s_mov_b32 s0, 08
	s_mov_b32 s0, 1.5.2
