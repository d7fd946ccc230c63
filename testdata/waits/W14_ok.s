; LDS operations waited for before each barrier.
; source: ROCm/rocm-libraries#10893, #11454; triton#11765
; gpu: gfx600 gfx700 gfx803 gfx900
; waves: 2
; quiet

	ds_write_b32 v0, v1
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_xor_b32 v6, 0x100, v0
	ds_read_b32 v7, v6
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_write_b32 v0, v1
	s_waitcnt lgkmcnt(0)
	s_endpgm
