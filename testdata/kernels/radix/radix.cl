// Radix sort of keys with values, 256 per work-group, four bits a pass: counters in LDS, a stable rank for every work-item.
#include "native/ocl.h"

__kernel void radix(__global const uint *in, __global uint *keys, __global ushort *places)
{
	__local uint key[256], count[16 * 256], total[256];
	__local ushort place[256];
	uint l = get_local_id(X), base = get_group_id(X) * 256;
	key[l] = in[base + l];
	place[l] = l;
	for (uint shift = 0; shift < 32; shift += 4) {
		for (uint d = 0; d < 16; d++)
			count[d * 256 + l] = 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		uint k = key[l], p = place[l], digit = k >> shift & 15;
		count[digit * 256 + l] = 1;
		barrier(CLK_LOCAL_MEM_FENCE);
		// Work-item l sums up counters 16*l to 16*l+15; then all sums are scanned.
		uint sum = 0;
		for (uint j = 0; j < 16; j++) {
			uint c = count[l * 16 + j];
			count[l * 16 + j] = sum;
			sum += c;
		}
		total[l] = sum;
		for (uint step = 1; step < 256; step *= 2) {
			barrier(CLK_LOCAL_MEM_FENCE);
			uint before = l >= step ? total[l - step] : 0;
			barrier(CLK_LOCAL_MEM_FENCE);
			total[l] += before;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		uint at = digit * 256 + l, block = at / 16;
		uint to = count[at] + (block ? total[block - 1] : 0);
		key[to] = k;
		place[to] = p;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	keys[base + l] = key[l];
	places[base + l] = place[l];
}
