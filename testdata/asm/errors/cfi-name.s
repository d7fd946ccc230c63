; gpu: gfx900
	.cfi_startproc
	.cfi_def_cfa_ofset 16
	.cfi_endproc
