// What C programs do that do the work of a wave: rows of 64 lanes. With SIMD, which is 8 (AVX2) or
// 16 (AVX-512), there are vectors of so many lanes with intrinsics.
#ifndef LANES_H
#define LANES_H

#include <math.h>
#include <string.h>

typedef unsigned int uint;
typedef unsigned long ulong;

enum { LANES = 64 };

static inline uint bits(float f)
{
	uint u;
	memcpy(&u, &f, 4);
	return u;
}

static inline float number(uint u)
{
	float f;
	memcpy(&f, &u, 4);
	return f;
}

#ifdef SIMD
#include <immintrin.h>

#if SIMD == 16
typedef __m512 F;
typedef __m512i U;
typedef __mmask16 M;
#define F_LOAD(p) _mm512_loadu_ps(p)
#define F_STORE(p, v) _mm512_storeu_ps(p, v)
#define F_SET(x) _mm512_set1_ps(x)
#define F_ADD _mm512_add_ps
#define F_SUB _mm512_sub_ps
#define F_MUL _mm512_mul_ps
#define F_FMA _mm512_fmadd_ps
#define F_MIN _mm512_min_ps
#define F_MAX _mm512_max_ps
#define F_LESS(a, b) _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ)
#define F_PICK(m, yes, no) _mm512_mask_mov_ps(no, m, yes)
#define F_BITS(v) _mm512_castps_si512(v)
#define F_GATHER(p, i) _mm512_i32gather_ps(i, p, 4)
#define F_SCATTER(p, m, i, v) _mm512_mask_i32scatter_ps(p, m, i, v, 4)
#define U_LOAD(p) _mm512_loadu_si512(p)
#define U_STORE(p, v) _mm512_storeu_si512(p, v)
#define U_SET(x) _mm512_set1_epi32(x)
#define U_ADD _mm512_add_epi32
#define U_MUL _mm512_mullo_epi32
#define U_AND _mm512_and_si512
#define U_OR _mm512_or_si512
#define U_XOR _mm512_xor_si512
#define U_RIGHT _mm512_srli_epi32
#define U_LEFT _mm512_slli_epi32
#define U_NUMBER(v) _mm512_castsi512_ps(v)
#define U_NEGATIVE(v) _mm512_movepi32_mask(v)
#else
typedef __m256 F;
typedef __m256i U;
typedef __m256 M;
#define F_LOAD(p) _mm256_loadu_ps(p)
#define F_STORE(p, v) _mm256_storeu_ps(p, v)
#define F_SET(x) _mm256_set1_ps(x)
#define F_ADD _mm256_add_ps
#define F_SUB _mm256_sub_ps
#define F_MUL _mm256_mul_ps
#define F_FMA _mm256_fmadd_ps
#define F_MIN _mm256_min_ps
#define F_MAX _mm256_max_ps
#define F_LESS(a, b) _mm256_cmp_ps(a, b, _CMP_LT_OQ)
#define F_PICK(m, yes, no) _mm256_blendv_ps(no, yes, m)
#define F_BITS(v) _mm256_castps_si256(v)
#define F_GATHER(p, i) _mm256_i32gather_ps(p, i, 4)
#define F_SCATTER(p, m, i, v) scatter(p, m, i, v)
#define U_LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define U_STORE(p, v) _mm256_storeu_si256((__m256i *)(p), v)
#define U_SET(x) _mm256_set1_epi32(x)
#define U_ADD _mm256_add_epi32
#define U_MUL _mm256_mullo_epi32
#define U_AND _mm256_and_si256
#define U_OR _mm256_or_si256
#define U_XOR _mm256_xor_si256
#define U_RIGHT _mm256_srli_epi32
#define U_LEFT _mm256_slli_epi32
#define U_NUMBER(v) _mm256_castsi256_ps(v)
#define U_NEGATIVE(v) _mm256_castsi256_ps(v) // the sign is what blends look at

static inline void scatter(float *p, M m, U at, F v)
{
	uint index[SIMD], set = _mm256_movemask_ps(m);
	float value[SIMD];
	U_STORE(index, at);
	F_STORE(value, v);
	for (; set; set &= set - 1) {
		int i = __builtin_ctz(set);
		p[index[i]] = value[i];
	}
}
#endif

enum { PARTS = LANES / SIMD };

#endif
#endif
