; An offset in an SGPR takes the hazard away.
; source: llvm/llvm-project#202333, #218550, #203770
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	buffer_store_dwordx4 v[8:11], v0, s[8:11], s12 offen
	s_waitcnt expcnt(0)
	v_mov_b32 v10, 0
	s_endpgm
