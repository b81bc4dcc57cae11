/* SPDX-License-Identifier: MIT */
/* Opens the rule book and checks a build: one query tells the state of every rule. */
#include <stdlib.h>
#include <string.h>

#include "engine_priv.h"

static const char *const choice_names[CHOICE_COUNT] = {
	[CHOICE_GPU] = "gpu", [CHOICE_GPUS] = "gpus", [CHOICE_PLATFORM] = "platform", [CHOICE_PSU] = "psu",
	[CHOICE_SOCKETS] = "sockets", [CHOICE_CPU] = "cpu", [CHOICE_NIC] = "nic", [CHOICE_DRIVE] = "drive", [CHOICE_BOOT] = "boot",
	[CHOICE_DIMM] = "dimm", [CHOICE_DPS] = "dimms_per_socket",
};

const char *choice_name(enum choice c)
{
	return c < CHOICE_COUNT ? choice_names[c] : "";
}

const char *severity_name(enum severity s)
{
	return s == SEV_ERROR ? "error" : s == SEV_WARNING ? "warning" : "advice";
}

const char *severity_label(enum severity s)
{
	return s == SEV_ERROR ? _("error") : s == SEV_WARNING ? _("warning") : _("advice");
}

/* Two columns a rule: its state (2 does not apply, 1 holds, 0 broken, NULL unknown), and whether a break is certain. */
static int prepare_check(struct engine *e, struct err *err)
{
	struct str sql = STR_INIT;
	int rc = str_add(&sql, "SELECT 0");

	for (size_t i = 0; i < e->n_rules; i++) {
		struct rule_code *r = e->rule[i];

		rc |= str_add(&sql, ", CASE WHEN (");
		rc |= query_put(&sql, &r->when, 0);
		rc |= str_add(&sql, ") THEN (");
		rc |= query_put(&sql, &r->holds, 0);
		rc |= str_addf(&sql, ") ELSE 2 END, %s", r->rule.severity == SEV_ERROR ? r->holds.sure : "1");
	}
	rc |= query_from(&sql, CHOICE_ALL, 0);
	rc = rc ? err_nomem(err) : query_prepare(e, &sql, &e->check, err);
	str_release(&sql);
	return rc;
}

int engine_start(struct engine **out, struct catalog *cat, struct err *err)
{
	struct engine *e = mem_zalloc(sizeof(*e));
	int rc = ERR_OK;

	if (!e)
		return err_nomem(err);
	e->cat = cat;
	e->db = catalog_db(cat);
	e->arena = arena_new();
	if (!e->arena)
		rc = err_nomem(err);
	if (rc == ERR_OK)
		rc = compile_load(e, err);
	if (rc == ERR_OK)
		rc = hold_prepare(e, err);
	if (rc == ERR_OK) {
		*out = e;
		return ERR_OK;
	}
	engine_free(e);
	return rc;
}

int engine_open(struct engine **out, struct catalog *cat, struct err *err)
{
	struct engine *e = NULL;
	int rc = engine_start(&e, cat, err);

	if (rc == ERR_OK)
		rc = prepare_check(e, err);
	if (rc == ERR_OK) {
		*out = e;
		return ERR_OK;
	}
	engine_free(e);
	return rc;
}

void engine_free(struct engine *e)
{
	if (!e)
		return;
	for (size_t i = 0; i < e->n_rules; i++)
		if (e->rule[i])
			stmt_free(e->rule[i]->detail);
	for (int c = 0; c < CHOICE_COUNT; c++) {
		stmt_free(e->options[c]);
		stmt_free(e->masks[c]);
	}
	for (int i = 0; i < 3; i++)
		stmt_free(e->set_group[i]);
	stmt_free(e->check);
	stmt_free(e->set_need);
	stmt_free(e->set_item);
	stmt_free(e->clear_items);
	stmt_free(e->figures);
	stmt_free(e->kits);
	if (e->owns_tables)
		db_exec(e->db, "DROP TABLE IF EXISTS temp.need_row; DROP TABLE IF EXISTS temp.item; DROP TABLE IF EXISTS temp.num;"
		        " DROP TABLE IF EXISTS temp.supply; DROP TABLE IF EXISTS temp.nic_group; DROP TABLE IF EXISTS temp.drive_group;"
		        " DROP TABLE IF EXISTS temp.boot_group", NULL);
	arena_free(e->arena);
	mem_free(e);
}

