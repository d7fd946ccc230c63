// Histograms kept by each work-group in LDS and merged into global memory by atomics: of bytes, four copies against contention, and of f32 in ranges.
#include "native/ocl.h"

#define COPIES 4

// Four bytes to a word; the work-items stride over as many words as there are.
__kernel void bytes(__global const uint *in, __global uint *bins, uint words)
{
	__local uint own[COPIES][256];
	uint l = get_local_id(X), n = get_local_size(X);
	for (uint k = l; k < 256; k += n)
		for (uint c = 0; c < COPIES; c++)
			own[c][k] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = get_global_id(X); i < words; i += get_global_size(X)) {
		uint v = in[i];
		for (uint b = 0; b < 32; b += 8)
			atomic_add(&own[l % COPIES][v >> b & 255], 1u);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = l; k < 256; k += n) {
		uint sum = 0;
		for (uint c = 0; c < COPIES; c++)
			sum += own[c][k];
		if (sum)
			atomic_add(&bins[k], sum);
	}
}

// count bins of equal width from low on, in LDS given at launch; bin 0 of the result is for what lies below, the last one for what lies above.
__kernel void ranges(__global const float *in, __global uint *bins, __local uint *own, uint count, float low, float per_unit)
{
	uint l = get_local_id(X), n = get_local_size(X);
	for (uint k = l; k < count + 2; k += n)
		own[k] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	float at = floor((in[get_global_id(X)] - low) * per_unit);
	uint bin = at < 0 ? 0 : at >= (float)count ? count + 1 : (uint)at + 1;
	atomic_add(&own[bin], 1u);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = l; k < count + 2; k += n)
		atomic_add(&bins[k], own[k]);
}
