# Mesa before LLVM 4: a[i] = i + n through scratch, whose address and stride are in s[2:3].
.ifarch gcn1.2
  unit = 4
.else
  unit = 1
.endif
.kernel sum
    .args
        .arg scalar, 4, 4, 4, zext, general
        .arg global, 8, 8, 8, zext, general
        .arg scalar, 4, 4, 4, zext, griddim
        .arg scalar, 4, 4, 4, zext, gridoffset
    .config
        .dims x
        .scratchbuffer 64
.text
sum:
        s_load_dword s16, s[0:1], 9*unit        # n
        s_load_dwordx2 s[8:9], s[0:1], 11*unit  # a
        s_load_dword s17, s[0:1], 6*unit        # local size
        s_mov_b32 s10, -1
        s_mov_b32 s11, 0xf000
        s_mov_b32 s12, s2
        s_mov_b32 s13, s3
        s_mov_b32 s14, -1
    .ifarch gcn1.2
        s_mov_b32 s15, 0x807000                 # each lane has its own; the format is part of the stride
    .else
        s_mov_b32 s15, 0x80f000
    .endif
        s_waitcnt lgkmcnt(0)
        s_mul_i32 s17, s4, s17
    .ifarch gcn1.2
        v_add_u32 v1, vcc, s17, v0
        v_add_u32 v2, vcc, s16, v1
    .else
        v_add_i32 v1, vcc, s17, v0
        v_add_i32 v2, vcc, s16, v1
    .endif
        v_lshlrev_b32 v1, 2, v1
        buffer_store_dword v2, off, s[12:15], s5 offset:12
        s_waitcnt vmcnt(0) & expcnt(0)
        v_mov_b32 v2, 0
        buffer_load_dword v2, off, s[12:15], s5 offset:12
        s_waitcnt vmcnt(0)
        buffer_store_dword v2, v1, s[8:11], 0 offen
        s_endpgm
