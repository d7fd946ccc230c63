// The part of OpenCL C that the test kernels use, written down twice: for amdgcn with compiler builtins (no device library needed),
// and for the native run, where the driver (host.c) answers. Everything else is the compiler's own OpenCL C on both sides, so the
// vector types, address spaces, conversions and shift rules of a kernel are the same source with the same meaning.
#ifndef OCL_H
#define OCL_H

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;

#define VECTORS(T) \
	typedef T T##2 __attribute__((ext_vector_type(2))); \
	typedef T T##3 __attribute__((ext_vector_type(3))); \
	typedef T T##4 __attribute__((ext_vector_type(4))); \
	typedef T T##8 __attribute__((ext_vector_type(8))); \
	typedef T T##16 __attribute__((ext_vector_type(16)))
VECTORS(char);
VECTORS(uchar);
VECTORS(short);
VECTORS(ushort);
VECTORS(int);
VECTORS(uint);
VECTORS(long);
VECTORS(ulong);
VECTORS(float);
VECTORS(double);
#undef VECTORS
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

enum { X, Y, Z };
#define NOINLINE __attribute__((noinline))
#define GROUP_SIZE(x, y, z) __attribute__((reqd_work_group_size(x, y, z)))
#ifdef __AMDGCN__
#define NUM_VGPR(n) __attribute__((amdgpu_num_vgpr(n)))

static uint get_local_id(uint d)
{
	switch (d) {
	case X: return __builtin_amdgcn_workitem_id_x();
	case Y: return __builtin_amdgcn_workitem_id_y();
	case Z: return __builtin_amdgcn_workitem_id_z();
	}
	return 0;
}

static uint get_group_id(uint d)
{
	switch (d) {
	case X: return __builtin_amdgcn_workgroup_id_x();
	case Y: return __builtin_amdgcn_workgroup_id_y();
	case Z: return __builtin_amdgcn_workgroup_id_z();
	}
	return 0;
}

// AMDGPUUsage "Dispatch packet": work-group size at byte 4, grid size at 12, dimensions in the low two bits of the half-word at 2.
typedef struct { ushort header, setup, group[3], pad; uint grid[3]; } ocl_packet;
static const __constant ocl_packet *ocl_dispatch(void) { return (const __constant ocl_packet *)__builtin_amdgcn_dispatch_ptr(); }

#if COV >= 5
// AMDGPUUsage "Code Object V5 Metadata": the hidden arguments in the order of their offsets.
typedef struct { uint blocks[3]; ushort group[3], remainder[3]; ulong pad[2], offset[3]; ushort dims; } ocl_hidden;
static const __constant ocl_hidden *ocl_implicit(void) { return (const __constant ocl_hidden *)__builtin_amdgcn_implicitarg_ptr(); }

static uint get_enqueued_local_size(uint d) { return d < 3 ? ocl_implicit()->group[d] : 1; }
static uint get_local_size(uint d)
{
	if (d >= 3)
		return 1;
	return get_group_id(d) < ocl_implicit()->blocks[d] ? ocl_implicit()->group[d] : ocl_implicit()->remainder[d];
}
static uint get_num_groups(uint d) { return d < 3 ? ocl_implicit()->blocks[d] + (ocl_implicit()->remainder[d] != 0) : 1; }
static uint get_global_size(uint d) { return d < 3 ? ocl_implicit()->blocks[d] * ocl_implicit()->group[d] + ocl_implicit()->remainder[d] : 1; }
static uint get_global_offset(uint d) { return d < 3 ? ocl_implicit()->offset[d] : 0; }
static uint get_work_dim(void) { return ocl_implicit()->dims; }
#else
// Version 4 has the sizes in the dispatch packet only, and the global offsets first among the hidden arguments.
static uint get_enqueued_local_size(uint d) { return d < 3 ? ocl_dispatch()->group[d] : 1; }
static uint get_global_size(uint d) { return d < 3 ? ocl_dispatch()->grid[d] : 1; }
static uint get_local_size(uint d)
{
	if (d >= 3)
		return 1;
	uint left = ocl_dispatch()->grid[d] - get_group_id(d) * ocl_dispatch()->group[d];
	return left < ocl_dispatch()->group[d] ? left : ocl_dispatch()->group[d];
}
static uint get_num_groups(uint d) { return d < 3 ? (ocl_dispatch()->grid[d] + ocl_dispatch()->group[d] - 1) / ocl_dispatch()->group[d] : 1; }
static uint get_global_offset(uint d) { return d < 3 ? ((const __constant ulong *)__builtin_amdgcn_implicitarg_ptr())[d] : 0; }
static uint get_work_dim(void) { return ocl_dispatch()->setup & 3; }
#endif

static uint get_global_id(uint d) { return get_group_id(d) * get_enqueued_local_size(d) + get_local_id(d) + get_global_offset(d); }

