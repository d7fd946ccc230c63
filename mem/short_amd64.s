#include "textflag.h"

// The functions of short_amd64.go.

DATA behind<>+0(SB)/8, $0x0000000400000000
DATA behind<>+8(SB)/8, $0x0000000c00000008
DATA behind<>+16(SB)/8, $0x0000001400000010
DATA behind<>+24(SB)/8, $0x0000001c00000018
DATA behind<>+32(SB)/8, $0x0000002400000020
DATA behind<>+40(SB)/8, $0x0000002c00000028
DATA behind<>+48(SB)/8, $0x0000003400000030
DATA behind<>+56(SB)/8, $0x0000003c00000038
GLOBL behind<>(SB), RODATA|NOPTR, $64

DATA bitOf<>+0(SB)/8, $0x0000000200000001
DATA bitOf<>+8(SB)/8, $0x0000000800000004
DATA bitOf<>+16(SB)/8, $0x0000002000000010
DATA bitOf<>+24(SB)/8, $0x0000008000000040
GLOBL bitOf<>(SB), RODATA|NOPTR, $32

// Sixteen lanes: of those that take part Z10 has the highest and Z11 all bits, Z13 is 0 as long as
// they lie one behind the other.
#define SHORT_VEC(at) \
	VMOVDQU32 (at)(SI), Z3; \
	VPMOVDW Z3, (at/2)(DI); \
	VPXORD Z3, Z12, Z4; \
	VPORD Z4, Z13, Z13; \
	VPADDD Z14, Z12, Z12; \
	VPMAXUD Z3, Z10, K1, Z10; \
	VPORD Z3, Z11, K1, Z11; \
	KSHIFTRQ $16, K1, K1

// func shortVec(dst *Short, src *Row, m uint64, below, bits uint32) (ok, dense bool)
TEXT ·shortVec(SB), NOSPLIT, $0-34
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ m+16(FP), AX
	KMOVQ AX, K1
	MOVL $64, AX
	VPBROADCASTD AX, Z14
	VPXORD Z10, Z10, Z10
	VPXORD Z11, Z11, Z11
	VPXORD Z13, Z13, Z13
	VPBROADCASTD (SI), Z12
	VPADDD behind<>(SB), Z12, Z12
	SHORT_VEC(0)
	SHORT_VEC(64)
	SHORT_VEC(128)
	SHORT_VEC(192)
	MOVL below+24(FP), CX
	VPBROADCASTD CX, Z1
	MOVL bits+28(FP), CX
	VPBROADCASTD CX, Z2
	VPCMPUD $2, Z10, Z1, K2
	VPTESTMD Z2, Z11, K3
	KORTESTW K2, K3
	SETEQ ok+32(FP)
	VPTESTMD Z13, Z13, K2
	KORTESTW K2, K2
	SETEQ dense+33(FP)
	VZEROUPPER
	RET

// Eight lanes, at CX, of which those of the byte at BX take part.
#define SHORT8(at, y) \
	VMOVDQU (at)(SI)(CX*2), y; \
	VPXOR y, Y12, Y4; \
	VPOR Y4, Y13, Y13; \
	VPADDD Y14, Y12, Y12; \
	VPBROADCASTB (at/32)(BX), Y5; \
	VPAND Y6, Y5, Y5; \
	VPCMPEQD Y6, Y5, Y5; \
	VPAND Y5, y, Y4; \
	VPMAXUD Y4, Y10, Y10; \
	VPOR Y4, Y11, Y11

// func short8(dst *Short, src *Row, m uint64, below, bits uint32) (ok, dense bool)
TEXT ·short8(SB), NOSPLIT, $0-34
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	LEAQ m+16(FP), BX
	VMOVDQU bitOf<>(SB), Y6
	MOVL $32, AX
	VMOVD AX, X14
	VPBROADCASTD X14, Y14
	VPXOR Y10, Y10, Y10
	VPXOR Y11, Y11, Y11
	VPXOR Y13, Y13, Y13
	VPBROADCASTD (SI), Y12
	VPADDD behind<>(SB), Y12, Y12
	XORL CX, CX
lanes:
	SHORT8(0, Y3)
	SHORT8(32, Y7)
	VPACKUSDW Y7, Y3, Y3
	VPERMQ $0xd8, Y3, Y3
	VMOVDQU Y3, (DI)(CX*1)
	ADDQ $2, BX
	ADDQ $32, CX
	CMPQ CX, $128
	JNE lanes
	MOVL below+24(FP), AX
	VMOVD AX, X1
	VPBROADCASTD X1, Y1
	MOVL bits+28(FP), AX
	VMOVD AX, X2
	VPBROADCASTD X2, Y2
	VPMAXUD Y1, Y10, Y3
	VPCMPEQD Y3, Y10, Y3
	VPAND Y2, Y11, Y4
	VPOR Y4, Y3, Y3
	VPTEST Y3, Y3
	SETEQ ok+32(FP)
	VPTEST Y13, Y13
	SETEQ dense+33(FP)
	VZEROUPPER
	RET

// func since8(src []uint32, least uint32) int
TEXT ·since8(SB), NOSPLIT, $0-40
	MOVQ src_base+0(FP), SI
	MOVQ src_len+8(FP), DX
	MOVL least+24(FP), AX
	VMOVD AX, X1
	VPBROADCASTD X1, Y1
	XORL CX, CX
	JMP test
