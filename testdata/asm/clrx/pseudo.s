/* What CLRX has beside GNU as. gpu: gfx803 gfx900 */
.rawcode; .64bit
one = 1; two = one + one # two statements and a comment
a = %v[8:11]; .set b, %s[4:5]
.macro Twice what, reg:req
    \what \reg, \reg
    \what \reg, \
        \reg
.endm
    twice v_mov_b32, v3     # case does not count
.for i=0, i<3, i+1
    v_add_f32 v[i], a[i], a[i+1]
.endr
x = 8
.while x > 1
    s_movk_i32 s0, x
    x = x / 2
.endr
.rept 2; s_nop two; .endr
.enum >5, five, six
.enum seven
    s_movk_i32 s1, five*100 + six*10 + seven
.scope outer
    v = 3
    .scope inner
        v = 4
        s_movk_i32 s2, v
        s_movk_i32 s2, ::outer::v
    .ends
    s_movk_i32 s2, v
.ends
.using outer
    s_movk_i32 s3, v
.unusing
    s_mov_b64 b, exec
    s_mov_b32 b[1], s7
    s_mov_b32 s0, (17 %% 5) + (-1 >>> 8) + (1 ? 20 : 30)
    s_mov_b32 s0, (3 >@ -1) - 17//4
.if64
    s_nop 1
.else
    s_nop 2
.endif
.ifarch VI
    s_nop 3
.elseifarch Vega
    s_nop 4
.endif
.iffmt raw
    s_nop 5
.endif
.ifngpu Hawaii
    s_nop 6
.endif
    s_branch .+8
1:  s_cbranch_scc0 1b
    s_branch end; end: s_endpgm
