; VALU writes VCC, v_div_fmas reads it: 4 wait states.
; source: AMD ISA manuals, manually inserted wait states
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: hazard-valu-divfmas error at use producer write

write:
	v_cmp_eq_u32 vcc, v0, v1
	s_nop 2
use:
	v_div_fmas_f32 v6, v0, v1, v7
	s_endpgm
