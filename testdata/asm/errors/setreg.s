; gpu: gfx900
	s_setreg_b32 hwreg(HW_REG_MODE, 0, 33), s0
	s_setreg_b32 s0, hwreg(HW_REG_MODE)
	s_getreg_b32 s0, hwreg(HW_REG_SHADER_CYCLES)
