; Two LDS writes were counted as one: the count leaves the read unproved.
; source: ROCm/Tensile#969
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer read have lgkmcnt(2) need lgkmcnt(1)

	ds_write_b32 v0, v1 offset:512
	ds_write_b32 v0, v1 offset:768
read:
	ds_read_b32 v6, v0
	ds_write_b32 v0, v1 offset:1024
	s_waitcnt lgkmcnt(2)
use:
	v_add_f32 v8, v6, v8
	s_endpgm
