/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/i18n.h"
#include "core/base/num.h"

static void sums_and_products_are_checked(void **state)
{
	int64_t v = 5;

	(void)state;
	assert_int_equal(num_add(INT64_MAX, 1, &v), -1);
	assert_int_equal(num_mul(INT64_MIN, -1, &v), -1);
	assert_int_equal(v, 5);
	assert_int_equal(num_add(INT64_MAX, -1, &v), 0);
	assert_true(v == INT64_MAX - 1);
	assert_int_equal(num_mul(-3, 7, &v), 0);
	assert_int_equal(v, -21);
}

static void muldiv_rounds_half_away_from_zero(void **state)
{
	static const struct {
		int64_t a, b, c, want;
	} rows[] = {
		{ 10050, 21, 100, 2111 }, /* 2110.5 */
		{ -10050, 21, 100, -2111 },
		{ 10050, 21, -100, -2111 },
		{ 1, 1, 3, 0 },
		{ 2, 1, 3, 1 },
		{ INT64_MAX, 1000, 1000, INT64_MAX },
		{ INT64_MIN, 7, 7, INT64_MIN },
	};
	int64_t v;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(num_muldiv(rows[i].a, rows[i].b, rows[i].c, &v), 0);
		assert_true(v == rows[i].want);
	}
	assert_int_equal(num_muldiv(1, 1, 0, &v), -1);
	assert_int_equal(num_muldiv(INT64_MAX, 2, 1, &v), -1);
	assert_int_equal(num_muldiv(INT64_MIN, 1, -1, &v), -1);
}

static void whole_numbers(void **state)
{
	static const char *const wrong[] = { "", "-", "+", " 1", "1 ", "1.0", "0x10", "1e3", "--1", "9223372036854775808" };
	int64_t v = 5;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(num_parse_i64(wrong[i], &v), -1);
	assert_int_equal(v, 5);
	assert_int_equal(num_parse_i64("-9223372036854775808", &v), 0);
	assert_true(v == INT64_MIN);
	assert_int_equal(num_parse_i64("+007", &v), 0);
	assert_int_equal(v, 7);
}

static void fractions(void **state)
{
	static const char *const wrong[] = { "", ".", "1.", ".5", "1,5", "nan", "inf", "1e", "1e999", "0x1p3", " 1", "1 ", "-" };
	double v = 5;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(num_parse_double(wrong[i], &v), -1);
	assert_true(v == 5);
	assert_int_equal(num_parse_double("-12.75", &v), 0);
	assert_true(v == -12.75);
	assert_int_equal(num_parse_double("1.5e2", &v), 0);
	assert_true(v == 150);
}

static void money_text(void **state)
{
	static const char *const wrong[] = { "", "-", ".5", "1.", "1.234", "1,5", "1 000", "+1", "1e2", "--1", "1.2.3",
		"92233720368547758.08" };
	static const struct {
		const char *text;
		int64_t want;
	} right[] = {
		{ "0", 0 }, { "1234", 123400 }, { "1234.5", 123450 }, { "-1234.56", -123456 }, { "0.07", 7 },
		{ "92233720368547758.07", INT64_MAX }, { "-92233720368547758.08", INT64_MIN },
	};
	int64_t v = 5;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(num_parse_cents(wrong[i], &v), -1);
	assert_int_equal(v, 5);
	for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++) {
		assert_int_equal(num_parse_cents(right[i].text, &v), 0);
		assert_true(v == right[i].want);
	}
}

static void write_double(const char *want, double v, int decimals)
{
	char text[32];

	num_write_double(text, sizeof(text), v, decimals);
	assert_string_equal(text, want);
}

static void machine_text(void **state)
{
	char text[32];

	(void)state;
	write_double("1234.50", 1234.5, 2);
	write_double("0", -0.0, 0);
	write_double("0.00", -0.001, 2);
	write_double("0", 0, -1);
	write_double("30", 30, -1);
	write_double("12.75", 12.75, -1);
	write_double("0.1", 0.1, -1);
	write_double("3.14159", 3.14159265, -1);
	write_double("1234570000", 1234567890, -1);
	write_double("0.0000123", 0.0000123, -1);
	write_double("-2.5", -2.5, -1);
	write_double("1000000", 999999.9, -1);
	num_write_cents(text, sizeof(text), -123450);
	assert_string_equal(text, "-1234.50");
	num_write_cents(text, sizeof(text), -7);
	assert_string_equal(text, "-0.07");
	num_write_cents(text, sizeof(text), INT64_MIN);
	assert_string_equal(text, "-92233720368547758.08");
}

/* B062, B070: a library may have set a comma. The locale is made here; without localedef's sources only C is tried. */
static void machine_text_has_a_point_in_every_locale(void **state)
{
	char folder[] = "/tmp/bestek-locale-XXXXXX", command[256];

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(command, sizeof(command), "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >%s/log 2>&1", folder, folder);
	if (system(command) == 0) {
		char text[8];
		double v;

		setenv("LOCPATH", folder, 1);
		assert_non_null(setlocale(LC_NUMERIC, "de_DE.UTF-8"));
		snprintf(text, sizeof(text), "%.1f", 0.5);
		assert_string_equal(text, "0,5");
		write_double("12.75", 12.75, 2);
		write_double("12.75", 12.75, -1);
		assert_int_equal(num_parse_double("12.75", &v), 0);
		assert_true(v == 12.75);
		assert_int_equal(num_parse_double("12,75", &v), -1);
		setlocale(LC_NUMERIC, "C");
		unsetenv("LOCPATH");
	}
	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	assert_int_equal(system(command), 0);
}

