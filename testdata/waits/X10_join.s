; The load is in one arm; the use behind the join waits for one operation too few on that path.
; source: llvm/llvm-project#202333 (join of paths)
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load have vmcnt(1) need vmcnt(0)

	buffer_load_dword v8, v0, s[4:7], 0 offen
	s_cmp_eq_u32 s12, s13
	s_cbranch_scc0 join
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
join:
	s_waitcnt vmcnt(1)
use:
	v_mov_b32 v7, v6
	s_endpgm
