; A message counts in LGKM: the LDS read is not named by a count of 1.
; source: counters.md 1 (S_SENDMSG)
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer read have lgkmcnt(1) need lgkmcnt(0)

read:
	ds_read_b32 v6, v0
	s_sendmsg sendmsg(MSG_INTERRUPT)
	s_waitcnt lgkmcnt(1)
use:
	v_mov_b32 v7, v6
	s_endpgm
