// 64-bit integer arithmetic: carries, full multiplies, division, shifts by variable amounts, comparisons, conversions.
#include "native/ocl.h"

static ulong fold(ulong h, ulong v) { return (h << 7 | h >> 57) * 0x9e3779b97f4a7c15ul + v; }

__kernel void arith(__global const ulong *a, __global const ulong *b, __global ulong *out)
{
	uint i = get_global_id(X);
	ulong x = a[i], y = b[i], h = i;
	long sx = x, sy = y;
	h = fold(h, x + y);
	h = fold(h, x - y);
	h = fold(h, x * y);
	h = fold(h, mul_hi64(x, y));
	h = fold(h, x + 0x123456789abcdeful);
	h = fold(h, x << y);
	h = fold(h, x >> y);
	h = fold(h, sx >> y);
	h = fold(h, (x & y) | (~x & h));
	h = fold(h, x ^ y);
	h = fold(h, min(x, y) + max(x, h));
	h = fold(h, min(sx, sy) ^ max(sx, (long)h));
	h = fold(h, x < y ? x : h);
	h = fold(h, sx < sy ? y : h);
	h = fold(h, (x == y) + (x <= h) * 2 + (sx >= sy) * 4 + (sx != (long)h) * 8);
	h = fold(h, popcount(x) + (x ? __builtin_clzl(x) : 64) + (y ? __builtin_ctzl(y) : 64));
	h = fold(h, bitreverse(x) - __builtin_bswap64(y));
	h = fold(h, (uint)x * (ulong)(uint)y + h);
	h = fold(h, (long)(int)x * (int)y + sx);
	h = fold(h, abs(sx));
	h = fold(h, add_sat(x, y) ^ sub_sat(x, y));
	h = fold(h, add_sat(sx, sy) ^ sub_sat(sx, sy));
	out[i] = h;
}

__kernel void divide(__global const ulong *a, __global const ulong *b, __global ulong *quotient, __global ulong *rest,
                     __global long *squotient, __global long *srest)
{
	uint i = get_global_id(X);
	ulong x = a[i], y = b[i] >> (i & 63) | 1;
	quotient[i] = x / y;
	rest[i] = x % y;
	long sx = x, sy = (long)b[i] >> (i & 63) | 1;
	if (sy == -1)
		sy = 3; // the one quotient that could overflow
	squotient[i] = sx / sy;
	srest[i] = sx % sy;
}
