/* SPDX-License-Identifier: MIT */
#include "tco.h"

#include <math.h>

#include "../base/num.h"

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
