# Mesa with LLVM 4 and later: a[i] = i + n.
.kernel sum
    .args
        .arg scalar, 4, 4, 4, zext, general
        .arg global, 8, 8, 8, zext, general
        .arg scalar, 4, 4, 4, zext, griddim
        .arg scalar, 4, 4, 4, zext, gridoffset
    .config
        .dims x
        .default_hsa_features
.text
sum: .skip 256
        s_load_dword s16, s[6:7], 0             # n
        s_load_dwordx2 s[12:13], s[6:7], 8      # a
        s_load_dword s17, s[4:5], 4             # local sizes
        s_mov_b32 s14, -1
        s_mov_b32 s15, 0xf000
        s_waitcnt lgkmcnt(0)
        s_and_b32 s17, s17, 0xffff
        s_mul_i32 s17, s8, s17
        v_add_u32 v1, vcc, s17, v0
        v_add_u32 v2, vcc, s16, v1
        v_lshlrev_b32 v1, 2, v1
        buffer_store_dword v2, v1, s[12:15], 0 offen
        s_endpgm
