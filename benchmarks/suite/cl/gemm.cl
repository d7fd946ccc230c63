// C = A * B in registers: each work-item has a block of 4 x 4 elements of C. A is stored by columns.
#define GROUP_X 16
#define GROUP_Y 4
#include "kernel.h"

KERNEL(gemm, GLOBAL const float4 *restrict a, GLOBAL const float4 *restrict b, GLOBAL float4 *restrict c, uint n)
{
	ITEMS {
		uint x = get_global_id(0), y = get_global_id(1), pitch = n / 4;
		float4 r0 = 0, r1 = 0, r2 = 0, r3 = 0;
		for (uint k = 0; k < n; k++) {
			float4 left = a[k * pitch + y], right = b[k * pitch + x];
			r0 += left.x * right;
			r1 += left.y * right;
			r2 += left.z * right;
			r3 += left.w * right;
		}
		c[(4 * y) * pitch + x] = r0;
		c[(4 * y + 1) * pitch + x] = r1;
		c[(4 * y + 2) * pitch + x] = r2;
		c[(4 * y + 3) * pitch + x] = r3;
	}
}
