; The LDS read is waited for before the buffer load to LDS overwrites it.
; source: AMD ISA manuals, 4.4 (vector memory and LDS are not ordered)
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	ds_write_b32 v0, v1
	s_waitcnt lgkmcnt(0)
read:
	ds_read_b32 v7, v0
	s_mov_b32 m0, 0
	s_nop 0
	s_waitcnt lgkmcnt(0)
	buffer_load_dword v0, s[4:7], 0 offen lds
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_endpgm
