; One read fewer than it takes to fill the counter: the first may be out.
; source: ROCm/rocm-systems#11202, #10925
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer read need lgkmcnt(14)

read:
	ds_read_b32 v51, v0
	ds_read_b32 v64, v0 offset:0
	ds_read_b32 v65, v0 offset:4
	ds_read_b32 v66, v0 offset:8
	ds_read_b32 v67, v0 offset:12
	ds_read_b32 v68, v0 offset:16
	ds_read_b32 v69, v0 offset:20
	ds_read_b32 v70, v0 offset:24
	ds_read_b32 v71, v0 offset:28
	ds_read_b32 v72, v0 offset:32
	ds_read_b32 v73, v0 offset:36
	ds_read_b32 v74, v0 offset:40
	ds_read_b32 v75, v0 offset:44
	ds_read_b32 v76, v0 offset:48
	ds_read_b32 v77, v0 offset:52
use:
	v_mov_b32 v6, v51
	s_endpgm
