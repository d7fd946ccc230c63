# AMD OpenCL 1.2: item (x, y) writes texel ((2.5x - 6) / width, (3 - y) / 4 + 1/8) of one image, as the
# sampler finds it, into texel (x, y) of another. The sampler of "given" is an argument, "declared" has
# its own: normalized, edge, nearest.
.amd
.32bit
.macro body
        s_load_dwordx8 s[16:23], s[2:3], 0              # image that is read
        s_load_dwordx8 s[24:31], s[8:9], 0              # image that is written
        s_load_dwordx4 s[32:35], s[10:11], 0            # sampler
        s_buffer_load_dword s36, s[4:7], 0              # width of the first
        v_lshlrev_b32 v2, 3, s12
    .ifarch gcn1.2
        v_add_u32 v0, vcc, v2, v0
    .else
        v_add_i32 v0, vcc, v2, v0
    .endif
        v_mov_b32 v5, 0x40200000                        # 2.5
        v_mov_b32 v6, 0xc0c00000                        # -6.0
        v_cvt_f32_u32 v2, v0
        v_mac_f32 v6, v2, v5
        s_waitcnt lgkmcnt(0)
        v_cvt_f32_u32 v4, s36
        v_rcp_f32 v4, v4
        v_mul_f32 v2, v6, v4
        v_cvt_f32_u32 v3, v1
        v_sub_f32 v3, 0x40600000, v3                    # 3.5
        v_mul_f32 v3, 0.25, v3
        image_sample v4, v[2:3], s[16:23], s[32:35] dmask:1
        s_waitcnt vmcnt(0)
        image_store v4, v[0:1], s[24:31] dmask:1 unorm glc
        s_endpgm
.endm
.kernel given
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
        body
.kernel declared
    .config
        .dims xy
        .userdata PTR_RESOURCE_TABLE, 0, 2, 2
        .userdata IMM_CONST_BUFFER, 1, 4, 4
        .userdata PTR_UAV_TABLE, 0, 8, 2
        .userdata PTR_SAMPLER_TABLE, 0, 10, 2
        .sampler 0x15
        .arg from, image2d, read_only
        .arg to, image2d, write_only
    .text
        body
