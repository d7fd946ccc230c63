; Two scalar loads to one register: either may be the last.
; source: ROCm/rocm-systems#9470
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-waw error at second producer first need lgkmcnt(0)

first:
	s_load_dword s12, s[0:1], 0x0
second:
	s_load_dword s12, s[2:3], 0x0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v6, s12
	s_endpgm
