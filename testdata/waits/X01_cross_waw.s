; LDS and vector memory load one register and are not ordered to each other.
; source: counters.md 2: different kinds are not ordered
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-waw error at second producer first need vmcnt(0)

first:
	buffer_load_dword v6, v0, s[4:7], 0 offen
second:
	ds_read_b32 v6, v0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
