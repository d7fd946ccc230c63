// Checksums of one message per work-item, of differing lengths: CRC-32 by a table in LDS, CRC-32C bit by bit, Adler-32 by remainders.
#include "native/ocl.h"

__kernel void checksums(__global const uchar *text, __global const uint *ends, __global uint *crc, __global uint *crc_c, __global uint *adler)
{
	__local uint table[256];
	uint l = get_local_id(X), n = get_local_size(X), i = get_global_id(X);
	for (uint k = l; k < 256; k += n) {
		uint v = k;
		for (uint b = 0; b < 8; b++)
			v = v >> 1 ^ (v & 1 ? 0xedb88320u : 0);
		table[k] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	uint c = -1u, d = -1u, lo = 1, hi = 0;
	for (uint at = i ? ends[i - 1] : 0; at < ends[i]; at++) {
		uint v = text[at];
		c = c >> 8 ^ table[(c ^ v) & 255];
		d ^= v;
		for (uint b = 0; b < 8; b++)
			d = d >> 1 ^ (0x82f63b78u & -(d & 1));
		lo = (lo + v) % 65521;
		hi = (hi + lo) % 65521;
	}
	crc[i] = ~c;
	crc_c[i] = ~d;
	adler[i] = hi << 16 | lo;
}
