; LDS operations of one wave are ordered: the read needs no wait for the write.
; source: ROCm/rocm-systems#9735
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	ds_write_b32 v0, v1
	ds_read_b32 v6, v0
	s_waitcnt lgkmcnt(0)
	v_and_b32 v7, 1, v6
	s_endpgm
