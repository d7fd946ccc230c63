// The work of the loop alu: integer and float arithmetic without memory.
#include "lanes.h"

static void alu(uint group, uint y, const uint *data, uint *out, uint iterations)
{
	out += group * 2 * LANES;
#ifdef SIMD
	// As many lanes at a time as registers hold: those of a part depend on each other.
	enum { TOGETHER = 4 };
	const F one = F_SET(1), half = F_SET(0.5f), below = F_SET(number(0x3f7ff000));
	for (int base = 0; base < LANES; base += TOGETHER * SIMD) {
		U seed[TOGETHER], hash[TOGETHER];
		F mad[TOGETHER], fused[TOGETHER], top[TOGETHER];
		for (int p = 0; p < TOGETHER; p++) {
			uint lane[SIMD];
			for (int l = 0; l < SIMD; l++)
				lane[l] = base + p * SIMD + l;
			seed[p] = U_LOAD(lane);
			hash[p] = U_SET(0);
			mad[p] = fused[p] = top[p] = F_SET(0);
		}
		for (uint n = 0; n < iterations; n++) {
#pragma GCC unroll 4
			for (int p = 0; p < TOGETHER; p++) {
				seed[p] = U_ADD(U_MUL(seed[p], U_SET(1664525)), U_SET(1013904223));
				U unit = U_OR(U_RIGHT(seed[p], 9), F_BITS(one));
				F x = F_SUB(U_NUMBER(unit), one);
				mad[p] = F_ADD(F_MUL(mad[p], half), F_MUL(x, below));
				fused[p] = F_FMA(fused[p], half, x);
				top[p] = F_MIN(F_MAX(top[p], mad[p]), fused[p]);
				top[p] = F_ADD(top[p], F_PICK(F_LESS(mad[p], fused[p]), fused[p], mad[p]));
				hash[p] = U_XOR(hash[p], seed[p]);
				hash[p] = U_ADD(U_OR(U_RIGHT(hash[p], 7), U_LEFT(hash[p], 25)), unit);
			}
		}
		for (int p = 0; p < TOGETHER; p++) {
			U_STORE(out + base + p * SIMD, F_BITS(top[p]));
			U_STORE(out + LANES + base + p * SIMD, hash[p]);
		}
	}
#else
	uint seed[LANES], hash[LANES];
	float mad[LANES], fused[LANES], top[LANES];
	for (int l = 0; l < LANES; l++) {
		seed[l] = l;
		hash[l] = 0;
		mad[l] = fused[l] = top[l] = 0;
	}
	for (uint n = 0; n < iterations; n++)
		for (int l = 0; l < LANES; l++) {
			seed[l] = seed[l] * 1664525 + 1013904223;
			uint unit = seed[l] >> 9 | 0x3f800000;
			float x = number(unit) - 1.0f;
			mad[l] = mad[l] * 0.5f + x * number(0x3f7ff000);
			fused[l] = fmaf(fused[l], 0.5f, x);
			float t = top[l] > mad[l] ? top[l] : mad[l];
			t = t < fused[l] ? t : fused[l];
			top[l] = t + (mad[l] < fused[l] ? fused[l] : mad[l]);
			hash[l] ^= seed[l];
			hash[l] = (hash[l] >> 7 | hash[l] << 25) + unit;
		}
	for (int l = 0; l < LANES; l++) {
		out[l] = bits(top[l]);
		out[LANES + l] = hash[l];
	}
#endif
}
