; gpu: gfx900
	v_cmp_lt_f32 s0, v1, v2
	v_cndmask_b32 v0, v1, v2, s4
	v_add_co_u32 v0, s4, v1, v2
	v_pk_add_f16 v0, v1, |v2|
