; Lanes below 20 take one way, the others another one. A wave has one program
; counter: EXEC switches lanes off and on, and both ways are executed.
	v_cmp_gt_u32 vcc, 20, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz others
	v_mul_u32_u24 v1, v0, v0
others:
	s_xor_b64 exec, exec, s[0:1]
	s_cbranch_execz done
	v_sub_u32 v1, 0, v0
done:
	s_mov_b64 exec, s[0:1]
	s_endpgm
