; gpu: gfx900
	s_branch 1f
	s_nop 0
