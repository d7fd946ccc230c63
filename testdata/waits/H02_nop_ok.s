; Two wait states between.
; source: ROCm/hcc#715
; gpu: gfx803 gfx900
; quiet

	v_add_f32 v7, v0, v1
	s_nop 1
	v_mov_b32_dpp v9, v7 row_shr:1 row_mask:0xf bank_mask:0xf
	s_endpgm
