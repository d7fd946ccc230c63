; One instruction is between.
; source: AMD GCN3 and Vega ISA manuals, manually inserted wait states
; gpu: gfx803 gfx900
; quiet

	s_mov_b32 m0, 1
	v_mov_b32 v6, 0
	s_sendmsg sendmsg(MSG_INTERRUPT)
	s_waitcnt lgkmcnt(0)
	s_endpgm
