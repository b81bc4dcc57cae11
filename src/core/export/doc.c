/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../base/i18n.h"
#include "../base/num.h"
#include "export_priv.h"

const char *doc_description(const struct bom_line *line)
{
	return *line->description ? gettext(line->description) : "";
}

void doc_price(char *dst, size_t size, const struct bom_line *line, int64_t cents, const char *currency)
{
	if (line->kind == PRICE_INCLUDED || cents < 0)
		str_copy(dst, size, price_kind_label(line->kind));
	else
		num_show_money(dst, size, cents, currency);
}

void doc_price_kind(char *dst, size_t size, const struct bom_line *line)
{
	if (*line->price_date)
		snprintf(dst, size, "%s %s", price_kind_label(line->kind), line->price_date);
	else
		str_copy(dst, size, price_kind_label(line->kind));
}

void doc_weeks(char *dst, size_t size, int64_t weeks)
{
	*dst = '\0';
	if (weeks >= 0)
		snprintf(dst, size, ngettext("%ld week", "%ld weeks", (unsigned long)weeks), (long)weeks);
}

/* --- rows --- */

static void row(struct doc_row *rows, int *n, int max, const char *label, const char *value)
{
	if (*n == max || !*value)
		return;
	str_copy_clean(rows[*n].label, sizeof(rows[*n].label), label);
	str_copy_clean(rows[*n].value, sizeof(rows[*n].value), value);
	++*n;
}

#define ROW(doc, part, label, value) \
	row((doc)->part, &(doc)->n_##part, (int)(sizeof((doc)->part) / sizeof((doc)->part[0])), label, value)

__attribute__((format(printf, 2, 3)))
static void note(struct doc *doc, const char *fmt, ...)
{
	char text[800];
	va_list ap;

	if (doc->n_note == (int)(sizeof(doc->note) / sizeof(doc->note[0])))
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	str_copy_clean(doc->note[doc->n_note++], sizeof(doc->note[0]), text);
}

static void head(struct doc *doc, const struct export_input *in)
{
	const struct bom *bom = in->bom;

	ROW(doc, head, _("Customer"), in->build->customer);
	ROW(doc, head, _("Date"), bom->date);
	ROW(doc, head, _("Valid until"), bom->valid_until);
}

static void money_row(struct doc *doc, const char *label, int64_t cents, const char *currency)
{
	char text[64];

	num_show_money(text, sizeof(text), cents, currency);
	ROW(doc, total, label, text);
}

static void totals(struct doc *doc, const struct bom *bom)
{
	char number[64], label[96];

	if (bom->discount_cents) {
		money_row(doc, _("List total"), bom->list_cents, bom->currency);
		num_show_double(number, sizeof(number), bom->discount_percent, 2);
		snprintf(label, sizeof(label), _("Discount %s %%"), number);
		money_row(doc, label, -bom->discount_cents, bom->currency);
	}
	money_row(doc, _("Net total"), bom->net_cents, bom->currency);
	num_show_double(number, sizeof(number), bom->vat_percent, 2);
	snprintf(label, sizeof(label), _("VAT %s %%"), number);
	money_row(doc, label, bom->vat_cents, bom->currency);
	money_row(doc, _("Total including VAT"), bom->total_cents, bom->currency);
}

static void figure(struct doc *doc, const char *label, int64_t v, const char *unit)
{
	char number[64], text[96];

	if (v == BUILD_UNSET)
		return;
	num_show_i64(number, sizeof(number), v);
	snprintf(text, sizeof(text), "%s %s", number, unit);
	ROW(doc, figure, label, text);
}

static void figure_real(struct doc *doc, const char *label, double v, const char *unit)
{
	char number[64], text[96];

	if (v <= BUILD_UNSET_F / 2)
		return;
	num_show_double(number, sizeof(number), v, 1);
	snprintf(text, sizeof(text), "%s %s", number, unit);
	ROW(doc, figure, label, text);
}

static void figures(struct doc *doc, const struct bom *bom)
{
	const struct figures *f = &bom->figures;
	char text[96];

	figure(doc, _("Power of the machine"), f->power_w, "W");
	figure(doc, _("Power from the socket"), f->power_ac_w, "W");
	figure(doc, _("Heat"), f->heat_btu_h, "BTU/h");
	figure(doc, _("Rack space"), f->rack_u, "U");
	figure_real(doc, _("Weight"), f->weight_kg, "kg");
	figure(doc, _("Memory"), f->memory_gb, "GB");
	figure_real(doc, _("Memory bandwidth"), f->memory_bandwidth_gbs, "GB/s");
	if (f->lanes_used != BUILD_UNSET && f->lanes_total != BUILD_UNSET) {
		snprintf(text, sizeof(text), _("%ld of %ld used"), (long)f->lanes_used, (long)f->lanes_total);
		ROW(doc, figure, _("PCIe lanes"), text);
	}
	if (f->lead_weeks != BUILD_UNSET) {
		doc_weeks(text, sizeof(text), f->lead_weeks);
		ROW(doc, figure, _("Delivery time"), text);
	}
	if (bom->tco_3y_cents >= 0) {
		num_show_money_round(text, sizeof(text), bom->tco_3y_cents, bom->currency);
		ROW(doc, figure, _("Cost of ownership, 3 years"), text);
	}
	if (bom->tco_5y_cents >= 0) {
		num_show_money_round(text, sizeof(text), bom->tco_5y_cents, bom->currency);
		ROW(doc, figure, _("Cost of ownership, 5 years"), text);
	}
}

static void notes(struct doc *doc, const struct bom *bom)
{
	size_t i;
	int indicative = 0;

	for (i = 0; i < bom->n; i++)
		indicative |= bom->line[i].kind == PRICE_INDICATIVE;
	if (bom->unknown_lines)
		note(doc, ngettext("The total is not complete: %d line is on request.",
		                   "The total is not complete: %d lines are on request.", (unsigned long)bom->unknown_lines),
		     bom->unknown_lines);
	if (*bom->price_date_old && !strcmp(bom->price_date_old, bom->price_date_new))
		note(doc, _("Prices are of %s."), bom->price_date_old);
	else if (*bom->price_date_old)
		note(doc, _("Prices are of %s to %s."), bom->price_date_old, bom->price_date_new);
	if (indicative)
		note(doc, "%s", _("Indicative prices come from public sources: let the supplier confirm them before ordering."));
	if (*bom->fx_note)
		note(doc, _("Exchange rates: %s."), bom->fx_note);
	note(doc, "%s", _("Unit prices are without VAT and rounded to the cent; discount and VAT are rounded once,"
		" on the total."));
	note(doc, "%s", _("Prices of memory, SSDs and GPUs change quickly: changes until delivery are reserved."));
	if (bom->tco_3y_cents >= 0)
		note(doc, "%s", _("Cost of ownership is the net total and energy, less what the machine is still worth; "
		                  "VAT, support and licences are not in it."));
}

void doc_make(const struct export_input *in, struct doc *doc)
{
	memset(doc, 0, sizeof(*doc));
	head(doc, in);
	totals(doc, in->bom);
	figures(doc, in->bom);
	notes(doc, in->bom);
}
