; gpu: gfx900
	v_add_f32 v0, v1, v2 row_shr:16
	v_add_f32 v0, v1, v2 quad_perm:[0,1,2]
	v_add_f32 v0, v1, v2 row_mask:0xf
	v_add_f32_dpp v0, v1, s2 row_shr:1
