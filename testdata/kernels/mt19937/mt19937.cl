// Mersenne twister MT19937 (Matsumoto and Nishimura 1998): 2.5 KB of private memory per work-item, dynamically indexed.
#include "native/ocl.h"

__kernel void mt19937(__global const uint *seeds, __global uint *out)
{
	uint i = get_global_id(X), n = get_global_size(X);
	uint s[624];
	s[0] = seeds[i];
	for (uint k = 1; k < 624; k++)
		s[k] = 1812433253u * (s[k - 1] ^ s[k - 1] >> 30) + k;
	for (uint k = 0; k < 700; k++) {
		uint at = k % 624;
		uint y = (s[at] & 0x80000000u) | (s[(at + 1) % 624] & 0x7fffffffu);
		y = s[at] = s[(at + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
		y ^= y >> 11;
		y ^= y << 7 & 0x9d2c5680u;
		y ^= y << 15 & 0xefc60000u;
		y ^= y >> 18;
		if (k < 4 || k >= 696)
			out[(k < 4 ? k : k - 692) * n + i] = y;
	}
}
