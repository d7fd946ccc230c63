; gpu: gfx900
	v_add_f32 s0, v1, v2
	v_readfirstlane_b32 v0, v1
