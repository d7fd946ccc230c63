; What is in a mask depends on the path: on each of them it is none of the load's lanes.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b64 s[20:21], exec
	s_mov_b64 s[24:25], -1
	v_cmp_gt_u32 vcc, 16, v0
	s_and_saveexec_b64 s[22:23], vcc
	s_cbranch_execz behind
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_xor_b64 s[24:25], exec, -1
behind:
	s_or_b64 exec, exec, s[22:23]
	s_and_b64 exec, exec, s[24:25]
	v_mov_b32 v6, v0
	s_mov_b64 exec, s[20:21]
	s_waitcnt vmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
