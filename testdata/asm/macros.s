; gpu: gfx803 gfx900
// Macros: defaults, :req, :vararg, \@, \(), \+, .exitm, .purgem, nested definitions, keyword arguments.
.macro clear first:req, last=3, value=0
    .if \first > \last
        .exitm
    .endif
    v_mov_b32 v[\first], \value
    clear \first+1, \last, \value
.endm
clear 0
clear 5, last=7, value=1.0
clear first=9, last=9, value = -1

.macro wait counters:vararg
    s_waitcnt \counters
.endm
wait vmcnt(0) & lgkmcnt(0)
wait expcnt(1), vmcnt(2)

.macro skip_if_scc label
    s_cbranch_scc1 skip\@_\label
    s_nop \+
skip\@_\label\():
.endm
skip_if_scc one
skip_if_scc two

.macro define name, reg
    .macro use_\name src
        v_add_f32 \reg, \reg, \src
    .endm
.endm
define sum, v10
define product v11
use_sum v1
use_product v2
.purgem use_sum
.macro use_sum src
    v_sub_f32 v10, v10, \src
.endm
use_sum v1

.macro pair lo, hi
    s_mov_b64 s[\lo:\hi], exec
    s_mov_b32 s\lo, s\hi
.endm
pair 4 5

.macro text s
    .ascii "\s"
    .asciz \s
.endm
.macro joined a, b
    v_\a\()_\b v0, v1, v2   ; comment with \a in it
    /* and
       another */ v_\a\()_u32 v0, v1, v2
.endm
joined max, u32

.macro expression x
    s_movk_i32 s0, \x * 2
    s_movk_i32 s1, (\x) * 2
.endm
expression 1 + 2
expression 4<<1
s_endpgm
