; The wait of a polling load comes after the comparison: load and wait were two asm statements.
; source: ROCm/hipCUB#183
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

load:
	buffer_load_dword v6, v0, s[4:7], 0 offen glc
use:
	v_cmp_eq_u32 vcc, v6, v7
	s_waitcnt vmcnt(0)
	s_endpgm
