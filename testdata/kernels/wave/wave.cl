// Exchange between the 64 lanes of a wave: ballot, read of one lane, number of lower lanes, swizzles and, from gfx803 on, permutes.
#include "native/ocl.h"

__kernel void wave(__global const uint *in, __global uint *out, __global ulong *masks)
{
	uint i = get_global_id(X), v = in[i], n = get_global_size(X);
	masks[i] = wave_ballot(v & 1) ^ wave_ballot(v > 0x40000000) * 3;
	out[0 * n + i] = wave_read(v, 17);
	out[1 * n + i] = wave_read(v, wave_read(v, 3) & 63) + wave_first(v);
	out[2 * n + i] = wave_lower(wave_ballot(v & 4));
	out[3 * n + i] = wave_swizzle(v, 0x041f); // lane ^ 1 within 32
	out[4 * n + i] = wave_swizzle(v, 0x80b1); // quads: 1 0 3 2
	out[5 * n + i] = wave_swizzle(v, 0x7c1f); // lane ^ 31
	uint sum = v;
	for (uint k = 0; k < 6; k++) // a butterfly of reads
		sum += wave_read(sum, (get_local_id(X) & 0) + (1 << k));
	out[6 * n + i] = sum;
}
