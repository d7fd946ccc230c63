// Sums by a tree in LDS: static LDS, dynamic LDS given at launch, and a group so small that it is less than a wave.
#include "native/ocl.h"

__kernel void sum_static(__global const uint *in, __global uint *out)
{
	__local uint part[256];
	uint l = get_local_id(X);
	part[l] = in[get_global_id(X)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint s = 128; s > 0; s >>= 1) {
		if (l < s)
			part[l] += part[l + s];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0)
		out[get_group_id(X)] = part[0];
}

// Any group size; the last group may be partial. Two dynamic arrays of different alignment.
__kernel void sum_dynamic(__global const uint *in, __local uchar *low, __local ulong *part, __global ulong *out)
{
	uint l = get_local_id(X), n = get_local_size(X);
	uint v = in[get_global_id(X)];
	low[l] = v;
	part[l] = v;
	barrier(CLK_LOCAL_MEM_FENCE);
	while (n > 1) {
		uint half_n = (n + 1) / 2;
		if (l + half_n < n) {
			part[l] += part[l + half_n];
			low[l] ^= low[l + half_n];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		n = half_n;
	}
	if (l == 0)
		out[get_group_id(X)] = part[0] << 8 | low[0];
}
