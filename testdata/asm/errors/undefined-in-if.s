; gpu: gfx900
.if WAVES > 2
	s_nop 0
.endif