struct catalog *engine_catalog(struct engine *e)
{
	return e->cat;
}

size_t engine_rules(struct engine *e)
{
	return e->n_rules;
}

const struct rule *engine_rule(struct engine *e, size_t i)
{
	return i < e->n_rules ? &e->rule[i]->rule : NULL;
}

void findings_release(struct findings *f)
{
	mem_free(f->item);
	memset(f, 0, sizeof(*f));
}

static int add_finding(struct findings *f, const struct finding *x, struct err *err)
{
	if (f->n == f->cap) {
		size_t cap = f->cap ? f->cap * 2 : 16;
		struct finding *p = mem_realloc(f->item, cap, sizeof(*p));

		if (!p)
			return err_nomem(err);
		f->item = p;
		f->cap = cap;
	}
	f->item[f->n++] = *x;
	if (x->severity == SEV_ERROR)
		f->errors++;
	else if (x->severity == SEV_WARNING)
		f->warnings++;
	else
		f->advice++;
	return ERR_OK;
}

static void add_silent(struct findings *f, const char *id)
{
	for (int i = 0; i < f->n_silent; i++)
		if (strcmp(f->silent[i], id) == 0)
			return;
	if (f->n_silent < (int)(sizeof(f->silent) / sizeof(f->silent[0])))
		f->silent[f->n_silent++] = id;
}

/* Errors first, else the order of the rules (the sort is stable by that order). */
static void sort_findings(struct findings *f)
{
	for (size_t i = 1; i < f->n; i++) {
		struct finding x = f->item[i];
		size_t k = i;

		while (k > 0 && f->item[k - 1].severity > x.severity) {
			f->item[k] = f->item[k - 1];
			k--;
		}
		f->item[k] = x;
	}
}

int engine_check(struct engine *e, const struct build *b, struct findings *f, struct err *err)
{
	struct held h;
	signed char *state;
	unsigned char *sure;
	int rc = query_hold(e, b, &h, err), step;

	findings_release(f);
	if (rc != ERR_OK)
		return rc;
	state = mem_calloc(e->n_rules + 1, 2);
	if (!state)
		return err_nomem(err);
	sure = (unsigned char *)state + e->n_rules;
	query_bind(e->check, &h);
	step = stmt_step(e->check, err);
	for (size_t i = 0; step == 1 && i < e->n_rules; i++) {
		int col = 1 + 2 * (int)i;

		state[i] = stmt_is_null(e->check, col) ? -1 : (signed char)(stmt_i64(e->check, col) == 2 ? 2 : stmt_i64(e->check, col) != 0);
		sure[i] = (unsigned char)(stmt_is_null(e->check, col + 1) || stmt_i64(e->check, col + 1) != 0);
	}
	if (step == 1)
		stmt_reset(e->check);
	else
		rc = step < 0 ? ERR_DATA : err_set(err, ERR_DATA, _("the rule book gave no row"));
	for (size_t i = 0; rc == ERR_OK && i < e->n_rules; i++) {
		struct rule_code *r = e->rule[i];
		struct finding x;

		if (state[i] > 0)
			continue;
		if (r->choices & h.missing) {
			add_silent(f, r->rule.id);
			continue;
		}
		rc = detail_fill(e, r, &h, state[i], sure[i], &x, err);
		if (rc == ERR_OK)
			rc = add_finding(f, &x, err);
	}
	mem_free(state);
	if (rc != ERR_OK)
		findings_release(f);
	else
		sort_findings(f);
	return rc;
}
