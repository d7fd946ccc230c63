; A buffer load to LDS does not count in LGKM: a count that includes it is one too weak.
; source: llvm/llvm-project#179305
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer read have lgkmcnt(1) need lgkmcnt(0)

	s_mov_b32 m0, 0x400
	s_nop 0
read:
	ds_read_b32 v6, v0
	buffer_load_dword v0, s[4:7], 0 offen lds
	s_waitcnt lgkmcnt(1)
use:
	v_mov_b32 v7, v6
	s_endpgm
