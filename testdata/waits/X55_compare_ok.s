; A comparison of a mask with zero, or of two masks, says the same.
; source: AMD GCN3 and Vega ISA manuals, S_CMP_EQ_U64
; gpu: gfx803 gfx900
; quiet

	s_mov_b64 s[20:21], exec
	v_cmp_gt_u32 s[22:23], 0, v0
	s_mov_b64 exec, s[22:23]
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, s[20:21]
	s_cmp_eq_u64 s[22:23], 0
	s_cbranch_scc1 next
	s_waitcnt vmcnt(0)
next:
	v_mov_b32 v7, v6
	v_cmp_gt_u32 s[22:23], 0, v1
	s_andn2_b64 s[24:25], exec, s[22:23]
	s_mov_b64 exec, s[22:23]
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, s[20:21]
	s_cmp_lg_u64 s[24:25], s[20:21]
	s_cbranch_scc0 end
	s_waitcnt vmcnt(0)
end:
	v_mov_b32 v7, v6
	s_endpgm
