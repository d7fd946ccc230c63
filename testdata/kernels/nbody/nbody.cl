// Gravity between 128 bodies, tiles of positions in LDS, two steps by two launches: f32 square root and division, each correctly rounded.
#include "native/ocl.h"

#define TILE 64

// A body is x, y, z and its mass; time is in steps of 1/64, softening is 1/32.
__kernel GROUP_SIZE(TILE, 1, 1) void nbody(__global const float4 *from, __global float4 *to, __global float4 *speeds)
{
	__local float4 tile[TILE];
	uint l = get_local_id(X), i = get_global_id(X);
	float4 me = from[i];
	float ax = 0, ay = 0, az = 0;
	for (uint t = 0; t < get_global_size(X); t += TILE) {
		tile[l] = from[t + l];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint k = 0; k < TILE; k++) {
			float4 b = tile[k];
			float x = b.x - me.x, y = b.y - me.y, z = b.z - me.z;
			float d2 = x * x + y * y + z * z + 0x1p-5f;
			float pull = b.w / (d2 * sqrt(d2));
			ax += x * pull;
			ay += y * pull;
			az += z * pull;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	float4 v = speeds[i];
	v.x += ax * 0x1p-6f;
	v.y += ay * 0x1p-6f;
	v.z += az * 0x1p-6f;
	v.w = v.x * v.x + v.y * v.y + v.z * v.z;
	speeds[i] = v;
	float4 moved = {me.x + v.x * 0x1p-6f, me.y + v.y * 0x1p-6f, me.z + v.z * 0x1p-6f, me.w};
	to[i] = moved;
}
