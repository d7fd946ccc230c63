; gpu: gfx900
.macro m dst, src
	v_mov_b32 \dst, \srcc
.endm
	m v0, v1
	m dst=v0, sorce=v1
