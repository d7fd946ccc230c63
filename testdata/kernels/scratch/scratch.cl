// Private arrays with dynamic indices: dwords, bytes, 64 bits, structures; a sort in registers that are not registers.
#include "native/ocl.h"

__kernel void sort_private(__global const uint *in, __global uint *out)
{
	uint v[16], i = get_global_id(X);
	for (uint k = 0; k < 16; k++)
		v[k] = in[i * 16 + k];
	for (uint k = 1; k < 16; k++) {
		uint x = v[k];
		int j = k - 1;
		while (j >= 0 && v[j] > x) {
			v[j + 1] = v[j];
			j--;
		}
		v[j + 1] = x;
	}
	for (uint k = 0; k < 16; k++)
		out[i * 16 + k] = v[k];
}

__kernel void bytes_private(__global const uint *in, __global uint *out)
{
	uchar perm[64];
	ushort count[32];
	struct { ulong key; uint n; char tag; } rec[8];
	uint i = get_global_id(X), h = 0;
	for (uint k = 0; k < 64; k++)
		perm[k] = k;
	for (uint k = 0; k < 32; k++)
		count[k] = 0;
	for (uint k = 0; k < 64; k++) {
		uint j = (in[(i + k) & 1023] + k * 7) & 63;
		uchar t = perm[k];
		perm[k] = perm[j];
		perm[j] = t;
		count[j & 31] += k;
	}
	for (uint k = 0; k < 8; k++) {
		rec[k].key = (ulong)perm[k * 8] << 40 | perm[k * 5];
		rec[k].n = count[perm[k] & 31];
		rec[k].tag = (char)(perm[63 - k] * 4);
	}
	for (uint k = 0; k < 64; k++) {
		uint r = perm[k] & 7;
		h = h * 33 + (uint)(rec[r].key >> 33) + rec[r].n + rec[r].tag;
		rec[r].key += (ulong)h << 20;
	}
	out[i] = h;
}
