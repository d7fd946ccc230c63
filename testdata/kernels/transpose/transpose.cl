// A transpose through padded LDS in two dimensions.
#include "native/ocl.h"

__kernel void transpose(__global const uint *in, __global uint *out, uint w, uint h)
{
	__local uint tile[8][9];
	uint lx = get_local_id(X), ly = get_local_id(Y);
	uint x = get_group_id(X) * 8 + lx, y = get_group_id(Y) * 8 + ly;
	if (x < w && y < h)
		tile[ly][lx] = in[y * w + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	x = get_group_id(Y) * 8 + lx;
	y = get_group_id(X) * 8 + ly;
	if (x < h && y < w)
		out[y * h + x] = tile[lx][ly];
}
