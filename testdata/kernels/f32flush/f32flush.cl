// f32 in the targets' default mode (denormals flushed on gfx6 to gfx8, so multiply-add may become one v_mad_f32) with data whose
// results are all normal or zero; division switches MODE on the way.
#include "native/ocl.h"

__kernel void newton(__global const float *a, __global const float *b, __global float *out, uint steps)
{
	uint i = get_global_id(X);
	float x = a[i], y = b[i], s = 1.0f;
	for (uint n = 0; n < steps; n++) {
		s = 0.5f * (s + x / s);
		y = y * 0.875f + s;
		s = s + 1.0f / (y + 3.0f);
	}
	out[i] = s + sqrt(y) * 0.125f - x / y;
}

__kernel void polynomial(__global const float *a, __global const float *coeff, __global float *out, uint n)
{
	uint i = get_global_id(X);
	float x = a[i] * 0.25f, s = 0;
	for (uint k = 0; k < n; k++)
		s = s * x + coeff[k];
	float2 v = {s, x};
	v = v * v.yx + (float2){1.5f, -2.5f};
	out[i] = v.x > 100.0f ? v.x - v.y : v.x * v.y;
}
