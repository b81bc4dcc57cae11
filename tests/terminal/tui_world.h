/* SPDX-License-Identifier: MIT */
/*
 * A small made-up world in the place of the rooms below the wizard, so that its tests need no catalogue and no solver.
 * Machines: lanes used = 16 a GPU + 8, lanes given = 80 a socket (rule gpu.lanes); 12 channels a socket (rule
 * memory.channels-filled). All numbers are small enough to work out by hand.
 */
#ifndef BESTEK_TESTS_TUI_WORLD_H
#define BESTEK_TESTS_TUI_WORLD_H

#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "tui/tui_priv.h"

struct catalog { struct db *db; };
struct engine { struct catalog cat; };
static struct engine world;

static const struct rule rule_lanes = { .id = "gpu.lanes", .severity = SEV_ERROR, .step = "gpu", .unit = "lanes",
	.text = "The devices use {have} lanes, the sockets give {need}", .why = "A device without lanes is not seen.",
		.source = "made up" };
static const struct rule rule_board = { .id = "gpu.form", .severity = SEV_ERROR, .step = "gpu",
	.text = "needs an HGX board, eight at a time" };
static const struct rule rule_channels = { .id = "memory.channels-filled", .severity = SEV_WARNING, .step = "memory",
	.unit = "DIMMs" };

static const struct { enum choice choice; int64_t id; const char *model,
	*detail; int64_t cents; const struct rule *broken; } parts[] = {
	{ CHOICE_GPU, 1, "H100 NVL", "94 GB  Gen5 x16  400 W", 2500000, NULL }, { CHOICE_GPU, 2, "L4",
		"24 GB  Gen4 x16  72 W", 210000, NULL },
	{ CHOICE_GPU, 3, "B200 SXM6", "180 GB  SXM6  1000 W", -1, &rule_board },
	{ CHOICE_PLATFORM, 11, "PF-ONE", "2U  1 x SP5", 300000, NULL }, { CHOICE_PLATFORM, 12, "PF-TWO", "4U  2 x SP5",
		900000, NULL },
	{ CHOICE_PSU, 21, "2 x 2700 W", "1+1", -1, NULL }, { CHOICE_CPU, 31, "CPU 9124", "16 cores", 100000, NULL },
	{ CHOICE_CPU, 32, "CPU 9654", "96 cores", 1000000, NULL }, { CHOICE_DIMM, 41, "64 GB RDIMM", "64 GB  4800 MT/s",
		30000, NULL },
	{ CHOICE_NIC, 51, "NIC 200", "1 x 200 Gb/s", 150000, NULL }, { CHOICE_DRIVE, 61, "DRIVE 7.68", "1 x 7.68 TB",
		90000, NULL },
	{ CHOICE_BOOT, 71, "BOOT 480", "2 x 0.48 TB", 9000, NULL },
};
#define N_PARTS (sizeof(parts) / sizeof(parts[0]))

const char *severity_name(enum severity s) { return s == SEV_ERROR ? "error" : s == SEV_WARNING ? "warning" :
	"advice"; }
const char *severity_label(enum severity s) { return severity_name(s); }
const char *choice_name(enum choice c) { (void)c; return "choice"; }
const char *part_kind_name(enum part_kind k) { (void)k; return "part"; }
const char *price_kind_name(enum price_kind k) { (void)k; return "list"; }
const char *price_kind_label(enum price_kind k) { return k == PRICE_ON_REQUEST ? "on request" : "list price"; }
void findings_release(struct findings *f) { mem_free(f->item); memset(f, 0, sizeof(*f)); }
void options_release(struct options *o) { mem_free(o->item); memset(o, 0, sizeof(*o)); }
void bom_release(struct bom *b) { mem_free(b->line); memset(b, 0, sizeof(*b)); }

void solution_release(struct solution *s)
{
	for (int i = 0; i < s->n; i++)
		build_release(&s->build[i]);
	memset(s, 0, sizeof(*s));
}

struct catalog *engine_catalog(struct engine *e) { return &e->cat; }
struct db *catalog_db(struct catalog *c) { return c->db; }

void value_show(const struct value *v, const char *unit, char *dst, size_t size)
{
	snprintf(dst, size, "%lld %s", (long long)v->i, unit);
}

