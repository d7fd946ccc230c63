// The host's side of a native run: memory for the buffers, and a line of standard input for each
// thing to do. What is included before has the work:
//
//	buffers[], of size[] bytes; changed[] is 1 for those that a run writes
//	work(), which executes all launches
//
// "run N" does the work N times and prints the time that it took on the wall and of the CPU, in
// nanoseconds; before each time buffers are as they were in the beginning. "write" writes the
// buffers to the file that the second argument names. The first argument names what they begin with.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { BUFFERS = sizeof size / sizeof *size };

static long long now(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void *memory(size_t bytes)
{
	void *p = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	return p;
}

int main(int argc, char **argv)
{
	void *first[BUFFERS] = {0};
	char line[64];
	FILE *f = argc == 3 ? fopen(argv[1], "rb") : 0;
	if (!f) {
		fprintf(stderr, "usage: %s INPUT OUTPUT\n", argv[0]);
		return 2;
	}
	for (int i = 0; i < BUFFERS; i++) {
		buffers[i] = memory(size[i]);
		if (fread(buffers[i], 1, size[i], f) != size[i]) {
			fprintf(stderr, "%s: too short\n", argv[1]);
			return 2;
		}
		if (changed[i]) {
			first[i] = memory(size[i]);
			memcpy(first[i], buffers[i], size[i]);
		}
	}
	fclose(f);
	while (fgets(line, sizeof line, stdin)) {
		long times = 0;
		if (sscanf(line, "run %ld", &times) == 1) {
			long long wall = 0, cpu = 0;
			for (long n = 0; n < times; n++) {
				for (int i = 0; i < BUFFERS; i++)
					if (changed[i])
						memcpy(buffers[i], first[i], size[i]);
				long long w = now(CLOCK_MONOTONIC), c = now(CLOCK_PROCESS_CPUTIME_ID);
				work();
				cpu += now(CLOCK_PROCESS_CPUTIME_ID) - c;
				wall += now(CLOCK_MONOTONIC) - w;
			}
			printf("%lld %lld\n", wall, cpu);
		} else if (!strcmp(line, "write\n")) {
			if (!(f = fopen(argv[2], "wb")))
				return 1;
			for (int i = 0; i < BUFFERS; i++)
				if (fwrite(buffers[i], 1, size[i], f) != size[i])
					return 1;
			if (fclose(f))
				return 1;
			printf("0 0\n");
		}
		fflush(stdout);
	}
	return 0;
}
