; An LDS read was moved before the wait for the buffer load that fills LDS.
; source: HazyResearch/HipKittens#40
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-lds-dma error at read producer load

	s_mov_b32 m0, 0
	s_nop 0
load:
	buffer_load_dword v0, s[4:7], 0 offen lds
	s_mov_b32 m0, -1

read:
	ds_read_b32 v6, v0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
