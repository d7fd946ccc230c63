; gpu: gfx900
.data
.byte 1, -1, 0xff, 'a', later
.short 1, -2, 0xffff
.2byte 3
.value 5
.p2align 2
.long 1, -1, 0xffffffff
.int 2
.4byte 3
.quad 1, -1, 0x8000000000000000
.8byte 4
.octa 0x112233445566778899aabbccddeeff00, 1
.float 1.0, -2.5, 1e10, 3, 0x1.8p1
.single 0.1
.double 1.0, -0.1, 1e300
.ascii "abc", "def" "ghi"
.asciz "a\tb\n\"\\\101\x42\0"
.string ""
.balign 8
.zero 3
.zero 2, 7
.skip 4
.space 3, 0xaa
.fill 3
.fill 2, 2
.fill 2, 4, 0x11223344
.fill 1, 8, 0x99
.balign 16, 0x55
.short 1
.balignw 8, 0x1234
.balignl 16, 0x12345678
.p2align 3
.p2align 4, , 2
.byte 2
.p2align 4, 1, 20
.org 512
.byte 3
.org . + 4, 9
.uleb128 0, 127, 128, 300, 0xffffffffffffffff, later, end - begin
.sleb128 0, -1, 63, 64, -64, -65, -300
begin:
.zero 200
end:
.dcb.b 3, 1
.dcb.w 2, 2
.dcb.l 2, 3
.ds.b 2
.ds.l 1
.dc.b 1
.dc.w 2
.dc.l 3
.equ later, 99
.zero count * 2, 1
.set count, 3
.text
s_nop 0
.p2align 3
s_nop 1
.p2align 5
s_nop 2
.balign 8, 0
.fill 2, 4, 0xbf800000
.p2alignl 4, 0xbf9f0000
s_endpgm
