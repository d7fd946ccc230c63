// Transpose of a square matrix in tiles of 64 x 64 through LDS, four elements in an access to memory.
#define GROUP_X 16
#define GROUP_Y 16
#include "kernel.h"

KERNEL(transpose, GLOBAL const uint4 *restrict in, GLOBAL uint4 *restrict out, uint n)
{
	LOCAL uint tile[64][65];
	ITEMS {
		uint x = get_local_id(0), y = get_local_id(1);
		for (uint r = 0; r < 64; r += 16) {
			uint4 v = in[(get_group_id(1) * 64 + r + y) * (n / 4) + get_group_id(0) * 16 + x];
			tile[r + y][4 * x] = v.x;
			tile[r + y][4 * x + 1] = v.y;
			tile[r + y][4 * x + 2] = v.z;
			tile[r + y][4 * x + 3] = v.w;
		}
	}
	barrier();
	ITEMS {
		uint x = get_local_id(0), y = get_local_id(1);
		for (uint r = 0; r < 64; r += 16) {
			uint4 v = {tile[4 * x][r + y], tile[4 * x + 1][r + y], tile[4 * x + 2][r + y], tile[4 * x + 3][r + y]};
			out[(get_group_id(0) * 64 + r + y) * (n / 4) + get_group_id(1) * 16 + x] = v;
		}
	}
}
