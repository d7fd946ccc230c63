; A partial count: the store uses the older load.
; source: AMD ISA manuals 4.4
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	buffer_load_dword v6, v0, s[4:7], 0 offen
	buffer_load_dword v7, v0, s[4:7], 0 offen offset:256
	s_waitcnt vmcnt(1)
	buffer_store_dword v6, v0, s[8:11], 0 offen
	s_waitcnt vmcnt(1)
	buffer_store_dword v7, v0, s[8:11], 0 offen offset:256
	s_endpgm
