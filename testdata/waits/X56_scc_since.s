; SCC was written since by something else.
; source: AMD ISA manuals, S_AND_SAVEEXEC_B64
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

	v_cmp_gt_u32 vcc, 16, v0
	s_and_saveexec_b64 s[20:21], vcc
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_cmp_lg_u32 s12, 0
	s_cbranch_scc0 next
	s_waitcnt vmcnt(0)
next:
	s_mov_b64 exec, s[20:21]
use:
	v_mov_b32 v7, v6
	s_endpgm
