; gpu: gfx900
.macro wait
loop:
	s_branch loop
.endm
	wait
	wait
