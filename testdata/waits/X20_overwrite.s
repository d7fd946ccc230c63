; A buffer load to LDS overwrites what an LDS read that is still outstanding has to read: the two are counted apart. Without addresses nobody can tell.
; source: AMD ISA manuals, 4.4 (vector memory and LDS are not ordered)
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet static
; expect run: race-lds-dma error at load producer read have none need lgkmcnt(0)

	ds_write_b32 v0, v1
	s_waitcnt lgkmcnt(0)
read:
	ds_read_b32 v7, v0
	s_mov_b32 m0, 0
	s_nop 0
load:
	buffer_load_dword v0, s[4:7], 0 offen lds
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_endpgm
