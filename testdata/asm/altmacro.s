; gpu: gfx900
.altmacro
.macro move dst, src
    v_mov_b32 v\dst, src
.endm
.macro named prefix, number
prefix&number:
    s_nop number
.endm
.set base, 3
move 1, 2
move %(base + 1), %base*2
named label, %(base)
named <label>, %base+10
.macro words text, second
    .ascii "text"
    .ascii "\second"
    .byte 0, 0
.endm
words <a b>, <c!>d>
words <x,y>, z
.macro count n
    .if n
        s_sleep n
        count %n-1
    .endif
.endm
count 3
.noaltmacro
.macro plain n
    s_nop \n
.endm
plain 5
