// A small virtual machine: a dense switch in a loop, one program per lane, so lanes take different cases at each step.
#include "native/ocl.h"

enum { HALT, PUSH, ADD, SUB, MUL, XOR, DUP, SWAP, SHR, JNZ, DEC, OVER, ROTL, NOT, SQUARE, SELECT };

__kernel void vm(__global const uchar *code, __global uint *out, __global uint *ticks, uint pitch, uint limit)
{
	uint i = get_global_id(X), pc = 0, a = i + 1, b = 7, c = 3, n = 0;
	__global const uchar *p = code + i * pitch;
	for (; n < limit && pc < pitch; n++) {
		uint t, w = p[pc++];
		switch (w & 15) {
		case HALT: goto done;
		case PUSH: c = b; b = a; a = w >> 4; break;
		case ADD: a += b; break;
		case SUB: a -= b * (w >> 4); break;
		case MUL: a *= b | 1; break;
		case XOR: a ^= c; break;
		case DUP: c = b; b = a; break;
		case SWAP: t = a; a = b; b = t; break;
		case SHR: a >>= (w >> 4) + 1; break;
		case JNZ: if (a & 1) pc = w >> 4; break;
		case DEC: a--; break;
		case OVER: t = b; b = a; a = t + c; break;
		case ROTL: a = rotate(a, w >> 4); break;
		case NOT: a = ~a; break;
		case SQUARE: a = a * a + (w >> 4); break;
		case SELECT: a = b > c ? a : c; break;
		}
	}
done:
	out[i] = a ^ rotate(b, 11) ^ rotate(c, 22);
	ticks[i] = n;
}

// Values chosen by a switch that a compiler turns into a table.
__kernel void table(__global const uint *in, __global uint *out)
{
	uint i = get_global_id(X), v = 0;
	switch (in[i] % 12) {
	case 0: v = 19; break;
	case 1: v = 3; break;
	case 2: v = 0x12345678; break;
	case 3: v = 99; break;
	case 4: v = 1u << 31; break;
	case 5: v = 5; break;
	case 6: v = 42; break;
	case 8: v = 0xffffffff; break;
	case 9: v = 17; break;
	case 11: v = 1000; break;
	default: v = in[i]; break;
	}
	out[i] = v;
}
