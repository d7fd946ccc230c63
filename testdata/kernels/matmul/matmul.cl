// C = A * B in 16x16 tiles through LDS, two dimensions, a size that is no multiple of the tile; f32 and u32.
#include "native/ocl.h"

#define TILE 16

__kernel GROUP_SIZE(TILE, TILE, 1) void matmul(__global const float *a, __global const float *b, __global float *c, uint m, uint n, uint k)
{
	__local float ta[TILE][TILE], tb[TILE][TILE + 1];
	uint x = get_local_id(X), y = get_local_id(Y), col = get_global_id(X), row = get_global_id(Y);
	float s = 0;
	for (uint t = 0; t < k; t += TILE) {
		ta[y][x] = row < m && t + x < k ? a[row * k + t + x] : 0;
		tb[y][x] = col < n && t + y < k ? b[(t + y) * n + col] : 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint i = 0; i < TILE; i++)
			s += ta[y][i] * tb[i][x];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (row < m && col < n)
		c[row * n + col] = s;
}

// Partial tiles by partial work-groups: every work-item that exists has a result.
__kernel void matmul_int(__global const uint *a, __global const uint *b, __global uint *c, uint k)
{
	uint col = get_global_id(X), row = get_global_id(Y), n = get_global_size(X), s = 0;
	for (uint i = 0; i < k; i++)
		s += a[row * k + i] * b[i * n + col];
	c[row * n + col] = s;
}
