// SHA-256 (FIPS 180-4) of one block of 64 bytes and its padding in each work-item. Words are big
// endian in the messages, which lie word by word, and in the digests.
#define GROUP_X 64
#define GROUP_Y 1
#include "kernel.h"

#define RIGHT(v, n) ((v) >> (n) | (v) << (32 - (n)))

KERNEL(sha256, GLOBAL const uint *restrict in, GLOBAL const uint *restrict keys, GLOBAL uint *restrict out, uint count)
{
	ITEMS {
		uint i = get_global_id(0);
		uint h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
		uint w[16];
		for (uint block = 0; block < 2; block++) {
			for (uint k = 0; k < 16; k++)
				w[k] = block == 0 ? __builtin_bswap32(in[k * count + i]) : k == 0 ? 0x80000000 : k == 15 ? 512 : 0;
			uint a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], z = h[7];
			for (uint r = 0; r < 64; r += 16)
				for (uint k = 0; k < 16; k++) {
					if (r > 0) {
						uint p = w[(k + 1) & 15], q = w[(k + 14) & 15];
						w[k] += (RIGHT(p, 7) ^ RIGHT(p, 18) ^ p >> 3) + w[(k + 9) & 15] + (RIGHT(q, 17) ^ RIGHT(q, 19) ^ q >> 10);
					}
					uint t = z + (RIGHT(e, 6) ^ RIGHT(e, 11) ^ RIGHT(e, 25)) + ((e & f) ^ (~e & g)) + keys[r + k] + w[k];
					uint u = (RIGHT(a, 2) ^ RIGHT(a, 13) ^ RIGHT(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
					z = g;
					g = f;
					f = e;
					e = d + t;
					d = c;
					c = b;
					b = a;
					a = t + u;
				}
			h[0] += a;
			h[1] += b;
			h[2] += c;
			h[3] += d;
			h[4] += e;
			h[5] += f;
			h[6] += g;
			h[7] += z;
		}
		for (uint k = 0; k < 8; k++)
			out[i * 8 + k] = __builtin_bswap32(h[k]);
	}
}
