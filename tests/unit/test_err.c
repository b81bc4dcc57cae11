/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/err.h"
#include "core/base/str.h"

static void first_error_wins(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(err_set(&err, ERR_DATA, "row %d", 7), ERR_DATA);
	assert_int_equal(err_set(&err, ERR_IO, "later"), ERR_IO);
	assert_int_equal(err.code, ERR_DATA);
	assert_string_equal(err.msg, "row 7");
	err_clear(&err);
	assert_int_equal(err.code, ERR_OK);
	assert_string_equal(err.msg, "");
	assert_int_equal(err_set(NULL, ERR_RANGE, "nobody listens"), ERR_RANGE);
}

static void message_is_safe_to_show(void **state)
{
	struct err err = { 0 };
	char long_text[3000];

	(void)state;
	err_set(&err, ERR_SYNTAX, "bad word '%s'", "a\x1b[31m\n\xff");
	assert_string_equal(err.msg, "bad word 'a [31m ?'");
	/* Cut between characters: 1023 bytes are 511 of two bytes and no half. */
	memset(long_text, 0, sizeof(long_text));
	for (size_t i = 0; i + 2 < sizeof(long_text); i += 2)
		memcpy(long_text + i, "\xC3\xA9", 2);
	err_clear(&err);
	err_set(&err, ERR_SYNTAX, "%s", long_text);
	assert_int_equal(strlen(err.msg), 1022);
	assert_true(str_utf8_valid(err.msg, strlen(err.msg)));
}

static void system_errors_name_file_and_reason(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(err_errno(&err, "read", "a.bestek", ENOENT), ERR_IO);
	assert_string_equal(err.msg, "cannot read 'a.bestek': No such file or directory");
}

static void exit_statuses(void **state)
{
	(void)state;
	assert_int_equal(err_exit_status(ERR_OK), 0);
	assert_int_equal(err_exit_status(ERR_USAGE), 2);
	assert_int_equal(err_exit_status(ERR_IO), 3);
	assert_int_equal(err_exit_status(ERR_SCHEMA), 3);
	assert_int_equal(err_exit_status(ERR_NOMEM), 3);
	assert_int_equal(err_exit_status(ERR_UNKNOWN), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_error_wins),
		cmocka_unit_test(message_is_safe_to_show),
		cmocka_unit_test(system_errors_name_file_and_reason),
		cmocka_unit_test(exit_statuses),
	};

	return cmocka_run_group_tests_name("err", tests, NULL, NULL);
}
