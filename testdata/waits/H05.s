; VALU writes EXEC, DPP follows: 5 wait states.
; source: AMD GCN3 and Vega ISA manuals, manually inserted wait states
; gpu: gfx803 gfx900
; expect: hazard-dpp-exec error at use producer write

write:
	v_cmpx_le_u32 vcc, v0, v0
	s_nop 3
use:
	v_mov_b32_dpp v9, v7 row_shr:1 row_mask:0xf bank_mask:0xf
	s_endpgm
