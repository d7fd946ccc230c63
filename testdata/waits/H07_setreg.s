; s_setreg twice: 2 wait states from GCN 1.2 on.
; source: AMD GCN3 and Vega ISA manuals, manually inserted wait states
; gpu: gfx803 gfx900
; expect: hazard-setreg-setreg error at use producer write

write:
	s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s12
	s_nop 0
use:
	s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s12
	s_endpgm
