/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/i18n.h"

static void environment(const char *lc_all, const char *lang, const char *list)
{
	unsetenv("LC_ALL");
	unsetenv("LC_MESSAGES");
	unsetenv("LC_CTYPE");
	unsetenv("LANG");
	unsetenv("LANGUAGE");
	if (lc_all)
		setenv("LC_ALL", lc_all, 1);
	if (lang)
		setenv("LANG", lang, 1);
	if (list)
		setenv("LANGUAGE", list, 1);
}

/* The language by its word for a fraction's mark, which English and Dutch do not share. */
static void expect(const char *language, int utf8)
{
	assert_string_equal(i18n_language(), language);
	assert_string_equal(pgettext("decimal mark", "."), strcmp(language, "en") == 0 ? "." : ",");
	assert_string_equal(pgettext("money", "{currency} {amount}"),
	                    strcmp(language, "de") == 0 ? "{amount} {currency}" : "{currency} {amount}");
	assert_string_equal(setlocale(LC_NUMERIC, NULL), "C");
	assert_int_equal(i18n_utf8(), utf8);
}

static void from_the_environment(void **state)
{
	static const struct {
		const char *lc_all, *lang, *list, *language;
		int utf8;
	} rows[] = {
		{ NULL, NULL, NULL, "en", 0 },
		{ NULL, NULL, "nl", "nl", 0 },
		{ NULL, "C.UTF-8", "nl", "nl", 1 },
		{ "C.UTF-8", NULL, "de", "de", 1 },
		{ NULL, "nl_NL.UTF-8", NULL, "nl", 1 },
		{ NULL, "de_AT.UTF-8@euro", NULL, "de", 1 },
		{ NULL, "nl_BE", NULL, "nl", 1 },
		{ NULL, "nl_NL.UTF-8", "en", "en", 1 },
		{ NULL, "nl_NL.UTF-8", "fr:de_CH:nl", "de", 1 },
		{ NULL, "fr_FR.UTF-8", NULL, "en", 1 },
		{ "C", "nl_NL.UTF-8", "nl", "en", 0 },
		{ "xx_XX.UTF-8", NULL, "../../etc", "en", 1 },
		{ NULL, "nl_NL.UTF-8", "", "nl", 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		environment(rows[i].lc_all, rows[i].lang, rows[i].list);
		i18n_init(NULL);
		expect(rows[i].language, rows[i].utf8);
	}
}

static void told_by_name(void **state)
{
	(void)state;
	environment(NULL, "C.UTF-8", "nl:en");
	i18n_init("de");
	expect("de", 1);
	i18n_init("NL_be");
	expect("nl", 1);
	i18n_init("en");
	expect("en", 1);
	i18n_init("klingon");
	expect("en", 1);
	/* Without a name the user's own wish counts again, not ours of before. */
	i18n_init(NULL);
	expect("nl", 1);
	/* --lang beats LC_ALL=C, whose characters stay. */
	environment("C", NULL, NULL);
	i18n_init("nl");
	expect("nl", 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(from_the_environment),
		cmocka_unit_test(told_by_name),
	};

	return cmocka_run_group_tests_name("i18n", tests, NULL, NULL);
}
