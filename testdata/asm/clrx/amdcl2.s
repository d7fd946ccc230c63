# out[i] = n: AMD OpenCL 2.0, code of the kernel in a section of its own
.amdcl2
.64bit
.gpu Fiji
.kernel k
    .config
        .dims x
        .useargs; .usesetup
        .setupargs
        .arg out, uint*, global
        .arg n, uint
    .text
    s_load_dwordx2 s[0:1], s[6:7], 6*8
    s_load_dword s2, s[6:7], 7*8
    s_load_dword s3, s[4:5], 4
    s_waitcnt lgkmcnt(0)
    s_and_b32 s3, s3, 0xffff
    s_mul_i32 s3, s3, s8
    v_add_u32 v0, vcc, s3, v0
    v_lshlrev_b32 v0, 2, v0
    v_add_u32 v0, vcc, s0, v0
    v_mov_b32 v1, s1
    v_addc_u32 v1, vcc, 0, v1, vcc
    v_mov_b32 v2, s2
    flat_store_dword v[0:1], v2
    s_endpgm
