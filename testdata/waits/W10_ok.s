; The count leaves the buffer load to LDS out.
; source: llvm/llvm-project#179305
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b32 m0, 0x400
	s_nop 0
	ds_read_b32 v6, v0
	buffer_load_dword v0, s[4:7], 0 offen lds
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
