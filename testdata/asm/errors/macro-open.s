; gpu: gfx900
.macro add a, b
	v_add_f32 v0, \a, \b
	add v1, v2
