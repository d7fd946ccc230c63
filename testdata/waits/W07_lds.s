; The FLAT pointer is LDS: lgkmcnt counts the data.
; source: ROCm/rocm-systems#8721
; gpu: gfx900
; lds: yes
; expect static: race-flat-lds info at use producer load
; expect run: race-raw error at use producer load

	v_mov_b32 v2, v0
	s_mov_b64 s[12:13], src_shared_base
	v_mov_b32 v3, s13
load:
	flat_load_dword v6, v[2:3]
	s_waitcnt vmcnt(0)
use:
	v_mov_b32 v7, v6
	s_endpgm
