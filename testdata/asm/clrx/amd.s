# out[i] = n: AMD OpenCL 1.2
.amd
.64bit
.gpu Pitcairn
.driver_version 191205
.kernel k
    .config
        .dims x
        .userdata PTR_UAV_TABLE, 0, 2, 2
        .userdata IMM_CONST_BUFFER, 0, 4, 4
        .userdata IMM_CONST_BUFFER, 1, 8, 4
        .arg out, uint*, global
        .arg n, uint
    .text
    s_buffer_load_dword s0, s[4:7], 4       # local size
    s_buffer_load_dword s1, s[8:11], 0      # out: offset in its buffer
    s_buffer_load_dword s13, s[8:11], 4     # n
    s_load_dwordx4 s[16:19], s[2:3], 12*8   # the buffer
    s_waitcnt lgkmcnt(0)
    s_mul_i32 s0, s12, s0
    v_add_i32 v0, vcc, s0, v0
    v_lshlrev_b32 v0, 2, v0
    v_add_i32 v0, vcc, s1, v0
    v_mov_b32 v1, s13
    buffer_store_dword v1, v0, s[16:19], 0 offen
    s_endpgm
