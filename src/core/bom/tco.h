/* SPDX-License-Identifier: MIT */
/* Energy and cost of ownership: pure functions over numbers, no catalogue. */
#ifndef BESTEK_BOM_TCO_H
#define BESTEK_BOM_TCO_H

#include <stdint.h>

/* kWh a year of ac_w watts at full load, at a utilisation (0..1) and a PUE. */
double energy_kwh_year(double ac_w, double utilisation, double pue);

struct tco_input {
	int64_t capex_cents;       /* net of VAT */
	int64_t yearly_cents;      /* support, licences, housing */
	double kwh_year;
	double cents_per_kwh;
	int years;
	double residual;           /* part of capex left at the end, 0..1 */
};
/*
 * capex + years * (energy + yearly) - residual * capex, in cents, each term rounded half away from zero.
 * 0 on success, -1 when a sum overflows or a number is not finite (*out untouched).
 */
int tco_cents(const struct tco_input *in, int64_t *out);

#endif
