; A load of two dwords counts two: lgkmcnt(1) still proves nothing.
; source: errata M-21; AMD ISA manuals 7.4
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load have lgkmcnt(1) need lgkmcnt(0)

load:
	s_load_dwordx2 s[12:13], s[0:1], 0x0
	s_waitcnt lgkmcnt(1)
use:
	s_mov_b32 s14, s12
	s_endpgm
