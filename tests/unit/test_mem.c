/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"

static void products_that_overflow_are_refused(void **state)
{
	char *p = mem_alloc(4);

	(void)state;
	assert_non_null(p);
	memcpy(p, "abc", 4);
	/* volatile: the compiler would see through it and warn. */
	volatile size_t huge = SIZE_MAX / 2 + 2;

	assert_null(mem_calloc(huge, 2));
	assert_null(mem_realloc(p, huge, 2));
	assert_string_equal(p, "abc");
	mem_free(p);
}

static void nothing_is_a_block_too(void **state)
{
	void *a = mem_alloc(0), *b = mem_calloc(0, 8), *c = mem_realloc(NULL, 0, 8);

	(void)state;
	assert_non_null(a);
	assert_non_null(b);
	assert_non_null(c);
	mem_free(a);
	mem_free(b);
	mem_free(c);
	mem_free(NULL);
}

static void the_chosen_call_fails(void **state)
{
	char *a, *b;

	(void)state;
	mem_fail_at(2, 0);
	a = mem_alloc(1);
	assert_non_null(a);
	assert_null(mem_strdup("x"));
	b = mem_strdup("y");
	assert_string_equal(b, "y");
	mem_free(a);
	mem_free(b);
	mem_fail_at(1, 1);
	assert_null(mem_zalloc(8));
	assert_null(mem_realloc(NULL, 1, 1));
	mem_fail_at(0, 0);
	a = mem_zalloc(8);
	assert_non_null(a);
	assert_int_equal(a[7], 0);
	mem_free(a);
}

static void arena_blocks_are_zeroed_aligned_apart(void **state)
{
	struct arena *a = arena_new();
	unsigned char *before = NULL;
	size_t sizes[] = { 1, 0, 3, 17, 9000, 20000, 1, 16384, 5 };

	(void)state;
	assert_non_null(a);
	for (size_t round = 0; round < 50; round++) {
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			unsigned char *p = arena_alloc(a, sizes[i]);

			assert_non_null(p);
			assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
			for (size_t k = 0; k < sizes[i]; k++)
				assert_int_equal(p[k], 0);
			memset(p, 0xAA, sizes[i]);
			assert_ptr_not_equal(p, before);
			before = p;
		}
	}
	assert_null(arena_strdup(a, NULL));
	assert_string_equal(arena_strdup(a, "H100 NVL"), "H100 NVL");
	assert_null(arena_alloc(a, SIZE_MAX - 3));
	mem_fail_at(1, 1);
	assert_null(arena_alloc(a, 100000));
	assert_null(arena_new());
	mem_fail_at(0, 0);
	arena_free(a);
	arena_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(products_that_overflow_are_refused),
		cmocka_unit_test(nothing_is_a_block_too),
		cmocka_unit_test(the_chosen_call_fails),
		cmocka_unit_test(arena_blocks_are_zeroed_aligned_apart),
	};

	return cmocka_run_group_tests_name("mem", tests, NULL, NULL);
}