static void show(const char *lang)
{
	i18n_init(lang);
	assert_string_equal(i18n_language(), lang);
}

static void text_for_people(void **state)
{
	char text[64];

	(void)state;
	show("en");
	num_show_i64(text, sizeof(text), -1234567);
	assert_string_equal(text, "-1,234,567");
	num_show_i64(text, sizeof(text), 999);
	assert_string_equal(text, "999");
	num_show_double(text, sizeof(text), 1234.5, 3);
	assert_string_equal(text, "1,234.5");
	num_show_double(text, sizeof(text), 12, 2);
	assert_string_equal(text, "12");
	num_show_money(text, sizeof(text), 123450, "EUR");
	assert_string_equal(text, "EUR 1,234.50");
	num_show_money(text, sizeof(text), -7, "");
	assert_string_equal(text, "-0.07");
	num_show_money_round(text, sizeof(text), 123450, "EUR");
	assert_string_equal(text, "EUR 1,235");
	num_show_money_round(text, sizeof(text), -49, NULL);
	assert_string_equal(text, "0");
	num_show_money(text, sizeof(text), INT64_MIN, "EUR");
	assert_string_equal(text, "EUR -92,233,720,368,547,758.08");
#if ENABLE_NLS
	show("nl");
	num_show_i64(text, sizeof(text), 1234567);
	assert_string_equal(text, "1.234.567");
	num_show_money(text, sizeof(text), 21438012, "EUR");
	assert_string_equal(text, "EUR 214.380,12");
	show("de");
	num_show_double(text, sizeof(text), 1234.5, 1);
	assert_string_equal(text, "1.234,5");
	num_show_money(text, sizeof(text), 21438012, "EUR");
	assert_string_equal(text, "214.380,12 EUR");
	write_double("1234.5", 1234.5, -1);
	show("en");
#endif
}

/* B061 */
static void dates(void **state)
{
	static const char *const wrong[] = { "", "2026-02-29", "2026-2-03", "26-01-01", "2026-13-01", "2026-00-10", "2026-04-31",
		"2026-01-01 ", "2100-02-29", "0000-01-01", "2026/01/01", "2026-01" };
	char d[11];

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(date_valid(wrong[i]));
	assert_false(date_valid(NULL));
	assert_true(date_valid("2028-02-29"));
	assert_true(date_valid("2000-02-29"));
	assert_int_equal(date_diff_days("2026-11-30", "2026-12-14"), 14);
	assert_int_equal(date_diff_days("2027-03-01", "2027-02-28"), -1);
	/* 1970-01-01 is day 719162 after 0001-01-01; 2000-01-01 is 10957 days later. */
	assert_int_equal(date_diff_days("0001-01-01", "1970-01-01"), 719162);
	assert_int_equal(date_diff_days("1970-01-01", "2000-01-01"), 10957);
	assert_true(date_diff_days("1970-01-01", "x") == INT64_MIN);
	assert_int_equal(date_add_days("2027-12-31", 1, d), 0);
	assert_string_equal(d, "2028-01-01");
	assert_int_equal(date_add_days("2028-02-28", 1, d), 0);
	assert_string_equal(d, "2028-02-29");
	assert_int_equal(date_add_days("2026-11-30", -365, d), 0);
	assert_string_equal(d, "2025-11-30");
	assert_int_equal(date_add_days("2000-12-30", 1, d), 0);
	assert_string_equal(d, "2000-12-31");
	assert_int_equal(date_add_days("9999-12-31", 1, d), -1);
	assert_int_equal(date_add_days("0001-01-01", -1, d), -1);
	for (int days = 0; days < 3000; days++) {
		assert_int_equal(date_add_days("1999-12-31", days, d), 0);
		assert_true(date_valid(d));
		assert_int_equal(date_diff_days("1999-12-31", d), days);
	}
}

static void today_can_be_told(void **state)
{
	char d[11];

	(void)state;
	setenv("BESTEK_TODAY", "2026-11-30", 1);
	date_today(d);
	assert_string_equal(d, "2026-11-30");
	setenv("BESTEK_TODAY", "2026-02-30", 1);
	date_today(d);
	assert_true(date_valid(d));
	assert_string_not_equal(d, "2026-02-30");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_and_products_are_checked),
		cmocka_unit_test(muldiv_rounds_half_away_from_zero),
		cmocka_unit_test(whole_numbers),
		cmocka_unit_test(fractions),
		cmocka_unit_test(money_text),
		cmocka_unit_test(machine_text),
		cmocka_unit_test(machine_text_has_a_point_in_every_locale),
		cmocka_unit_test(text_for_people),
		cmocka_unit_test(dates),
		cmocka_unit_test(today_can_be_told),
	};

	return cmocka_run_group_tests_name("num", tests, NULL, NULL);
}
