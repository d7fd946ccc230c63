s_load_dwordx2 s[8:9], s[4:5], 0x0
s_load_dword s10, s[4:5], 0x8
v_lshlrev_b32 v1, 2, v0
v_mov_b32 v2, s6
v_lshlrev_b32 v2, 8, v2
v_add_u32 v1, v1, v2
s_waitcnt lgkmcnt(0)
v_mov_b32 v3, s10
global_store_dword v1, v3, s[8:9]
s_endpgm
