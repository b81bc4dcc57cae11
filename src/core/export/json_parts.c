/* SPDX-License-Identifier: MIT */
#include "json_parts.h"

#include <math.h>
#include <string.h>

#include "../base/mem.h"

/* Gives o the key; a NULL value (out of memory) drops o, so that a run of puts is checked once at its end. */
static void put(json_t **o, const char *key, json_t *value)
{
	if (!*o)
		json_decref(value);
	else if (json_object_set_new(*o, key, value)) {
		json_decref(*o);
		*o = NULL;
	}
}

static void append(json_t **array, json_t *value)
{
	if (!*array)
		json_decref(value);
	else if (json_array_append_new(*array, value)) {
		json_decref(*array);
		*array = NULL;
	}
}

json_t *json_text(const char *s)
{
	char clean[1024];

	if (!s || !*s)
		return json_null();
	if (str_utf8_valid(s, strlen(s)))
		return json_string(s);
	str_copy_clean(clean, sizeof(clean), s);
	return json_string(clean);
}

json_t *json_int(int64_t v)
{
	return v == BUILD_UNSET ? json_null() : json_integer(v);
}

json_t *json_number(double v)
{
	return !isfinite(v) || v <= BUILD_UNSET_F / 2 ? json_null() : json_real(v);
}

json_t *json_known(int64_t v)
{
	return v < 0 ? json_null() : json_integer(v);
}

/* What a part is called so that it can be found again: model names for what has one, else the maker's number. */
static json_t *part_name(struct engine *e, const struct part_ref *ref)
{
	struct part part;

	if (!ref->id || catalog_part(engine_catalog(e), ref->id, &part, NULL) != ERR_OK)
		return json_text(ref->text);
	if (part.kind == PART_PLATFORM || part.kind == PART_CPU || part.kind == PART_GPU || !*part.part_number)
		return json_text(part.model);
	return json_text(part.part_number);
}

static json_t *items(struct engine *e, const struct item_list *list)
{
	json_t *array = json_array(), *o;
	int i;

	for (i = 0; i < list->n; i++) {
		o = json_object();
		put(&o, "part", part_name(e, &list->item[i].part));
		put(&o, "count", json_int(list->item[i].count));
		append(&array, o);
	}
	return array;
}

json_t *json_build(struct engine *e, const struct build *b, const char *cpu_family)
{
	const struct picks *p = &b->pick;
	json_t *o = json_object(), *options = json_array();
	int i;

	put(&o, "platform", part_name(e, &p->platform));
	put(&o, "cpu", part_name(e, &p->cpu));
	put(&o, "cpu_family", json_text(cpu_family));
	put(&o, "sockets", json_int(p->sockets));
	put(&o, "dimm", part_name(e, &p->dimm));
	put(&o, "dimms_per_socket", json_int(p->dimms_per_socket));
	put(&o, "more_dimms", items(e, &p->more_dimms));
	put(&o, "gpu", part_name(e, &p->gpu));
	put(&o, "gpus", json_int(p->gpus));
	put(&o, "nics", items(e, &p->nics));
	put(&o, "drives", items(e, &p->drives));
	put(&o, "boot", items(e, &p->boot));
	put(&o, "psu", part_name(e, &p->psu));
	put(&o, "psu_count", json_int(p->psu_count));
	put(&o, "psu_w", json_int(p->psu_w));
	for (i = 0; i < p->options.n; i++)
		append(&options, json_text(p->options.word[i]));
	put(&o, "options", options);
	return o;
}

