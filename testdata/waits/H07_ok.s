; Two wait states between.
; source: AMD ISA manuals, manually inserted wait states
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s12
	s_nop 1
	s_getreg_b32 s13, hwreg(HW_REG_MODE)
	s_endpgm
