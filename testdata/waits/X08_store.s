; The data of a store comes from a load that is outstanding.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
use:
	buffer_store_dword v6, v0, s[8:11], 0 offen
	s_endpgm
