// The first kernel anyone writes: c = a + b, with a length that need not fill the grid.
#include "native/ocl.h"

__kernel void vecadd(__global const float *a, __global const float *b, __global float *c, uint n)
{
	uint i = get_global_id(X);
	if (i < n)
		c[i] = a[i] + b[i];
}
