// Permutes of a wave's lanes through LDS hardware and by DPP: any lane reads any lane, rows shift and rotate. gfx600 and gfx700 have neither.
#include "native/ocl.h"

__kernel void waveperm(__global const uint *in, __global uint *out)
{
	uint i = get_global_id(X), l = get_local_id(X) & 63, v = in[i], n = get_global_size(X);
	out[0 * n + i] = wave_fetch(v, v >> 3 & 63);
	out[1 * n + i] = wave_send(v, l * 5 + 3 & 63);
	out[2 * n + i] = wave_dpp(7, v, 0xb1);  // quads: 1 0 3 2
	out[3 * n + i] = wave_dpp(7, v, 0x111); // rows of 16: shift by one, the first keeps 7
	out[4 * n + i] = wave_dpp(7, v, 0x124); // rows: rotate by 4
	out[5 * n + i] = wave_dpp(7, v, 0x140); // rows: mirror
	uint sum = v; // inclusive sum of 64 lanes
	for (uint k = 1; k < 64; k *= 2) {
		uint other = wave_fetch(sum, l - k & 63);
		sum += l >= k ? other : 0;
	}
	out[6 * n + i] = sum;
}
