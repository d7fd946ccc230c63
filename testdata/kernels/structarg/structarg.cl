// Arguments of every size and alignment by value: scalars from one byte up, vectors, structures with padding and nesting.
#include "native/ocl.h"

typedef struct { char c; double d; short s[3]; } inner;
typedef struct { uint n; inner in[2]; uint3 v; uchar tail; } outer;

__kernel void scalars(char a, ulong b, short c, uchar d, float e, ushort f, int g, double h, long k, __global ulong *out)
{
	uint i = get_global_id(X);
	switch (i % 9) {
	case 0: out[i] = (ulong)(long)a; break;
	case 1: out[i] = b; break;
	case 2: out[i] = (ulong)(long)c; break;
	case 3: out[i] = d; break;
	case 4: out[i] = as_uint(e); break;
	case 5: out[i] = f; break;
	case 6: out[i] = (ulong)(long)g; break;
	case 7: out[i] = as_ulong(h); break;
	case 8: out[i] = (ulong)k; break;
	}
}

__kernel void structs(outer o, __global uint *out, uchar4 v, inner p, ulong2 w)
{
	uint i = get_global_id(X);
	uint h = o.n + o.in[i & 1].c * 3 + (int)o.in[i & 1].d + o.in[i >> 1 & 1].s[i % 3];
	h = h * 31 + o.v.x + o.v.y * 2 + o.v.z * 3 + o.tail;
	h = h * 31 + v[i & 3];
	h = h * 31 + p.c + (int)(p.d * 4.0) + p.s[(i + 1) % 3];
	out[i] = h * 31 + (uint)(w[i & 1] >> 20);
}
