// Bytes and half-words: loads with sign and zero extension, stores that must leave their neighbours alone, in global memory and LDS.
#include "native/ocl.h"

__kernel void bytes(__global const char *a, __global const uchar *b, __global uchar *out8, __global short *out16)
{
	uint i = get_global_id(X);
	if (i % 3 == 1)
		return; // these neighbours keep the fill
	out8[i] = a[i] * 3 + b[i];
	out16[i] = a[i] * b[i];
}

__kernel void shorts(__global const short *a, __global const ushort *b, __global ushort *out16, __global int *out32)
{
	uint i = get_global_id(X);
	out32[i] = a[i] * (int)b[i] - (a[i ^ 1] >> 3);
	if (i & 1)
		out16[i] = (ushort)(a[i] - b[i]) >> 2;
}

__kernel void mixed_lds(__global const uchar *in, __global ushort *out)
{
	__local uchar c[256];
	__local short s[256];
	uint l = get_local_id(X), n = get_local_size(X), i = get_global_id(X);
	c[l] = in[i];
	s[n - 1 - l] = (char)in[i] * 257;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[i] = c[(l * 7) % n] + s[(l + 5) % n] + (char)c[n - 1 - l];
}