int catalog_part(struct catalog *c, int64_t id, struct part *out, struct err *err)
{
	(void)c;
	memset(out, 0, sizeof(*out));
	for (size_t i = 0; i < N_PARTS; i++)
		if (parts[i].id == id) {
			str_copy(out->label, sizeof(out->label), parts[i].model);
			str_copy(out->model, sizeof(out->model), parts[i].model);
			out->id = id;
			return ERR_OK;
		}
	return err_set(err, ERR_NOT_FOUND, "no part %lld", (long long)id);
}

int catalog_resolve(struct catalog *c, int kind, const char *text, struct part *out, struct part *near, int max, int *n,
                    struct err *err)
{
	(void)kind, (void)near, (void)max;
	*n = 0;
	for (size_t i = 0; i < N_PARTS; i++)
		if (strcmp(parts[i].model, text) == 0)
			return catalog_part(c, parts[i].id, out, err);
	return err_set(err, ERR_UNKNOWN, "unknown");
}

int catalog_search(struct catalog *c, int kind, const char *text, struct part *out, int max, int *n, struct err *err)
{
	(void)kind, (void)err;
	*n = 0;
	for (size_t i = 0; i < N_PARTS && *n < max; i++)
		if (strstr(parts[i].model, text))
			catalog_part(c, parts[i].id, &out[(*n)++], NULL);
	return ERR_OK;
}

int catalog_facts(struct catalog *c, int64_t id, catalog_fact_fn fn, void *data, struct err *err)
{
	(void)c, (void)id, (void)err;
	return fn(data, "watts", "400");
}

int catalog_price_date(struct catalog *c, char *dst, size_t size, struct err *err)
{
	(void)c, (void)err;
	str_copy(dst, size, "2026-11-30");
	return ERR_OK;
}

static int64_t lanes_used(const struct build *b)
{
	return b->pick.gpus == BUILD_UNSET ? BUILD_UNSET : b->pick.gpus * 16 + 8;
}

static int64_t lanes_total(const struct build *b)
{
	return b->pick.sockets == BUILD_UNSET ? BUILD_UNSET : b->pick.sockets * 80;
}

static int too_many_lanes(const struct build *b)
{
	return lanes_used(b) != BUILD_UNSET && lanes_total(b) != BUILD_UNSET && lanes_used(b) > lanes_total(b);
}

int engine_check(struct engine *e, const struct build *b, struct findings *f, struct err *err)
{
	(void)e;
	findings_release(f);
	f->item = mem_calloc(2, sizeof(*f->item));
	if (!f->item)
		return err_nomem(err);
	if (too_many_lanes(b)) {
		struct finding *x = &f->item[f->n++];

		*x = (struct finding){ .rule = &rule_lanes, .severity = SEV_ERROR, .proven = 1,
			.have = { 'i', lanes_used(b), 0, "" }, .need = { 'i', lanes_total(b), 0, "" } };
		snprintf(x->text, sizeof(x->text), "The devices use %lld lanes, the sockets give %lld",
		         (long long)lanes_used(b),
		         (long long)lanes_total(b));
		f->errors = 1;
	}
	if (b->pick.dimms_per_socket > 0 && b->pick.dimms_per_socket % 12 != 0) {
		struct finding *x = &f->item[f->n++];

		*x = (struct finding){ .rule = &rule_channels, .severity = SEV_WARNING, .proven = 1 };
		snprintf(x->text, sizeof(x->text), "%lld of 12 channels are filled",
		         (long long)b->pick.dimms_per_socket);
		f->warnings = 1;
	}
	return ERR_OK;
}

int engine_figures(struct engine *e, const struct build *b, struct figures *f, struct err *err)
{
	(void)e, (void)err;
	memset(f, 0, sizeof(*f));
	f->lanes_used = lanes_used(b);
	f->lanes_total = lanes_total(b);
	f->channels_filled = b->pick.dimms_per_socket;
	f->channels_total = 12;
	f->power_w = 1500;
	f->psu_usable_w = 2700;
	f->rack_u = b->pick.platform.id == 12 ? 4 : b->pick.platform.id ? 2 : BUILD_UNSET;
	f->memory_gb = 768;
	return ERR_OK;
}

