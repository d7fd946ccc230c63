; A 16-bit load of the high half does not touch the low one.
; source: AMD Vega ISA, D16 loads
; gpu: gfx900
; quiet

	buffer_load_short_d16_hi v6, v0, s[4:7], 0 offen
	v_add_f16 v7, v6, v1
	s_waitcnt vmcnt(0)
	s_endpgm
