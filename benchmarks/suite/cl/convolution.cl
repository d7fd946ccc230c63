// Convolution of a picture with a square mask. The result is smaller than the picture, so that work-items
// at the right and lower edge have nothing to do.
#define GROUP_X 64
#define GROUP_Y 4
#include "kernel.h"

KERNEL(convolution, GLOBAL const float *restrict in, GLOBAL const float *restrict mask, GLOBAL float *restrict out,
	uint width, uint height, uint side)
{
	ITEMS {
		uint x = get_global_id(0), y = get_global_id(1), pitch = width + side - 1;
		if (x < width && y < height) {
			float sum = 0;
			for (uint j = 0; j < side; j++)
				for (uint i = 0; i < side; i++)
					sum += mask[j * side + i] * in[(y + j) * pitch + x + i];
			out[y * width + x] = sum;
		}
	}
}
