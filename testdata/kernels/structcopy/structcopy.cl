// Copies of structures and arrays of odd sizes and alignments between all address spaces, by assignment and by memcpy and memset.
#include "native/ocl.h"

typedef struct { uchar a; ushort b; uint c; ulong d; uchar e[5]; } mixed;
typedef struct { uchar bytes[13]; } __attribute__((packed)) odd;
typedef struct { uint n; odd o; ulong last; } __attribute__((packed)) tight;

NOINLINE static mixed change(mixed m, uint by)
{
	m.a += by;
	m.b ^= by;
	m.c *= by | 1;
	m.d -= by;
	m.e[by % 5] = by;
	return m;
}

__kernel void structcopy(__global const mixed *in, __global mixed *out, __global const odd *bytes, __global tight *packed)
{
	__local mixed shared[64];
	uint l = get_local_id(X), i = get_global_id(X);
	shared[l] = in[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	mixed mine = shared[l ^ 1], other;
	__builtin_memcpy(&other, &in[i], sizeof other);
	mine = change(mine, i);
	other.e[4] = mine.e[0];
	mixed both[2] = {mine, other};
	mixed result = both[i & 1];
	__builtin_memset((__private uchar *)&both[i >> 1 & 1] + 8, i, 9); // d and the first of e
	result.d ^= both[0].d + both[1].d;
	// Member by member: padding is not copied natively and on the GPU alike.
	out[i].a = result.a;
	out[i].b = result.b;
	out[i].c = result.c;
	out[i].d = result.d;
	for (uint k = 0; k < 5; k++)
		out[i].e[k] = result.e[k] + both[1].e[k];
	tight t;
	t.n = l;
	t.o = bytes[i];
	__builtin_memcpy(&t.last, (__private uchar *)&t.o + (i & 3), 8);
	packed[i] = t;
}
