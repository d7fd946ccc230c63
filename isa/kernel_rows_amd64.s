#include "textflag.h"

// Integer operations on rows, eight lanes at a time: see kernel_rows_amd64.go. Eight lanes are read before they are written,
// so that the destination may be a source.
//
//	SI, DX sources        DI destination        AX mask

#define EACH(OP) OP(0) OP(32) OP(64) OP(96) OP(128) OP(160) OP(192) OP(224)
#define DOWN(OP) OP(224) OP(192) OP(160) OP(128) OP(96) OP(64) OP(32) OP(0)

#define SOURCES \
	MOVQ d+0(FP), DI \
	MOVQ x+8(FP), SI \
	MOVQ y+16(FP), DX

#define SIMPLE(INST, at) \
	VMOVDQU at(SI), Y0 \
	INST at(DX), Y0, Y0 \
	VMOVDQU Y0, at(DI)

#define ADD(at) SIMPLE(VPADDD, at)
#define SUB(at) SIMPLE(VPSUBD, at)
#define MUL(at) SIMPLE(VPMULLD, at)
#define AND(at) SIMPLE(VPAND, at)
#define OR(at) SIMPLE(VPOR, at)
#define XOR(at) SIMPLE(VPXOR, at)
#define MINU(at) SIMPLE(VPMINUD, at)
#define MAXU(at) SIMPLE(VPMAXUD, at)
#define MINI(at) SIMPLE(VPMINSD, at)
#define MAXI(at) SIMPLE(VPMAXSD, at)

// VPANDN complements the first source.
#define ANDNOT(at) \
	VMOVDQU at(DX), Y0 \
	VPANDN at(SI), Y0, Y0 \
	VMOVDQU Y0, at(DI)

// Shifts count modulo 32; Y15 is 31 in each lane.
#define COUNTS \
	VPCMPEQD Y15, Y15, Y15 \
	VPSRLD $27, Y15, Y15

#define SHIFT(INST, at) \
	VPAND at(DX), Y15, Y1 \
	VMOVDQU at(SI), Y0 \
	INST Y1, Y0, Y0 \
	VMOVDQU Y0, at(DI)

#define SHL(at) SHIFT(VPSLLVD, at)
#define SHR(at) SHIFT(VPSRLVD, at)
#define SAR(at) SHIFT(VPSRAVD, at)

// The high halves of products: of even lanes and of odd ones.
#define HIGH(INST, at) \
	VMOVDQU at(SI), Y0 \
	VMOVDQU at(DX), Y1 \
	INST Y1, Y0, Y2 \
	VPSRLQ $32, Y0, Y0 \
	VPSRLQ $32, Y1, Y1 \
	INST Y1, Y0, Y0 \
	VPSRLQ $32, Y2, Y2 \
	VPBLENDD $0xaa, Y0, Y2, Y2 \
	VMOVDQU Y2, at(DI)

#define MULHU(at) HIGH(VPMULUDQ, at)
#define MULHI(at) HIGH(VPMULDQ, at)

#define BINARY(OP) \
	SOURCES \
	EACH(OP) \
	VZEROUPPER \
	RET

#define SHIFTS(OP) \
	COUNTS \
	BINARY(OP)

// COLLECT moves eight lanes' bits of Y0 into AX, from the last lanes down.
#define COLLECT \
	VMOVMSKPS Y0, CX \
	SHLQ $8, AX \
	ORQ CX, AX

#define EQ(at) \
	VMOVDQU at(SI), Y0 \
	VPCMPEQD at(DX), Y0, Y0 \
	COLLECT

// x <= y, unsigned: x is the smaller one.
#define LEU(at) \
	VMOVDQU at(SI), Y1 \
	VPMINUD at(DX), Y1, Y0 \
	VPCMPEQD Y1, Y0, Y0 \
	COLLECT

#define LTI(at) \
	VMOVDQU at(DX), Y0 \
	VPCMPGTD at(SI), Y0, Y0 \
	COLLECT

