// Kernels of the loader's fixtures. Only clang builtins are used, so no device library is needed.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define LID(d) __builtin_amdgcn_workitem_id_##d()
#define GID(d) __builtin_amdgcn_workgroup_id_##d()

// Every kind of explicit argument: pointers, small and large scalars, a vector, a structure, dynamic LDS.
typedef struct { int a; double b; char c; } pack;
kernel void args(global const int *restrict in, global int *out, constant int *tab, char c, short s, int n, float f, double d, uchar3 v,
                 pack p, local float4 *l, local char *m) {
  uint i = LID(x) + GID(x) * 64;
  l[LID(x)] = (float4)(f, i, n, c);
  m[LID(x)] = s;
  __builtin_amdgcn_s_barrier();
  out[i] = in[i] + tab[i & 3] + n + (int)d + v.y + p.a + (int)p.b + p.c + (int)l[63 - LID(x)].x + m[LID(x) ^ 1];
}

// Hidden arguments or the dispatch packet, three dimensions, a required group size.
kernel __attribute__((reqd_work_group_size(16, 4, 2))) void dims(global uint *out) {
  uint x = LID(x) + GID(x) * 16, y = LID(y) + GID(y) * 4, z = LID(z) + GID(z) * 2;
  out[x + y * 1024 + z * 65536] =
      __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_grid_size_y() + ((constant uint *)__builtin_amdgcn_implicitarg_ptr())[0];
}

// Static LDS, two dimensions.
kernel void lds(global int *p) {
  local int x[8][64];
  uint i = LID(x), j = LID(y);
  x[j & 7][i & 63] = p[i + j * 64];
  __builtin_amdgcn_s_barrier();
  p[i + j * 64] = x[(j + 1) & 7][63 - (i & 63)];
}

// Private memory that cannot stay in registers.
kernel void scratch(global int *p, int n) {
  int a[40];
  for (int i = 0; i < 40; i++)
    a[i] = p[i];
  for (int i = 0; i < n; i++)
    a[p[i] % 40] += a[i % 40];
  p[LID(x)] = a[n % 40];
}
