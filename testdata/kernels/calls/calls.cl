// Function calls: out-of-line functions with many arguments (some on the stack), structures by value and by result, pointers to the
// caller's variables, and recursion to a depth that differs per lane.
#include "native/ocl.h"

typedef struct { uint a; ulong b; ushort c[4]; } pack;

NOINLINE static uint many(uint a, ulong b, uint4 c, uint8 d, uint8 e, uint8 f, uint g)
{
	uint8 s = d * 3u + e * 5u + f * 7u;
	return a + (uint)(b >> 7) + c.x * c.w + (s.s0 ^ s.s1 ^ s.s2 ^ s.s3) + (s.s4 & s.s5) + (s.s6 | s.s7) + g;
}

NOINLINE static pack change(pack p, uint k)
{
	p.a += k;
	p.b *= p.a;
	p.c[k & 3] ^= p.a;
	return p;
}

NOINLINE static void split(uint v, uint *lo, uint *hi)
{
	*lo = v & 0xffff;
	*hi = v >> 16;
}

NOINLINE static uint fib(uint n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

NOINLINE static uint ackermann(uint m, uint n)
{
	if (m == 0)
		return n + 1;
	if (n == 0)
		return ackermann(m - 1, 1);
	return ackermann(m - 1, ackermann(m, n - 1));
}

NOINLINE static uint odd(uint n, uint acc);
NOINLINE static uint even(uint n, uint acc) { return n == 0 ? acc : odd(n - 1, acc * 3 + n) ^ n; }
NOINLINE static uint odd(uint n, uint acc) { return n == 0 ? ~acc : even(n - 1, acc * 5 - n) + n; }

__kernel void calls(__global const uint *in, __global uint *out)
{
	uint i = get_global_id(X), v = in[i], lo, hi;
	uint8 d = (uint8)v + (uint8){0, 1, 2, 3, 4, 5, 6, 7};
	uint h = many(v, (ulong)v << 17 | i, (uint4){v, i, v ^ i, v + i}, d, d * d, d >> 3u, i);
	pack p = {v, h, {1, 2, 3, 4}};
	for (uint k = 0; k < (v & 3) + 2; k++)
		p = change(p, k);
	split(h, &lo, &hi);
	out[i] = h ^ p.a ^ (uint)(p.b >> 11) ^ p.c[v & 3] ^ (lo * 3 + hi);
}

__kernel void recursion(__global const uint *in, __global uint *out)
{
	uint i = get_global_id(X), v = in[i];
	uint h = fib(v % 11);
	if (v & 0x100)
		h = h * 31 + ackermann(v >> 9 & 1, v >> 12 & 7);
	out[i] = h * 31 + even(v >> 16 & 31, i);
}
