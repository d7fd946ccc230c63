; VALU writes VCC, VALU reads VCCZ as data: 5 wait states say AMD's manuals and Mesa; LLVM inserts none.
; source: Mesa aco NOP_ctx_gfx6; AMD ISA manuals
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: hazard-valu-vccz disputed at use producer write

write:
	v_cmp_eq_u32 vcc, v0, v1
	s_nop 3
use:
	v_mov_b32 v6, src_vccz
	s_endpgm
