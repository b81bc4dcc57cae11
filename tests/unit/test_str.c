/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/str.h"

static void builder_grows(void **state)
{
	struct str b = STR_INIT;
	char *taken;

	(void)state;
	assert_string_equal(str_c(&b), "");
	for (int i = 0; i < 1000; i++)
		assert_int_equal(str_addf(&b, "%d,", i % 10), 0);
	assert_int_equal(b.len, 2000);
	assert_memory_equal(str_c(&b), "0,1,2,3,4,5,6,7,8,9,0,", 22);
	str_clear(&b);
	assert_string_equal(str_c(&b), "");
	str_add(&b, "ab");
	str_add_n(&b, "cdef", 1);
	str_add_c(&b, '!');
	taken = str_take(&b);
	assert_string_equal(taken, "abc!");
	assert_int_equal(b.len, 0);
	mem_free(taken);
	taken = str_take(&b);
	assert_string_equal(taken, "");
	mem_free(taken);
	str_release(&b);
}

static void builder_remembers_a_failure(void **state)
{
	struct str b = STR_INIT;

	(void)state;
	str_add(&b, "kept");
	mem_fail_at(1, 0);
	assert_int_equal(str_addf(&b, "%0100d", 1), -1);
	/* Memory is there again, but the text would have a hole. */
	assert_int_equal(str_add(&b, "x"), -1);
	assert_true(b.failed);
	assert_string_equal(str_c(&b), "kept");
	assert_null(str_take(&b));
	assert_int_equal(b.failed, 0);
	mem_fail_at(1, 0);
	assert_null(str_take(&b));
	mem_fail_at(0, 0);
}

static void clean_copy(void **state)
{
	char d[8], e[32];

	(void)state;
	assert_int_equal(str_copy_clean(e, sizeof(e), "a\tb\x7f\x1b[0m"), 0);
	assert_string_equal(e, "a b  [0m");
	/* U+0085 is a control of two bytes; 0xC0 0x80 an overlong NUL; 0xED 0xA0 0x80 a surrogate. */
	assert_int_equal(str_copy_clean(e, sizeof(e), "\xC2\x85|\xC0\x80|\xED\xA0\x80|\xE2\x82"), 0);
	assert_string_equal(e, " |??|???|\?\?");
	assert_int_equal(str_copy_clean(d, sizeof(d), "123456\xC3\xA9"), 1);
	assert_string_equal(d, "123456");
	assert_int_equal(str_copy_clean(d, sizeof(d), "12345\xC3\xA9"), 0);
	assert_string_equal(d, "12345\xC3\xA9");
	assert_int_equal(str_copy_clean(d, sizeof(d), NULL), 0);
	assert_string_equal(d, "");
}

static void plain_copy(void **state)
{
	char d[4];

	(void)state;
	assert_int_equal(str_copy(d, sizeof(d), "abc"), 0);
	assert_string_equal(d, "abc");
	assert_int_equal(str_copy(d, sizeof(d), "abcd"), 1);
	assert_string_equal(d, "abc");
	assert_int_equal(str_copy(d, sizeof(d), "a\xE2\x82\xAC"), 1);
	assert_string_equal(d, "a");
	assert_int_equal(str_copy(d, sizeof(d), "\xE2\x82\xAC"), 0);
	assert_string_equal(d, "\xE2\x82\xAC");
	assert_int_equal(str_copy(d, 1, "x"), 1);
	assert_string_equal(d, "");
}

static void widths(void **state)
{
	(void)state;
	assert_int_equal(str_width(""), 0);
	assert_int_equal(str_width("Zo\xC3\xAB"), 3);
	/* e and U+0308: one column. */
	assert_int_equal(str_width("Zoe\xCC\x88"), 3);
	/* Two ideographs U+65E5 U+672C, fullwidth A U+FF21, halfwidth kana U+FF71. */
	assert_int_equal(str_width("\xE6\x97\xA5\xE6\x9C\xAC"), 4);
	assert_int_equal(str_width("\xEF\xBC\xA1\xEF\xBD\xB1"), 3);
	/* U+1F680; zero width joiner U+200D; box drawing U+2500; euro. */
	assert_int_equal(str_width("\xF0\x9F\x9A\x80"), 2);
	assert_int_equal(str_width("a\xE2\x80\x8D"), 1);
	assert_int_equal(str_width("\xE2\x94\x80\xE2\x82\xAC"), 2);
	assert_int_equal(str_width("\xFF"), 1);
}

static void fits_whole_characters(void **state)
{
	(void)state;
	assert_int_equal(str_fit("abc", 2), 2);
	assert_int_equal(str_fit("abc", 9), 3);
	assert_int_equal(str_fit("\xE6\x97\xA5\xE6\x9C\xAC", 3), 3);
	assert_int_equal(str_fit("\xE6\x97\xA5\xE6\x9C\xAC", 1), 0);
	/* The mark goes with its letter. */
	assert_int_equal(str_fit("e\xCC\x88x", 1), 3);
	assert_int_equal(str_fit("abc", 0), 0);
}

static void utf8(void **state)
{
	(void)state;
	assert_true(str_utf8_valid("Pr\xC3\xAD" "bram \xF4\x8F\xBF\xBF", 13));
	assert_true(str_utf8_valid("", 0));
	assert_false(str_utf8_valid("\xC3", 1));
	assert_false(str_utf8_valid("\xC0\xAF", 2));
	assert_false(str_utf8_valid("\xE0\x80\xAF", 3));
	assert_false(str_utf8_valid("\xED\xBF\xBF", 3));
	assert_false(str_utf8_valid("\xF4\x90\x80\x80", 4));
	assert_false(str_utf8_valid("\x80", 1));
}

static void case_is_ascii(void **state)
{
	(void)state;
	assert_int_equal(str_casecmp("EPYC", "epyc"), 0);
	assert_true(str_casecmp("epyc", "EPYD") < 0);
	assert_true(str_casecmp("epyc 9", "EPYC") > 0);
	assert_true(str_casecmp("", "a") < 0);
	assert_int_not_equal(str_casecmp("\xC3\x89", "\xC3\xA9"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(builder_grows),
		cmocka_unit_test(builder_remembers_a_failure),
		cmocka_unit_test(clean_copy),
		cmocka_unit_test(plain_copy),
		cmocka_unit_test(widths),
		cmocka_unit_test(fits_whole_characters),
		cmocka_unit_test(utf8),
		cmocka_unit_test(case_is_ascii),
	};

	return cmocka_run_group_tests_name("str", tests, NULL, NULL);
}
