; Both sides of an if may have no lanes: those of the loop have left.
; source: Mesa aco
; gpu: gfx600 gfx700 gfx803 gfx900
; expect static: race-raw error at use producer load have vmcnt(1) need vmcnt(0)
; quiet run

	v_and_b32 v9, 3, v1
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 s[14:15], exec
	s_mov_b32 s13, 0
rounds:
	v_cmp_ge_u32 s[16:17], s13, v9
	s_and_saveexec_b64 s[16:17], s[16:17]
	s_andn2_b64 s[16:17], s[16:17], exec
	s_mov_b64 exec, s[16:17]
	v_cmp_gt_u32 vcc, s13, v1
	s_and_saveexec_b64 s[16:17], vcc
	s_cbranch_execz else
	s_waitcnt vmcnt(0)
	v_add_f32 v6, v6, v6
else:
	s_andn2_b64 exec, s[16:17], exec
	s_cbranch_execz both
	buffer_store_dword v1, v0, s[8:11], 0 offen
both:
	s_mov_b64 exec, s[14:15]
	s_waitcnt vmcnt(1)
use:
	v_mov_b32 v7, v6
	s_add_u32 s13, s13, 1
	s_cmp_lt_u32 s13, 4
	s_cbranch_scc1 rounds
done:
	s_mov_b64 exec, s[14:15]
	s_waitcnt vmcnt(0)
	s_endpgm
