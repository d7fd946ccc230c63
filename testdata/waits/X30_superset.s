; A use in more lanes than the load's.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load need vmcnt(0)

	v_cmp_gt_u32 vcc, 16, v0
	s_and_saveexec_b64 s[20:21], vcc
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_or_b64 exec, exec, s[20:21]
use:
	v_mov_b32 v7, v6
	s_endpgm
