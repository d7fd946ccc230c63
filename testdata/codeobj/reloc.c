// Dynamic relocations: RELATIVE64 for addresses of hidden objects, ABS64 for addresses of preemptible ones, an undefined weak symbol, bss.
#define GLOBAL __attribute__((address_space(1)))
#define VISIBLE __attribute__((visibility("default")))
#define HIDDEN __attribute__((visibility("hidden")))
typedef GLOBAL int *pointer;
HIDDEN GLOBAL int table[4] = {1, 2, 3, 4};
VISIBLE GLOBAL int shared = 42;
extern VISIBLE GLOBAL int absent __attribute__((weak));
HIDDEN GLOBAL int zeros[1024];
HIDDEN GLOBAL pointer pointers[4] = {&table[0], &table[2], &shared, &absent};
VISIBLE __attribute__((amdgpu_kernel)) void k(pointer out) {
  int i = __builtin_amdgcn_workitem_id_x();
  zeros[i] = *pointers[i & 1];
  out[i] = zeros[i ^ 1] + *pointers[2];
}
