// SHA-256 of one message per work-item (FIPS 180-4); message lengths differ, so do the numbers of blocks.
#include "native/ocl.h"

__constant uint K[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

// The byte at position p of the padded message of n bytes whose last block ends at end.
static uint padded(__global const uchar *msg, uint n, uint p, uint end)
{
	if (p < n)
		return msg[p];
	if (p == n)
		return 0x80;
	if (p < end - 4)
		return 0;
	return (n * 8) >> (8 * (end - 1 - p)) & 0xff;
}

__kernel void sha256(__global const uchar *msgs, __global const uint *lengths, __global uint *digests, uint pitch)
{
	uint i = get_global_id(X), n = lengths[i], end = (n + 9 + 63) / 64 * 64;
	__global const uchar *msg = msgs + i * pitch;
	uint s[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
	for (uint base = 0; base < end; base += 64) {
		uint w[16], v[8];
		for (uint t = 0; t < 16; t++) {
			w[t] = 0;
			for (uint b = 0; b < 4; b++)
				w[t] = w[t] << 8 | padded(msg, n, base + t * 4 + b, end);
		}
		for (uint t = 0; t < 8; t++)
			v[t] = s[t];
		for (uint t = 0; t < 64; t++) {
			if (t >= 16) {
				uint a = w[(t + 1) & 15], b = w[(t + 14) & 15];
				w[t & 15] += (rotate(a, 25) ^ rotate(a, 14) ^ a >> 3) + w[(t + 9) & 15] + (rotate(b, 15) ^ rotate(b, 13) ^ b >> 10);
			}
			uint e = v[4], a = v[0];
			uint t1 = v[7] + (rotate(e, 26) ^ rotate(e, 21) ^ rotate(e, 7)) + ((e & v[5]) ^ (~e & v[6])) + K[t] + w[t & 15];
			uint t2 = (rotate(a, 30) ^ rotate(a, 19) ^ rotate(a, 10)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
			v[7] = v[6];
			v[6] = v[5];
			v[5] = e;
			v[4] = v[3] + t1;
			v[3] = v[2];
			v[2] = v[1];
			v[1] = a;
			v[0] = t1 + t2;
		}
		for (uint t = 0; t < 8; t++)
			s[t] += v[t];
	}
	for (uint t = 0; t < 8; t++)
		digests[i * 8 + t] = __builtin_bswap32(s[t]);
}
