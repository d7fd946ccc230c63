extern int other(int);
extern __attribute__((visibility("hidden"))) __attribute__((address_space(4))) const int table[4];

__attribute__((amdgpu_kernel)) void k(__attribute__((address_space(1))) int *a) { a[0] = other(a[0]) + table[1]; }
