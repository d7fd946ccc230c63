; gpu: gfx900
.text
s_nop 0
.section .rodata,"a",@progbits
table:
.long 1
.text
s_nop 1
.section ".odd name", "aw", @progbits
.byte 1
.pushsection .rodata
.long 2
.pushsection .data
.byte 3
.popsection
.long 4
.popsection
.byte 5
.previous
.byte 6
.section .rodata.str1.1,"aMS",@progbits,1
.asciz "text"
.section .debug_thing
.long 7
.section .text.other,"ax",@progbits
s_nop 2
.section .text
s_nop 3
.bss
.zero 64
.p2align 4
space:
.skip 8
.data
.byte 8
.section .rodata
.long 9
.section .text
.subsection 0
s_endpgm
