; GCN 1.0: SALU writes a descriptor that s_buffer_load reads: 4 wait states.
; source: LLVM checkSMRDHazards
; gpu: gfx600
; expect: hazard-salu-resource-smrd error at use producer write

write:
	s_mov_b32 s7, s7
use:
	s_buffer_load_dword s12, s[4:7], 0x0
	s_waitcnt lgkmcnt(0)
	s_endpgm
