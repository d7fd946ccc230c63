; A barrier with an LDS read in flight: the other wave may overwrite what is still to be read.
; source: ROCm/rocm-libraries#10893, #11454; triton#11765
; gpu: gfx600 gfx700 gfx803 gfx900
; waves: 2
; expect: race-barrier-lds warning at bar producer read
; expect run: lds-race error at write producer read

	ds_write_b32 v0, v1
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_xor_b32 v6, 0x100, v0
read:
	ds_read_b32 v7, v6
bar:
	s_barrier
write:
	ds_write_b32 v0, v1
	s_waitcnt lgkmcnt(0)
	s_endpgm
