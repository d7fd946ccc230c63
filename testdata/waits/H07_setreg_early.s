; s_setreg twice, before GCN 1.2: LLVM asks for one wait state, Mesa for two.
; source: Mesa aco; LLVM checkSetRegHazards
; gpu: gfx600 gfx700
; expect: hazard-setreg-setreg disputed at use producer write

write:
	s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s12
	s_nop 0
use:
	s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s12
	s_endpgm
