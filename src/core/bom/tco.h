/* SPDX-License-Identifier: MIT */
/* Supply efficiency, energy and cost of ownership: pure functions over numbers, no catalogue. */
#ifndef BESTEK_BOM_TCO_H
#define BESTEK_BOM_TCO_H

#include <stdint.h>

/*
 * Efficiency (0..1) of a supply of an 80 PLUS class ("titanium", "platinum", "gold") at a load fraction: the class's
 * minimum values at 10, 20, 50 and 100 % load, joined by straight lines, held level beyond both ends. -1 for
 * another class.
 */
double psu_efficiency(const char *class_name, double load);
/* Watts at the inlet for dc_w watts out of n supplies that share the load; -1 when class, n or rating is not known. */
double psu_ac_w(double dc_w, const char *class_name, int64_t n, double rated_w);
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
