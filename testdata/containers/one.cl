__kernel void scale(__global int *a, int n) {
	int i = __builtin_amdgcn_workitem_id_x() + 64 * __builtin_amdgcn_workgroup_id_x();
	a[i] = a[i] * n;
}
