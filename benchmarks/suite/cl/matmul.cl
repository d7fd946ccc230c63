// C = A * B for square matrices, in tiles of 32 x 16 through LDS; a work-item has two elements of C.
#define GROUP_X 16
#define GROUP_Y 16
#include "kernel.h"

KERNEL(matmul, GLOBAL const float *restrict a, GLOBAL const float *restrict b, GLOBAL float *restrict c, uint n)
{
	LOCAL float left[32][16], right[16][16];
	PRIVATE(float, upper);
	PRIVATE(float, lower);
	ITEMS {
		MINE(upper) = MINE(lower) = 0;
	}
	for (uint t = 0; t < n; t += 16) {
		ITEMS {
			uint x = get_local_id(0), y = get_local_id(1), row = get_group_id(1) * 32 + y;
			left[y][x] = a[row * n + t + x];
			left[y + 16][x] = a[(row + 16) * n + t + x];
			right[y][x] = b[(t + y) * n + get_global_id(0)];
		}
		barrier();
		ITEMS {
			uint x = get_local_id(0), y = get_local_id(1);
			float u = MINE(upper), v = MINE(lower);
			for (uint k = 0; k < 16; k++) {
				u += left[y][k] * right[k][x];
				v += left[y + 16][k] * right[k][x];
			}
			MINE(upper) = u;
			MINE(lower) = v;
		}
		barrier();
	}
	ITEMS {
		uint row = get_group_id(1) * 32 + get_local_id(1);
		c[row * n + get_global_id(0)] = MINE(upper);
		c[(row + 16) * n + get_global_id(0)] = MINE(lower);
	}
}
