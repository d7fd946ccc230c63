# out[i] = n: Mesa before LLVM 4, whose kernels have registers in .AMDGPU.config
.gallium
.gpu Tahiti
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
k:
    s_load_dwordx2 s[8:9], s[0:1], 9
    s_load_dword s10, s[0:1], 11
    s_load_dword s11, s[0:1], 6
    s_waitcnt lgkmcnt(0)
    s_mul_i32 s11, s4, s11
    v_add_i32 v1, vcc, s11, v0
    v_mov_b32 v2, s10
    s_mov_b32 s12, s8
    s_mov_b32 s13, s9
    s_mov_b32 s14, -1
    s_mov_b32 s15, 0xf000
    v_lshlrev_b32 v1, 2, v1
    buffer_store_dword v2, v1, s[12:15], 0 offen
    s_endpgm
