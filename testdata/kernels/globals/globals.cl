// Program-scope variables: constant tables of several types, an initialised and a zeroed __global variable that keep their values
// from launch to launch.
#include "native/ocl.h"

__constant uchar sbox[16] = {12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2};
__constant ulong weights[4] = {1, 0x100000000ul, 0xfffffffffffffffful, 12345678901234ul};
__constant struct { short a; float f; uint k[2]; } recs[3] = {{-5, 1.5f, {1, 2}}, {300, -0.25f, {3, 4}}, {7, 1024.0f, {5, 6}}};

__constant uint primes[5] = {2, 3, 5, 7, 11}, squares[5] = {1, 4, 9, 16, 25}, cubes[5] = {1, 8, 27, 64, 125};
__constant uint *__constant series[3] = {squares, primes, cubes}; // addresses: relocated when loaded

__global uint counter = 1000;
__global ulong total;
__global uint seen[64];
__global int table[8] = {-3, 1, -4, 1, -5, 9, -2, 6};

__kernel void update(__global const uint *in)
{
	uint v = in[get_global_id(X)];
	atomic_add(&counter, v & 7);
	atomic_add(&total, v * weights[v & 3]);
	atomic_add(&counter, series[v % 3][(v >> 8) % 5]);
	atomic_or(&seen[v & 63], 1u << (v >> 6 & 31));
	atomic_add(&table[v >> 12 & 7], (int)sbox[v & 15]);
}

__kernel void report(__global ulong *out, __global uint *outseen)
{
	uint i = get_global_id(X);
	outseen[i] = seen[i] ^ sbox[i & 15];
	uint k = i % 3;
	out[i] = i == 0 ? counter : i == 1 ? total : i < 10 ? (ulong)(long)table[i - 2] : (ulong)(recs[k].a + (int)(recs[k].f * 4.0f) + (int)recs[k].k[i & 1]);
}
