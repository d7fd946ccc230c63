; SALU writes of EXEC need no wait state before DPP.
; source: LLVM 22 post-RA hazard recognizer
; gpu: gfx803 gfx900
; quiet

	s_mov_b64 exec, -1
	v_mov_b32_dpp v9, v7 row_shr:1 row_mask:0xf bank_mask:0xf
	s_endpgm
