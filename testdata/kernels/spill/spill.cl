// More live values than the 24 vector registers allowed: they are spilled to scratch.
#include "native/ocl.h"

__kernel NUM_VGPR(24) void spill(__global const uint *in, __global uint *out, uint8 u, uint8 s)
{
	uint i = get_global_id(X), v[40];
#pragma unroll
	for (uint k = 0; k < 40; k++)
		v[k] = in[(i * 40 + k * 17) & 1023] * (k + 1) + u[k & 7];
#pragma unroll 1
	for (uint r = 0; r < (i & 3) + 2; r++) {
#pragma unroll
		for (uint k = 0; k < 40; k++)
			v[k] = rotate(v[k], 7) + (v[(k * 13 + 5) % 40] ^ s[k & 7]) + u[(k + r) & 7];
	}
	uint h = 0;
#pragma unroll
	for (uint k = 0; k < 40; k++)
		h = h * 31 + v[k];
	out[i] = h;
}
