/* SPDX-License-Identifier: MIT */
/* All heap memory goes through here, so that a test can make the n-th call fail. */
#ifndef BESTEK_BASE_MEM_H
#define BESTEK_BASE_MEM_H

#include <stddef.h>

/* NULL when out of memory or when the product overflows; the caller frees with mem_free. */
void *mem_alloc(size_t size) __attribute__((warn_unused_result));
void *mem_zalloc(size_t size) __attribute__((warn_unused_result));
void *mem_calloc(size_t n, size_t size) __attribute__((warn_unused_result));
/* As realloc for n elements: the old block stays valid on failure. */
void *mem_realloc(void *p, size_t n, size_t size) __attribute__((warn_unused_result));
char *mem_strdup(const char *s) __attribute__((warn_unused_result));
void mem_free(void *p);
/* For tests: the n-th allocation from now on fails (1 = the next), and every later one too if sticky; 0 turns it off. */
void mem_fail_at(long n, int sticky);

/* An arena: many small blocks freed at once. */
struct arena;
struct arena *arena_new(void);
void *arena_alloc(struct arena *a, size_t size); /* zeroed, aligned for any type; NULL when out of memory */
char *arena_strdup(struct arena *a, const char *s); /* NULL in, NULL out */
void arena_free(struct arena *a);

#endif
