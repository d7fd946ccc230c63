; FLAT waited for with vmcnt alone in a kernel without LDS.
; source: ROCm/rocm-systems#8721
; gpu: gfx700 gfx803 gfx900
; quiet

	flat_load_dword v6, v[2:3]
	s_waitcnt vmcnt(0)
	v_mov_b32 v7, v6
	s_endpgm
