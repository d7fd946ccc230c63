#include "native/ocl.h"
#include "scale.h"

static float tree(__local float *s, uint n)
{
	uint l = get_local_id(X);
	for (uint d = n / 2; d > 0; d /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < d)
			s[l] += s[l + d];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	return s[0];
}

/* Each work-group of 128 sums scaled values, and each work-item adds one of a far place. */
__kernel GROUP_SIZE(128, 1, 1) void sum(__global const float *in, __global float *out, uint n)
{
	__local float s[128];
	uint l = get_local_id(X), i = get_group_id(X) * 128 + l;
	float x = 0;
	for (uint k = i; k < n; k += 256)
		x += scaled(in[k], k);
	s[l] = x;
	float all = tree(s, 128);
	out[i] = all + in[(i * 37) % n];
}
