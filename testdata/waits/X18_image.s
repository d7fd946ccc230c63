; Part of a register tuple that a load is still to write.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

load:
	buffer_load_dwordx4 v[8:11], v0, s[4:7], 0 offen
use:
	v_mov_b32 v7, v11
	s_endpgm