static void barrier(uint flags)
{
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

// All lanes of a wave take part.
#define wave_ballot(v) __builtin_amdgcn_ballot_w64(v)
#define wave_read(v, lane) __builtin_amdgcn_readlane(v, lane)
#define wave_first(v) __builtin_amdgcn_readfirstlane(v)
#define wave_lower(mask) __builtin_amdgcn_mbcnt_hi((uint)((mask) >> 32), __builtin_amdgcn_mbcnt_lo((uint)(mask), 0))
#define wave_swizzle(v, pattern) ((uint)__builtin_amdgcn_ds_swizzle(v, pattern))
#define wave_fetch(v, lane) ((uint)__builtin_amdgcn_ds_bpermute((lane) * 4, v))
#define wave_send(v, lane) ((uint)__builtin_amdgcn_ds_permute((lane) * 4, v))
#define wave_dpp(old, v, control) ((uint)__builtin_amdgcn_update_dpp(old, v, control, 15, 15, 0))

#else // native
#define NUM_VGPR(n)

uint get_local_id(uint d);
uint get_group_id(uint d);
uint get_enqueued_local_size(uint d);
uint get_local_size(uint d);
uint get_num_groups(uint d);
uint get_global_size(uint d);
uint get_global_offset(uint d);
uint get_work_dim(void);
uint get_global_id(uint d);
void barrier(uint flags);

// wave_look gives the value that a lane of this work-item's wave brings to the same call; all work-items take part.
uint wave_look(uint v, uint lane);
ulong wave_ballot(uint v);
uint wave_send(uint v, uint lane);
static uint wave_lane(void) { return (get_local_id(X) + get_local_size(X) * (get_local_id(Y) + get_local_size(Y) * get_local_id(Z))) & 63; }
static uint wave_read(uint v, uint lane) { return wave_look(v, lane); }
static uint wave_first(uint v) { return wave_look(v, 0); }
static uint wave_lower(ulong mask) { return __builtin_popcountl(mask & ((1ul << wave_lane()) - 1)); }
static uint wave_fetch(uint v, uint lane) { return wave_look(v, lane & 63); }
// GCN3 ISA, DS_SWIZZLE_B32: bit 15 quads, else and, or, xor of five bits each on groups of 32 lanes.
static uint wave_swizzle(uint v, uint pattern)
{
	uint l = wave_lane();
	uint from = ((l & 31 & pattern) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31);
	return wave_look(v, pattern >> 15 ? (l & ~3u) | (pattern >> 2 * (l & 3) & 3) : (l & 32) | from);
}
// GCN3 ISA, DPP: quad permutation below 0x100, 0x110 row shift right, 0x120 row rotate right, 0x140 row mirror.
static uint wave_dpp(uint old, uint v, uint control)
{
	uint l = wave_lane(), row = l & ~15u, n = control & 15;
	uint from = control < 0x100 ? (l & ~3u) | (control >> 2 * (l & 3) & 3) : control < 0x120 ? l - n : row | (control < 0x130 ? (l - n) & 15 : 15 - (l & 15));
	uint got = wave_look(v, from & 63);
	return control >= 0x110 && control < 0x120 && (l & 15) < n ? old : got;
}

#endif

#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2

#define atomic_add(p, v) __scoped_atomic_fetch_add(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_sub(p, v) __scoped_atomic_fetch_sub(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_and(p, v) __scoped_atomic_fetch_and(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_or(p, v) __scoped_atomic_fetch_or(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_xor(p, v) __scoped_atomic_fetch_xor(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_min(p, v) __scoped_atomic_fetch_min(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_max(p, v) __scoped_atomic_fetch_max(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define atomic_xchg(p, v) __scoped_atomic_exchange_n(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
// Like OpenCL's atomic_cmpxchg, gives the value found; want is a variable that is overwritten with it.
#define atomic_cmpxchg(p, want, v) \
	(__scoped_atomic_compare_exchange_n(p, &(want), v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE), (want))

#define as_uint(v) __builtin_astype(v, uint)
#define as_int(v) __builtin_astype(v, int)
#define as_ulong(v) __builtin_astype(v, ulong)
#define as_ushort(v) __builtin_astype(v, ushort)
#define as_float(v) __builtin_astype(v, float)
#define as_double(v) __builtin_astype(v, double)
#define as_half(v) __builtin_astype(v, half)

// Scalars and vectors of any width.
#define min(a, b) __builtin_elementwise_min(a, b)
#define max(a, b) __builtin_elementwise_max(a, b)
#define abs(a) __builtin_elementwise_abs(a)
#define fma(a, b, c) __builtin_elementwise_fma(a, b, c)
#define sqrt(a) __builtin_elementwise_sqrt(a)
#define floor(a) __builtin_elementwise_floor(a)
#define ceil(a) __builtin_elementwise_ceil(a)
#define trunc(a) __builtin_elementwise_trunc(a)
#define rint(a) __builtin_elementwise_rint(a)
#define copysign(a, b) __builtin_elementwise_copysign(a, b)
#define add_sat(a, b) __builtin_elementwise_add_sat(a, b)
#define sub_sat(a, b) __builtin_elementwise_sub_sat(a, b)
#define popcount(a) __builtin_elementwise_popcount(a)
#define bitreverse(a) __builtin_elementwise_bitreverse(a)
#define convert(T, v) __builtin_convertvector(v, T)

static uint clz(uint a) { return a ? __builtin_clz(a) : 32; }
static uint rotate(uint a, uint n) { return a << (n & 31) | a >> (-n & 31); }
static uint mul_hi(uint a, uint b) { return (ulong)a * b >> 32; }
static ulong mul_hi64(ulong a, ulong b)
{
	ulong al = (uint)a, ah = a >> 32, bl = (uint)b, bh = b >> 32;
	ulong m = ah * bl + (al * bl >> 32), n = al * bh + (uint)m;
	return ah * bh + (m >> 32) + (n >> 32);
}

#endif
