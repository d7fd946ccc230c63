#include "textflag.h"
#include "go_asm.h"

// STEPS makes DX how many steps of 1<<shift bytes there are from BX to R15, less one, and AX the first of them. It goes
// to end where there are too many.
#define STEPS(shift) \
	MOVQ BX, AX; \
	SHRQ $shift, AX; \
	MOVQ R15, DX; \
	SHRQ $shift, DX; \
	SUBQ AX, DX; \
	CMPQ DX, $const_fewLines; \
	JCC end

// R8 track, DI operation, SI its words, CX operations left, R12 joined from it on, R13 tag of the launch. Of an
// operation: BX address, R15 its last byte, R9 its kind, with 2 where it is a write of what the wave has read, R14 leaf,
// AX cells, R10 what is known beyond them, 0 if nothing is; both of all of the leaf where DX is 1 or 2: then Z6 says
// which, where DX is 2 the lower half of it.
//
// Tags: Z8 of the wave, Z9 launch, Z10 group, Z11 spell. Z12 where they are in cells. Z13 all dwords of a line. Z1
// dwords of each line of K1; Z3 what is set in its cell. The access has met something where bits of Z5 are in a cell
// of the wave, or bits of Z4 beyond it.
//
// func enterVec(t *track, ops *batchOp, n int, words *uint64, joined, wave uint32, notes, windows unsafe.Pointer) (left int)
TEXT ·enterVec(SB), NOSPLIT, $0-64
	MOVQ t+0(FP), R8
	MOVQ ops+8(FP), DI
	MOVQ n+16(FP), CX
	MOVQ words+24(FP), SI
	MOVL joined+32(FP), R12
	MOVL (track_shadow+lineShadow_spell)(R8), AX
	VPBROADCASTQ AX, Z11
	ORL wave+36(FP), AX
	VPBROADCASTQ AX, Z8
	MOVL (track_shadow+lineShadow_launch)(R8), R13
	VPBROADCASTQ R13, Z9
	MOVL (track_shadow+lineShadow_group)(R8), AX
	VPBROADCASTQ AX, Z10
	VPTERNLOGQ $0xff, Z12, Z12, Z12
	VPSRLQ $48, Z12, Z13
	VPSRLQ $32, Z12, Z12
op:
	MOVQ (SI), BX
	CMPQ batchOp_exec(DI), $0
	JNE vector
	CMPB batchOp_late(DI), $0 // a scalar is as it was in the wave before, or something has to be done
	JEQ end
	CMPQ batchOp_clean(DI), BX
	JNE end
	MOVL batchOp_news(DI), AX
	CMPL (track_shadow+lineShadow_news)(R8), AX
	JNE end
	ADDQ $8, SI
	JMP next

vector:
	MOVL batchOp_size(DI), R15
	LEAQ -1(BX)(R15*1), R15
	CMPB batchOp_late(DI), $0
	JEQ now
	MOVL (batchOp_accessKey+4)(DI), AX // a read that is not in the shadow
	ANDL $(const_lastSlots-1), AX
	SHLQ $4, AX
	CMPQ BX, (track_lates+lateRange_low)(R8)(AX*1)
	JCS end
	CMPQ R15, (track_lates+lateRange_high)(R8)(AX*1)
	JCC end
	ADDQ $8, SI
	JMP next

now:
	MOVBLZX batchOp_accessKey(DI), R9
	ANDL $15, R9
	JEQ read
	CMPB batchOp_part(DI), $0
	JEQ all
	CMPQ 8(SI), $0
	JEQ made // no lane takes part
all:
	BTL $0, R12
	JCC find
	ORL $2, R9
	JMP find
read:
	BTL $0, R12
	JCS made // it is entered with the store

find:
	MOVQ BX, DX
	SHRQ $const_leafBits, DX
	MOVQ R15, AX
	SHRQ $const_leafBits, AX
	CMPQ AX, DX
	JNE end
	MOVQ $0x9e3779b97f4a7c15, AX
	IMULQ DX, AX
	SHRQ $const_recentShift, AX
	LEAQ (AX)(AX*2), AX
	LEAQ (track_shadow+lineShadow_recent)(R8)(AX*8), AX
	CMPQ foundLeaf_key(AX), DX
	JNE end
	MOVQ foundLeaf_leaf(AX), R14
	TESTQ R14, R14
	JEQ end
	MOVQ BX, AX // R11 the pages of the access
	SHRQ $const_writtenShift, AX
	MOVQ $-1, R11
	SHLXQ AX, R11, R11
	MOVQ R15, AX
	SHRQ $const_writtenShift, AX
	NOTQ AX
	MOVQ $-1, R10
	SHRXQ AX, R10, R10
	ANDQ R10, R11
	TESTL R9, R9
	JEQ known
	CMPL lineLeaf_wrote(R14), R13
	JNE end
	MOVQ lineLeaf_pages(R14), AX
	ANDQ R11, AX
	CMPQ AX, R11
	JNE end
known:
	MOVQ lineLeaf_fine(R14), AX
	ANDQ R11, AX
	CMPB batchOp_what(DI), $const_trackLanes
	JEQ lanes
	TESTQ AX, AX
	JEQ blocks
	CMPQ AX, R11
	JNE end

	STEPS(const_lineShift) // lines one behind the other
	ANDL $(const_lineLeafSize-1), AX
	MOVQ lineLeaf_old(R14), R10
	LEAQ (R10)(AX*8), R10
	SHLQ $3, AX
	ADDQ lineLeaf_lines(R14), AX
	SHRQ $2, BX // its first dword in the first line, and the last one in the last
	ANDL $15, BX
	SHRQ $2, R15
	ANDL $15, R15
	XORL $15, R15
	MOVL $0xffff, R11
	SHLXL BX, R11, BX
	MOVWLZX BX, BX
	SHRXL R15, R11, R15
	MOVL BX, R11
	ANDL R15, R11
	TESTL DX, DX
	CMOVLEQ R11, R15
	MOVL $1, R11
	KMOVB R11, K2
	SHLXL DX, R11, R11
	KMOVB R11, K3
	LEAL -1(R11*2), R11
	KMOVB R11, K1
	VMOVDQA64.Z Z13, K1, Z1
	VPBROADCASTQ BX, K2, Z1
	VPBROADCASTQ R15, K3, Z1
	XORL DX, DX
	JMP old

blocks:
	TESTL $255, BX
	JNE end
	LEAL 1(R15), AX
	TESTL $255, AX
	JNE end
	STEPS((const_lineShift+2))
	MOVL $2, R11
	SHLXL DX, R11, R11
	DECL R11
block:
	ANDL $(const_lineLeafSize/const_blockLines-1), AX
	LEAQ lineLeaf_blocks(R14)(AX*8), AX
	KMOVB R11, K1
	VMOVDQA64.Z Z13, K1, Z1
	XORL R10, R10
	XORL DX, DX
	JMP cells

lanes:
	MOVQ batchOp_h(DI), R10
	CMPB lineShape_laid(R10), $0
	JEQ end
	MOVL BX, DX
	ANDL $63, DX
	CMPL lineShape_phase(R10), DX
	JNE end
	CMPB batchOp_part(DI), $0
	JNE part
	CMPL R9, $1
	JEQ runs
	CMPQ lineShape_exec(R10), $-1
	JNE runs
	CMPQ lineShape_nlanes(R10), $0
	JEQ runs
	CMPQ track_whole(R8), R10 // one of the last shapes that reads had
	JEQ runs
	CMPQ (track_whole+8)(R8), R10
	JEQ runs
	CMPQ (track_whole+16)(R8), R10
	JNE end
runs:
	CMPQ AX, R11
	JEQ byLine
	TESTQ AX, AX
	JNE end
	CMPB lineShape_whole(R10), $0
	JEQ end
	CMPQ lineShape_n(R10), $const_blockLines
	JNE end
	SHRQ $const_lineShift, BX
	MOVL (lineShape_runs+lineRun_line)(R10), AX
	ADDQ BX, AX
	TESTL $(const_blockLines-1), AX
	JNE end
	SHRQ $2, AX
	MOVL $1, R11
	JMP block
byLine:
	MOVBLZX lineShape_few(R10), DX
	TESTL DX, DX
	JEQ end
	MOVL $-1, R11
	BZHIL DX, R11, R11
	KMOVB R11, K1
	VMOVDQU64.Z lineShape_runs(R10), K1, Z6
	VPSRLQ $32, Z6, Z1
	VPANDQ Z13, Z1, Z1
	CMPB lineShape_oneRow(R10), $0
	JEQ sparse
	SHRQ $const_lineShift, BX // lines one behind the other, perhaps not all of each
	MOVL (lineShape_runs+lineRun_line)(R10), AX
	ADDQ BX, AX
	ANDL $(const_lineLeafSize-1), AX
	MOVQ lineLeaf_old(R14), R10
	LEAQ (R10)(AX*8), R10
	SHLQ $3, AX
	ADDQ lineLeaf_lines(R14), AX
	XORL DX, DX
	JMP old
part:
	CMPQ AX, R11
	JNE end
	CMPQ lineShape_exec(R10), $-1
	JNE end
	MOVWLZX (batchOp_accessKey+2)(DI), DX
	CMPL lineShape_bytes(R10), DX
	JNE end
	MOVBLZX lineShape_fewLanes(R10), DX
	TESTL DX, DX
	JEQ end
	MOVL $-1, R11
	BZHIL DX, R11, R11
	KMOVB R11, K1
	VMOVDQU64.Z lineShape_lanes(R10), K1, Z6
	VPBROADCASTQ 8(SI), Z1
	VPSLLQ $16, Z6, Z2 // the first lane, its dword, a bit for each lane
	VPSRLQ $56, Z2, Z2
	VPSLLQ $24, Z6, Z3
	VPSRLQ $56, Z3, Z3
	VPSRLQ $48, Z6, Z4
	VPSRLVQ Z2, Z1, Z1
	VPANDQ Z4, Z1, Z1
	VPSLLVQ Z3, Z1, Z1
	VPTESTMQ Z1, Z1, K1, K1
sparse:
	VPANDQ Z12, Z6, Z6
	SHRQ $const_lineShift, BX
	ANDL $(const_lineLeafSize-1), BX
	VPBROADCASTQ BX, Z2
	VPADDQ Z2, Z6, Z6
	MOVQ lineLeaf_lines(R14), AX
	MOVQ lineLeaf_old(R14), R10
	CMPL DX, $5
	MOVL $1, DX
	ADCL $0, DX
old:
	XORL BX, BX
	CMPL lineLeaf_oldIn(R14), R13
	CMOVQNE BX, R10

cells:
	VPSLLQ $32, Z1, Z3
	VPSLLQ $48, Z1, Z4
	VPXORQ Z5, Z5, Z5
	TESTL R9, R9
	JEQ load
	VMOVDQA64 Z4, Z5
	VPORQ Z3, Z4, Z4
	TESTL $2, R9
	JNE also
	VMOVDQA64 Z5, Z3
	JMP before
also:
	VMOVDQA64 Z4, Z3
before:
	VPSLLQ $16, Z1, Z2
	VPSLLQ $32, Z1, Z7
	VPTERNLOGQ $0xfe, Z2, Z7, Z4
load:
	TESTL DX, DX
	JNE gather
	VMOVDQU64.Z (AX), K1, Z0
	JMP loaded
gather:
	KMOVB K1, K7
	VPXORQ Z0, Z0, Z0
	CMPL DX, $2
	JEQ gather4
	VPGATHERQQ (AX)(Z6*8), K7, Z0
	JMP loaded
gather4:
	VPGATHERQQ (AX)(Y6*8), K7, Y0
loaded:
	VPANDQ Z12, Z0, Z7
	VPCMPUQ $1, Z9, Z7, K1, K2 // K2 those that nobody has accessed in the launch
	KXORB K2, K1, K3
	KORTESTB K3, K3
	JEQ fresh
	VPCMPUQ $0, Z8, Z7, K3, K4 // K4 those of the wave
	KXORB K4, K3, K5           // K5 others
	VPTESTMQ Z5, Z0, K4, K6
	KORTESTB K6, K6
	JNE end
	VPANDNQ Z3, Z0, Z14 // what more than reads of the same is there, if it is a read
	VPANDQ Z4, Z0, Z15
	VPORQ Z15, Z14, Z14
	TESTQ R10, R10
	JNE beyond
	KORTESTB K5, K5
	JEQ merge
	TESTL R9, R9
	JNE end
	VPTESTMQ Z14, Z14, K5, K6
	VPCMPUQ $5, Z10, Z7, K5, K7
	KORTESTB K7, K6
	JNE end // else it is nothing new
	JMP merge

