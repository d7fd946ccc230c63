; GCN 1.4: VM has two more bits; 0x4f70 asks for at most 16, not for none.
; source: llvm/llvm-project#52716; AMD Vega ISA 4.4
; gpu: gfx900
; expect: race-raw error at use producer load have vmcnt(16) need vmcnt(0)

load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_waitcnt 0x4f70
use:
	v_mov_b32 v7, v6
	s_endpgm
