; gpu: gfx900
	s_waitcnt vmcnt 0
	s_waitcnt vmcnt(64)
	s_waitcnt vm(0)
	s_waitcnt lgkmcnt(0), vmcnt(0
