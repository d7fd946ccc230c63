// The sum of a work-group's numbers: 16 in each work-item, then a tree in LDS.
#define GROUP_X 256
#define GROUP_Y 1
#include "kernel.h"

KERNEL(reduction, GLOBAL const uint *restrict in, GLOBAL uint *restrict out)
{
	LOCAL uint part[GROUP_X];
	ITEMS {
		uint l = get_local_id(0), sum = 0;
		for (uint k = 0; k < 16; k++)
			sum += in[get_group_id(0) * 16 * GROUP_X + k * GROUP_X + l];
		part[l] = sum;
	}
	barrier();
	for (uint apart = GROUP_X / 2; apart > 0; apart /= 2) {
		ITEMS {
			if (get_local_id(0) < apart)
				part[get_local_id(0)] += part[get_local_id(0) + apart];
		}
		barrier();
	}
	ITEMS {
		if (get_local_id(0) == 0)
			out[get_group_id(0)] = part[0];
	}
}
