/* SPDX-License-Identifier: MIT */
/* A build as priced lines. */
#ifndef BESTEK_BOM_BOM_H
#define BESTEK_BOM_BOM_H

#include "../rules/engine.h"

enum price_kind { PRICE_LIST, PRICE_INDICATIVE, PRICE_INCLUDED, PRICE_ON_REQUEST };
const char *price_kind_name(enum price_kind k);  /* "list" "indicative" "included" "on-request" */
const char *price_kind_label(enum price_kind k); /* translated */

struct bom_line {
	/* platform cpu dimm gpu nic drive boot psu kit cable cord rail tpm licence service bridge network; untranslated */
	char category[24];
	char vendor[64];
	char order_number[96];  /* the system vendor's order number; "" when not known */
	char part_number[96];   /* the maker's; "" when not known: the line then says so */
	char description[256];
	int64_t part_id;        /* 0 for a line without a catalogue part */
	int64_t quantity;
	int64_t unit_cents, line_cents; /* in the bill's currency, before discount; -1 on request */
	enum price_kind kind;
	char price_date[12];
	char price_source[160];
	int64_t power_w;        /* of the line, -1 unknown; the platform's line carries the board and the fans */
	int64_t lead_weeks;     /* -1 unknown */
	char reason[160];       /* why it is on the bill, translated */
	char note[160];         /* slot, memory map, "order number to be confirmed", translated; may be "" */
	char reason_plain[160], note_plain[160]; /* the same untranslated, for formats that machines read */
};
struct bom {
	struct bom_line *line; size_t n, cap;
	char currency[4];
	double discount_percent, vat_percent;
	int64_t list_cents;      /* sum of known lines */
	int64_t discount_cents;  /* rounded half up on the total, once */
	int64_t net_cents, vat_cents, total_cents;
	int unknown_lines;       /* lines without a price: the total is not complete */
	char price_date_old[12], price_date_new[12]; /* oldest and newest price used */
	char fx_note[160];       /* "1 USD = 0.85673 EUR (2026-08-25)" when a rate was used; several joined by "; " */
	char date[12];           /* of the bill */
	char valid_until[12];
	struct figures figures;
	int64_t tco_3y_cents, tco_5y_cents; /* in the bill's currency, -1 unknown */
};
/*
 * Prices come from the table offer (one chosen price a part). Money is rounded once per unit price (converted, VAT
 * taken out, half away from zero), the discount once on the list total, VAT once on the net total. Picks without a
 * catalogue part become lines on request. ERR_DATA when a needed exchange rate or planning value is missing,
 * ERR_RANGE when a sum overflows. *out is written only on success; the caller bom_release's it.
 */
int bom_make(struct engine *e, const struct build *b, struct bom *out, struct err *err);
void bom_release(struct bom *bom);

#endif
