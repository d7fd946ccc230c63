// One step of the fast Walsh transform: sum and difference of elements that lie `apart` apart.
#define GROUP_X 256
#define GROUP_Y 1
#include "kernel.h"

KERNEL(walsh, GLOBAL float *restrict v, uint apart)
{
	ITEMS {
		uint i = get_global_id(0), low = i % apart, at = i / apart * apart * 2 + low;
		float a = v[at], b = v[at + apart];
		v[at] = a + b;
		v[at + apart] = a - b;
	}
}
