// f64: arithmetic, division, square root, fma, rounding, conversions to and from integers and f32.
#include "native/ocl.h"

#define N 256
// On the bits, since a compiler may take any NaN for any other.
static ulong canon(double v) { return (as_ulong(v) & 0x7ffffffffffffffful) > 0x7ff0000000000000ul ? 0x7ff8000000000000ul : as_ulong(v); }

__kernel void basic(__global const double *a, __global const double *b, __global ulong *out)
{
	uint i = get_global_id(X);
	double x = a[i], y = b[i];
	out[0 * N + i] = canon(x + y);
	out[1 * N + i] = canon(x - y);
	out[2 * N + i] = canon(x * y);
	out[3 * N + i] = canon(x / y);
	out[4 * N + i] = canon(sqrt(x));
	out[5 * N + i] = canon(fma(x, y, -x));
	out[6 * N + i] = canon(x * y - x);
	out[7 * N + i] = canon(__builtin_fmin(x, y) + 0.0);
	out[8 * N + i] = canon(__builtin_fmax(x, y) + 0.0);
	out[9 * N + i] = canon(__builtin_ldexp(x, (int)i - 100));
}

// Run on edge values and on tame ones: without instructions for these (gfx600) the compiler's expansion is right for the tame ones only.
__kernel void rounding(__global const double *a, __global ulong *out)
{
	uint i = get_global_id(X);
	double x = a[i];
	out[0 * N + i] = canon(floor(x));
	out[1 * N + i] = canon(ceil(x));
	out[2 * N + i] = canon(trunc(x));
	out[3 * N + i] = canon(rint(x));
}

__kernel void convert_all(__global const double *a, __global const long *b, __global double *out, __global long *whole, __global uint *narrow)
{
	uint i = get_global_id(X);
	double x = a[i];
	long v = b[i];
	out[0 * N + i] = v;
	out[1 * N + i] = (ulong)v;
	out[2 * N + i] = (int)v;
	out[3 * N + i] = (uint)v;
	out[4 * N + i] = (float)v;
	bool fits = x > -2147483648.0 && x < 2147483647.0;
	whole[0 * N + i] = fits ? (int)x : 5;
	whole[1 * N + i] = fits ? (long)(x * 1048576.0) : 6;
	whole[2 * N + i] = fits && x >= 0 ? (long)(ulong)(x * 3.0) + (uint)x : 7;
	uint f = as_uint((float)x);
	narrow[i] = (f & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : f;
	whole[3 * N + i] = (x < v) | (x <= v) << 1 | (x == v) << 2 | __builtin_isnan(x) << 3 | __builtin_isinf(x) << 4 | __builtin_signbit(x) << 5;
}
