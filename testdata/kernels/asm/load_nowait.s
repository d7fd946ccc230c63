# gpu: gfx803 gfx900
# data: args u64 0x100000 0x200000
#
# DEFECT ON PURPOSE: the result of a vector load is used with no s_waitcnt between.
# In: s[0:1] kernarg segment: the addresses of two buffers of 64 dwords, input and output; v0 lane.

	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v3, s5
	v_mov_b32 v5, s7
	v_mov_b32 v6, 7                            ; what v6 holds until the load returns
	v_or_b32 v2, s4, v1                        ; the buffers are 256-byte aligned
	v_or_b32 v4, s6, v1
	flat_load_dword v6, v[2:3]
	v_lshlrev_b32 v7, 1, v6                    ; missing before this: s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[4:5], v7
	s_endpgm