static int add_option(struct options *o, int64_t id, const char *label, const char *detail, int64_t cents,
                      const struct rule *broken)
{
	struct option *p = mem_realloc(o->item, o->n + 1, sizeof(*p));

	if (!p)
		return ERR_NOMEM;
	o->item = p;
	p += o->n++;
	memset(p, 0, sizeof(*p));
	p->id = id;
	p->count = 1;
	p->cents = cents;
	p->broken = broken;
	str_copy(p->label, sizeof(p->label), label);
	str_copy(p->detail, sizeof(p->detail), detail);
	return ERR_OK;
}

int engine_options(struct engine *e, const struct build *b, enum choice c, struct options *out, struct err *err)
{
	int most = c == CHOICE_GPUS ? 9 : c == CHOICE_SOCKETS ? 2 : c == CHOICE_DPS ? 24 : 0;
	char label[32];
	int rc = ERR_OK;

	(void)e, (void)b;
	options_release(out);
	for (int i = 1; i <= most && rc == ERR_OK; i++) {
		snprintf(label, sizeof(label), "%d", i);
		rc = add_option(out, i, label, "", -1, c == CHOICE_GPUS && i > 8 ? &rule_lanes : NULL);
	}
	for (size_t i = 0; i < N_PARTS && rc == ERR_OK; i++)
		if (parts[i].choice == c)
			rc = add_option(out, parts[i].id, parts[i].model, parts[i].detail, parts[i].cents,
			                parts[i].broken);
	return rc == ERR_OK ? rc : err_nomem(err);
}

int engine_option_reason(struct engine *e, const struct build *b, enum choice c, const struct option *o, char *dst,
                         size_t size, struct err *err)
{
	(void)e, (void)b, (void)c, (void)err;
	str_copy(dst, size, o->broken == &rule_board ? "needs an HGX board, eight at a time" : "9 GPUs, 8 slots");
	return ERR_OK;
}

static void set_part(struct part_ref *r, const struct option *o, enum pick_origin origin)
{
	memset(r, 0, sizeof(*r));
	r->id = o->id;
	r->origin = origin;
	str_copy(r->text, sizeof(r->text), o->label);
}

int engine_apply(struct engine *e, struct build *b, enum choice c, const struct option *o, enum pick_origin origin,
                 struct err *err)
{
	struct picks *p = &b->pick;
	struct item_list *l = c == CHOICE_NIC ? &p->nics : c == CHOICE_DRIVE ? &p->drives : &p->boot;

	(void)e, (void)err;
	switch (c) {
	case CHOICE_GPU: set_part(&p->gpu, o, origin); if (p->gpus == BUILD_UNSET) p->gpus = 1; break;
	case CHOICE_GPUS: p->gpus = o->id; p->gpus_origin = origin; break;
	case CHOICE_PLATFORM: set_part(&p->platform, o, origin); break;
	case CHOICE_PSU: set_part(&p->psu, o, origin); break;
	case CHOICE_SOCKETS: p->sockets = o->id; p->sockets_origin = origin; break;
	case CHOICE_CPU: set_part(&p->cpu, o, origin); break;
	case CHOICE_DIMM: set_part(&p->dimm, o, origin); break;
	case CHOICE_DPS: p->dimms_per_socket = o->id; p->dimms_per_socket_origin = origin; break;
	case CHOICE_NIC: case CHOICE_DRIVE: case CHOICE_BOOT:
		l->n = 1; l->item[0].count = 1; set_part(&l->item[0].part, o, origin); break;
	case CHOICE_COUNT: break;
	}
	return ERR_OK;
}

int engine_fix(struct engine *e, const struct build *b, const struct finding *f, struct fix *out, int *found,
               struct err *err)
{
	(void)e, (void)err;
	*found = f->rule == &rule_lanes && lanes_used(b) <= 160;
	if (!*found)
		return ERR_OK;
	build_copy(&out->after, b);
	out->after.pick.sockets = 2;
	str_copy(out->text, sizeof(out->text), "use two sockets");
	str_copy(out->changes[0], sizeof(out->changes[0]), "sockets: 1 -> 2");
	out->n_changes = 1;
	out->price_known = 1;
	out->price_delta_cents = 100000;
	return ERR_OK;
}

