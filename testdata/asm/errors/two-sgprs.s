; gpu: gfx900
	v_add_f32 v0, s1, s2
	v_fma_f32 v0, s1, s2, v3
