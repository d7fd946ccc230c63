// Every work-item function in one to three dimensions, with work-groups that do not divide the grid and a grid smaller than a group.
#include "native/ocl.h"

__kernel void ids3d(__global uint *out)
{
	uint i = (get_global_id(Z) * get_global_size(Y) + get_global_id(Y)) * get_global_size(X) + get_global_id(X);
	uint h = get_work_dim();
	for (uint d = 0; d < 4; d++) {
		h = h * 31 + (d < 3 ? get_local_id(d) : 0);
		h = h * 31 + (d < 3 ? get_group_id(d) : 0);
		h = h * 31 + get_local_size(d);
		h = h * 31 + get_enqueued_local_size(d);
		h = h * 31 + get_num_groups(d);
		h = h * 31 + get_global_size(d);
		h = h * 31 + get_global_offset(d);
	}
	out[i * 2] = h;
	out[i * 2 + 1] = get_local_id(X) | get_local_id(Y) << 8 | get_local_id(Z) << 16 | get_local_size(X) << 24;
}
