/* What a csmith program includes as "csmith.h", for a GPU kernel of one work-item and for a native program alike: no C library, the checksum goes to
   the caller. The safe_math functions are csmith's own (package libcsmith-dev). */
#ifndef GCNSIM_CSMITH_H
#define GCNSIM_CSMITH_H

#include <float.h>
#include <limits.h>
#include <stdint.h>

#define NULL ((void *)0)
#define printf(...) 0
#define strcmp(a, b) 1
#define memset __builtin_memset
#define memcpy __builtin_memcpy
#define STATIC static
#define UNDEFINED(t) (t)
#define FUNC_NAME(x) safe_##x
#define LOG_INDEX
#define LOG_EXEC
#define fabs __builtin_fabs
#define fabsf __builtin_fabsf

#include "safe_math.h"

static uint32_t crc32_tab[256];
static uint32_t crc32_context = 0xFFFFFFFFu;

static inline void platform_main_begin(void) {}

/* The table of CRC-32 (polynomial 0xEDB88320). */
static void crc32_gentab(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t crc = i;
		for (int j = 8; j > 0; j--)
			crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
		crc32_tab[i] = crc;
	}
}

static void transparent_crc(uint64_t val, const char *name, int flag)
{
	(void)name;
	(void)flag;
	for (int i = 0; i < 8; i++)
		crc32_context = crc32_context >> 8 ^ crc32_tab[(crc32_context ^ (uint8_t)(val >> 8 * i)) & 0xff];
}

static void transparent_crc_bytes(char *ptr, int nbytes, char *name, int flag)
{
	(void)name;
	(void)flag;
	for (int i = 0; i < nbytes; i++)
		crc32_context = crc32_context >> 8 ^ crc32_tab[(crc32_context ^ (uint8_t)ptr[i]) & 0xff];
}

#define platform_main_end(crc, flag) (void)0
#define main csmith_main

#endif
