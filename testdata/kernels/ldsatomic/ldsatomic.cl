// LDS atomics: a histogram, extremes, bit sets, a spin-free ticket and compare-and-swap, 32 and 64 bits, with and without result.
#include "native/ocl.h"

__kernel void histogram(__global const uint *in, __global uint *out, uint rounds)
{
	__local uint bins[64];
	uint l = get_local_id(X), n = get_local_size(X);
	for (uint k = l; k < 64; k += n)
		bins[k] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint r = 0; r < rounds; r++)
		atomic_add(&bins[in[get_global_id(X)] >> (r * 3) & 63], r + 1);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = l; k < 64; k += n)
		out[get_group_id(X) * 64 + k] = bins[k];
}

__kernel void extremes(__global const uint *in, __global ulong *out)
{
	__local uint lo, hi, all, any, odd, slots[256];
	__local int slo, shi;
	__local ulong wide_sum, wide_hi, wide_lo, wide_xor;
	uint l = get_local_id(X);
	uint v = in[get_global_id(X)];
	if (l == 0) {
		lo = all = wide_lo = -1ul;
		hi = any = odd = wide_sum = wide_hi = wide_xor = 0;
		slo = 0x7fffffff;
		shi = -0x7fffffff - 1;
	}
	slots[l] = v;
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_min(&lo, v);
	atomic_max(&hi, v);
	atomic_min(&slo, (int)v);
	atomic_max(&shi, (int)v);
	atomic_and(&all, v | 0xff);
	atomic_or(&any, v & 0xff00ff);
	atomic_xor(&odd, v);
	ulong w = (ulong)v * v;
	atomic_add(&wide_sum, w);
	atomic_max(&wide_hi, w);
	atomic_min(&wide_lo, w);
	atomic_xor(&wide_xor, w << 3);
	uint other = atomic_xchg(&slots[l ^ 1], v + 1); // either neighbour's word, always defined
	barrier(CLK_LOCAL_MEM_FENCE);
	uint want = v + 1, found = atomic_cmpxchg(&slots[l ^ 1], want, 77u);
	want = v;
	uint missed = atomic_cmpxchg(&slots[l ^ 1], want, 78u);
	barrier(CLK_LOCAL_MEM_FENCE);
	__global ulong *o = out + get_group_id(X) * 16;
	if (l == 0) {
		o[0] = lo;
		o[1] = hi;
		o[2] = (uint)slo;
		o[3] = (uint)shi;
		o[4] = all;
		o[5] = any;
		o[6] = odd;
		o[7] = wide_sum;
		o[8] = wide_hi;
		o[9] = wide_lo;
		o[10] = wide_xor;
		o[11] = 0;
	}
	barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	if (other == in[get_global_id(X) ^ 1] && found == v + 1 && missed == 77 && slots[l] == 77)
		atomic_add(&o[11], 1ul);
}
