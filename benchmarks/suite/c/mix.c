// The work of the loop mix: a load, integer and float arithmetic, and LDS at random addresses,
// which differ from lane to lane, so that the order of lanes does not matter.
#include "lanes.h"

static void mix(uint group, uint y, const float *data, uint *out, uint iterations)
{
	out += group * 3 * LANES;
	float lds[1024], scale[LANES], last[LANES], fused[LANES], sum[LANES];
	uint seed[LANES], seen[LANES];
	for (int i = 0; i < 1024; i++)
		lds[i] = 1;
	for (int l = 0; l < LANES; l++) {
		scale[l] = 0.5f * data[l];
		last[l] = 1;
		fused[l] = sum[l] = 0;
		seed[l] = l;
		seen[l] = 0;
	}
#ifdef SIMD
	const F one = F_SET(1);
	F by[PARTS], from[PARTS], f[PARTS], s[PARTS];
	U r[PARTS], all[PARTS];
	for (int p = 0; p < PARTS; p++) {
		by[p] = F_LOAD(scale + p * SIMD);
		from[p] = one;
		f[p] = s[p] = F_SET(0);
		r[p] = U_LOAD(seed + p * SIMD);
		all[p] = U_SET(0);
	}
	for (uint n = 0; n < iterations; n++) {
		U at[PARTS];
#pragma GCC unroll 8
		for (int p = 0; p < PARTS; p++) {
			r[p] = U_ADD(U_MUL(r[p], U_SET(1664525)), U_SET(1013904223));
			at[p] = U_AND(r[p], U_SET(1023));
			F product = F_MUL(from[p], by[p]);
			F mad = F_ADD(F_MUL(product, by[p]), one);
			f[p] = F_FMA(mad, by[p], f[p]);
			F_SCATTER(lds, U_NEGATIVE(r[p]), at[p], mad);
		}
		__asm__ volatile("" ::: "memory"); // data is read again in each iteration, as the GPU does
#pragma GCC unroll 8
		for (int p = 0; p < PARTS; p++) {
			from[p] = F_GATHER(lds, at[p]);
			s[p] = F_ADD(s[p], from[p]);
			all[p] = U_XOR(all[p], U_LOAD(data + p * SIMD));
		}
	}
	for (int p = 0; p < PARTS; p++) {
		F_STORE(fused + p * SIMD, f[p]);
		F_STORE(sum + p * SIMD, s[p]);
		U_STORE(seen + p * SIMD, all[p]);
	}
#else
	for (uint n = 0; n < iterations; n++) {
		float mad[LANES];
		for (int l = 0; l < LANES; l++) {
			seed[l] = seed[l] * 1664525 + 1013904223;
			mad[l] = last[l] * scale[l] * scale[l] + 1.0f;
			fused[l] = fmaf(mad[l], scale[l], fused[l]);
		}
		for (int l = 0; l < LANES; l++)
			if (seed[l] > 0x7fffffff)
				lds[seed[l] % 1024] = mad[l];
		__asm__ volatile("" ::: "memory"); // data is read again in each iteration, as the GPU does
		for (int l = 0; l < LANES; l++) {
			last[l] = lds[seed[l] % 1024];
			sum[l] += last[l];
			seen[l] ^= bits(data[l]);
		}
	}
#endif
	for (int l = 0; l < LANES; l++) {
		out[l] = bits(fused[l]);
		out[LANES + l] = bits(sum[l]);
		out[2 * LANES + l] = seen[l];
	}
}
