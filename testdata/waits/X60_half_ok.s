; A half of EXEC is written; the other half has no lane of the load's.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	v_cmp_gt_u32 vcc, 16, v0
	s_and_saveexec_b64 s[20:21], vcc
	s_mov_b32 exec_hi, 0
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, s[20:21]
	s_mov_b32 exec_lo, 0
	v_mov_b32 v7, v6
	s_endpgm
