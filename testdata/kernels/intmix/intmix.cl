// 32-bit integer operations: multiply, divide, shifts, rotates, bit fields, saturation, selection, comparison.
#include "native/ocl.h"

static uint fold(uint h, uint v) { return rotate(h, 5) * 0x9e3779b1u ^ v; }

__kernel void intmix(__global const uint *a, __global const uint *b, __global uint *out)
{
	uint i = get_global_id(X), x = a[i], y = b[i], h = i;
	int sx = x, sy = y;
	h = fold(h, x + y);
	h = fold(h, x - y);
	h = fold(h, x * y);
	h = fold(h, mul_hi(x, y));
	h = fold(h, (int)((long)sx * sy >> 32));
	h = fold(h, x / (y | 1));
	h = fold(h, x % (y | 1));
	h = fold(h, x / ((y & 0xff) + 1));
	h = fold(h, x % ((y & 0xff) + 1));
	h = fold(h, (sx >> 1) / ((sy >> 8) | 1));
	h = fold(h, (sx >> 1) % ((sy >> 8) | 1));
	h = fold(h, x / 10 + x % 7);
	h = fold(h, sx / 1000 - sx % 13);
	h = fold(h, x << y);
	h = fold(h, x >> y);
	h = fold(h, sx >> y);
	h = fold(h, rotate(x, y));
	h = fold(h, (x >> 7 & 0x1ff) | (y << 9 & 0x7e00));
	h = fold(h, (x & y) | (~x & h));
	h = fold(h, (x ^ y) & ~(x | h));
	h = fold(h, popcount(x) + clz(y));
	h = fold(h, bitreverse(x) ^ __builtin_bswap32(y));
	h = fold(h, min(x, y) ^ max(x, h));
	h = fold(h, min(sx, sy) + max(sx, (int)h));
	h = fold(h, max(min(sx, sy), min(max(sx, sy), (int)h)));
	h = fold(h, add_sat(x, y));
	h = fold(h, sub_sat(x, y));
	h = fold(h, add_sat(sx, sy));
	h = fold(h, sub_sat(sx, sy));
	h = fold(h, (x & 0xffffff) * (y & 0xffffff) + h);
	h = fold(h, ((sx << 8) >> 8) * ((sy << 8) >> 8));
	h = fold(h, (char)x * 3 + (short)y * 5);
	h = fold(h, x < y ? sx : sy);
	h = fold(h, sx <= sy ? x - h : y + h);
	h = fold(h, x == y);
	h = fold(h, (sx > 0) + (sy >= 0) * 2 + (x != h) * 4);
	h = fold(h, abs(sx) - abs(sy));
	h = fold(h, (x >> 16) * (y & 0xffff) + (x << 3) + (y << 2) + 1);
	h = fold(h, x - y * 5 + (h ^ y ^ x));
	h = fold(h, ((ulong)x << 32 | y) >> 11);
	h = fold(h, ((ulong)x << 32 | y) >> (h & 31));
	out[i] = h;
}
