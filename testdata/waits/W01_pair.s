; Two timers, both stored straight away.
; source: ROCm/legacy-rocm-build#1298
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at first producer time1 need lgkmcnt(0)
; expect: race-raw error at second producer time2 need lgkmcnt(0)

time1:
	s_memtime s[12:13]
time2:
	s_memtime s[14:15]
first:
	v_mov_b32 v6, s12
second:
	v_mov_b32 v7, s14
	buffer_store_dword v6, v0, s[8:11], 0 offen
	buffer_store_dword v7, v0, s[8:11], 0 offen offset:256
	s_endpgm
