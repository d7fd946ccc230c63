__constant int tab[4] = {3, 1, 4, 1};

__kernel void add(__global int *a, __global const int *b, int n) {
	int i = __builtin_amdgcn_workitem_id_x() + 64 * __builtin_amdgcn_workgroup_id_x();
	if (i < n)
		a[i] += b[i] * tab[i & 3];
}

__kernel void turn(__global int *a) {
	__local int x[64];
	int i = __builtin_amdgcn_workitem_id_x();
	x[i] = a[i];
	__builtin_amdgcn_s_barrier();
	a[i] = x[63 - i];
}
