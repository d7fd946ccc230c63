// Private vectors and arrays with indices that differ from lane to lane, read and written: relative register addressing or private memory.
#include "native/ocl.h"

__kernel void dynvec(__global const uint *in, __global uint *out)
{
	uint i = get_global_id(X), v = in[i];
	uint4 a = {v, v * 3, v ^ 7, v >> 1};
	uint16 b = (uint16)(v) * (uint16){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
	ulong c[8];
	uchar d[12];
	for (uint k = 0; k < 8; k++)
		c[k] = (ulong)v * (k * 0x100000001ul + 1);
	for (uint k = 0; k < 12; k++)
		d[k] = v >> k;
	for (uint k = 0; k < 10; k++) {
		uint x = v >> k;
		a[x & 3] += b[x & 15] ^ k;
		b[x >> 2 & 15] = a[(x + 1) & 3] + d[x % 12];
		c[x & 7] ^= (ulong)b[(x + k) & 15] << (x & 31);
		d[(x >> 3) % 12] += (uchar)c[(x + k) & 7];
	}
	uint h = 0;
	for (uint k = 0; k < 16; k++)
		h = h * 31 + b[k] + a[k & 3] + (uint)(c[k & 7] >> 16) + d[k % 12];
	out[i] = h;
	// The same index in all lanes.
	uint at = in[0] & 15;
	b[at] = h;
	out[get_global_size(X) + i] = b[(at + 1) & 15] ^ b[at];
}
