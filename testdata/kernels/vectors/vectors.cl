// Vector types: 2, 3, 4, 8, 16 elements, swizzles, comparisons, conversions, wide loads and stores.
#include "native/ocl.h"

__kernel void wide(__global const uint4 *a, __global const int4 *b, __global uint4 *out, __global ulong2 *out2)
{
	uint i = get_global_id(X);
	uint4 x = a[i];
	int4 y = b[i];
	uint4 m = convert(uint4, y > (int4)0);
	out[i] = (x.wzyx ^ __builtin_astype(y, uint4)) * 5u + (x >> (uint4){1, 3, 5, 7}) + (m & x.xxyy);
	out2[i] = convert(ulong2, x.xz) * convert(ulong2, x.yw) + (ulong2)(y.x);
}

__kernel void packed(__global const uchar16 *a, __global const short8 *b, __global uchar16 *out, __global short8 *out16, __global uint *sums)
{
	uint i = get_global_id(X);
	uchar16 x = a[i];
	short8 y = b[i];
	out[i] = x.sfedcba9876543210 + x * (uchar16)3;
	out16[i] = convert(short8, x.lo) * y - convert(short8, x.hi);
	short8 z = min(y, y.s10325476) - max(y.s76543210, (short8)100);
	out16[i] ^= z;
	uint s = 0;
	for (uint k = 0; k < 16; k++)
		s = s * 3 + x[k];
	sums[i] = s;
}

__kernel void threes(__global const float *a, __global float *out, __global double2 *out2)
{
	uint i = get_global_id(X);
	float3 p = {a[i * 3], a[i * 3 + 1], a[i * 3 + 2]}, q = p.zxy;
	float3 c = p.yzx * q - p * q.xyz;
	float d = p.x * p.x + p.y * p.y + p.z * p.z;
	c += (float3)d;
	out[i * 3] = c.x;
	out[i * 3 + 1] = c.y;
	out[i * 3 + 2] = c.z;
	out2[i] = convert(double2, p.xy) * convert(double2, c.zz);
}
