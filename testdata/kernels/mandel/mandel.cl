// Mandelbrot counts, in f32 and in fixed point: lanes leave the loop one by one.
#include "native/ocl.h"

__kernel void mandel(__global uint *out, __global uint *fixed_out, float scale, uint limit)
{
	uint x = get_global_id(X), y = get_global_id(Y), i = y * get_global_size(X) + x, n;
	float cr = x * scale - 2.0f, ci = y * scale - 1.25f, zr = 0, zi = 0;
	for (n = 0; n < limit && zr * zr + zi * zi < 4.0f; n++) {
		float t = zr * zr - zi * zi + cr;
		zi = 2.0f * zr * zi + ci;
		zr = t;
	}
	out[i] = n;
	int fr = (int)(x * 300) - 8192, fi = (int)(y * 300) - 5120, r = 0, j = 0;
	for (n = 0; n < limit && r * r + j * j < 4 << 24; n++) {
		int t = ((r * r - j * j) >> 12) + fr;
		j = (r * j >> 11) + fi;
		r = t;
	}
	fixed_out[i] = n;
}
