// Fourier transforms of 512 complex points, one in each work-group: three passes of radix 8 in
// registers (Stockham's order), with LDS between them. roots are exp(-2 pi i k / 512).
#define GROUP_X 64
#define GROUP_Y 1
#include "kernel.h"

static inline float2 times(float2 a, float2 b) { return (float2){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
static inline float2 minus_i(float2 a) { return (float2){a.y, -a.x}; }

#define BUTTERFLY(a, b) \
	do { \
		float2 sum = (a) + (b), difference = (a) - (b); \
		(a) = sum; \
		(b) = difference; \
	} while (0)

#define HALF_ROOT 0.70710678f

#define EIGHT(v) \
	do { \
		BUTTERFLY(v[0], v[4]); \
		BUTTERFLY(v[1], v[5]); \
		BUTTERFLY(v[2], v[6]); \
		BUTTERFLY(v[3], v[7]); \
		v[5] = times(v[5], (float2){HALF_ROOT, -HALF_ROOT}); \
		v[6] = minus_i(v[6]); \
		v[7] = times(v[7], (float2){-HALF_ROOT, -HALF_ROOT}); \
		BUTTERFLY(v[0], v[2]); \
		BUTTERFLY(v[1], v[3]); \
		BUTTERFLY(v[4], v[6]); \
		BUTTERFLY(v[5], v[7]); \
		v[3] = minus_i(v[3]); \
		v[7] = minus_i(v[7]); \
		BUTTERFLY(v[0], v[1]); \
		BUTTERFLY(v[2], v[3]); \
		BUTTERFLY(v[4], v[5]); \
		BUTTERFLY(v[6], v[7]); \
	} while (0)

// The places of results: EIGHT leaves them with the bits of their numbers reversed.
#define PLACE(r) ((r) >> 2 | ((r) & 2) | ((r) & 1) << 2)

KERNEL(fft, GLOBAL const float2 *restrict in, GLOBAL const float2 *restrict roots, GLOBAL float2 *restrict out)
{
	LOCAL float re[512], im[512];
	PRIVATES(float2, v, 8);
	ITEMS {
		for (uint r = 0; r < 8; r++)
			MINE(v)[r] = in[get_group_id(0) * 512 + r * 64 + get_local_id(0)];
		EIGHT(MINE(v));
	}
	for (uint done = 1; done < 64; done *= 8) {
		ITEMS {
			uint j = get_local_id(0), low = j & (done - 1), at = (j - low) * 8 + low;
			for (uint r = 0; r < 8; r++) {
				re[at + r * done] = MINE(v)[PLACE(r)].x;
				im[at + r * done] = MINE(v)[PLACE(r)].y;
			}
		}
		barrier();
		ITEMS {
			uint j = get_local_id(0), low = j & (done * 8 - 1);
			for (uint r = 0; r < 8; r++) {
				float2 w = roots[low * r * (8 / done)], x = {re[r * 64 + j], im[r * 64 + j]};
				MINE(v)[r] = times(x, w);
			}
			EIGHT(MINE(v));
		}
		barrier();
	}
	ITEMS {
		for (uint r = 0; r < 8; r++)
			out[get_group_id(0) * 512 + r * 64 + get_local_id(0)] = MINE(v)[PLACE(r)];
	}
}
