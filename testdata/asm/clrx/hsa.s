# out[i] = n, a code object of version 2
.rocm
.gpu Fiji
.kernel k
    .config
        .dims x
        .use_private_segment_buffer; .use_dispatch_ptr; .use_kernarg_segment_ptr; .use_ptr64
        .private_elem_size 4
        .arg out, "uint*", 8, , globalbuf, u32, global, default
        .arg n, "uint", 4, , value, u32
        .arg , "", 8, , gox, i64
.text
args = %s[6:7]
k:
.skip 256
    s_load_dwordx2 s[0:1], args, 0
    s_load_dword s2, args, 8
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
