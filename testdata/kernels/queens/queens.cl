// Counts solutions of the queens puzzle per first-row choice by backtracking: data-dependent control flow over a private stack.
#include "native/ocl.h"

__kernel void queens(__global uint *out, uint n)
{
	uint i = get_global_id(X), all = (1u << n) - 1, count = 0, depth = 2;
	uint cols[12], left[12], right[12], todo[12];
	uint a = 1u << i % n, b = 1u << i / n % n;
	out[i] = 0;
	if (b & (a | a << 1 | a >> 1))
		return;
	cols[2] = a | b;
	left[2] = (a << 1 | b) << 1;
	right[2] = (a >> 1 | b) >> 1;
	todo[2] = all & ~(cols[2] | left[2] | right[2]);
	while (depth >= 2) {
		uint t = todo[depth];
		if (t == 0) {
			depth--;
			continue;
		}
		uint q = t & -t;
		todo[depth] = t ^ q;
		if (depth + 1 == n) {
			count++;
			continue;
		}
		cols[depth + 1] = cols[depth] | q;
		left[depth + 1] = (left[depth] | q) << 1;
		right[depth + 1] = (right[depth] | q) >> 1;
		depth++;
		todo[depth] = all & ~(cols[depth] | left[depth] | right[depth]);
	}
	out[i] = count;
}
