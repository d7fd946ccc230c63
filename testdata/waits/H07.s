; s_setreg, then s_getreg of the same register: 2 wait states.
; source: AMD ISA manuals, manually inserted wait states
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: hazard-setreg-getreg error at use producer write

write:
	s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s12
	s_nop 0
use:
	s_getreg_b32 s13, hwreg(HW_REG_MODE)
	s_endpgm
