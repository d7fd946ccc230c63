// Divergent nested loops: each lane leaves at its own time; break, continue and an early return inside.
#include "native/ocl.h"

__kernel void collatz(__global const uint *in, __global uint *steps, __global uint *peak, uint span)
{
	uint i = get_global_id(X), best = 0, top = 0;
	if (in[i] == 0) {
		steps[i] = 0xdead;
		return;
	}
	for (uint k = 0; k < span; k++) {
		ulong n = in[i] % 10000 + k + 1;
		uint s = 0;
		if (n % 5 == 4)
			continue;
		while (n != 1) {
			if (n & 1)
				n = n * 3 + 1;
			else
				n >>= 1;
			if (n > top)
				top = n;
			if (++s == 150)
				break;
		}
		if (s > best)
			best = s;
	}
	steps[i] = best;
	peak[i] = top;
}
