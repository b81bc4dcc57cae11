/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

#define ARENA_BLOCK 16384

static long fail_in;
static int fail_sticky;

/* 1 when a test wants this allocation to fail. */
static int must_fail(void)
{
	if (fail_in == 0)
		return 0;
	if (fail_in > 1) {
		fail_in--;
		return 0;
	}
	if (!fail_sticky)
		fail_in = 0;
	return 1;
}

void mem_fail_at(long n, int sticky)
{
	fail_in = n;
	fail_sticky = sticky;
}

void *mem_alloc(size_t size)
{
	return must_fail() ? NULL : malloc(size ? size : 1);
}

void *mem_zalloc(size_t size)
{
	return mem_calloc(1, size);
}

void *mem_calloc(size_t n, size_t size)
{
	if (must_fail() || (size && n > SIZE_MAX / size))
		return NULL;
	return calloc(n ? n : 1, size ? size : 1);
}

void *mem_realloc(void *p, size_t n, size_t size)
{
	if (must_fail() || (size && n > SIZE_MAX / size))
		return NULL;
	/* Never size 0: realloc might free the block and return NULL. */
	return realloc(p, n && size ? n * size : 1);
}

char *mem_strdup(const char *s)
{
	size_t size = strlen(s) + 1;
	char *copy = mem_alloc(size);

	if (copy)
		memcpy(copy, s, size);
	return copy;
}

void mem_free(void *p)
{
	free(p);
}

struct block {
	struct block *next;
	size_t used, size;
	max_align_t data[];
};

struct arena {
	struct block *first; /* the one being filled */
};

struct arena *arena_new(void)
{
	return mem_zalloc(sizeof(struct arena));
}

void *arena_alloc(struct arena *a, size_t size)
{
	const size_t align = sizeof(max_align_t);
	struct block *b = a->first;
	void *p;

	if (size > SIZE_MAX / 2)
		return NULL;
	size = size ? (size + align - 1) / align * align : align;
	if (!b || b->size - b->used < size) {
		size_t room = size > ARENA_BLOCK ? size : ARENA_BLOCK;

		b = mem_zalloc(sizeof(*b) + room);
		if (!b)
			return NULL;
		b->size = room;
		if (a->first && size > ARENA_BLOCK / 2) {
			/* A big one stands behind: the block being filled keeps its room. */
			b->next = a->first->next;
			a->first->next = b;
		} else {
			b->next = a->first;
			a->first = b;
		}
	}
	p = (char *)b->data + b->used;
	b->used += size;
	return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
	size_t size;
	char *copy;

	if (!s)
		return NULL;
	size = strlen(s) + 1;
	copy = arena_alloc(a, size);
	if (copy)
		memcpy(copy, s, size);
	return copy;
}

void arena_free(struct arena *a)
{
	struct block *b, *next;

	if (!a)
		return;
	for (b = a->first; b; b = next) {
		next = b->next;
		mem_free(b);
	}
	mem_free(a);
}
