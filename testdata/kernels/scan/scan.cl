// Prefix sums of a whole array by three launches on one module: scan each block, scan the blocks' sums, add them back.
#include "native/ocl.h"

__kernel void scan_blocks(__global const uint *in, __global uint *out, __global uint *sums, __local uint *tmp)
{
	uint l = get_local_id(X), n = get_local_size(X), i = get_global_id(X), cur = 0;
	tmp[l] = in[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint s = 1; s < n; s <<= 1) {
		uint v = tmp[cur * n + l];
		if (l >= s)
			v += tmp[cur * n + l - s];
		cur ^= 1;
		tmp[cur * n + l] = v;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	out[i] = tmp[cur * n + l];
	if (l == n - 1)
		sums[get_group_id(X)] = tmp[cur * n + l];
}

__kernel void scan_sums(__global uint *sums, uint n)
{
	uint s = 0;
	if (get_global_id(X) == 0)
		for (uint k = 0; k < n; k++) {
			uint v = sums[k];
			sums[k] = s;
			s += v;
		}
}

__kernel void add_sums(__global uint *out, __global const uint *sums)
{
	out[get_global_id(X)] += sums[get_group_id(X)];
}
