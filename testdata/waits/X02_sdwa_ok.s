; SDWA reads the byte that the load does not write.
; source: AMD Vega ISA, SDWA
; gpu: gfx900
; quiet

	buffer_load_short_d16_hi v6, v0, s[4:7], 0 offen
	v_mov_b32_sdwa v7, v6 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1
	s_waitcnt vmcnt(0)
	s_endpgm
