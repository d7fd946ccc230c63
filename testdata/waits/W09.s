; LDS is read before the buffer load that fills it has returned; VM counts the load, not LGKM.
; source: llvm/llvm-project#75245, #74537, #147258
; gpu: gfx600 gfx700 gfx803 gfx900
; expect static: race-lds-dma error at read producer load
; expect run: race-lds-dma error at read producer load

	s_mov_b32 m0, 0
	s_nop 0
load:
	buffer_load_dword v0, s[4:7], 0 offen lds
	s_mov_b32 m0, -1

	s_waitcnt lgkmcnt(0)
read:
	ds_read_b32 v6, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
