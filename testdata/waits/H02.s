; VALU writes a VGPR that DPP reads: 2 wait states, here is one.
; source: ROCm/hcc#715
; gpu: gfx803 gfx900
; expect: hazard-dpp-vgpr error at use producer write

write:
	v_add_f32 v7, v0, v1
	s_nop 0
use:
	v_mov_b32_dpp v9, v7 row_shr:1 row_mask:0xf bank_mask:0xf
	s_endpgm
