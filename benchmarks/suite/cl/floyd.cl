// One step of Floyd and Warshall's shortest paths: is the way over node k shorter?
#define GROUP_X 16
#define GROUP_Y 16
#include "kernel.h"

KERNEL(floyd, GLOBAL uint *restrict way, GLOBAL uint *restrict over, uint n, uint k)
{
	ITEMS {
		uint x = get_global_id(0), y = get_global_id(1), at = y * n + x;
		uint direct = way[at], detour = way[y * n + k] + way[k * n + x];
		if (detour < direct) {
			way[at] = detour;
			over[at] = k;
		}
	}
}
