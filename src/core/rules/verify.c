/* SPDX-License-Identifier: MIT */
/* Judges the rule book itself: every term, rule and kit must be SQL that SQLite takes, by file and line when it is not. */
#include <stdio.h>

#include "engine_priv.h"

/* Prepares an expression as the narrowest query would use it: with the tables of its own choices alone. */
static int try_expr(struct engine *e, const struct expr *x, const char *where, FILE *log, struct err *err)
{
	struct str sql = STR_INIT;
	struct stmt *st = NULL;
	struct err one = { 0 };
	/* memory needs its CPU */
	unsigned joined = x->choices | (x->choices & CHOICE_MEMORY ? CHOICE_BIT(CHOICE_CPU) : 0);
	int rc = str_add(&sql, "SELECT (");

	rc |= query_put(&sql, x, 0);
	rc |= str_add(&sql, ")");
	rc |= query_from(&sql, joined, 0);
	rc = rc ? err_nomem(err) : query_prepare(e, &sql, &st, &one);
	if (one.code) {
		if (log)
			fprintf(log, "%s: %s\n", where, one.msg);
		err_set(err, ERR_DATA, "%s: %s", where, one.msg);
	}
	stmt_free(st);
	str_release(&sql);
	return rc;
}

int engine_verify(struct catalog *cat, FILE *log, struct err *err)
{
	struct engine *e = NULL;
	char where[256];
	int rc = engine_start(&e, cat, err), bad = 0;

	if (rc != ERR_OK) {
		if (log && err)
			fprintf(log, "%s\n", err->msg);
		return rc;
	}
	for (size_t i = 0; i < e->n_terms; i++) {
		snprintf(where, sizeof(where), "%s: %s", e->term[i].where, e->term[i].name);
		bad |= try_expr(e, &e->term[i].expr, where, log, err);
	}
	for (size_t i = 0; i < e->n_rules; i++) {
		const struct rule_code *r = e->rule[i];
		const struct expr *part[] = { &r->when, &r->holds, &r->have, &r->need };
		static const char *const name[] = { "when", "holds", "have", "need" };

		for (int k = 0; k < 4; k++) {
			snprintf(where, sizeof(where), "%s:%d: %s: %s", r->rule.file, r->rule.line, r->rule.id, name[k]);
			bad |= try_expr(e, part[k], where, log, err);
		}
	}
	rc = kits_read(e, err);
	if (rc != ERR_OK && log && err)
		fprintf(log, "%s\n", err->msg);
	for (size_t i = 0; rc == ERR_OK && i < e->n_kits; i++) {
		bad |= try_expr(e, &e->kit[i].when, e->kit[i].where, log, err);
		bad |= try_expr(e, &e->kit[i].qty, e->kit[i].where, log, err);
	}
	engine_free(e);
	return bad ? ERR_DATA : rc;
}
