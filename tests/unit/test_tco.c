/* SPDX-License-Identifier: MIT */
/* Expected values: the project's vectors TV-01, 02, 04, 05, 08, 12, 13. */
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

static void test_efficiency(void **state)
{
	(void)state;
	/* TV-01 */
	near_to(psu_efficiency("titanium", 0.05), 0.90, 1e-9);
	near_to(psu_efficiency("titanium", 0.10), 0.90, 1e-9);
	near_to(psu_efficiency("titanium", 0.15), 0.92, 1e-9);
	near_to(psu_efficiency("titanium", 0.35), 0.95, 1e-9);
	near_to(psu_efficiency("titanium", 0.75), 0.935, 1e-9);
	near_to(psu_efficiency("titanium", 1.0), 0.91, 1e-9);
	near_to(psu_efficiency("titanium", 1.3), 0.91, 1e-9);
	near_to(psu_efficiency("titanium", 0.2), 0.94, 1e-9);
	near_to(psu_efficiency("titanium", 0.5), 0.96, 1e-9);
	/* TV-02 */
	near_to(psu_efficiency("platinum", 0.10), 0.90, 1e-9);
	near_to(psu_efficiency("platinum", 0.20), 0.90, 1e-9);
	near_to(psu_efficiency("platinum", 0.35), 0.92, 1e-9);
	near_to(psu_efficiency("platinum", 0.75), 0.925, 1e-9);
	near_to(psu_efficiency("gold", 0.35), 0.90, 1e-9);
	assert_true(psu_efficiency("bronze", 0.5) < 0);
	assert_true(psu_efficiency(NULL, 0.5) < 0);
}

static void test_ac(void **state)
{
	(void)state;
	near_to(psu_ac_w(6936.16, "titanium", 4, 3000), 7284.36, 0.1); /* TV-04 */
	near_to(psu_efficiency("titanium", 6936.16 / 12000), 0.95220, 5e-6);
	near_to(psu_ac_w(6936.16, "titanium", 6, 3000), 7283.16, 0.1); /* TV-05 */
	near_to(psu_efficiency("titanium", 6936.16 / 18000), 0.95236, 5e-6);
	near_to(psu_ac_w(2262.7, "titanium", 2, 2700), 2370.31, 0.1); /* TV-08 */
	near_to(psu_ac_w(2262.7, "platinum", 2, 2700), 2435.10, 0.1);
	assert_true(psu_ac_w(100, "titanium", 0, 3000) < 0);
	assert_true(psu_ac_w(100, "titanium", 2, 0) < 0);
	assert_true(psu_ac_w(100, "unheard", 2, 2000) < 0);
	assert_true(psu_ac_w(-1, "titanium", 2, 2000) < 0);
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
		cmocka_unit_test(test_efficiency),
		cmocka_unit_test(test_ac),
		cmocka_unit_test(test_energy_and_cost),
		cmocka_unit_test(test_too_large),
	};

	return cmocka_run_group_tests_name("tco", tests, NULL, NULL);
}
