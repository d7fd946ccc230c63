; GCN 1.0: VALU writes an SGPR that scalar memory reads: 4 wait states.
; source: LLVM hasSMRDReadVALUDefHazard
; gpu: gfx600
; expect: hazard-valu-sgpr-smrd error at use producer write

	v_mov_b32 v6, s0
write:
	v_readfirstlane_b32 s0, v6
	s_nop 2
use:
	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_endpgm
