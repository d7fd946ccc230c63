#include "textflag.h"

// func clearVec(v *[256]isa.Row, written *[256]uint64)
//
// 32 words at a time, as most programs use the low registers only.
TEXT ·clearVec(SB), NOSPLIT, $0-16
	MOVQ v+0(FP), DI
	MOVQ written+8(FP), SI
	LEAQ 2048(SI), BX
	VPXOR Y0, Y0, Y0
block:
	VMOVDQU (SI), Y1
	VPOR 32(SI), Y1, Y1
	VMOVDQU 64(SI), Y2
	VPOR 96(SI), Y2, Y2
	VPOR 128(SI), Y1, Y1
	VPOR 160(SI), Y2, Y2
	VPOR 192(SI), Y1, Y1
	VPOR 224(SI), Y2, Y2
	VPOR Y1, Y2, Y2
	VPTEST Y2, Y2
	JZ next
	MOVQ DI, DX
	LEAQ 256(SI), R8
row:
	CMPQ (SI), $0
	JEQ zero
	MOVQ $0, (SI)
	VMOVDQU Y0, (DX)
	VMOVDQU Y0, 32(DX)
	VMOVDQU Y0, 64(DX)
	VMOVDQU Y0, 96(DX)
	VMOVDQU Y0, 128(DX)
	VMOVDQU Y0, 160(DX)
	VMOVDQU Y0, 192(DX)
	VMOVDQU Y0, 224(DX)
zero:
	ADDQ $256, DX
	ADDQ $8, SI
	CMPQ SI, R8
	JNE row
	SUBQ $256, SI
next:
	ADDQ $8192, DI
	ADDQ $256, SI
	CMPQ SI, BX
	JNE block
	VZEROUPPER
	RET
