; gpu: gfx906
	v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
