; The scalar load is waited for and VCC written again.
; source: llvm/llvm-project#182619; LLVM GCNSubtarget hasReadVCCZBug
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	v_cmp_eq_u32 vcc, v0, v1
	s_load_dword s12, s[0:1], 0x0

	s_waitcnt lgkmcnt(0)
	s_mov_b64 vcc, vcc
	s_cbranch_vccz done
	s_nop 0
done:
	s_nop 0
	s_endpgm
