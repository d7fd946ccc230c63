// AES-128 of one block in each work-item: a table of SubBytes and MixColumns in LDS, round keys
// that all share. Words are little endian, as the blocks lie in memory.
#define GROUP_X 256
#define GROUP_Y 1
#include "kernel.h"

#define TURN(v, n) ((v) << (n) | (v) >> (32 - (n)))
// Column c after ShiftRows takes row r from column c + r.
#define ROUND(a, b, c, d, k) \
	(table[a & 255] ^ TURN(table[b >> 8 & 255], 8) ^ TURN(table[c >> 16 & 255], 16) ^ TURN(table[d >> 24], 24) ^ (k))
// The S-box is the second byte of a table entry (2s, s, s, 3s).
#define LAST(a, b, c, d, k) \
	(((table[a & 255] >> 8 & 255) | (table[b >> 8 & 255] & 0xff00) | (table[c >> 16 & 255] << 8 & 0xff0000) | \
	  (table[d >> 24] << 16 & 0xff000000)) ^ (k))

KERNEL(aes, GLOBAL const uint4 *restrict in, GLOBAL const uint *restrict keys, GLOBAL const uint *restrict tables,
	GLOBAL uint4 *restrict out)
{
	LOCAL uint table[256];
	ITEMS {
		table[get_local_id(0)] = tables[get_local_id(0)];
	}
	barrier();
	ITEMS {
		uint i = get_global_id(0);
		uint a = in[i].x ^ keys[0], b = in[i].y ^ keys[1], c = in[i].z ^ keys[2], d = in[i].w ^ keys[3];
		for (uint r = 4; r < 40; r += 4) {
			uint e = ROUND(a, b, c, d, keys[r]);
			uint f = ROUND(b, c, d, a, keys[r + 1]);
			uint g = ROUND(c, d, a, b, keys[r + 2]);
			uint h = ROUND(d, a, b, c, keys[r + 3]);
			a = e;
			b = f;
			c = g;
			d = h;
		}
		out[i] = (uint4){LAST(a, b, c, d, keys[40]), LAST(b, c, d, a, keys[41]), LAST(c, d, a, b, keys[42]),
			LAST(d, a, b, c, keys[43])};
	}
}