eight:
	VMOVDQU (SI)(CX*4), Y3
	VPMAXUD Y1, Y3, Y4
	VPCMPEQD Y3, Y4, Y4
	VMOVMSKPS Y4, AX
	XORL $0xff, AX
	JNE found
	ADDQ $8, CX
test:
	CMPQ CX, DX
	JLT eight
	JMP done
found:
	BSFL AX, AX
	ADDQ AX, CX
done:
	MOVQ CX, ret+32(FP)
	VZEROUPPER
	RET

// What both need of an entry of the list: SI is its register, Y1 or Z1 how far its lanes may go, Y2 or
// Z2 the bits that they must not have.
#define SHORT_REG \
	MOVL (BX), SI; \
	SHLQ $8, SI; \
	ADDQ R8, SI; \
	MOVQ AX, 128(DI); \
	MOVL DX, R9; \
	SUBL 4(BX), R9

#define SHORT_ALL_VEC(at, k) \
	VMOVDQU32 (at)(SI), Z3; \
	VPMOVDW Z3, (at/2)(DI); \
	VPMAXUD Z3, Z10, k, Z10; \
	VPORD Z3, Z11, k, Z11

// func shortAllVec(dst *ShortRow, regs *Row, list *Reach, n int, m uint64, limit uint32) bool
TEXT ·shortAllVec(SB), NOSPLIT, $0-49
	MOVQ dst+0(FP), DI
	MOVQ regs+8(FP), R8
	MOVQ list+16(FP), BX
	MOVQ n+24(FP), CX
	MOVQ m+32(FP), AX
	MOVL limit+40(FP), DX
	KMOVQ AX, K1
	KSHIFTRQ $16, K1, K2
	KSHIFTRQ $32, K1, K3
	KSHIFTRQ $48, K1, K4
	KXORW K5, K5, K5
row:
	SHORT_REG
	VPBROADCASTD R9, Z1
	VPBROADCASTD 8(BX), Z2
	VPXORD Z10, Z10, Z10
	VPXORD Z11, Z11, Z11
	SHORT_ALL_VEC(0, K1)
	SHORT_ALL_VEC(64, K2)
	SHORT_ALL_VEC(128, K3)
	SHORT_ALL_VEC(192, K4)
	VPCMPUD $1, Z10, Z1, K6
	VPTESTMD Z2, Z11, K7
	KORW K6, K5, K5
	KORW K7, K5, K5
	ADDQ $136, DI
	ADDQ $12, BX
	DECQ CX
	JNE row
	KORTESTW K5, K5
	SETEQ ret+48(FP)
	VZEROUPPER
	RET

// LANES8 makes y all ones in those of eight lanes that take part.
#define LANES8(at, y) \
	VPBROADCASTB (at)(SI), y; \
	VPAND Y0, y, y; \
	VPCMPEQD Y0, y, y

#define SHORT_ALL8(at, low, high) \
	VMOVDQU (at)(SI), Y3; \
	VMOVDQU (at+32)(SI), Y4; \
	VPAND Y3, low, Y5; \
	VPMAXUD Y5, Y6, Y6; \
	VPOR Y5, Y7, Y7; \
	VPAND Y4, high, Y5; \
	VPMAXUD Y5, Y6, Y6; \
	VPOR Y5, Y7, Y7; \
	VPACKUSDW Y4, Y3, Y3; \
	VPERMQ $0xd8, Y3, Y3; \
	VMOVDQU Y3, (at/2)(DI)

// func shortAll8(dst *ShortRow, regs *Row, list *Reach, n int, m uint64, limit uint32) bool
TEXT ·shortAll8(SB), NOSPLIT, $0-49
	MOVQ dst+0(FP), DI
	MOVQ regs+8(FP), R8
	MOVQ list+16(FP), BX
	MOVQ n+24(FP), CX
	MOVQ m+32(FP), AX
	MOVL limit+40(FP), DX
	VMOVDQU bitOf<>(SB), Y0
	LEAQ m+32(FP), SI
	LANES8(0, Y8)
	LANES8(1, Y9)
	LANES8(2, Y10)
	LANES8(3, Y11)
	LANES8(4, Y12)
	LANES8(5, Y13)
	LANES8(6, Y14)
	LANES8(7, Y15)
	XORL R10, R10
row:
	SHORT_REG
	VMOVD R9, X1
	VPBROADCASTD X1, Y1
	VPBROADCASTD 8(BX), Y2
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7
	SHORT_ALL8(0, Y8, Y9)
	SHORT_ALL8(64, Y10, Y11)
	SHORT_ALL8(128, Y12, Y13)
	SHORT_ALL8(192, Y14, Y15)
	VPMAXUD Y1, Y6, Y6
	VPXOR Y1, Y6, Y6
	VPAND Y2, Y7, Y7
	VPOR Y6, Y7, Y7
	VPTEST Y7, Y7
	SETNE R9
	ORL R9, R10
	ADDQ $136, DI
	ADDQ $12, BX
	DECQ CX
	JNE row
	TESTB R10, R10
	SETEQ ret+48(FP)
	VZEROUPPER
	RET