int bom_make(struct engine *e, const struct build *b, struct bom *out, struct err *err)
{
	const struct { const struct part_ref *ref; int64_t n; } what[] = {
		{ &b->pick.platform, 1 }, { &b->pick.cpu, b->pick.sockets }, { &b->pick.gpu, b->pick.gpus } };

	(void)e;
	memset(out, 0, sizeof(*out));
	str_copy(out->currency, sizeof(out->currency), "EUR");
	out->line = mem_calloc(16, sizeof(*out->line));
	if (!out->line)
		return err_nomem(err);
	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; k < N_PARTS; k++)
			if (what[i].ref->id == parts[k].id && what[i].ref->id) {
				struct bom_line *l = &out->line[out->n++];

				str_copy(l->description, sizeof(l->description), parts[k].model);
				str_copy(l->part_number, sizeof(l->part_number), parts[k].model);
				l->quantity = what[i].n == BUILD_UNSET ? 1 : what[i].n;
				l->unit_cents = parts[k].cents;
				l->line_cents = parts[k].cents < 0 ? -1 : parts[k].cents * l->quantity;
				l->kind = parts[k].cents < 0 ? PRICE_ON_REQUEST : PRICE_LIST;
				l->lead_weeks = l->power_w = -1;
				if (l->line_cents < 0)
					out->unknown_lines++;
				else
					out->net_cents += l->line_cents;
			}
	out->vat_percent = 21;
	out->vat_cents = out->net_cents * 21 / 100;
	out->total_cents = out->net_cents + out->vat_cents;
	return ERR_OK;
}

static int write_nothing(const struct export_input *in, struct str *out, struct err *err)
{
	(void)in, (void)err;
	return str_add(out, "bill");
}
static const struct exporter all_exporters[] = { { "csv", "csv", "Comma separated", write_nothing }, { "txt", "txt",
	"Plain text", write_nothing } };
const struct exporter *exporters(size_t *n) { *n = 2; return all_exporters; }
const struct exporter *exporter_find(const char *name) { return strcmp(name, "csv") == 0 ? &all_exporters[0] :
	&all_exporters[1]; }

/* What a solver would answer: PF-TWO with two CPU 9124 and 12 modules a socket, the rest as it was. */
static inline struct solution *solve_world(const struct build *b)
{
	struct solution *s = mem_zalloc(sizeof(*s));
	static const struct { enum choice c; int64_t id; const char *label; } fill[] = { { CHOICE_PLATFORM, 12,
		"PF-TWO" }, { CHOICE_CPU, 31, "CPU 9124" },
		{ CHOICE_SOCKETS, 2, "" }, { CHOICE_DIMM, 41, "64 GB RDIMM" }, { CHOICE_DPS, 12, "" }, { CHOICE_BOOT,
			71, "BOOT 480" } };

	assert_non_null(s);
	s->n = 1;
	build_init(&s->build[0]);
	build_copy(&s->build[0], b);
	for (size_t i = 0; i < sizeof(fill) / sizeof(fill[0]); i++) {
		struct option o = { .id = fill[i].id, .count = 1 };

		if (form_origin(b, fill[i].c) == PICK_USER)
			continue;
		str_copy(o.label, sizeof(o.label), fill[i].label);
		engine_apply(&world, &s->build[0], fill[i].c, &o, PICK_SOLVER, NULL);
	}
	return s;
}

static inline void world_open(void)
{
	assert_int_equal(db_open(&world.cat.db, NULL, DB_MEMORY, NULL), ERR_OK);
	assert_int_equal(db_exec(world.cat.db, "CREATE TABLE workload (id TEXT, title TEXT, help TEXT, seq INTEGER);"
	                         "INSERT INTO workload VALUES ('llm-inference', 'LLM inference', 'A model answers.', "
		"1), ('hpc', 'HPC', 'Numbers.', 2);"
	                         "CREATE TABLE llm_model (model TEXT, params_b_total REAL, max_context INTEGER, "
		"native_precision TEXT);"
	                         "INSERT INTO llm_model VALUES ('Llama 3.1 70B', 70.6, 131072, 'bf16');"
	                         "CREATE TABLE fx (currency TEXT); INSERT INTO fx VALUES ('USD');", NULL), ERR_OK);
}

static inline void world_close(void)
{
	db_close(world.cat.db);
}

#endif
