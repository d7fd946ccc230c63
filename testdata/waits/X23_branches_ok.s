; The two sides of an if with branches around both, as compilers write them, one if in the other.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	v_cmp_gt_u32 vcc, 16, v0
	s_and_saveexec_b64 s[20:21], vcc
	s_xor_b64 s[20:21], exec, s[20:21]
	s_cbranch_execz else
	v_cmp_gt_u32 vcc, 8, v0
	s_and_saveexec_b64 s[22:23], vcc
	s_cbranch_execz inner
	buffer_load_dword v6, v0, s[4:7], 0 offen
inner:
	s_or_b64 exec, exec, s[22:23]
	v_mov_b32 v5, v0
else:
	s_or_saveexec_b64 s[20:21], s[20:21]
	s_xor_b64 exec, exec, s[20:21]
	s_cbranch_execz end
	v_mov_b32 v7, v6
	v_mov_b32 v6, v7
end:
	s_waitcnt vmcnt(0)
	s_or_b64 exec, exec, s[20:21]
	v_mov_b32 v7, v6
	s_endpgm