json_t *json_totals(const struct bom *bom)
{
	const struct figures *f = &bom->figures;
	json_t *o = json_object();
	size_t i, priced = 0;

	for (i = 0; i < bom->n; i++)
		priced += bom->line[i].line_cents > 0;
	put(&o, "price_cents", priced ? json_integer(bom->net_cents) : json_null());
	put(&o, "currency", json_text(bom->currency));
	put(&o, "complete", json_boolean(bom->n && !bom->unknown_lines));
	put(&o, "tco_3y_cents", json_known(bom->tco_3y_cents));
	put(&o, "tco_5y_cents", json_known(bom->tco_5y_cents));
	put(&o, "power_w", json_int(f->power_w));
	put(&o, "power_ac_w", json_int(f->power_ac_w));
	put(&o, "heat_btu_h", json_int(f->heat_btu_h));
	put(&o, "rack_u", json_int(f->rack_u));
	put(&o, "weight_kg", json_number(f->weight_kg));
	put(&o, "lead_weeks", json_int(f->lead_weeks));
	put(&o, "memory_gb", json_int(f->memory_gb));
	put(&o, "memory_bandwidth_gbs", json_number(f->memory_bandwidth_gbs));
	put(&o, "lanes_used", json_int(f->lanes_used));
	put(&o, "lanes_total", json_int(f->lanes_total));
	return o;
}

static json_t *value_json(const struct value *v)
{
	switch (v->type) {
	case 'i':
		return json_integer(v->i);
	case 'f':
		return json_number(v->f);
	case 't':
		return json_text(v->t);
	default:
		return json_null();
	}
}

static json_t *fix_json(const struct fix *fix)
{
	json_t *o = json_object(), *changes = json_array();
	int i;

	put(&o, "text", json_text(fix->text));
	for (i = 0; i < fix->n_changes; i++)
		append(&changes, json_text(fix->changes[i]));
	put(&o, "changes", changes);
	put(&o, "price_delta_cents", fix->price_known ? json_int(fix->price_delta_cents) : json_null());
	put(&o, "power_delta_w", json_int(fix->power_delta_w));
	put(&o, "rack_delta_u", json_int(fix->rack_delta_u));
	put(&o, "lead_delta_weeks", json_int(fix->lead_delta_weeks));
	return o;
}

/* *array: the fixes of one finding. */
static int fixes_of(struct engine *e, const struct build *b, const struct finding *f, json_t **array, struct err *err)
{
	struct fix *fix = mem_zalloc(sizeof(*fix)); /* holds a whole build: too large for the stack of a loop */
	int found = 0, rc;

	if (!fix)
		return err_nomem(err);
	rc = engine_fix(e, b, f, fix, &found, err);
	if (rc == ERR_OK && found) {
		append(array, fix_json(fix));
		build_release(&fix->after);
	}
	mem_free(fix);
	return rc;
}

json_t *json_findings(struct engine *e, const struct build *b, const struct findings *f, int fixes, struct err *err)
{
	json_t *array = json_array(), *list, *o;
	size_t i;

	for (i = 0; i < f->n; i++) {
		const struct finding *item = &f->item[i];

		list = json_array();
		if (fixes && item->severity == SEV_ERROR && fixes_of(e, b, item, &list, err) != ERR_OK) {
			json_decref(list);
			json_decref(array);
			return NULL;
		}
		o = json_object();
		put(&o, "rule", json_text(item->rule->id));
		put(&o, "severity", json_text(severity_name(item->severity)));
		put(&o, "step", json_text(item->rule->step));
		put(&o, "text", json_text(item->text));
		put(&o, "have", value_json(&item->have));
		put(&o, "need", value_json(&item->need));
		put(&o, "unit", json_text(item->rule->unit));
		put(&o, "proven", json_boolean(item->proven));
		put(&o, "fixes", list);
		append(&array, o);
	}
	if (!array)
		err_nomem(err);
	return array;
}

static int dumped(const char *text, size_t len, void *data)
{
	return str_add_n(data, text, len);
}

int json_write(json_t *doc, struct str *out, struct err *err)
{
	int failed = !doc || json_dump_callback(doc, dumped, out,
	                                                JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12)) ||
	             str_add_c(out, '\n');

	json_decref(doc);
	return failed ? err_nomem(err) : ERR_OK;
}
