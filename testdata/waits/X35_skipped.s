; A branch skips the wait where no lane is active, but more lanes have loaded.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	v_cmp_gt_u32 vcc, 0, v0
	s_and_saveexec_b64 s[20:21], vcc
	s_cbranch_execz end
	s_waitcnt vmcnt(0)
end:
	s_or_b64 exec, exec, s[20:21]
use:
	v_mov_b32 v7, v6
	s_endpgm
