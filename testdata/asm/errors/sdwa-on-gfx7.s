; gpu: gfx700
	v_add_f32 v0, v1, v2 dst_sel:DWORD src0_sel:WORD_1 src1_sel:DWORD
