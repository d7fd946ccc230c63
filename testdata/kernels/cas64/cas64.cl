// Loops around compare-and-swap of 64 and 32 bits, in global memory and in LDS: what no atomic instruction does. Every result is independent of the order.
#include "native/ocl.h"

__kernel void cas64(__global const uint *in, __global ulong *acc, __global uint *found)
{
	__local ulong longest;
	__local uint product;
	uint l = get_local_id(X), i = get_global_id(X), v = in[i];
	if (l == 0) {
		longest = 0;
		product = 1;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	// A counter modulo a number that is no power of two.
	ulong old = 0, next;
	for (;;) {
		ulong want = old;
		next = (old + v) % 1000000007000000007ul;
		if (atomic_cmpxchg(&acc[0], want, next) == old)
			break;
		old = want;
	}
	// The number with the most ones, the larger one of equals.
	ulong x = (ulong)v << 32 | ~v * 7;
	for (ulong best = 0;;) {
		int more = __builtin_popcountl(x) - __builtin_popcountl(best);
		if (more < 0 || (more == 0 && x <= best))
			break;
		ulong want = best;
		if (atomic_cmpxchg(&acc[1], want, x) == best)
			break;
		best = want;
	}
	// A saturating sum in halves, in LDS; a product modulo 2^32.
	for (ulong sum = 0;;) {
		ulong want = sum, lo = (uint)sum + (ulong)(v >> 12), hi = (sum >> 32) + (v & 0xfff);
		lo = lo > 0xffffffffu ? 0xffffffffu : lo;
		if (atomic_cmpxchg(&longest, want, hi << 32 | lo) == sum)
			break;
		sum = want;
	}
	for (uint p = 1;;) {
		uint want = p;
		if (atomic_cmpxchg(&product, want, p * (v | 1)) == p)
			break;
		p = want;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l == 0) {
		acc[2 + get_group_id(X)] = longest;
		found[get_group_id(X)] = product;
	}
}
