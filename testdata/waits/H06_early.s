; SALU writes M0, a message reads it, before GCN 1.2: Mesa inserts a wait state, LLVM none.
; source: Mesa aco; counters.md 4a
; gpu: gfx600 gfx700
; expect: hazard-m0-message disputed at use producer write

write:
	s_mov_b32 m0, 1
use:
	s_sendmsg sendmsg(MSG_INTERRUPT)
	s_waitcnt lgkmcnt(0)
	s_endpgm
