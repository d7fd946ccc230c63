// Global atomics on contended and on private words, 32 and 64 bits; every result is independent of the order of work-items.
#include "native/ocl.h"

__kernel void narrow(__global const uint *in, __global uint *acc, __global uint *found)
{
	uint i = get_global_id(X), v = in[i];
	atomic_add(&acc[0], v);
	atomic_sub(&acc[1], v);
	atomic_min(&acc[2], v);
	atomic_max(&acc[3], v);
	atomic_min((__global int *)&acc[4], (int)v);
	atomic_max((__global int *)&acc[5], (int)v);
	atomic_and(&acc[6], v | 0xf0f0);
	atomic_or(&acc[7], v & 0x0f0f);
	atomic_xor(&acc[8], v);
	atomic_add(&acc[16 + (v & 15)], 1u);
	// One word per work-item: the value found is known.
	__global uint *own = acc + 32 + i;
	uint h = atomic_add(own, v);
	h = h * 31 + atomic_xchg(own, v ^ 0x55);
	uint want = v ^ 0x55;
	h = h * 31 + atomic_cmpxchg(own, want, v * 3);
	want = v;
	h = h * 31 + atomic_cmpxchg(own, want, 1u);
	h = h * 31 + atomic_or(own, 0x100u);
	h = h * 31 + atomic_sub(own, 5u);
	h = h * 31 + atomic_min((__global int *)own, 100);
	h = h * 31 + atomic_max(own, 50u);
	found[i] = h;
}

__kernel void wide(__global const uint *in, __global ulong *acc, __global ulong *found)
{
	uint i = get_global_id(X);
	ulong v = (ulong)in[i] * 0x100000001b3ul;
	atomic_add(&acc[0], v);
	atomic_sub(&acc[1], v);
	atomic_min(&acc[2], v);
	atomic_max(&acc[3], v);
	atomic_min((__global long *)&acc[4], (long)v);
	atomic_max((__global long *)&acc[5], (long)v);
	atomic_and(&acc[6], v | 0xf0f0f0f0f0f0ul);
	atomic_or(&acc[7], v & 0x0f0f0f0f0f0ful);
	atomic_xor(&acc[8], v);
	__global ulong *own = acc + 16 + i;
	ulong h = atomic_add(own, v);
	h = h * 31 + atomic_xchg(own, v ^ 0x55);
	ulong want = v ^ 0x55;
	h = h * 31 + atomic_cmpxchg(own, want, v * 3);
	want = v;
	h = h * 31 + atomic_cmpxchg(own, want, 1ul);
	h = h * 31 + atomic_max(own, 50ul);
	found[i] = h;
}

// A compare-and-swap loop: the lanes of a wave contend for 8 words and must all get through.
__kernel void swaploop(__global const uint *in, __global uint *acc)
{
	uint v = in[get_global_id(X)];
	__global uint *p = &acc[v & 7];
	uint old = 0;
	for (;;) {
		uint want = old, found = atomic_cmpxchg(p, want, (old + (v >> 3)) % 1000003u);
		if (found == old)
			break;
		old = found;
	}
}
