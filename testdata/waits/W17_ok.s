; Fields with all bits set do not matter beside one that waits.
; source: llvm/llvm-project#52716
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	buffer_load_dword v6, v0, s[4:7], 0 offen
	ds_read_b32 v8, v0
	s_waitcnt vmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
