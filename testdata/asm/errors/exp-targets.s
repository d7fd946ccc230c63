; gpu: gfx900
	exp mrt8 v0, v0, v0, v0
	exp pos4 v0, off, off, off done
	exp mrt0 v0, v1
