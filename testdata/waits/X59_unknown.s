; A mask out of memory may be any: whether the two have a lane in common, nobody can tell.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; expect static: race-raw warning at use producer load need vmcnt(0)
; expect static: race-raw error at both producer load need vmcnt(0)
; expect run: race-raw error at both producer load need vmcnt(0)

	s_load_dwordx2 s[22:23], s[0:1], 0x0
	s_mov_b64 s[20:21], exec
	v_cmp_gt_u32 vcc, 16, v0
	s_and_b64 exec, exec, vcc
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_waitcnt lgkmcnt(0)
	s_mov_b64 exec, s[22:23]
use:
	v_mov_b32 v7, v6
	s_or_b64 exec, vcc, s[22:23]
both:
	v_mov_b32 v7, v6
	s_endpgm
