// Conway's Life on a torus of bytes, two dimensions, several generations by several launches that swap the buffers.
#include "native/ocl.h"

__kernel void life(__global const uchar *in, __global uchar *out)
{
	int w = get_global_size(X), h = get_global_size(Y), x = get_global_id(X), y = get_global_id(Y);
	uint n = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (dx | dy)
				n += in[(y + dy + h) % h * w + (x + dx + w) % w] & 1;
	uchar alive = in[y * w + x] & 1;
	out[y * w + x] = n == 3 || (n == 2 && alive);
}
