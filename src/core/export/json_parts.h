/* SPDX-License-Identifier: MIT */
/*
 * Pieces of the published JSON (doc/schema) that the bill and the commands share. Each returns a new reference,
 * NULL when out of memory. Keys keep the order of the schema; unknown is null, money is integer cents.
 */
#ifndef BESTEK_EXPORT_JSON_PARTS_H
#define BESTEK_EXPORT_JSON_PARTS_H

#include <jansson.h>

#include "../base/str.h"
#include "../bom/bom.h"

/* Text: "" and NULL are null; bytes that are not UTF-8 become '?'. */
json_t *json_text(const char *s);
/* A number, null for BUILD_UNSET; a real, null for BUILD_UNSET_F and for what is not finite. */
json_t *json_int(int64_t v);
json_t *json_number(double v);
/* Money or another count whose unknown is negative: null then. */
json_t *json_known(int64_t v);
/* The picks by catalogue names: {platform, cpu, cpu_family, ...}. cpu_family: figures.cpu_family or NULL. */
json_t *json_build(struct engine *e, const struct build *b, const char *cpu_family);
/* {price_cents (after discount, without VAT), currency, complete, ...} */
json_t *json_totals(const struct bom *bom);
/*
 * The array of findings. fixes != 0: the cheapest fix of each error is looked up (needs e and b). NULL also when that
 * fails: err says why.
 */
json_t *json_findings(struct engine *e, const struct build *b, const struct findings *f, int fixes, struct err *err);
/* Appends the document and a line feed to out; takes the reference. NULL counts as out of memory. */
int json_write(json_t *doc, struct str *out, struct err *err);

#endif
