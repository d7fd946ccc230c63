; SALU writes M0, a message reads it: one wait state.
; source: AMD GCN3 and Vega ISA manuals, manually inserted wait states
; gpu: gfx803 gfx900
; expect: hazard-m0-message error at use producer write

write:
	s_mov_b32 m0, 1
use:
	s_sendmsg sendmsg(MSG_INTERRUPT)
	s_waitcnt lgkmcnt(0)
	s_endpgm
