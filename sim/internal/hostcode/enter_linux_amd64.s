#include "textflag.h"

// func enter(code uintptr, w, v unsafe.Pointer, times int) (left, out int)
TEXT ·enter(SB), NOSPLIT, $8-48
	MOVQ w+8(FP), DI
	MOVQ v+16(FP), SI
	MOVQ times+24(FP), R8
	MOVQ code+0(FP), AX
	CALL AX
	VZEROUPPER
	MOVQ R8, left+32(FP)
	MOVQ AX, out+40(FP)
	RET
