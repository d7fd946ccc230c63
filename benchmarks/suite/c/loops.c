// Plain C that does the work of loops: for each lane what an instruction does, in the order of the
// program. AGAIN begins an iteration, in which what is at p is to be read and written again, as the
// GPU does.
#include "lanes.h"

#define AGAIN(p) __asm__ volatile("" ::"r"(p) : "memory")
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
			AGAIN(lds); \
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

static void load_64_bit(uint x, uint y, const uint *data, uint *out, uint n)
{
	uint sum[LANES] = {0};
	for (uint i = 0; i < n; i++) {
		AGAIN(data);
		EACH sum[l] = (sum[l] + (data[2 * l] ^ data[2 * l + 1])) ^ PLUS;
	}
	EACH out[l] = sum[l];
}

static void load_pipelined(uint x, uint y, const uint *data, uint *out, uint n)
{
	uint sum[LANES] = {0};
	for (uint i = 0; i < n; i++) {
		AGAIN(data);
		EACH sum[l] = (((sum[l] + data[l]) ^ data[64 + l]) + data[128 + l]) ^ data[192 + l];
	}
	EACH out[l] = sum[l];
}

#define STORES(name, at) \
	static void name(uint x, uint y, const uint *data, uint *out, uint n) \
	{ \
		uint v[LANES]; \
		EACH v[l] = l; \
		for (uint i = 0; i < n; i++) { \
			EACH { \
				v[l] = (v[l] + PLUS) ^ BY; \
				out[LANES + (at)] = v[l]; \
			} \
			AGAIN(out); \
		} \
		EACH out[l] = v[l]; \
	}

STORES(store_coalesced, l)
STORES(store_scattered, 29 * l & 63)

static void scalar_load(uint x, uint y, const uint *data, uint *out, uint n)
{
	uint sum = 0;
	for (uint i = 0; i < n; i++)
		sum = (sum + data[4 * i & 16383]) ^ data[(4 * i & 16383) + 3];
	EACH out[l] = sum;
}

// One thread needs no atomics.
#define ADDS(name, where, result) \
	static void name(uint x, uint y, const uint *data, uint *out, uint n) \
	{ \
		uint lds[LANES] = {0}; \
		for (uint i = 0; i < n; i++) { \
			AGAIN(where); \
			EACH (where)[l] += l + 1; \
		} \
		EACH out[l] = result; \
	}

ADDS(lds_atomic_different, lds, lds[l])
ADDS(global_atomic_different, out + LANES, l + 1)

static void transcendental(uint x, uint y, const uint *data, uint *out, uint n)
{
	float v[LANES], r[5][LANES];
	EACH v[l] = l / 64.0f;
	for (uint i = 0; i < n; i++) {
		AGAIN(v);
		EACH {
			r[0][l] = exp2f(v[l]);
			r[1][l] = log2f(r[0][l]);
			r[2][l] = 1 / r[0][l];
			r[3][l] = sqrtf(r[0][l]);
			r[4][l] = sinf(6.2831853f * v[l]);
		}
		AGAIN(r);
	}
	for (int k = 0; k < 5; k++)
		EACH out[k * LANES + l] = bits(r[k][l]);
}

static void select_(uint x, uint y, const uint *data, uint *out, uint n)
{
	uint v[LANES] = {0};
	for (uint i = 0; i < n; i++)
		EACH {
			uint with = l * 0x10003, least = v[l] < with ? v[l] : with;
			v[l] = (v[l] + ((int)least > l ? l : least)) ^ PLUS;
		}
	EACH out[l] = v[l];
}

static void partial_exec(uint x, uint y, const uint *data, uint *out, uint n)
{
	uint v[LANES] = {0}, on[LANES];
	EACH on[l] = l >= 32 || 0x5a5a5a5a >> l & 1;
	for (uint i = 0; i < n; i++)
		EACH if (on[l])
			v[l] = (v[l] + PLUS) ^ BY;
	EACH out[l] = v[l];
}

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
