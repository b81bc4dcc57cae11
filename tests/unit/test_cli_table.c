/* SPDX-License-Identifier: MIT */
/* The rows of the command line: complete, unique, and the nearest name of a slip. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/cli.h"

/* Long names and letters of one command, with those of every command, are each used once. */
static void check_opts(const struct cli_opt *own)
{
	const struct cli_opt *all[64];
	int n = 0;

	for (const struct cli_opt *o = own; o && o->name; o++)
		all[n++] = o;
	for (const struct cli_opt *o = cli_global_opts(); o->name; o++)
		all[n++] = o;
	for (int i = 0; i < n; i++) {
		assert_true(all[i]->help && *all[i]->help);
		assert_true(!all[i]->choices || all[i]->arg);
		for (int j = 0; j < i; j++) {
			assert_string_not_equal(all[i]->name, all[j]->name);
			assert_true(!all[i]->letter || all[i]->letter != all[j]->letter);
			assert_true(all[i]->id != all[j]->id);
		}
	}
}

static void test_rows(void **state)
{
	size_t n;
	const struct command *commands = cli_commands(&n);
	(void)state;

	assert_true(n > 5);
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(commands[i].examples);
		assert_true(commands[i].run && *commands[i].help && commands[i].operands);
		assert_true(len > 0 && commands[i].examples[len - 1] == '\n');
		assert_non_null(strstr(commands[i].examples, commands[i].name));
		assert_true(commands[i].max == -1 || commands[i].max >= commands[i].min);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(commands[i].name, commands[j].name);
		check_opts(commands[i].opts);
	}
}

static const char *nearest(const char *word)
{
	struct cli_nearest near = { .word = word };

	cli_near(&near, "solve");
	cli_near(&near, "check");
	cli_near(&near, "explain");
	return near.best;
}

static void test_nearest(void **state)
{
	static char longest[4096];
	(void)state;

	assert_string_equal(nearest("chekc"), "check"); /* swapped */
	assert_string_equal(nearest("slove"), "solve");
	assert_string_equal(nearest("explian"), "explain");
	assert_string_equal(nearest("chec"), "check"); /* one short */
	assert_null(nearest("frobnicate"));
	assert_null(nearest(""));
	memset(longest, 'a', sizeof(longest) - 1);
	assert_null(nearest(longest));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_nearest) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
