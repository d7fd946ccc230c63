/* The same program natively: prints its checksum. */
#include PROGRAM
#undef main
#undef printf

int printf(const char *, ...);
int main(void)
{
	csmith_main(1, (char **)0);
	printf("%08x\n", crc32_context ^ 0xFFFFFFFFu);
	return 0;
}
