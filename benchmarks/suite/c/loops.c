// Plain C that does the work of loops: for each lane what an instruction does, in the order of the
// program. AGAIN begins an iteration, in which memory is to be read again, as the GPU does.
#include "lanes.h"

#define AGAIN __asm__ volatile("" ::: "memory")
#define EACH for (int l = 0; l < LANES; l++)
#define BY 1664525u
#define PLUS 1013904223u

static void i32_dependent(uint x, uint y, const uint *data, uint *out, uint n)
{
	uint v[LANES];
	EACH v[l] = l + 1;
	for (uint i = 0; i < n; i++)
		EACH v[l] = (v[l] * BY + PLUS) ^ BY;
	EACH out[l] = v[l];
}

// Eight registers of a type, and what they become in an iteration.
#define INDEPENDENT(name, type, registers, first, step) \
	static void name(uint x, uint y, const uint *data, uint *out, uint n) \
	{ \
		type v[registers][LANES]; \
		for (int r = 0; r < registers; r++) \
			EACH v[r][l] = first; \
		for (uint i = 0; i < n; i++) \
			for (int r = 0; r < registers; r++) \
				EACH v[r][l] = step(v[r][l]); \
		for (int r = 0; r < registers; r++) \
			for (int w = 0; w < (int)(sizeof(type) / 4); w++) \
				EACH memcpy(out + (r * (sizeof(type) / 4) + w) * LANES + l, (char *)&v[r][l] + 4 * w, 4); \
	}

#define U_STEP(v) (((v) + PLUS) ^ BY)
#define F_STEP(v) fmaf(v, number(0x3f7ff000), 0.5f)
#define F_CHAIN(v) ((v) * number(0x3f7ff000) + 0.5f)
#define D_BY 0x1.ffep-1
#define D_STEP(v) fma(v, D_BY, 0.5)
#define D_CHAIN(v) ((v) * D_BY + 0.5)
#define P_STEP(v) (((v) * 0x660d + 0xf35f & 0xffff) | (((v) >> 16) * 0x660d + 0xf35f) << 16)

INDEPENDENT(i32_independent, uint, 8, l + 1 + 64 * r, U_STEP)
INDEPENDENT(f32_dependent, float, 1, l + 1, F_CHAIN)
INDEPENDENT(f32_independent, float, 8, l + 1 + 64 * r, F_STEP)
INDEPENDENT(f64_dependent, double, 1, l + 1, D_CHAIN)
INDEPENDENT(f64_independent, double, 4, l + 1 + 64 * r, D_STEP)
INDEPENDENT(packed_independent, uint, 8, l + 1 + 64 * r, P_STEP)

#define LDS(name, at, value) \
	static void name(uint x, uint y, const uint *data, uint *out, uint n) \
	{ \
		uint lds[16384], sum[LANES]; \
		EACH { \
			lds[at] = value; \
			sum[l] = 0; \
		} \
		for (uint i = 0; i < n; i++) { \
			AGAIN; \
			EACH sum[l] = (sum[l] + lds[at]) ^ PLUS; \
		} \
		EACH out[l] = sum[l]; \
	}

LDS(lds_conflict_free, l, 5 * l + 7)
LDS(lds_2_way, 2 * l, 5 * l + 7)
LDS(lds_32_way, 32 * l, 5 * l + 7)
LDS(lds_broadcast, 0, 7)

#define LOADS(name, first, next) \
	static void name(uint x, uint y, const uint *data, uint *out, uint n) \
	{ \
		uint at[LANES], seed[LANES], sum[LANES]; \
		EACH { \
			at[l] = first; \
			seed[l] = l; \
			sum[l] = 0; \
		} \
		for (uint i = 0; i < n; i++) \
			EACH { \
				sum[l] = (sum[l] + data[at[l]]) ^ PLUS; \
				at[l] = (next) & 16383; \
			} \
		EACH out[l] = sum[l]; \
	}

LOADS(load_coalesced, l, at[l] + 64)
LOADS(load_strided, 16 * l, at[l] + 1)
LOADS(load_random, l, (seed[l] = seed[l] * BY + PLUS) >> 10)

static void divergence(uint x, uint y, const uint *data, uint *out, uint n)
{
	uint seed[LANES], v[LANES];
	EACH {
		seed[l] = l;
		v[l] = 0;
	}
	for (uint i = 0; i < n; i++)
		EACH {
			seed[l] = seed[l] * BY + PLUS;
			if ((int)seed[l] < 0)
				v[l] = (v[l] + seed[l]) ^ PLUS;
			else
				v[l] = v[l] << 1 ^ seed[l];
		}
	EACH out[l] = v[l];
}
