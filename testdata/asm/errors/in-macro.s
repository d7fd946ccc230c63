; gpu: gfx900
.macro load r, p
global_load_dword \r, \p, off
.endm
.macro twice r
load \r, s[0:1]
.endm
s_nop 0
twice v3
