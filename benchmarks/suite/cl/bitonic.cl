// One step of a bitonic sort in global memory: each work-item orders two keys that lie 2^pass
// apart, in a direction that changes every 2^(stage + 1) keys.
#define GROUP_X 256
#define GROUP_Y 1
#include "kernel.h"

KERNEL(bitonic, GLOBAL uint *restrict keys, uint stage, uint pass)
{
	ITEMS {
		uint i = get_global_id(0), apart = 1u << pass;
		uint at = (i >> pass << (pass + 1)) + (i & (apart - 1));
		uint a = keys[at], b = keys[at + apart];
		uint less = a < b ? a : b, more = a < b ? b : a;
		if (i >> stage & 1) {
			keys[at] = more;
			keys[at + apart] = less;
		} else {
			keys[at] = less;
			keys[at + apart] = more;
		}
	}
}
