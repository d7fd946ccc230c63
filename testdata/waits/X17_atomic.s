; The old value of an atomic is used before it has returned.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer op need vmcnt(0)

op:
	buffer_atomic_add v6, v0, s[8:11], 0 offen glc
use:
	v_mov_b32 v7, v6
	s_endpgm
