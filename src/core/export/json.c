/* SPDX-License-Identifier: MIT */
/* The lossless format: doc/schema/bom.schema.json describes it. */
#include "../base/mem.h"
#include "export_priv.h"
#include "json_parts.h"

static json_t *line_json(const struct bom_line *line, size_t number)
{
	return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:I, s:s, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o}",
		"line", (json_int_t)number,
		"category", json_text(line->category),
		"vendor", json_text(line->vendor),
		"order_number", json_text(line->order_number),
		"part_number", json_text(line->part_number),
		"description", json_text(line->description),
		"quantity", (json_int_t)line->quantity,
		"unit", "each",
		"unit_cents", json_known(line->unit_cents),
		"line_cents", json_known(line->line_cents),
		"price_kind", price_kind_name(line->kind),
		"price_date", json_text(line->price_date),
		"price_source", json_text(line->price_source),
		"power_w", json_known(line->power_w),
		"lead_weeks", json_known(line->lead_weeks),
		"reason", json_text(line->reason_plain),
		"note", json_text(line->note_plain));
}

static json_t *lines_json(const struct bom *bom)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; array && i < bom->n; i++)
		if (json_array_append_new(array, line_json(&bom->line[i], i + 1))) {
			json_decref(array);
			return NULL;
		}
	return array;
}

static json_t *amounts_json(const struct bom *bom)
{
	return json_pack("{s:I, s:o, s:I, s:I, s:o, s:I, s:I, s:i}",
		"list_cents", (json_int_t)bom->list_cents,
		"discount_percent", json_number(bom->discount_percent),
		"discount_cents", (json_int_t)bom->discount_cents,
		"net_cents", (json_int_t)bom->net_cents,
		"vat_percent", json_number(bom->vat_percent),
		"vat_cents", (json_int_t)bom->vat_cents,
		"total_cents", (json_int_t)bom->total_cents,
		"unknown_lines", bom->unknown_lines);
}

int export_json(const struct export_input *in, struct str *out, struct err *err)
{
	const struct bom *bom = in->bom;
	json_t *findings;

	json_set_alloc_funcs(mem_alloc, mem_free);
	findings = json_findings(in->engine, in->build, in->findings, 1, err);
	if (!findings)
		return err && err->code ? err->code : ERR_NOMEM;
	return json_write(json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
		"schema", "bestek.bom/1",
		"customer", json_text(in->build->customer),
		"date", json_text(bom->date),
		"valid_until", json_text(bom->valid_until),
		"currency", json_text(bom->currency),
		"price_date_oldest", json_text(bom->price_date_old),
		"price_date_newest", json_text(bom->price_date_new),
		"fx", json_text(bom->fx_note),
		"build", json_build(in->engine, in->build, bom->figures.cpu_family),
		"totals", json_totals(bom),
		"amounts", amounts_json(bom),
		"lines", lines_json(bom),
		"findings", findings), out, err);
}
