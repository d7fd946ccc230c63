// The part of OpenCL C that the kernels of this folder use, written down twice: for amdgcn with the
// compiler's builtins, and for the host, where a kernel is a function that is called for each
// work-group and runs its work-items in plain loops.
//
// A kernel is KERNEL(name, arguments) { ... }. What work-items do between two barriers is a block
// behind ITEMS: for the GPU just a block, for the host a loop over the group. Barriers stand
// between such blocks, and loops that contain them around them, so that they mean the same on both
// sides. What a work-item keeps from block to block is declared with PRIVATE and named with MINE.
// A file defines GROUP_X and GROUP_Y, its work-group, before it includes this.
#ifndef KERNEL_H
#define KERNEL_H

typedef unsigned char uchar;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef uint uint4 __attribute__((ext_vector_type(4)));

#ifdef __AMDGCN__

#define KERNEL(name, ...) \
	__kernel __attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, 1))) void name(__VA_ARGS__)
#define GLOBAL __global
#define LOCAL __local
#define ITEMS
#define PRIVATE(type, name) type name
#define PRIVATES(type, name, n) type name[n]
#define MINE(name) name
#define get_local_id(d) ((d) == 0 ? __builtin_amdgcn_workitem_id_x() : __builtin_amdgcn_workitem_id_y())
#define get_group_id(d) ((d) == 0 ? __builtin_amdgcn_workgroup_id_x() : __builtin_amdgcn_workgroup_id_y())
#define barrier() \
	do { \
		__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); \
		__builtin_amdgcn_s_barrier(); \
		__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup"); \
	} while (0)
#define rsqrt(x) __builtin_amdgcn_rsqf(x)

#else // host

#define KERNEL(name, ...) static inline void name(const uint group_x, const uint group_y, __VA_ARGS__)
#define GLOBAL
#define LOCAL
#define ITEMS \
	for (uint item_y = 0; item_y < GROUP_Y; item_y++) \
		for (uint item_x = 0; item_x < GROUP_X; item_x++)
#define PRIVATE(type, name) type name[GROUP_Y][GROUP_X]
#define PRIVATES(type, name, n) type name[GROUP_Y][GROUP_X][n]
#define MINE(name) name[item_y][item_x]
#define get_local_id(d) ((d) == 0 ? item_x : item_y)
#define get_group_id(d) ((d) == 0 ? group_x : group_y)
#define barrier() (void)0
#define rsqrt(x) (1.0f / __builtin_sqrtf(x))

#endif

#define get_local_size(d) ((d) == 0 ? GROUP_X : GROUP_Y)
#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))

#endif
