; Four wait states between.
; source: AMD ISA manuals, manually inserted wait states
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	v_cmp_eq_u32 vcc, v0, v1
	s_nop 3
	v_div_fmas_f32 v6, v0, v1, v7
	s_endpgm
