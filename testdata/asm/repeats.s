; gpu: gfx900
.set n, 0
.rept 4
    v_mov_b32 v[n], n
    .set n, n + 1
    .rept 2
        s_nop n
    .endr
.endr
.irp reg, v0, v1, v[n+1], 0x10
    .long 0
    .ifc \reg, 0x10
        s_nop \reg - 15
    .else
        v_mov_b32 \reg, \reg
    .endif
.endr
.irpc digit, 0123
    s_mov_b32 s\digit, 1\digit
label_\digit:
    s_branch label_\digit
.endr
.macro fill first, count
    .set .i, 0
    .rept \count
        v_mov_b32 v[\first + .i], s[.i * 2]
        .set .i, .i + 1
    .endr
.endm
fill 8, 3
.rept 0
    nothing of this
.endr
.macro down from
    .if \from
        s_sleep \from
        down (\from - 1)
    .endif
.endm
down 3
.irp a,1,2
    .irp b,3,4
        s_movk_i32 s\a, \b
        .byte \a, \b, 0, 0
    .endr
.endr
