; gpu: gfx700
	v_add_f32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf
