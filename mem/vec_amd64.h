// Four lanes of a row: from and to memory at BX plus the lane's offset.

// Offsets at SI, values to DI.
#define GATHER4(at) \
	MOVL (at)(SI), AX; \
	MOVL (at+4)(SI), CX; \
	MOVL (at+8)(SI), DX; \
	MOVL (at+12)(SI), R8; \
	MOVL (BX)(AX*1), AX; \
	MOVL (BX)(CX*1), CX; \
	MOVL (BX)(DX*1), DX; \
	MOVL (BX)(R8*1), R8; \
	MOVL AX, (at)(DI); \
	MOVL CX, (at+4)(DI); \
	MOVL DX, (at+8)(DI); \
	MOVL R8, (at+12)(DI)

// Offsets at DI, values from SI.
#define SCATTER4(at) \
	MOVL (at)(DI), AX; \
	MOVL (at)(SI), R12; \
	MOVL (at+4)(DI), CX; \
	MOVL (at+4)(SI), R13; \
	MOVL (at+8)(DI), DX; \
	MOVL (at+8)(SI), R14; \
	MOVL (at+12)(DI), R8; \
	MOVL (at+12)(SI), R15; \
	MOVL R12, (BX)(AX*1); \
	MOVL R13, (BX)(CX*1); \
	MOVL R14, (BX)(DX*1); \
	MOVL R15, (BX)(R8*1)
