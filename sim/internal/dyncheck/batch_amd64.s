#include "textflag.h"
#include "go_asm.h"

// DIFF adds to Z3 where 16 offsets, less those of the operation, are not Z1.
#define DIFF(i) \
	VMOVDQU32 (const_noteOff+i)(AX), Z2; \
	VPSUBD (i)(R14), Z2, Z2; \
	VPTERNLOGD $0xf6, Z1, Z2, Z3

// SOMEDIFF is DIFF for the lanes of K1, from the lowest on.
#define SOMEDIFF(i) \
	VMOVDQU32 (const_noteOff+i)(AX), Z2; \
	VPSUBD (i)(R14), Z2, Z2; \
	VPTERNLOGD $0xf6, Z1, Z2, K1, Z3; \
	KSHIFTRQ $16, K1, K1

// DI operation, R8 notes, SI words, R12 joined, R13 number of the operation, AX its note, DX lanes, BX address;
// R14 offsets of the operation, R15 how far they lie apart.
//
// func readVec(ops *batchOp, n int, notes unsafe.Pointer, words *uint64, scratch, bytes uint64, inTrack uint32) (joined uint32, ok bool)
TEXT ·readVec(SB), NOSPLIT, $192-61
	MOVQ ops+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ notes+16(FP), R8
	MOVQ words+24(FP), SI
	MOVQ scratch+32(FP), R9
	MOVQ bytes+40(FP), R10
	MOVL inTrack+48(FP), R11
	XORL R12, R12
	XORL R13, R13
op:
	MOVLQSX batchOp_at(DI), AX
	ADDQ R8, AX
	MOVQ batchOp_exec(DI), BX
	TESTQ BX, BX
	JNE global
	MOVQ (AX), DX // a scalar
	MOVQ DX, (SI)
	ADDQ $8, SI
	JMP next
global:
	MOVQ const_noteExec(AX), DX
	CMPB batchOp_part(DI), $0
	JNE part
	CMPQ DX, BX
	JNE no
	JMP lanes
part:
	MOVQ DX, 8(SI)
	TESTQ DX, DX
	JNE lanes
	MOVQ DX, (SI)
	ADDQ $16, SI
	JMP next
lanes:
	MOVQ const_noteLow(AX), BX
	MOVQ batchOp_off(DI), R14
	CMPQ const_noteDense(AX), $2
	JNE apart
	TESTQ R14, R14
	JNE no
	JMP found
apart:
	TESTQ R14, R14
	JEQ no
	MOVQ batchOp_h(DI), R15
	TESTQ R15, R15
	JEQ like
	CMPL lineShape_inTrack(R15), R11
	JNE no
	MOVL lineShape_row(R15), R15
	CMPL batchOp_row(DI), R15
	JNE no
like:
	BSFQ DX, R15
	MOVL (R14)(R15*4), BX
	MOVL const_noteOff(AX)(R15*4), R15
	SUBL BX, R15
	MOVQ const_noteLow(AX), BX
	VPBROADCASTD R15, Z1
	VPXORD Z3, Z3, Z3
	CMPQ DX, $-1
	JNE some
	DIFF(0)
	DIFF(64)
	DIFF(128)
	DIFF(192)
	JMP compared
some:
	KMOVQ DX, K1
	SOMEDIFF(0)
	SOMEDIFF(64)
	SOMEDIFF(128)
	SOMEDIFF(192)
compared:
	VPTESTMD Z3, Z3, K2
	KORTESTW K2, K2
	JNE no
	CMPB batchOp_part(DI), $0
	JEQ behind
	MOVLQSX R15, R15 // the first lane of all may lie in front of the first that takes part
	TESTQ R15, R15
	JPL behind
	ADDQ BX, R15
	CMPQ R15, BX
	JCC no
	MOVQ R15, BX
	JMP found
behind:
	ADDQ R15, BX
found:
	MOVQ BX, R15
	SUBQ R9, R15
	CMPQ R15, R10
	JCS no
	MOVQ BX, at-192(SP)(R13*8)
	MOVBQSX batchOp_like(DI), R14
	TESTQ R14, R14
	JMI alone
	CMPQ BX, at-192(SP)(R14*8)
	JNE alone
	BTSL R13, R12
	BTSL R14, R12
alone:
	MOVL batchOp_first(DI), R14
	ADDQ R14, BX
	MOVQ BX, (SI)
	ADDQ $8, SI
	CMPB batchOp_part(DI), $0
	JEQ next
	ADDQ $8, SI
next:
	INCL R13
	ADDQ $batchOp__size, DI
	DECQ CX
	JNE op
	MOVL R12, joined+56(FP)
	MOVB $1, ok+60(FP)
	VZEROUPPER
	RET
no:
	MOVL $0, joined+56(FP)
	MOVB $0, ok+60(FP)
	VZEROUPPER
	RET
