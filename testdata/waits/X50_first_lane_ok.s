; v_readfirstlane_b32 reads the first active lane, and behind the branch there is one: not one of the load's.
; source: AMD ISA manuals, V_READFIRSTLANE_B32
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	v_cmp_gt_u32 vcc, 16, v0
	s_and_saveexec_b64 s[20:21], vcc
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_xor_b64 exec, exec, s[20:21]
	s_cbranch_execz end
	v_readfirstlane_b32 s12, v6
end:
	s_mov_b64 exec, s[20:21]
	s_waitcnt vmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
