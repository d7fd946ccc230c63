// Gravity: each work-item sums the pull of all bodies on its own, tile by tile in LDS, and moves
// it. A body is x, y, z and its mass.
#define GROUP_X 256
#define GROUP_Y 1
#include "kernel.h"

KERNEL(nbody, GLOBAL const float4 *restrict from, GLOBAL float4 *restrict to, GLOBAL float4 *restrict speeds, uint bodies,
	float step, float soft)
{
	LOCAL float4 tile[GROUP_X];
	PRIVATE(float, ax);
	PRIVATE(float, ay);
	PRIVATE(float, az);
	ITEMS {
		MINE(ax) = MINE(ay) = MINE(az) = 0;
	}
	for (uint t = 0; t < bodies; t += GROUP_X) {
		ITEMS {
			tile[get_local_id(0)] = from[t + get_local_id(0)];
		}
		barrier();
		ITEMS {
			float4 me = from[get_global_id(0)];
			float x = MINE(ax), y = MINE(ay), z = MINE(az);
			for (uint k = 0; k < GROUP_X; k++) {
				float4 b = tile[k];
				float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
				float pull = rsqrt(dx * dx + dy * dy + dz * dz + soft);
				pull = b.w * pull * pull * pull;
				x += dx * pull;
				y += dy * pull;
				z += dz * pull;
			}
			MINE(ax) = x;
			MINE(ay) = y;
			MINE(az) = z;
		}
		barrier();
	}
	ITEMS {
		uint i = get_global_id(0);
		float4 v = speeds[i], p = from[i];
		v.x += MINE(ax) * step;
		v.y += MINE(ay) * step;
		v.z += MINE(az) * step;
		p.x += v.x * step;
		p.y += v.y * step;
		p.z += v.z * step;
		speeds[i] = v;
		to[i] = p;
	}
}
