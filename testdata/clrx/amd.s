# AMD OpenCL 1.2: a[i] += b[i] + t[i&3] + n + c + 7000 for the items, and item i of the group's
# LDS block is turned round twice. Slots of resources are given where they are used, as the
# driver's version decides what the default is.
.get_driver_version driver
.ifarch gcn1.2
  unit = 4
.else
  unit = 1
.endif
.if driver < 134805
  first = 10    # UAV of the first pointer
.else
  first = 12
.endif
.globaldata
    .int 0, 7000, 14000, 21000
.kernel sum
    .config
        .dims x
        .cws 64, 1, 1
        .localsize 256
        .userdata PTR_UAV_TABLE, 0, 2, 2
        .userdata IMM_CONST_BUFFER, 0, 4, 4
        .userdata IMM_CONST_BUFFER, 1, 8, 4
        .userdata PTR_CONST_BUFFER_TABLE, 0, 12, 2
        .arg n, uint
        .arg a, "uint*", uint*, global
        .arg b, "uint*", uint*, global, const
        .arg t, "uint*", uint*, constant
        .arg c, char
        .arg v, "float3", float3
        .arg s, "struct pair", structure, 24
        .arg last, ulong
        .useconstdata
    .text
        s_buffer_load_dword s0, s[4:7], 4*unit          # local size
        s_buffer_load_dword s1, s[8:11], 0              # n
        s_buffer_load_dword s15, s[8:11], 4*unit        # a: offset in its UAV
        s_buffer_load_dword s16, s[8:11], 8*unit        # b
        s_buffer_load_dword s17, s[8:11], 12*unit       # t
        s_buffer_load_dword s18, s[8:11], 16*unit       # c
        s_buffer_load_dword s19, s[8:11], 22*unit       # v.z
        s_buffer_load_dword s44, s[8:11], 24*unit       # s
        s_buffer_load_dword s45, s[8:11], 32*unit       # last
        s_load_dwordx4 s[20:23], s[2:3], first*8*unit
        s_load_dwordx4 s[24:27], s[2:3], (first+1)*8*unit
    .if driver < 134805
        s_load_dwordx4 s[32:35], s[12:13], 2*4*unit     # constants of the program
        s_load_dwordx4 s[28:31], s[12:13], 3*4*unit     # t
    .else
        s_load_dwordx4 s[28:31], s[2:3], (first+2)*8*unit
        s_load_dwordx4 s[32:35], s[2:3], 10*8*unit
    .endif
        s_waitcnt lgkmcnt(0)
        s_buffer_load_dword s36, s[32:35], unit
        s_mul_i32 s37, s14, s0
        s_add_u32 s1, s1, s18
        s_add_u32 s1, s1, s19
        s_add_u32 s1, s1, s44
        s_add_u32 s1, s1, s45
        s_mov_b32 m0, -1
        v_lshlrev_b32 v6, 2, v0
        v_mov_b32 v7, v0
        ds_write_b32 v6, v7
        s_waitcnt lgkmcnt(0)
        s_add_u32 s1, s1, s36
        ds_read_b32 v7, v6
        s_waitcnt lgkmcnt(0)
    .ifarch gcn1.2
        v_add_u32 v0, vcc, s37, v7
        v_lshlrev_b32 v0, 2, v0
        v_add_u32 v1, vcc, s15, v0
        v_add_u32 v2, vcc, s16, v0
        v_and_b32 v3, 12, v0
        v_add_u32 v3, vcc, s17, v3
    .else
        v_add_i32 v0, vcc, s37, v7
        v_lshlrev_b32 v0, 2, v0
        v_add_i32 v1, vcc, s15, v0
        v_add_i32 v2, vcc, s16, v0
        v_and_b32 v3, 12, v0
        v_add_i32 v3, vcc, s17, v3
    .endif
        buffer_load_dword v4, v1, s[20:23], 0 offen
        buffer_load_dword v2, v2, s[24:27], 0 offen
        buffer_load_dword v3, v3, s[28:31], 0 offen
        s_waitcnt vmcnt(0)
    .ifarch gcn1.2
        v_add_u32 v4, vcc, v4, v2
        v_add_u32 v4, vcc, v4, v3
        v_add_u32 v4, vcc, s1, v4
    .else
        v_add_i32 v4, vcc, v4, v2
        v_add_i32 v4, vcc, v4, v3
        v_add_i32 v4, vcc, s1, v4
    .endif
        buffer_store_dword v4, v1, s[20:23], 0 offen
        s_endpgm
.kernel scratched   # the same through scratch, with a block of LDS as an argument
    .config
        .dims x
        .scratchbuffer 64
        .userdata PTR_UAV_TABLE, 0, 2, 2
        .userdata IMM_CONST_BUFFER, 0, 4, 4
        .userdata IMM_CONST_BUFFER, 1, 8, 4
        .userdata PTR_INTERNAL_GLOBAL_TABLE, 0, 12, 2
        .arg n, uint
        .arg a, uint*, global
        .arg l, uint*, local
    .text
        s_buffer_load_dword s0, s[4:7], 4*unit          # local size
        s_buffer_load_dword s1, s[8:11], 0              # n
        s_buffer_load_dword s16, s[8:11], 4*unit        # a
        s_buffer_load_dword s17, s[8:11], 8*unit        # l
        s_load_dwordx4 s[20:23], s[2:3], first*8*unit
        s_load_dwordx4 s[24:27], s[12:13], 4*unit       # scratch
        s_mov_b32 m0, -1
        s_waitcnt lgkmcnt(0)
        s_mul_i32 s18, s14, s0
        v_lshlrev_b32 v6, 2, v0
    .ifarch gcn1.2
        v_add_u32 v7, vcc, s17, v6
        v_add_u32 v0, vcc, s18, v0
    .else
        v_add_i32 v7, vcc, s17, v6
        v_add_i32 v0, vcc, s18, v0
    .endif
        ds_write_b32 v7, v0
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        ds_read_b32 v0, v7
        s_waitcnt lgkmcnt(0)
        buffer_store_dword v0, off, s[24:27], s15 offset:8
        s_waitcnt vmcnt(0) & expcnt(0)
        buffer_load_dword v2, off, s[24:27], s15 offset:8
        s_waitcnt vmcnt(0)
    .ifarch gcn1.2
        v_add_u32 v2, vcc, s1, v2
        v_add_u32 v1, vcc, s16, v1
    .else
        v_add_i32 v2, vcc, s1, v2
        v_add_i32 v1, vcc, s16, v1
    .endif
        buffer_store_dword v2, v1, s[20:23], 0 offen
        s_endpgm
.kernel picture   # resources of images and samplers
    .config
        .dims xy
        .userdata PTR_RESOURCE_TABLE, 0, 2, 2
        .userdata IMM_CONST_BUFFER, 1, 4, 4
        .userdata PTR_UAV_TABLE, 0, 8, 2
        .userdata PTR_SAMPLER_TABLE, 0, 10, 2
        .arg from, image2d, read_only
        .arg to, image2d, write_only
        .arg smp, sampler
    .text
        s_endpgm
