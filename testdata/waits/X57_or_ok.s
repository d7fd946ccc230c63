; The lanes of two conditions, put together by s_or_b64 and s_andn2_b64, are none of the third's.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b64 s[20:21], exec
	v_cmp_gt_u32 s[22:23], 16, v0
	v_cmp_gt_u32 s[24:25], 8, v1
	v_cmp_gt_u32 s[26:27], 4, v1
	s_and_b64 s[28:29], s[22:23], s[24:25]
	s_and_b64 exec, s[28:29], s[26:27]
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_andn2_b64 s[30:31], s[22:23], s[24:25]
	s_andn2_b64 s[34:35], s[28:29], s[26:27]
	s_or_b64 s[30:31], s[30:31], s[34:35]
	s_andn2_b64 s[34:35], s[20:21], s[22:23]
	s_or_b64 exec, s[30:31], s[34:35]
	v_mov_b32 v6, v0
	s_xor_b64 s[30:31], s[24:25], s[26:27]
	s_nand_b64 s[34:35], s[24:25], s[26:27]
	s_and_b64 exec, s[30:31], s[34:35]
	v_mov_b32 v7, v6
	s_endpgm
