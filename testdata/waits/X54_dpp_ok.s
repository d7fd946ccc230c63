; DPP reads other lanes, but none that is not active.
; source: AMD GCN3 and Vega ISA manuals, DPP
; gpu: gfx803 gfx900
; quiet

	v_cmp_gt_u32 vcc, 16, v0
	s_and_saveexec_b64 s[20:21], vcc
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_xor_b64 exec, exec, s[20:21]
	s_nop 4
	v_mov_b32_dpp v7, v6 row_shl:1 row_mask:0xf bank_mask:0xf
	s_mov_b64 exec, s[20:21]
	s_waitcnt vmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
