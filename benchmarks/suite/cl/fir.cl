// Finite impulse response: each work-item sums the products of the filter's taps and the samples
// behind its own.
#define GROUP_X 256
#define GROUP_Y 1
#include "kernel.h"

KERNEL(fir, GLOBAL const float *restrict in, GLOBAL const float *restrict tap, GLOBAL float *restrict out, uint taps)
{
	ITEMS {
		uint i = get_global_id(0);
		float sum = 0;
		for (uint k = 0; k < taps; k++)
			sum += tap[k] * in[i + k];
		out[i] = sum;
	}
}
