; gpu: gfx600 gfx700 gfx803 gfx900
; defsym: WAVES=4 DEBUG
.set width, 32
.macro check what, a, b
    .if\what \a
        s_nop 1
    .else
        s_nop 0
    .endif
.endm
check eq, 0
check eq, 1
check ne, 1
check gt, -1
check gt, 1
check ge, 0
check lt, -1
check le, 0
check def, width
check def, nothing
check ndef, nothing
check notdef, width
.ifdef DEBUG
    s_nop 2
    .ifdef RELEASE
        s_nop 3
    .else
        s_nop 4
        .if WAVES == 4 && width >= 32
            s_nop 5
        .elseif WAVES == 4
            s_nop 6
        .else
            s_nop 7
        .endif
    .endif
.else
    this is not assembled v0, (((
.endif
.macro optional a, b
    .ifb \b
        s_nop 8
    .endif
    .ifnb \b
        s_nop 9
    .endif
    .ifc \a, v0
        v_mov_b32 \a, 1
    .else
        v_mov_b32 \a, 2
    .endif
    .ifnc \a,\b
        s_nop 10
    .endif
    .ifeqs "\a", "v1"
        s_nop 11
    .endif
    .ifnes "\a", "v1"
        s_nop 12
    .endif
.endm
optional v0
optional v1, v1
optional v2, x
.if .amdgcn.gfx_generation_number >= 9
    global_load_dword v0, v[1:2], off
.elseif .amdgcn.gfx_generation_number == 8
    flat_load_dword v0, v[1:2]
.elseif .amdgcn.gfx_generation_number == 7
    buffer_load_dword v0, v[1:2], s[0:3], 0 addr64
.else
    buffer_load_dword v0, off, s[0:3], 0
.endif
start:
    s_nop 0
    s_nop 0
end:
.if end - start == 8
    s_nop 13
.endif
.if 0
.macro broken
.endif
s_endpgm
