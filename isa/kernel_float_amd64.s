#include "textflag.h"

// f32 arithmetic on rows, eight lanes at a time: see kernel_float_amd64.go. Results stay in registers until all 64 lanes are known to be ordinary, as the
// destination may be a source.
//
//	Y0-Y7  results           Y8  least 2x-1 of all values x, unsigned: a denormal has less than 0xffffff, zero the most
//	Y10    -1 in each lane    Y9  not 0 in lanes whose result is NaN
//	SI, DX, CX sources        DI  destination

#define BEGIN \
	VPCMPEQD Y8, Y8, Y8 \
	VPCMPEQD Y10, Y10, Y10 \
	VPXOR Y9, Y9, Y9

#define LEAST(x) \
	VPADDD x, x, Y14 \
	VPADDD Y10, Y14, Y14 \
	VPMINUD Y14, Y8, Y8

// Predicate 3 of VCMPPS is "unordered".
#define RESULT(q) \
	LEAST(q) \
	VCMPPS $3, q, q, Y14 \
	VORPS Y14, Y9, Y9

// END stores and leaves 1 in AX, or leaves 0 there where a value is below BX or a result is NaN.
#define END \
	VMOVD BX, X14 \
	VPBROADCASTD X14, Y14 \
	VPMAXUD Y8, Y14, Y14 \
	VPCMPEQD Y8, Y14, Y14 \
	VMOVMSKPS Y14, AX \
	VMOVMSKPS Y9, BX \
	XORL $255, AX \
	ORL BX, AX \
	MOVL $0, AX \
	JNE done \
	VMOVUPS Y0, (DI) \
	VMOVUPS Y1, 32(DI) \
	VMOVUPS Y2, 64(DI) \
	VMOVUPS Y3, 96(DI) \
	VMOVUPS Y4, 128(DI) \
	VMOVUPS Y5, 160(DI) \
	VMOVUPS Y6, 192(DI) \
	VMOVUPS Y7, 224(DI) \
	MOVL $1, AX \
done: \
	VZEROUPPER

#define ALL(OP) \
	BEGIN \
	OP(0, Y0) OP(32, Y1) OP(64, Y2) OP(96, Y3) OP(128, Y4) OP(160, Y5) OP(192, Y6) OP(224, Y7) \
	END

// SOURCES loads eight lanes of a and b.
#define SOURCES(at) \
	VMOVUPS at(SI), Y11 \
	VMOVUPS at(DX), Y12 \
	LEAST(Y11) \
	LEAST(Y12)

#define ADD(at, q) \
	SOURCES(at) \
	VADDPS Y12, Y11, q \
	RESULT(q) \

#define SUB(at, q) \
	SOURCES(at) \
	VSUBPS Y12, Y11, q \
	RESULT(q) \

#define MUL(at, q) \
	SOURCES(at) \
	VMULPS Y12, Y11, q \
	RESULT(q) \

#define MAD(at, q) \
	SOURCES(at) \
	VMOVUPS at(CX), Y13 \
	LEAST(Y13) \
	VMULPS Y12, Y11, q \
	LEAST(q) \
	VADDPS Y13, q, q \
	RESULT(q) \

#define FMA(at, q) \
	SOURCES(at) \
	VMOVUPS at(CX), q \
	LEAST(q) \
	VFMADD231PS Y12, Y11, q \
	RESULT(q) \

// func addRows(d, a, b *Row, limit uint32) bool
TEXT ·addRows(SB), NOSPLIT, $0-33
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVL limit+24(FP), BX
	ALL(ADD)
	MOVB AX, ret+32(FP)
	RET

// func subRows(d, a, b *Row, limit uint32) bool
TEXT ·subRows(SB), NOSPLIT, $0-33
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVL limit+24(FP), BX
	ALL(SUB)
	MOVB AX, ret+32(FP)
	RET

// func mulRows(d, a, b *Row, limit uint32) bool
TEXT ·mulRows(SB), NOSPLIT, $0-33
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVL limit+24(FP), BX
	ALL(MUL)
	MOVB AX, ret+32(FP)
	RET

// func madRows(d, a, b, c *Row, limit uint32) bool
TEXT ·madRows(SB), NOSPLIT, $0-41
	MOVQ c+24(FP), CX
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVL limit+32(FP), BX
	ALL(MAD)
	MOVB AX, ret+40(FP)
	RET

// func fmaRows(d, a, b, c *Row, limit uint32) bool
TEXT ·fmaRows(SB), NOSPLIT, $0-41
	MOVQ c+24(FP), CX
	MOVQ d+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVL limit+32(FP), BX
	ALL(FMA)
	MOVB AX, ret+40(FP)
	RET
