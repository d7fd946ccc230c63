; The hazard is of the permuted operand alone, AMD says.
; source: ROCm/hcc#1235; LLVM checkDPPHazards
; gpu: gfx803 gfx900
; quiet

	v_add_f32_dpp v7, v0, v0 row_shr:1 row_mask:0xf bank_mask:0xf
	v_add_f32_dpp v8, v0, v7 row_shr:1 row_mask:0xf bank_mask:0xf
	s_endpgm
