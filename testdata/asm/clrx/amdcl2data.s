# out[i] = 7: AMD OpenCL 2.0, with constants, data that kernels write and a sampler. 3 of .rwdata and
# -1 of .globaldata go through .bssdata, 5 is of the sampler: its filters are linear.
.amdcl2
.64bit
.gpu Fiji
.globaldata
constants:
    .int -1, 0x55
    .skip 8
.rwdata
    .int 0x77
three:
    .int 3
.bssdata align=16
    .skip 4
room:
    .skip 12
.sampler 0x00030100, 0x00030101
.samplerreloc 8, 1
.samplerreloc 16, 0
.globaldata
    .quad 0                                     # address of sampler 0
.kernel k
    .config
        .dims x
        .useargs; .usesetup
        .setupargs
        .arg out, uint*, global
        .sampler 1
        .sgprsnum 40
    .text
    s_load_dwordx2 s[0:1], s[6:7], 6*8
    s_load_dword s3, s[4:5], 4
    s_mov_b32 s10, three&0xffffffff
    s_mov_b32 s11, three>>32
    s_mov_b32 s12, constants&0xffffffff
    s_mov_b32 s13, constants>>32
    s_mov_b32 s14, room&0xffffffff
    s_mov_b32 s15, room>>32
    s_load_dword s16, s[10:11], 0               # 3
    s_load_dword s17, s[12:13], 0               # -1
    s_load_dwordx2 s[18:19], s[12:13], 8        # sampler 1
    s_waitcnt lgkmcnt(0)
    s_load_dword s20, s[18:19], 8               # its third dword has the filters
    s_waitcnt lgkmcnt(0)
    s_lshr_b32 s20, s20, 20
    s_add_u32 s16, s16, s17
    v_mov_b32 v2, s14
    v_mov_b32 v3, s15
    v_mov_b32 v4, s16
    flat_store_dword v[2:3], v4
    s_waitcnt vmcnt(0) & lgkmcnt(0)
    flat_load_dword v4, v[2:3]
    s_and_b32 s3, s3, 0xffff
    s_mul_i32 s3, s3, s8
    v_add_u32 v0, vcc, s3, v0
    v_lshlrev_b32 v0, 2, v0
    v_add_u32 v0, vcc, s0, v0
    v_mov_b32 v1, s1
    v_addc_u32 v1, vcc, 0, v1, vcc
    s_waitcnt vmcnt(0) & lgkmcnt(0)
    v_add_u32 v2, vcc, s20, v4
    flat_store_dword v[0:1], v2
    s_endpgm
