; The high half is read too early.
; source: AMD Vega ISA, D16 loads; VOP3 op_sel
; gpu: gfx900
; expect: race-raw error at use producer load need vmcnt(0)

load:
	buffer_load_short_d16_hi v6, v0, s[4:7], 0 offen
use:
	v_mad_f16 v7, v6, v1, v1 op_sel:[1,0,0,0]
	s_endpgm
