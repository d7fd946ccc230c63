// Complex f32 Fourier transform of 256 points in LDS, radix 2, with twiddles as input; and its inverse, which gives the points back but for rounding.
#include "native/ocl.h"

// The twiddles are exp(-2 pi i k / 256); sign -1 conjugates them, which makes the inverse. One work-item per butterfly.
__kernel void fft(__global const float2 *in, __global const float2 *twiddles, __global float2 *out, float sign, float scale)
{
	__local float2 v[256];
	uint l = get_local_id(X), base = get_group_id(X) * 256;
	for (uint k = l; k < 256; k += 128)
		v[bitreverse(k) >> 24] = in[base + k];
	for (uint step = 1; step < 256; step *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint k = l & (step - 1), at = 2 * l - k;
		float2 w = twiddles[k * (128 / step)];
		w.y *= sign;
		float2 a = v[at], b = v[at + step];
		float2 t = {b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x};
		v[at] = a + t;
		v[at + step] = a - t;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = l; k < 256; k += 128)
		out[base + k] = v[k] * scale;
}
