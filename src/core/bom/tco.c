/* SPDX-License-Identifier: MIT */
#include "tco.h"

#include <math.h>
#include <string.h>

#include "../base/num.h"

/* 80 PLUS minimum values at 230 V, internal redundant supplies. Only Titanium states one at 10 %. */
static const struct curve {
	const char *name;
	int n;
	double load[4], efficiency[4];
} curves[] = {
	{ "titanium", 4, { 0.10, 0.20, 0.50, 1.00 }, { 0.90, 0.94, 0.96, 0.91 } },
	{ "platinum", 3, { 0.20, 0.50, 1.00 }, { 0.90, 0.94, 0.91 } },
	{ "gold", 3, { 0.20, 0.50, 1.00 }, { 0.88, 0.92, 0.88 } },
};

static double curve_at(const struct curve *c, double load)
{
	int i = 1;

	if (!(load > c->load[0]))
		return c->efficiency[0];
	if (load >= c->load[c->n - 1])
		return c->efficiency[c->n - 1];
	while (load > c->load[i])
		i++;
	return c->efficiency[i - 1] + (c->efficiency[i] - c->efficiency[i - 1]) * (load - c->load[i - 1]) /
	       (c->load[i] - c->load[i - 1]);
}

double psu_efficiency(const char *class_name, double load)
{
	size_t i;

	for (i = 0; class_name && i < sizeof(curves) / sizeof(curves[0]); i++)
		if (!strcmp(curves[i].name, class_name))
			return curve_at(&curves[i], load);
	return -1;
}

double psu_ac_w(double dc_w, const char *class_name, int64_t n, double rated_w)
{
	double efficiency;

	if (n <= 0 || !(rated_w > 0) || !(dc_w >= 0))
		return -1;
	efficiency = psu_efficiency(class_name, dc_w / ((double)n * rated_w));
	return efficiency > 0 ? dc_w / efficiency : -1;
}

double energy_kwh_year(double ac_w, double utilisation, double pue)
{
	return ac_w / 1000 * 8760 * utilisation * pue;
}

/* Cents from a real number; -1 when it does not fit. */
static int to_cents(double v, int64_t *out)
{
	if (!isfinite(v) || fabs(v) >= 9e18)
		return -1;
	*out = (int64_t)round(v);
	return 0;
}

int tco_cents(const struct tco_input *in, int64_t *out)
{
	int64_t sum, term;

	if (num_mul(in->yearly_cents, in->years, &sum) || num_add(sum, in->capex_cents, &sum))
		return -1;
	if (to_cents(in->kwh_year * in->cents_per_kwh * in->years, &term) || num_add(sum, term, &sum))
		return -1;
	if (to_cents(-in->residual * (double)in->capex_cents, &term) || num_add(sum, term, &sum))
		return -1;
	*out = sum;
	return 0;
}
