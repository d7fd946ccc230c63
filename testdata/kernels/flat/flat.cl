// Generic (flat) pointers that may be global, LDS or private, chosen per lane; gfx600 has no flat instructions.
#include "native/ocl.h"

NOINLINE static uint sum(const uint *p, uint n)
{
	uint s = 0;
	for (uint k = 0; k < n; k++)
		s = s * 31 + p[k];
	return s;
}

NOINLINE static void poke(uint *p, uint v) { *p = *p * 3 + v; }

__kernel void flat(__global uint *data, __global uint *out)
{
	__local uint lds[64 * 4] __attribute__((aligned(16)));
	uint mine[4] __attribute__((aligned(16))), l = get_local_id(X), i = get_global_id(X);
	for (uint k = 0; k < 4; k++) {
		lds[l * 4 + k] = data[i * 4 + k] + k;
		mine[k] = data[i * 4 + k] ^ 0x55;
	}
	uint *p;
	switch (i % 3) {
	case 0: p = data + i * 4; break;
	case 1: p = lds + l * 4; break;
	default: p = mine; break;
	}
	poke(p + (i >> 2 & 3), i);
	uchar *bytes = (uchar *)p;
	bytes[i & 15] += 9;
	((ushort *)p)[i & 7] ^= 0x8001;
	out[i] = sum(p, 4) + *(const ulong *)(p + 2) % 1000;
}
