// A step of a nine-point stencil, with a tile and its border in LDS. The picture has a border of
// one element that is read only.
#define GROUP_X 64
#define GROUP_Y 4
#include "kernel.h"

KERNEL(stencil, GLOBAL const float *restrict in, GLOBAL float *restrict out, uint pitch, float centre, float side, float corner)
{
	LOCAL float tile[GROUP_Y + 2][GROUP_X + 2];
	ITEMS {
		uint x = get_local_id(0), y = get_local_id(1), at = get_global_id(1) * pitch + get_global_id(0);
		tile[y][x] = in[at];
		if (x < 2)
			tile[y][x + GROUP_X] = in[at + GROUP_X];
		if (y < 2) {
			tile[y + GROUP_Y][x] = in[at + GROUP_Y * pitch];
			if (x < 2)
				tile[y + GROUP_Y][x + GROUP_X] = in[at + GROUP_Y * pitch + GROUP_X];
		}
	}
	barrier();
	ITEMS {
		uint x = get_local_id(0), y = get_local_id(1);
		float s = tile[y][x + 1] + tile[y + 2][x + 1] + tile[y + 1][x] + tile[y + 1][x + 2];
		float c = tile[y][x] + tile[y][x + 2] + tile[y + 2][x] + tile[y + 2][x + 2];
		out[(get_global_id(1) + 1) * pitch + get_global_id(0) + 1] = centre * tile[y + 1][x + 1] + side * s + corner * c;
	}
}
