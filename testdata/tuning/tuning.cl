// The kernels of docs/tuning.md: a matrix product, a transpose and a histogram, each from a first
// version to the last.
#include "native/ocl.h"

// c = a * b: a has 256 rows of 64, b 64 rows of 256.
#define N 256
#define K 64

// Neighbouring work-items compute neighbouring rows.
__kernel GROUP_SIZE(16, 16, 1) void product_rows(__global const float *a, __global const float *b, __global float *c)
{
	uint row = get_group_id(X) * 16 + get_local_id(X), column = get_group_id(Y) * 16 + get_local_id(Y);
	float sum = 0;
	for (uint k = 0; k < K; k++)
		sum += a[row * K + k] * b[k * N + column];
	c[row * N + column] = sum;
}

// Neighbouring work-items compute neighbouring columns.
__kernel GROUP_SIZE(16, 16, 1) void product_columns(__global const float *a, __global const float *b, __global float *c)
{
	uint column = get_group_id(X) * 16 + get_local_id(X), row = get_group_id(Y) * 16 + get_local_id(Y);
	float sum = 0;
	for (uint k = 0; k < K; k++)
		sum += a[row * K + k] * b[k * N + column];
	c[row * N + column] = sum;
}

// A work-group keeps tiles of 16 by 16 in LDS.
__kernel GROUP_SIZE(16, 16, 1) void product_tiles(__global const float *a, __global const float *b, __global float *c)
{
	__local float ta[16][16], tb[16][16];
	uint x = get_local_id(X), y = get_local_id(Y);
	uint column = get_group_id(X) * 16 + x, row = get_group_id(Y) * 16 + y;
	float sum = 0;
	for (uint k = 0; k < K; k += 16) {
		ta[y][x] = a[row * K + k + x];
		tb[y][x] = b[(k + y) * N + column];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint i = 0; i < 16; i++)
			sum += ta[y][i] * tb[i][x];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	c[row * N + column] = sum;
}

