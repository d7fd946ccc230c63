; gpu: gfx900
	s_nop 0
.endm
.endr
.endif
