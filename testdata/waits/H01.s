; VALU writes an SGPR that vector memory reads: 5 wait states.
; source: ROCm/legacy-rocm-build#1487
; gpu: gfx803 gfx900
; expect: hazard-valu-sgpr-vmem error at use producer write

write:
	v_readfirstlane_b32 s12, v0
use:
	buffer_load_dword v6, v0, s[4:7], s12 offen
	s_waitcnt vmcnt(0)
	s_endpgm
