// k-means: each work-item finds the centre that is nearest to its point. Points lie feature by
// feature, centres one after the other.
#define GROUP_X 64
#define GROUP_Y 1
#include "kernel.h"

KERNEL(kmeans, GLOBAL const float *restrict points, GLOBAL const float *restrict centres, GLOBAL uint *restrict nearest,
	uint count, uint features, uint clusters)
{
	ITEMS {
		uint i = get_global_id(0), best = 0;
		float least = 3.0e38f;
		for (uint c = 0; c < clusters; c++) {
			float sum = 0;
			for (uint f = 0; f < features; f++) {
				float d = points[f * count + i] - centres[c * features + f];
				sum += d * d;
			}
			if (sum < least) {
				least = sum;
				best = c;
			}
		}
		nearest[i] = best;
	}
}