#define COMPARE(OP) \
	MOVQ x+0(FP), SI \
	MOVQ y+8(FP), DX \
	XORL AX, AX \
	DOWN(OP) \
	VZEROUPPER \
	MOVQ AX, ret+16(FP) \
	RET

DATA laneBits<>+0(SB)/8, $0x0000000200000001
DATA laneBits<>+8(SB)/8, $0x0000000800000004
DATA laneBits<>+16(SB)/8, $0x0000002000000010
DATA laneBits<>+24(SB)/8, $0x0000008000000040
GLOBL laneBits<>(SB), RODATA|NOPTR, $32

// Y15 has the bit of each lane of eight.
#define SELECT(at) \
	VMOVD AX, X0 \
	VPBROADCASTD X0, Y0 \
	VPAND Y15, Y0, Y0 \
	VPCMPEQD Y15, Y0, Y0 \
	VMOVDQU at(DX), Y1 \
	VBLENDVPS Y0, at(SI), Y1, Y1 \
	VMOVDQU Y1, at(DI) \
	SHRQ $8, AX

// func rowAdd(d, x, y *Row)
TEXT ·rowAdd(SB), NOSPLIT, $0-24
	BINARY(ADD)

// func rowSub(d, x, y *Row)
TEXT ·rowSub(SB), NOSPLIT, $0-24
	BINARY(SUB)

// func rowMul(d, x, y *Row)
TEXT ·rowMul(SB), NOSPLIT, $0-24
	BINARY(MUL)

// func rowMulHU(d, x, y *Row)
TEXT ·rowMulHU(SB), NOSPLIT, $0-24
	BINARY(MULHU)

// func rowMulHI(d, x, y *Row)
TEXT ·rowMulHI(SB), NOSPLIT, $0-24
	BINARY(MULHI)

// func rowAnd(d, x, y *Row)
TEXT ·rowAnd(SB), NOSPLIT, $0-24
	BINARY(AND)

// func rowAndNot(d, x, y *Row)
TEXT ·rowAndNot(SB), NOSPLIT, $0-24
	BINARY(ANDNOT)

// func rowOr(d, x, y *Row)
TEXT ·rowOr(SB), NOSPLIT, $0-24
	BINARY(OR)

// func rowXor(d, x, y *Row)
TEXT ·rowXor(SB), NOSPLIT, $0-24
	BINARY(XOR)

// func rowShl(d, x, y *Row)
TEXT ·rowShl(SB), NOSPLIT, $0-24
	SHIFTS(SHL)

// func rowShr(d, x, y *Row)
TEXT ·rowShr(SB), NOSPLIT, $0-24
	SHIFTS(SHR)

// func rowSar(d, x, y *Row)
TEXT ·rowSar(SB), NOSPLIT, $0-24
	SHIFTS(SAR)

// func rowMinU(d, x, y *Row)
TEXT ·rowMinU(SB), NOSPLIT, $0-24
	BINARY(MINU)

// func rowMaxU(d, x, y *Row)
TEXT ·rowMaxU(SB), NOSPLIT, $0-24
	BINARY(MAXU)

// func rowMinI(d, x, y *Row)
TEXT ·rowMinI(SB), NOSPLIT, $0-24
	BINARY(MINI)

// func rowMaxI(d, x, y *Row)
TEXT ·rowMaxI(SB), NOSPLIT, $0-24
	BINARY(MAXI)

// func rowEq(x, y *Row) uint64
TEXT ·rowEq(SB), NOSPLIT, $0-24
	COMPARE(EQ)

// func rowLeU(x, y *Row) uint64
TEXT ·rowLeU(SB), NOSPLIT, $0-24
	COMPARE(LEU)

// func rowLtI(x, y *Row) uint64
TEXT ·rowLtI(SB), NOSPLIT, $0-24
	COMPARE(LTI)

// func rowSelect(d, x, y *Row, mask uint64)
TEXT ·rowSelect(SB), NOSPLIT, $0-32
	MOVQ mask+24(FP), AX
	VMOVDQU laneBits<>(SB), Y15
	SOURCES
	EACH(SELECT)
	VZEROUPPER
	RET
