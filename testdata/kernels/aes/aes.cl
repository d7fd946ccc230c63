// AES-128 encryption (FIPS 197), one block per work-item: byte tables made in LDS, key schedule in private memory, byte rotations.
#include "native/ocl.h"

static uchar twice(uchar a) { return a << 1 ^ (a >> 7) * 0x1b; }

static uchar product(uchar a, uchar b)
{
	uchar p = 0;
	for (uint i = 0; i < 8; i++, b >>= 1, a = twice(a))
		if (b & 1)
			p ^= a;
	return p;
}

static uint substitute(__local const uchar *box, uint w)
{
	return box[w & 255] | box[w >> 8 & 255] << 8 | box[w >> 16 & 255] << 16 | (uint)box[w >> 24] << 24;
}

__kernel void aes(__global const uint4 *keys, __global const uint4 *in, __global uint4 *out)
{
	__local uchar box[256];
	uint l = get_local_id(X), i = get_global_id(X);
	for (uint v = l; v < 256; v += get_local_size(X)) {
		uchar inverse = 1; // v to the power of 254
		for (uint k = 0; k < 254; k++)
			inverse = product(inverse, v);
		uint b = inverse * 0x0101u;
		box[v] = (b ^ b >> 4 ^ b >> 5 ^ b >> 6 ^ b >> 7) ^ 0x63;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	uint key[44];
	uchar round = 1;
	for (uint k = 0; k < 4; k++)
		key[k] = keys[i][k];
	for (uint k = 4; k < 44; k++) {
		uint t = key[k - 1];
		if (k % 4 == 0) {
			t = substitute(box, rotate(t, 24)) ^ round;
			round = twice(round);
		}
		key[k] = key[k - 4] ^ t;
	}
	uint s[4], t[4];
	for (uint c = 0; c < 4; c++)
		s[c] = in[i][c] ^ key[c];
	for (uint r = 1; r <= 10; r++) {
		for (uint c = 0; c < 4; c++)
			t[c] = substitute(box, (s[c] & 0xff) | (s[c + 1 & 3] & 0xff00) | (s[c + 2 & 3] & 0xff0000) | (s[c + 3 & 3] & 0xff000000));
		for (uint c = 0; c < 4; c++) {
			uint w = t[c];
			if (r < 10) {
				uint x2 = (w & 0x7f7f7f7f) << 1 ^ (w >> 7 & 0x01010101) * 0x1b;
				w = x2 ^ rotate(x2 ^ w, 24) ^ rotate(w, 16) ^ rotate(w, 8);
			}
			s[c] = w ^ key[r * 4 + c];
		}
	}
	out[i] = (uint4){s[0], s[1], s[2], s[3]};
}
