; gpu: gfx900
	s_branch 100000
	s_branch s0
	s_cbranch_scc1
