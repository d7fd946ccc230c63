; A wait with all bits of its fields set waits for nothing.
; source: llvm/llvm-project#52716
; gpu: gfx600 gfx700 gfx803
; expect: race-raw error at use producer load need vmcnt(0)

load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_waitcnt 0x0f7f
	s_waitcnt 0x1f7f
use:
	v_mov_b32 v7, v6
	s_endpgm
