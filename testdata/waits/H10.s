; MODE.vskip is set, a vector instruction follows: 2 wait states say AMD's manuals and Mesa; LLVM inserts none.
; source: Mesa aco NOP_ctx_gfx6; AMD ISA manuals
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: hazard-vskip-vector disputed at use producer write

write:
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 0
use:
	v_mov_b32 v6, 0
	s_endpgm
