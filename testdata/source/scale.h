/* Included by sum.cl: functions of another file, of which one calls the other. */
static inline float half_of(float x) { return x * 0.5f; }

static inline float scaled(float x, int i)
{
	float y = half_of(x);
	if (i & 1)
		y += half_of(y);
	return y;
}
