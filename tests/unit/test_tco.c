/* SPDX-License-Identifier: MIT */
/* Expected values: the project's vectors TV-12 and TV-13 (the supplies' efficiency is a term of the rules: test_engine). */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <math.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/bom/tco.h"

static void near_to(double got, double want, double tolerance)
{
	if (!(fabs(got - want) <= tolerance))
		fail_msg("got %.6f, want %.6f", got, want);
}

static void test_energy_and_cost(void **state)
{
	struct tco_input in = { .capex_cents = 25000000, .yearly_cents = 800000, .cents_per_kwh = 20, .years = 3 };
	int64_t cents = 7;

	(void)state;
	in.kwh_year = energy_kwh_year(7000, 0.7, 1.3);
	near_to(in.kwh_year, 55801.2, 0.01); /* TV-12 */
	near_to(in.kwh_year * 0.20, 11160.24, 0.001);
	near_to(in.kwh_year * 0.20 * 5, 55801.20, 0.001);
	/* TV-13 */
	assert_int_equal(tco_cents(&in, &cents), 0);
	assert_int_equal(cents, 30748072);
	in.residual = 0.20;
	assert_int_equal(tco_cents(&in, &cents), 0);
	assert_int_equal(cents, 25748072);
	in.years = 5;
	in.residual = 0.05;
	assert_int_equal(tco_cents(&in, &cents), 0);
	assert_int_equal(cents, 33330120);
	in.residual = 0;
	assert_int_equal(tco_cents(&in, &cents), 0);
	assert_int_equal(cents, 34580120);
}

static void test_too_large(void **state)
{
	struct tco_input in = { .capex_cents = INT64_MAX, .yearly_cents = 1, .years = 1 };
	int64_t cents = 7;

	(void)state;
	assert_int_equal(tco_cents(&in, &cents), -1);
	in = (struct tco_input){ .capex_cents = 1, .kwh_year = 1e300, .cents_per_kwh = 1e9, .years = 5 };
	assert_int_equal(tco_cents(&in, &cents), -1);
	in.kwh_year = NAN;
	assert_int_equal(tco_cents(&in, &cents), -1);
	assert_int_equal(cents, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_energy_and_cost),
		cmocka_unit_test(test_too_large),
	};

	return cmocka_run_group_tests_name("tco", tests, NULL, NULL);
}
