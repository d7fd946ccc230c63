; gpu: gfx600 gfx900
.set a, 5
.equ b, a * 3
c = b << 2 | 1
.equiv d, -c
a = 6
.quad a, b, c, d
.quad 1 + 2 * 3, (1 + 2) * 3, 1 << 2 + 3, 7 & 3 | 8, 6 ^ 3, 10 - 4 - 3, 100 / 7, 100 % 7, -7 / 2, -7 % 3
.quad 1 == 1, 1 != 1, 1 <> 2, 2 < 1, 1 <= 1, 3 > 2, 3 >= 4, 1 && 0, 1 && 2, 0 || 3, 0 || 0
.quad -a, ~a, !a, !0, - -1, -(1), +3, ~~7
.quad 0xff, 0b1010, 017, 1000000000000, 0xffffffffffffffff, 'A', '\n'
.quad max(1, 5, 3), or(1, 2, 8), alignto(13, 8), totalnumvgprs(3, 5), max(a, b) + 1
.quad -1 >> 60, 1 << 63, 5 ! 3
.quad later - start, later2, (end - start) / 4, end - start == 12
start:
s_mov_b32 s[a], a + b
s_movk_i32 s[a - 1], -a
v_mov_b32 v[b : b], s[c & 7]
v_add_f32 v[a*2], 1.5, v[a*2+1]
end:
s_load_dwordx2 s[a-4:a-3], s[2*1:2*1+1], a<<2
s_waitcnt vmcnt(a & 3) & lgkmcnt(b - 15)
ds_read2_b32 v[0:1], v2 offset0:a*2 offset1:(a+1)
buffer_load_dword v0, off, s[4*1:4*1+3], 0 offset:max(a, 9)*4
s_mov_b32 s0, end - start
s_add_u32 s0, s0, (end - start) / 4 + 1
s_mov_b32 s1, later2 - later2 + 70
0:
v_mov_b32 v0, 2f - 0b
1:
s_nop 0
1:
s_branch 1b
s_branch 2f
s_cbranch_scc0 0b
2:
later:
.set later2, 17
.long . - start, later - .
