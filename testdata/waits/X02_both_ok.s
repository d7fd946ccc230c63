; Two 16-bit loads fill one register.
; source: AMD Vega ISA, D16 loads
; gpu: gfx900
; quiet

	buffer_load_short_d16 v6, v0, s[4:7], 0 offen
	buffer_load_short_d16_hi v6, v0, s[8:11], 0 offen
	s_waitcnt vmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
