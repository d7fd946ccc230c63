; A barrier with an LDS write in flight: the other wave may read before it is done.
; source: ROCm/rocm-libraries#10893, #11454; triton#11765
; gpu: gfx600 gfx700 gfx803 gfx900
; waves: 2
; expect: race-barrier-lds warning at bar producer write
; expect run: lds-race error at read producer write

write:
	ds_write_b32 v0, v1
bar:
	s_barrier
	v_xor_b32 v6, 0x100, v0
read:
	ds_read_b32 v7, v6
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v8, v7
	s_endpgm
