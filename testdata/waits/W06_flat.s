; The same with FLAT: both counters are needed.
; source: ROCm/hipCUB#183
; gpu: gfx700 gfx803 gfx900
; expect: race-raw error at use producer load

load:
	flat_load_dword v6, v[2:3] glc
use:
	v_cmp_eq_u32 vcc, v6, v7
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_endpgm
