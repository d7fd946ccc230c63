; A 16-bit load writes the low half; the low half is read too early.
; source: AMD Vega ISA, D16 loads
; gpu: gfx900
; expect: race-raw error at use producer load need vmcnt(0)

load:
	buffer_load_short_d16 v6, v0, s[4:7], 0 offen
use:
	v_add_f16 v7, v6, v1
	s_endpgm
