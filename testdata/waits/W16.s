; VCCZ may be stale after a scalar load.
; source: llvm/llvm-project#182619; LLVM GCNSubtarget hasReadVCCZBug
; gpu: gfx600 gfx700
; expect: stale-vccz-smem error at branch

	v_cmp_eq_u32 vcc, v0, v1
load:
	s_load_dword s12, s[0:1], 0x0

branch:
	s_cbranch_vccz done
	s_nop 0
done:
	s_waitcnt lgkmcnt(0)
	s_endpgm
