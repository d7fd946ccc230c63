; The branch on SCC is on another mask than that of the load.
; source: AMD ISA manuals, S_AND_SAVEEXEC_B64
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

	v_cmp_gt_u32 vcc, 16, v0
	s_and_saveexec_b64 s[20:21], vcc
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	v_cmp_gt_u32 s[22:23], 0, v0
	s_and_b64 s[22:23], s[22:23], exec
	s_cbranch_scc0 next
	s_waitcnt vmcnt(0)
next:
	s_mov_b64 exec, s[20:21]
use:
	v_mov_b32 v7, v6
	s_endpgm
