#include "textflag.h"
#include "vec_amd64.h"

// The functions of vec2_amd64.go, which says what they do: eight lanes in a register.

DATA eight<>+0(SB)/8, $0x0000000100000000
DATA eight<>+8(SB)/8, $0x0000000300000002
DATA eight<>+16(SB)/8, $0x0000000500000004
DATA eight<>+24(SB)/8, $0x0000000700000006
GLOBL eight<>(SB), RODATA|NOPTR, $32

DATA bits8<>+0(SB)/8, $0x0000000200000001
DATA bits8<>+8(SB)/8, $0x0000000800000004
DATA bits8<>+16(SB)/8, $0x0000002000000010
DATA bits8<>+24(SB)/8, $0x0000008000000040
GLOBL bits8<>(SB), RODATA|NOPTR, $32

// The places of eight lanes are stored, and compared with those of lanes one behind the other; Y5 has
// the lanes that take part.
#define PLACES8 \
	VPADDD (SI)(CX*1), Y1, Y3; \
	VPANDN Y3, Y2, Y3; \
	VMOVDQU Y3, (DI)(CX*1); \
	VPXOR Y3, Y12, Y4; \
	VPOR Y4, Y13, Y13; \
	VPADDD Y14, Y12, Y12; \
	VPBROADCASTB (BX), Y5; \
	VPAND Y6, Y5, Y5; \
	VPCMPEQD Y6, Y5, Y5; \
	VPAND Y5, Y3, Y4; \
	VPMAXUD Y4, Y11, Y11

// What PLACES8 needs, but for the step in Y14.
#define BEGIN8 \
	VPBROADCASTD X1, Y1; \
	VPBROADCASTD X2, Y2; \
	VMOVDQU bits8<>(SB), Y6; \
	VPCMPEQD Y7, Y7, Y7; \
	VPXOR Y11, Y11, Y11; \
	VPXOR Y13, Y13, Y13; \
	VPBROADCASTD (SI), Y12; \
	VPADDD Y1, Y12, Y12; \
	VPANDN Y12, Y2, Y12; \
	VPBROADCASTD X14, Y14; \
	VPMULLD eight<>(SB), Y14, Y3; \
	VPADDD Y3, Y12, Y12; \
	VPSLLD $3, Y14, Y14; \
	XORL CX, CX

#define REDUCE8(op, y, x) \
	VEXTRACTI128 $1, y, X4; \
	op X4, x, x; \
	VPSHUFD $0x4e, x, X4; \
	op X4, x, x; \
	VPSHUFD $0xb1, x, X4; \
	op X4, x, x

// func resolve8(dst, src *Row, offset, clear uint32, m uint64) (top, low uint32, dense bool)
TEXT ·resolve8(SB), NOSPLIT, $0-41
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	LEAQ m+24(FP), BX
	MOVL offset+16(FP), AX
	VMOVD AX, X1
	MOVL clear+20(FP), AX
	VMOVD AX, X2
	MOVL $4, AX
	VMOVD AX, X14
	BEGIN8
	VPXOR Y10, Y10, Y10
lanes:
	PLACES8
	VPOR Y4, Y10, Y10
	INCQ BX
	ADDQ $32, CX
	CMPQ CX, $256
	JNE lanes
	REDUCE8(VPMAXUD, Y11, X11)
	REDUCE8(VPOR, Y10, X10)
	VPTEST Y13, Y13
	SETEQ dense+40(FP)
	VMOVD X11, AX
	MOVL AX, top+32(FP)
	VMOVD X10, AX
	MOVL AX, low+36(FP)
	VZEROUPPER
	RET

// func reach8(off, src *Row, add, clear uint32, m uint64, step uint32) (low, high uint32, dense bool)
TEXT ·reach8(SB), NOSPLIT, $0-49
	MOVQ off+0(FP), DI
	MOVQ src+8(FP), SI
	LEAQ m+24(FP), BX
	MOVL add+16(FP), AX
	VMOVD AX, X1
	MOVL clear+20(FP), AX
	VMOVD AX, X2
	MOVL step+32(FP), AX
	VMOVD AX, X14
	BEGIN8
	VPCMPEQD Y10, Y10, Y10
lanes:
	PLACES8
	VPANDN Y7, Y5, Y5
	VPOR Y5, Y3, Y4
	VPMINUD Y4, Y10, Y10
	INCQ BX
	ADDQ $32, CX
	CMPQ CX, $256
	JNE lanes
	REDUCE8(VPMAXUD, Y11, X11)
	REDUCE8(VPMINUD, Y10, X10)
	VPTEST Y13, Y13
	SETEQ dense+48(FP)
	VMOVD X11, AX
	MOVL AX, high+44(FP)
	VMOVD X10, AX
	MOVL AX, low+40(FP)
	VPBROADCASTD X10, Y5
	XORL CX, CX