// A work-item computes 4 by 4 elements, a work-group 64 by 64. The tile of a is stored by columns, so
// that four of its elements are one read.
__kernel GROUP_SIZE(16, 16, 1) void product_blocks(__global const float *a, __global const float *b, __global float *c)
{
	__local float4 ta[16][16], tb[16][16];
	uint x = get_local_id(X), y = get_local_id(Y), l = y * 16 + x;
	uint row = get_group_id(Y) * 64, column = get_group_id(X) * 64;
	float4 sum[4] = {0, 0, 0, 0};
	for (uint k = 0; k < K; k += 16) {
		float4 v = *(__global const float4 *)&a[(row + l / 4) * K + k + l % 4 * 4];
		for (uint i = 0; i < 4; i++)
			((__local float *)ta[l % 4 * 4 + i])[l / 4] = v[i];
		tb[y][x] = *(__global const float4 *)&b[(k + y) * N + column + x * 4];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint i = 0; i < 16; i++) {
			float4 u = ta[i][y], w = tb[i][x];
			for (uint r = 0; r < 4; r++)
				sum[r] += u[r] * w;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	for (uint r = 0; r < 4; r++)
		*(__global float4 *)&c[(row + y * 4 + r) * N + column + x * 4] = sum[r];
}

// The same with code that is short.
__kernel GROUP_SIZE(16, 16, 1) void product_short(__global const float *a, __global const float *b, __global float *c)
{
	__local float4 ta[16][16], tb[16][16];
	uint x = get_local_id(X), y = get_local_id(Y), l = y * 16 + x;
	uint row = get_group_id(Y) * 64, column = get_group_id(X) * 64;
	float4 sum[4] = {0, 0, 0, 0};
	for (uint k = 0; k < K; k += 16) {
		float4 v = *(__global const float4 *)&a[(row + l / 4) * K + k + l % 4 * 4];
		for (uint i = 0; i < 4; i++)
			((__local float *)ta[l % 4 * 4 + i])[l / 4] = v[i];
		tb[y][x] = *(__global const float4 *)&b[(k + y) * N + column + x * 4];
		barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 2
		for (uint i = 0; i < 16; i++) {
			float4 u = ta[i][y], w = tb[i][x];
			for (uint r = 0; r < 4; r++)
				sum[r] += u[r] * w;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	for (uint r = 0; r < 4; r++)
		*(__global float4 *)&c[(row + y * 4 + r) * N + column + x * 4] = sum[r];
}

// out = the transpose of in, 512 rows of 512.
#define SIDE 512

__kernel GROUP_SIZE(16, 16, 1) void transpose_plain(__global const uint *in, __global uint *out)
{
	uint x = get_group_id(X) * 16 + get_local_id(X), y = get_group_id(Y) * 16 + get_local_id(Y);
	out[x * SIDE + y] = in[y * SIDE + x];
}

// Through a tile in LDS, so that what is written is in a row, too.
__kernel GROUP_SIZE(32, 8, 1) void transpose_tiles(__global const uint *in, __global uint *out)
{
	__local uint tile[32][32];
	uint x = get_local_id(X), y = get_local_id(Y), left = get_group_id(X) * 32, top = get_group_id(Y) * 32;
	for (uint i = 0; i < 32; i += 8)
		tile[y + i][x] = in[(top + y + i) * SIDE + left + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = 0; i < 32; i += 8)
		out[(left + y + i) * SIDE + top + x] = tile[x][y + i];
}

// A column more, so that the elements of a column are in different banks.
__kernel GROUP_SIZE(32, 8, 1) void transpose_padded(__global const uint *in, __global uint *out)
{
	__local uint tile[32][33];
	uint x = get_local_id(X), y = get_local_id(Y), left = get_group_id(X) * 32, top = get_group_id(Y) * 32;
	for (uint i = 0; i < 32; i += 8)
		tile[y + i][x] = in[(top + y + i) * SIDE + left + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = 0; i < 32; i += 8)
		out[(left + y + i) * SIDE + top + x] = tile[x][y + i];
}

// How many of the bytes of in have each value.
__kernel GROUP_SIZE(256, 1, 1) void histogram_global(__global const uchar *in, __global uint *bins)
{
	atomic_add(&bins[in[get_global_id(X)]], 1u);
}

// A work-group counts in LDS, and adds what it has at its end.
__kernel GROUP_SIZE(256, 1, 1) void histogram_local(__global const uchar *in, __global uint *bins)
{
	__local uint own[256];
	uint l = get_local_id(X);
	own[l] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(&own[in[get_global_id(X)]], 1u);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (own[l])
		atomic_add(&bins[l], own[l]);
}

// A work-item counts 16 bytes in a row, so that there are fewer sums to add at the end.
__kernel GROUP_SIZE(256, 1, 1) void histogram_wide(__global const uint4 *in, __global uint *bins)
{
	__local uint own[256];
	uint l = get_local_id(X);
	own[l] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	uint4 v = in[get_global_id(X)];
	for (uint i = 0; i < 4; i++)
		for (uint b = 0; b < 32; b += 8)
			atomic_add(&own[v[i] >> b & 255], 1u);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (own[l])
		atomic_add(&bins[l], own[l]);
}

// Eight copies of the counts, side by side, so that lanes with the same byte meet in different words.
#define COPIES 8
__kernel GROUP_SIZE(256, 1, 1) void histogram_copies(__global const uint4 *in, __global uint *bins)
{
	__local uint own[256][COPIES + 1];
	uint l = get_local_id(X);
	for (uint c = 0; c < COPIES; c++)
		own[l][c] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	uint4 v = in[get_global_id(X)];
	for (uint i = 0; i < 4; i++)
		for (uint b = 0; b < 32; b += 8)
			atomic_add(&own[v[i] >> b & 255][l % COPIES], 1u);
	barrier(CLK_LOCAL_MEM_FENCE);
	uint sum = 0;
	for (uint c = 0; c < COPIES; c++)
		sum += own[l][c];
	if (sum)
		atomic_add(&bins[l], sum);
}
