; The register that M0 chooses is the destination of an outstanding load.
; source: AMD ISA manuals, relative addressing
; gpu: gfx600 gfx700 gfx803
; expect: race-raw error at use producer load need vmcnt(0)

load:
	buffer_load_dword v9, v0, s[4:7], 0 offen
	s_mov_b32 m0, 2
use:
	v_movrels_b32 v6, v7
	s_waitcnt vmcnt(0)
	s_endpgm
