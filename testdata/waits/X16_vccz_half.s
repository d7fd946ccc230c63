; A write to half of VCC does not update VCCZ.
; source: LLVM GCNSubtarget partialVCCWritesUpdateVCCZ
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: stale-vccz-partial error at branch

	s_mov_b32 vcc_lo, 0
branch:
	s_cbranch_vccz done
	s_nop 0
done:
	s_nop 0
	s_endpgm
