; The count names the wrong operation: the load is the youngest.
; source: ROCm/rocm-libraries#10932
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load have vmcnt(1) need vmcnt(0)

	buffer_store_dword v1, v0, s[8:11], 0 offen
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_waitcnt vmcnt(1)
use:
	v_mov_b32 v7, v6
	s_endpgm
