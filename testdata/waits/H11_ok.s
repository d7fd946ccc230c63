; Five wait states between.
; source: Mesa aco NOP_ctx_gfx6; AMD ISA manuals
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	v_cmp_eq_u32 vcc, v0, v1
	s_nop 4
	v_mov_b32 v6, src_vccz
	s_endpgm
