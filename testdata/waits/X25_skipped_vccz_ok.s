; A branch on VCC skips the wait where no lane has loaded.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	v_cmp_gt_u32 vcc, 0, v0
	s_nop 4
	s_and_saveexec_b64 s[20:21], vcc
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, s[20:21]
	s_cbranch_vccz end
	s_waitcnt vmcnt(0)
end:
	v_mov_b32 v7, v6
	s_endpgm
