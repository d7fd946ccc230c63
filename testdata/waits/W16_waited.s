; The scalar load is waited for, but VCC is not written again: VCCZ may still be wrong.
; source: llvm/llvm-project#182619; LLVM GCNSubtarget hasReadVCCZBug; LLVM 22 SIPreEmitPeephole removes such a write
; gpu: gfx600 gfx700
; expect: stale-vccz-smem warning at branch

	v_cmp_eq_u32 vcc, v0, v1
load:
	s_load_dword s12, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
branch:
	s_cbranch_vccz done
	s_nop 0
done:
	s_endpgm
