// f32 with denormals kept, on edge values and random bit patterns: one result array per operation, so that a wrong bit names its
// operation. NaNs come out as the canonical one (hosts and GPUs differ in payloads), zeros of min and max as +0 (their order is free).
#include "native/ocl.h"

#define N 256
// On the bits, since a compiler may take any NaN for any other.
static uint canon(float v) { return (as_uint(v) & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : as_uint(v); }

__kernel void basic(__global const float *a, __global const float *b, __global const float *c, __global uint *out)
{
	uint i = get_global_id(X);
	float x = a[i], y = b[i], z = c[i];
	out[0 * N + i] = canon(x + y);
	out[1 * N + i] = canon(x - y);
	out[2 * N + i] = canon(x * y);
	out[3 * N + i] = canon(x / y);
	out[4 * N + i] = canon(sqrt(x));
	out[5 * N + i] = canon(fma(x, y, z));
	out[6 * N + i] = canon(x * y + z);
	out[7 * N + i] = canon(1.0f / x);
	out[8 * N + i] = canon(__builtin_fminf(x, y) + 0.0f);
	out[9 * N + i] = canon(__builtin_fmaxf(x, y) + 0.0f);
	out[10 * N + i] = canon(-x * __builtin_fabsf(y) + -z);
	out[11 * N + i] = canon(1.0f / sqrt(y));
}

__kernel void rounding(__global const float *a, __global const float *b, __global uint *out, __global int *bits)
{
	uint i = get_global_id(X);
	float x = a[i], y = b[i];
	out[0 * N + i] = canon(floor(x));
	out[1 * N + i] = canon(ceil(x));
	out[2 * N + i] = canon(trunc(x));
	out[3 * N + i] = canon(rint(x));
	out[4 * N + i] = canon(copysign(x, y));
	out[5 * N + i] = canon(__builtin_ldexpf(x, (int)i - 128));
	bits[0 * N + i] = (x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5 |
		__builtin_isunordered(x, y) << 6 | !(x < y) << 7 | !(x >= y) << 8 | __builtin_islessgreater(x, y) << 9;
	bits[1 * N + i] = __builtin_isnan(x) | __builtin_isinf(x) << 1 | __builtin_isnormal(x) << 2 | __builtin_signbit(x) << 3;
	bits[2 * N + i] = x > -2147483648.0f && x < 2147483648.0f ? (int)x : 7;
	bits[3 * N + i] = x > -1.0f && x < 4294967296.0f ? (int)(uint)x : 9;
}

__kernel void fromint(__global const int *a, __global float *out, __global long *wide)
{
	uint i = get_global_id(X);
	int v = a[i];
	long w = (long)v * a[i ^ 1];
	out[0 * N + i] = v;
	out[1 * N + i] = (uint)v;
	out[2 * N + i] = w;
	out[3 * N + i] = (ulong)w;
	out[4 * N + i] = (uchar)v;
	out[5 * N + i] = (short)v;
	wide[0 * N + i] = (float)w * 0.5f;
	wide[1 * N + i] = (ulong)(__builtin_fabsf((float)w) * 0.25f);
}
