; The lanes of all rounds are back before the wait.
; source: Mesa aco
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load have none need vmcnt(0)

	v_and_b32 v7, 3, v1
	v_and_b32 v8, 1, v1
	s_mov_b32 s13, 0
	s_mov_b64 s[14:15], exec
	s_mov_b64 s[16:17], 0
rounds:
	v_cmp_ge_u32 s[18:19], s13, v7
	s_and_saveexec_b64 s[18:19], s[18:19]
	s_andn2_b64 s[18:19], s[18:19], exec
	s_cbranch_scc0 done
	s_mov_b64 exec, s[18:19]
	v_and_b32 v11, 2, v1
	v_cmp_eq_u32 s[18:19], 0, v8
	s_and_saveexec_b64 s[18:19], s[18:19]
	s_cbranch_execz else
	v_mov_b32 v11, 3
else:
	s_andn2_b64 exec, s[18:19], exec
	s_cbranch_execz both
	s_mov_b64 s[22:23], exec
	s_mov_b32 s24, 0
turns:
	v_cmp_ge_u32 s[26:27], s24, v8
	s_and_saveexec_b64 s[26:27], s[26:27]
	s_andn2_b64 s[26:27], s[26:27], exec
	s_cbranch_scc0 turned
	s_mov_b64 exec, s[26:27]
	s_add_u32 s24, s24, 1
	s_branch turns
turned:
	s_mov_b64 exec, s[22:23]
	s_mov_b64 s[22:23], exec
again:
	v_readfirstlane_b32 s24, v11
	v_cmp_eq_u32 s[26:27], s24, v11
	s_and_saveexec_b64 s[26:27], s[26:27]
	s_cbranch_execz more
load:
	buffer_load_dword v11, v0, s[4:7], 0 offen
	s_andn2_b64 s[26:27], s[26:27], exec
	s_cbranch_scc0 both
more:
	s_mov_b64 exec, s[22:23]
use:
	v_mov_b32 v12, v11
	s_mov_b64 exec, s[26:27]
	s_branch again
both:
	s_mov_b64 exec, s[18:19]
	s_waitcnt vmcnt(0)
	v_cmp_lt_u32 s[18:19], v8, v11
	s_and_saveexec_b64 s[18:19], s[18:19]
	s_or_b64 s[16:17], s[16:17], exec
	s_andn2_b64 s[18:19], s[18:19], exec
	s_cbranch_scc0 done
	s_mov_b64 exec, s[18:19]
	s_add_u32 s13, s13, 1
	s_branch rounds
done:
	s_mov_b64 exec, s[14:15]
	s_and_saveexec_b64 s[16:17], s[16:17]
	v_mov_b32 v9, v11
	s_endpgm
