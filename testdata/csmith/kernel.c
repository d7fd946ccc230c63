/* A csmith program as an amdhsa kernel: one work-item runs it and stores its checksum. */
#include PROGRAM
#undef main

__attribute__((amdgpu_kernel)) void program(__attribute__((address_space(1))) uint32_t *out)
{
	csmith_main(1, (char **)0);
	*out = crc32_context ^ 0xFFFFFFFFu;
}
