; Scalar loads and their uses do not ask for EXEC.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need lgkmcnt(0)

	s_mov_b64 exec, 0
load:
	s_memtime s[12:13]
use:
	s_mov_b32 s14, s12
	s_endpgm
