; A branch on SCC skips the wait where no lane has loaded: SCC says whether the result of a scalar instruction is zero.
; source: AMD ISA manuals, S_AND_SAVEEXEC_B64
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	v_cmp_gt_u32 vcc, 0, v0
	s_and_saveexec_b64 s[20:21], vcc
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_cbranch_scc0 next
	s_waitcnt vmcnt(0)
next:
	s_mov_b64 exec, s[20:21]
	v_mov_b32 v7, v6
	v_cmp_gt_u32 vcc, 0, v1
	s_and_b64 s[22:23], vcc, exec
	s_mov_b64 exec, s[22:23]
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, s[20:21]
	s_cbranch_scc1 wait
	v_mov_b32 v7, v6
	s_branch end
wait:
	s_waitcnt vmcnt(0)
end:
	v_mov_b32 v7, v6
	s_endpgm
