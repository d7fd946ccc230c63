; A scalar load returns after its register was written again.
; source: ROCm/rocm-systems#9470
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-waw error at write producer load need lgkmcnt(0)

load:
	s_load_dword s12, s[0:1], 0x0
write:
	s_mov_b32 s12, 7
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v6, s12
	s_endpgm
