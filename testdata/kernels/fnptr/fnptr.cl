// Indirect calls through a table of functions, with the lanes of a wave calling different ones.
#include "native/ocl.h"
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

typedef uint (*op)(uint, uint);
NOINLINE static uint add(uint a, uint b) { return a + b; }
NOINLINE static uint mul(uint a, uint b) { return a * b + 1; }
NOINLINE static uint mix(uint a, uint b) { return rotate(a, b) ^ b; }
NOINLINE static uint gcd(uint a, uint b)
{
	while (b) {
		uint t = a % b;
		a = b;
		b = t;
	}
	return a;
}

__kernel void fnptr(__global const uint *in, __global uint *out)
{
	uint i = get_global_id(X), h = i + 1;
	op ops[4];
	ops[0] = add;
	ops[1] = mul;
	ops[2] = mix;
	ops[3] = gcd;
	for (uint k = 0; k < 8; k++) {
		uint v = in[(i + k) & 255];
		h = ops[v >> 8 & 3](h, v) + k;
	}
	out[i] = h;
}
