; The address of a load comes from a load that is outstanding.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; only: static
; expect: race-raw error at use producer load need lgkmcnt(0)

load:
	s_load_dwordx4 s[12:15], s[0:1], 0x0
use:
	buffer_load_dword v6, off, s[12:15], 0
	s_waitcnt vmcnt(0)
	s_endpgm
