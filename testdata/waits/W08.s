; An LDS read's register is used before the read has returned.
; source: ROCm/rocm-systems#9735
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need lgkmcnt(0)

load:
	ds_read_u8 v14, v0
use:
	v_and_b32 v5, 1, v14
	s_endpgm
