# gpu: gfx803 gfx900
# data: doubled u32 0x02020202 x64
#
# The counterpart of load_nowait.s with the wait in its place: every output dword is twice the input.
# In: s[0:1] kernarg segment: the addresses of two buffers of 64 dwords, input and output; v0 lane.

	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v3, s5
	v_mov_b32 v5, s7
	v_or_b32 v2, s4, v1                        ; the buffers are 256-byte aligned
	v_or_b32 v4, s6, v1
	flat_load_dword v6, v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshlrev_b32 v7, 1, v6
	flat_store_dword v[4:5], v7
	s_endpgm
