/* SPDX-License-Identifier: MIT */
/* Figures of a build and the values of terms: the vocabulary's own definitions, read for one row. */
#include <math.h>
#include <string.h>

#include "../base/num.h"
#include "engine_priv.h"

/* Column order of the figures query. */
static const char *const figure_terms[] = { "power_w", "power_ac_w", "heat_btu_h", "rack_u", "lead_weeks", "memory_gb",
	"memory_per_socket_gb", "lanes_used", "lanes_total", "dimms", "psu_usable_w", "memory_mts", "rank_cents", "weight_kg",
	"bandwidth_total_gbs" };
enum { F_INTEGERS = 13, F_COUNT = sizeof(figure_terms) / sizeof(figure_terms[0]) };

static int prepare(struct engine *e, struct err *err)
{
	struct str sql = STR_INIT;
	int rc = str_add(&sql, "SELECT ");

	for (int i = 0; i < F_COUNT; i++) {
		const struct expr *x = query_term(e, figure_terms[i]);

		if (!x) {
			str_release(&sql);
			return err_set(err, ERR_DATA, _("the vocabulary lacks the term '%s'"), figure_terms[i]);
		}
		rc |= str_add(&sql, "(");
		rc |= query_put(&sql, x, 0);
		rc |= str_add(&sql, "), ");
	}
	rc |= str_addf(&sql, "min(?%d, c.channels) * ?%d, c.channels * ?%d, c.family, p.id IS NOT NULL AND c.id IS NOT NULL",
	               CHOICE_DPS + 1, CHOICE_SOCKETS + 1, CHOICE_SOCKETS + 1);
	rc |= query_from(&sql, CHOICE_ALL, 0);
	rc = rc ? err_nomem(err) : query_prepare(e, &sql, &e->figures, err);
	str_release(&sql);
	return rc;
}

static int64_t column_i64(struct stmt *st, int col)
{
	double v;

	if (stmt_is_null(st, col))
		return BUILD_UNSET;
	if (stmt_type(st, col) == 'i')
		return stmt_i64(st, col);
	v = stmt_double(st, col);
	return isfinite(v) && fabs(v) < 9e15 ? (int64_t)llround(v) : BUILD_UNSET;
}

int engine_figures(struct engine *e, const struct build *b, struct figures *out, struct err *err)
{
	int64_t *const to[F_INTEGERS] = { &out->power_w, &out->power_ac_w, &out->heat_btu_h, &out->rack_u, &out->lead_weeks, &out->memory_gb,
		&out->memory_per_socket_gb, &out->lanes_used, &out->lanes_total, &out->dimms, &out->psu_usable_w, &out->memory_mts, &out->rank_cents };
	struct held h;
	int rc = query_hold(e, b, &h, err), step;

	memset(out, 0, sizeof(*out));
	if (rc == ERR_OK && !e->figures)
		rc = prepare(e, err);
	if (rc != ERR_OK)
		return rc;
	query_bind(e->figures, &h);
	step = stmt_step(e->figures, err);
	if (step != 1)
		return step < 0 ? ERR_DATA : err_set(err, ERR_DATA, _("the rule book gave no row"));
	for (int i = 0; i < F_INTEGERS; i++)
		*to[i] = column_i64(e->figures, i);
	if (!stmt_i64(e->figures, F_COUNT + 3)) /* no lead time of a machine without platform and CPU */
		out->lead_weeks = BUILD_UNSET;
	out->weight_kg = stmt_is_null(e->figures, 13) ? BUILD_UNSET_F : stmt_double(e->figures, 13);
	out->memory_bandwidth_gbs = stmt_is_null(e->figures, 14) ? BUILD_UNSET_F : stmt_double(e->figures, 14);
	out->channels_filled = column_i64(e->figures, F_COUNT);
	out->channels_total = column_i64(e->figures, F_COUNT + 1);
	str_copy_clean(out->cpu_family, sizeof(out->cpu_family), stmt_text(e->figures, F_COUNT + 2));
	stmt_reset(e->figures);
	return ERR_OK;
}

/* The source of the part that a term reads: the text of its row in the table source. */
static int source_of(struct engine *e, const struct term *t, const struct held *h, char *dst, size_t size, struct err *err)
{
	static const enum choice order[] = { CHOICE_PLATFORM, CHOICE_CPU, CHOICE_DIMM, CHOICE_GPU };
	struct stmt *st = NULL;
	int rc;

	str_copy(dst, size, t->source ? t->source : "");
	if (dst[0])
		return ERR_OK;
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (!(t->expr.choices & CHOICE_BIT(order[i])) || h->id[order[i]] == 0)
			continue;
		rc = stmt_prepare(&st, e->db, "SELECT s.text FROM part p JOIN source s ON s.id = p.source_id WHERE p.id = ?1", err);
		if (rc != ERR_OK)
			return rc;
		stmt_bind_i64(st, 1, h->id[order[i]]);
		if (stmt_step(st, err) == 1)
			str_copy_clean(dst, size, stmt_text(st, 0));
		stmt_free(st);
		return ERR_OK;
	}
	return ERR_OK;
}

int engine_terms(struct engine *e, const struct build *b, const struct rule *rule, term_fn fn, void *data, struct err *err)
{
	const struct term *list[512];
	struct held h;
	size_t n = 0;
	int rc = query_hold(e, b, &h, err);

	if (rc != ERR_OK)
		return rc;
	if (rule) {
		const struct rule_code *r = NULL;
		const struct expr *part[4];

		for (size_t i = 0; i < e->n_rules; i++)
			if (&e->rule[i]->rule == rule)
				r = e->rule[i];
		if (!r)
			return err_set(err, ERR_NOT_FOUND, _("the rule is not in the rule book"));
		part[0] = &r->have;
		part[1] = &r->need;
		part[2] = &r->holds;
		part[3] = &r->when;
		for (int k = 0; k < 4; k++)
			for (size_t i = 0; i < part[k]->n_terms && n < sizeof(list) / sizeof(list[0]); i++) {
				size_t j;

				for (j = 0; j < n && list[j] != part[k]->term[i]; j++)
					;
				if (j == n)
					list[n++] = part[k]->term[i];
			}
	} else {
		for (size_t i = 0; i < e->n_terms && n < sizeof(list) / sizeof(list[0]); i++)
			list[n++] = &e->term[i];
	}
	for (size_t i = 0; rc == ERR_OK && i < n; i++) {
		struct str sql = STR_INIT;
		struct stmt *st = NULL;
		struct value v;
		char source[512];

		str_add(&sql, "SELECT (");
		query_put(&sql, &list[i]->expr, 0);
		str_add(&sql, ")");
		query_from(&sql, CHOICE_ALL, 0);
		rc = query_prepare(e, &sql, &st, err);
		str_release(&sql);
		if (rc != ERR_OK)
			break;
		query_bind(st, &h);
		if (stmt_step(st, err) == 1) {
			value_read(st, 0, &v);
			rc = source_of(e, list[i], &h, source, sizeof(source), err);
			if (rc == ERR_OK)
				rc = fn(data, list[i]->name, list[i]->unit ? list[i]->unit : "", list[i]->meaning, &v, source);
		} else {
			rc = ERR_DATA;
		}
		stmt_free(st);
	}
	return rc;
}
