# out[i] = n: Mesa with LLVM 4 and later
.gallium; .llvm_version 40000
.gpu fiji
.kernel k
    .args
        .arg global, 8, 8, 8, zext, general
        .arg scalar, 4, 4, 4, zext, general
        .arg griddim
        .arg gridoffset
    .config
        .dims x
        .tgsize
.text
k: .skip 256
    s_load_dwordx2 s[18:19], s[6:7], 0
    s_load_dword s10, s[6:7], 8
    s_movk_i32 s11, 64
    s_waitcnt lgkmcnt(0)
    s_mul_i32 s11, s8, s11
    v_add_u32 v1, vcc, s11, v0
    v_mov_b32 v2, s10
    s_mov_b32 s12, s18
    s_mov_b32 s13, s19
    s_mov_b32 s14, -1
    s_mov_b32 s15, 0xf000
    v_lshlrev_b32 v1, 2, v1
    buffer_store_dword v2, v1, s[12:15], 0 offen
    s_endpgm
