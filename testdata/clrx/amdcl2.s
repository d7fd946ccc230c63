# AMD OpenCL 2.0: a[i] += b[i] + t[i&3] + n + c.
.get_driver_version driver
.ifarch gcn1.1
  unit = 1
.else
  unit = 4
.endif
.if64
  word = 2      # dwords of a pointer
.else
  word = 1
.endif
.if driver >= 191205
.globaldata
table:
    .int 0, 7000, 14000, 21000
.endif
.kernel sum
    .config
        .dims x
        .cws 64, 1, 1
        .setupargs
        .arg a, "uint*", uint*, global
        .arg b, "uint*", uint*, global, const
        .arg t, "uint*", uint*, constant
        .arg n, "uint", uint
        .arg c, "char", char
        .arg h, "short3", short3
        .arg l, "ulong", ulong
        .usesetup
        .sgprsnum 40
    .text
    .ifarch gcn1.4
        group = %s10
    .else
        group = %s8
    .endif
        s_load_dword s0, s[4:5], unit                   # local sizes
        s_load_dwordx2 s[12:13], s[6:7], 6*word*unit    # a
        s_load_dwordx2 s[14:15], s[6:7], 7*word*unit    # b
        s_load_dwordx2 s[16:17], s[6:7], 8*word*unit    # t
        s_load_dword s20, s[6:7], 9*word*unit           # n
        s_load_dword s21, s[6:7], (9*word+1)*unit       # c
        s_waitcnt lgkmcnt(0)
    .if32
        s_mov_b32 s13, 0
        s_mov_b32 s15, 0
        s_mov_b32 s17, 0
    .endif
        s_and_b32 s0, s0, 0xffff
        s_and_b32 s21, s21, 0xff
        s_mul_i32 s0, s0, group
        s_add_u32 s20, s20, s21
    .if driver >= 191205
        s_mov_b32 s18, table&0xffffffff
        s_mov_b32 s19, table>>32
        s_load_dword s22, s[18:19], unit
        s_waitcnt lgkmcnt(0)
        s_add_u32 s20, s20, s22
    .endif
    .ifarch gcn1.1
        v_add_i32 v0, vcc, s0, v0
        v_lshlrev_b32 v0, 2, v0
        v_add_i32 v1, vcc, s12, v0
        v_mov_b32 v2, s13
        v_addc_u32 v2, vcc, v2, 0, vcc
        v_add_i32 v3, vcc, s14, v0
        v_mov_b32 v4, s15
        v_addc_u32 v4, vcc, v4, 0, vcc
        v_and_b32 v0, 12, v0
        v_add_i32 v5, vcc, s16, v0
        v_mov_b32 v6, s17
        v_addc_u32 v6, vcc, v6, 0, vcc
    .elseifarch gcn1.4
        v_add_co_u32 v0, vcc, s0, v0
        v_lshlrev_b32 v0, 2, v0
        v_add_co_u32 v1, vcc, s12, v0
        v_mov_b32 v2, s13
        v_addc_co_u32 v2, vcc, v2, 0, vcc
        v_add_co_u32 v3, vcc, s14, v0
        v_mov_b32 v4, s15
        v_addc_co_u32 v4, vcc, v4, 0, vcc
        v_and_b32 v0, 12, v0
        v_add_co_u32 v5, vcc, s16, v0
        v_mov_b32 v6, s17
        v_addc_co_u32 v6, vcc, v6, 0, vcc
    .else
        v_add_u32 v0, vcc, s0, v0
        v_lshlrev_b32 v0, 2, v0
        v_add_u32 v1, vcc, s12, v0
        v_mov_b32 v2, s13
        v_addc_u32 v2, vcc, v2, 0, vcc
        v_add_u32 v3, vcc, s14, v0
        v_mov_b32 v4, s15
        v_addc_u32 v4, vcc, v4, 0, vcc
        v_and_b32 v0, 12, v0
        v_add_u32 v5, vcc, s16, v0
        v_mov_b32 v6, s17
        v_addc_u32 v6, vcc, v6, 0, vcc
    .endif
        flat_load_dword v7, v[1:2]
        flat_load_dword v8, v[3:4]
        flat_load_dword v9, v[5:6]
        s_waitcnt vmcnt(0) & lgkmcnt(0)
    .ifarch gcn1.1
        v_add_i32 v7, vcc, v7, v8
        v_add_i32 v7, vcc, v7, v9
        v_add_i32 v7, vcc, s20, v7
    .elseifarch gcn1.4
        v_add_co_u32 v7, vcc, v7, v8
        v_add_co_u32 v7, vcc, v7, v9
        v_add_co_u32 v7, vcc, s20, v7
    .else
        v_add_u32 v7, vcc, v7, v8
        v_add_u32 v7, vcc, v7, v9
        v_add_u32 v7, vcc, s20, v7
    .endif
        flat_store_dword v[1:2], v7
        s_endpgm
.kernel picture
    .config
        .dims xy
        .localsize 1024
        .scratchbuffer 64
        .setupargs
        .arg from, image2d, read_only
        .arg to, image2d, write_only
        .arg smp, sampler
        .arg s, "struct pair", structure, 24
        .arg v, "float3", float3
        .arg l, "uint*", uint*, local
        .useenqueue
    .text
        s_endpgm