beyond:
	TESTL DX, DX
	JNE gatherOld
	VMOVDQU64.Z (R10), K3, Z2
	JMP loadedOld
gatherOld:
	KMOVB K3, K7
	VPXORQ Z2, Z2, Z2
	CMPL DX, $2
	JEQ gatherOld4
	VPGATHERQQ (R10)(Z6*8), K7, Z2
	JMP loadedOld
gatherOld4:
	VPGATHERQQ (R10)(Y6*8), K7, Y2
loadedOld:
	VPTESTMQ Z4, Z2, K4, K6
	KORTESTB K6, K6
	JNE end
	KORTESTB K5, K5
	JEQ merge
	VPCMPUQ $1, Z10, Z7, K5, K6 // K6 those of other work-groups
	TESTL R9, R9
	JNE renew
	VPSLLQ $16, Z13, Z15
	VPSLLQ $48, Z13, Z1
	VPORQ Z1, Z15, Z15
	VPTESTNMQ Z14, Z14, K6, K7
	VPTESTNMQ Z15, Z2, K7, K7 // it is nothing new
	KXORB K7, K5, K5
	KORTESTB K5, K5
	JEQ merge
renew:
	VPCMPUQ $5, Z11, Z7, K5, K7
	KORTESTB K7, K7
	JNE end // by other waves of the work-group
	VPSRLQ $32, Z0, Z14
	VPORQ Z2, Z14, Z14
	VPANDNQ Z2, Z12, Z2
	VPSLLQ $32, Z14, Z15
	VPORQ Z2, Z15, K6, Z14
	VPTESTMQ Z4, Z14, K5, K7
	KORTESTB K7, K7
	JNE end
	TESTL DX, DX
	JNE scatterOld
	VMOVDQU64 Z14, K5, (R10)
	JMP renewed
scatterOld:
	KMOVB K5, K7
	CMPL DX, $2
	JEQ scatterOld4
	VPSCATTERQQ Z14, K7, (R10)(Z6*8)
	JMP renewed
scatterOld4:
	VPSCATTERQQ Y14, K7, (R10)(Y6*8)
renewed:
	KORB K5, K2, K2
merge:
	VPORQ Z3, Z0, K4, Z0
	KORB K4, K2, K1
fresh:
	VPORQ Z3, Z8, K2, Z0
	TESTL DX, DX
	JNE scatter
	VMOVDQU64 Z0, K1, (AX)
	JMP stored
scatter:
	CMPL DX, $2
	JEQ scatter4
	VPSCATTERQQ Z0, K1, (AX)(Z6*8)
	JMP stored
scatter4:
	VPSCATTERQQ Y0, K1, (AX)(Y6*8)
stored:
	CMPL R9, $1
	JEQ store
	MOVL R13, lineLeaf_read(R14)
	TESTL R9, R9
	JEQ made
store:
	CMPQ batchOp_off(DI), $0
	JNE made
	MOVL batchOp_news(DI), AX
	ADDQ windows+48(FP), AX
	MOVQ (SI), BX
	SUBQ const_windowBase(AX), BX
	ADDQ const_windowHost(AX), BX
	MOVQ batchOp_clean(DI), DX
	ADDQ notes+40(FP), DX
	VMOVDQU64 (DX), Z0
	VMOVDQU64 64(DX), Z1
	VMOVDQU64 128(DX), Z2
	VMOVDQU64 192(DX), Z3
	VMOVDQU64 Z0, (BX)
	VMOVDQU64 Z1, 64(BX)
	VMOVDQU64 Z2, 128(BX)
	VMOVDQU64 Z3, 192(BX)
made:
	ADDQ $8, SI
	CMPB batchOp_part(DI), $0
	JEQ next
	ADDQ $8, SI
next:
	SHRL $1, R12
	ADDQ $batchOp__size, DI
	DECQ CX
	JNE op
end:
	MOVQ CX, left+56(FP)
	VZEROUPPER
	RET
