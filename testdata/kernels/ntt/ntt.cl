// Number-theoretic transform of 256 points modulo 998244353 in LDS: 64-bit products, modular reduction, bit reversal, a barrier per stage.
#include "native/ocl.h"

#define P 998244353u

static uint times(uint a, uint b) { return (ulong)a * b % P; }

static uint power(uint a, uint n)
{
	uint r = 1;
	for (; n; n >>= 1, a = times(a, a))
		if (n & 1)
			r = times(r, a);
	return r;
}

__kernel void ntt(__global const uint *in, __global uint *out)
{
	__local uint v[256];
	uint l = get_local_id(X), base = get_group_id(X) * 256;
	for (uint k = l; k < 256; k += 128)
		v[bitreverse(k) >> 24] = in[base + k] % P;
	for (uint step = 1; step < 256; step *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint at = l / step * step * 2 + l % step;
		uint w = power(power(3, (P - 1) / 2 / step), l % step);
		uint a = v[at], b = times(v[at + step], w);
		v[at] = a + b >= P ? a + b - P : a + b;
		v[at + step] = a >= b ? a - b : a + P - b;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = l; k < 256; k += 128)
		out[base + k] = v[k];
}