less:
	VMOVDQU (DI)(CX*1), Y3
	VPSUBD Y5, Y3, Y3
	VMOVDQU Y3, (DI)(CX*1)
	ADDQ $32, CX
	CMPQ CX, $256
	JNE less
	VZEROUPPER
	RET

// func alike8(r *Row, m uint64, v uint32) bool
TEXT ·alike8(SB), NOSPLIT, $0-25
	MOVQ r+0(FP), SI
	LEAQ m+8(FP), BX
	MOVL v+16(FP), AX
	VMOVD AX, X1
	VPBROADCASTD X1, Y1
	VMOVDQU bits8<>(SB), Y6
	VPXOR Y13, Y13, Y13
	XORL CX, CX
lanes:
	VPXOR (SI)(CX*1), Y1, Y3
	VPBROADCASTB (BX), Y5
	VPAND Y6, Y5, Y5
	VPCMPEQD Y6, Y5, Y5
	VPAND Y5, Y3, Y3
	VPOR Y3, Y13, Y13
	INCQ BX
	ADDQ $32, CX
	CMPQ CX, $256
	JNE lanes
	VPTEST Y13, Y13
	SETEQ ret+24(FP)
	VZEROUPPER
	RET

// func shifted8(a, b *Row, m uint64, by uint32) bool
TEXT ·shifted8(SB), NOSPLIT, $0-33
	MOVQ a+0(FP), SI
	MOVQ b+8(FP), DI
	LEAQ m+16(FP), BX
	MOVL by+24(FP), AX
	VMOVD AX, X1
	VPBROADCASTD X1, Y1
	VMOVDQU bits8<>(SB), Y6
	VPXOR Y13, Y13, Y13
	XORL CX, CX
lanes:
	VMOVDQU (SI)(CX*1), Y3
	VPSUBD (DI)(CX*1), Y3, Y3
	VPXOR Y1, Y3, Y3
	VPBROADCASTB (BX), Y5
	VPAND Y6, Y5, Y5
	VPCMPEQD Y6, Y5, Y5
	VPAND Y5, Y3, Y3
	VPOR Y3, Y13, Y13
	INCQ BX
	ADDQ $32, CX
	CMPQ CX, $256
	JNE lanes
	VPTEST Y13, Y13
	SETEQ ret+32(FP)
	VZEROUPPER
	RET

#define FOLLOWS8(at, y) \
	VPADDD (at)(DI), Y1, y; \
	VPXOR (at)(SI), y, y; \
	VPOR y, Y2, Y2

// func follows8(r, steps *Row) bool
TEXT ·follows8(SB), NOSPLIT, $0-17
	MOVQ r+0(FP), SI
	MOVQ steps+8(FP), DI
	VPBROADCASTD (SI), Y1
	VPADDD 32(DI), Y1, Y2
	VPXOR 32(SI), Y2, Y2
	FOLLOWS8(0, Y3)
	FOLLOWS8(64, Y4)
	FOLLOWS8(96, Y5)
	FOLLOWS8(128, Y6)
	FOLLOWS8(160, Y7)
	FOLLOWS8(192, Y8)
	FOLLOWS8(224, Y9)
	VPTEST Y2, Y2
	SETEQ ret+16(FP)
	VZEROUPPER
	RET

// func gather8(dst *Row, p unsafe.Pointer, off *Row, m uint64)
TEXT ·gather8(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ p+8(FP), BX
	MOVQ off+16(FP), SI
	MOVQ m+24(FP), R10
	MOVL $4, R9
slice:
	MOVWLZX R10, R11
	CMPL R11, $0xffff
	JNE some
	GATHER4(0)
	GATHER4(16)
	GATHER4(32)
	GATHER4(48)
	JMP done
some:
	TESTL R11, R11
	JEQ done
	BSFL R11, DX
	MOVL (SI)(DX*4), AX
	MOVL (BX)(AX*1), AX
	MOVL AX, (DI)(DX*4)
	LEAL -1(R11), AX
	ANDL AX, R11
	JMP some
done:
	ADDQ $64, SI
	ADDQ $64, DI
	SHRQ $16, R10
	DECL R9
	JNE slice
	RET

// func scatter8(p unsafe.Pointer, off, src *Row, m uint64)
TEXT ·scatter8(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), BX
	MOVQ off+8(FP), DI
	MOVQ src+16(FP), SI
	MOVQ m+24(FP), R10
	MOVL $4, R9
slice:
	MOVWLZX R10, R11
	CMPL R11, $0xffff
	JNE some
	SCATTER4(0)
	SCATTER4(16)
	SCATTER4(32)
	SCATTER4(48)
	JMP done
some:
	TESTL R11, R11
	JEQ done
	BSFL R11, DX
	MOVL (DI)(DX*4), AX
	MOVL (SI)(DX*4), CX
	MOVL CX, (BX)(AX*1)
	LEAL -1(R11), AX
	ANDL AX, R11
	JMP some
done:
	ADDQ $64, SI
	ADDQ $64, DI
	SHRQ $16, R10
	DECL R9
	JNE slice
	RET
