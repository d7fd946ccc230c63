// f16: native instructions on gfx803 and gfx900, through f32 on older targets; the same bits either way.
#include "native/ocl.h"

#define N 256
static ushort canon(half v) { return (as_ushort(v) & 0x7fff) > 0x7c00 ? 0x7e00 : as_ushort(v); }

__kernel void f16(__global const half *a, __global const half *b, __global ushort *out)
{
	uint i = get_global_id(X);
	half x = a[i], y = b[i];
	out[0 * N + i] = canon(x + y);
	out[1 * N + i] = canon(x - y);
	out[2 * N + i] = canon(x * y);
	out[3 * N + i] = canon(-x);
	out[4 * N + i] = canon((half)((float)x * 0.5f + (float)y));
	out[5 * N + i] = canon((half)(short)(i * 97));
	out[6 * N + i] = (x < y) | (x == y) << 1 | (x >= y) << 2 | (x != y) << 3;
	out[7 * N + i] = canon(x > y ? x : y + (half)1.0f);
}
