// What the benchmark loops in assembly compute, in C: same inputs as their launch files, lane by lane within each iteration.
// The generator x * 1664525 + 1013904223 is a bijection modulo 1024, so in every iteration the lanes' LDS addresses are distinct.
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 64, ITERATIONS = 100000 };

static uint32_t bits(float f)
{
	uint32_t u;
	memcpy(&u, &f, 4);
	return u;
}

static float number(uint32_t u)
{
	float f;
	memcpy(&f, &u, 4);
	return f;
}

void mix(const float *data, uint32_t out[3][LANES])
{
	float lds[1024], sum[LANES], fused[LANES], last[LANES];
	uint32_t seed[LANES];
	for (int i = 0; i < 1024; i++)
		lds[i] = 1;
	for (int l = 0; l < LANES; l++) {
		seed[l] = l;
		sum[l] = fused[l] = 0;
		last[l] = 1;
		out[2][l] = 0;
	}
	for (int n = 0; n < ITERATIONS; n++)
		for (int l = 0; l < LANES; l++) {
			float scale = 0.5f * data[l];
			seed[l] = seed[l] * 1664525 + 1013904223;
			float product = last[l] * scale;
			float mad = product * scale + 1.0f;
			fused[l] = fmaf(mad, scale, fused[l]);
			if (0x7fffffff < seed[l])
				lds[seed[l] % 1024] = mad;
			last[l] = lds[seed[l] % 1024];
			sum[l] += last[l];
			out[2][l] ^= bits(data[l]);
		}
	for (int l = 0; l < LANES; l++) {
		out[0][l] = bits(fused[l]);
		out[1][l] = bits(sum[l]);
	}
}

void alu(const float *unused, uint32_t out[2][LANES])
{
	for (int l = 0; l < LANES; l++) {
		uint32_t seed = l, hash = 0;
		float mad = 0, fused = 0, top = 0;
		for (int n = 0; n < ITERATIONS; n++) {
			seed = seed * 1664525 + 1013904223;
			uint32_t unit = seed >> 9 | 0x3f800000;
			float x = number(unit) - 1.0f;
			mad = mad * 0.5f + x * number(0x3f7ff000);
			fused = fmaf(fused, 0.5f, x);
			top = fminf(fmaxf(top, mad), fused);
			top += mad < fused ? fused : mad;
			hash ^= seed;
			hash = (hash >> 7 | hash << 25) + unit;
		}
		out[0][l] = bits(top);
		out[1][l] = hash;
	}
}
