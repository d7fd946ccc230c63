// Bitonic sort of each group's keys in dynamic LDS, ascending or descending by argument.
#include "native/ocl.h"

__kernel void bitonic(__global const uint *in, __global uint *out, __local uint *v, int descending)
{
	uint l = get_local_id(X), n = get_local_size(X);
	v[l] = in[get_global_id(X)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = 2; k <= n; k <<= 1)
		for (uint j = k >> 1; j > 0; j >>= 1) {
			uint o = l ^ j;
			uint a = v[l], b = v[o];
			bool up = ((l & k) == 0) != (descending != 0);
			barrier(CLK_LOCAL_MEM_FENCE);
			if ((a > b) == ((l < o) == up))
				v[l] = b;
			barrier(CLK_LOCAL_MEM_FENCE);
		}
	out[get_global_id(X)] = v[l];
}
