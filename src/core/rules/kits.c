/* SPDX-License-Identifier: MIT */
/* What else must be ordered: conditions and quantities are expressions over the same vocabulary as the rules. */
#include <stdio.h>
#include <string.h>

#include "engine_priv.h"

int kits_read(struct engine *e, struct err *err)
{
	struct stmt *st = NULL;
	size_t cap = 0, i = 0;
	int rc, step = 0;

	rc = stmt_prepare(&st, e->db, "SELECT count(*) FROM platform_kit", err);
	if (rc == ERR_OK && stmt_step(st, err) == 1)
		cap = (size_t)stmt_i64(st, 0);
	stmt_free(st);
	st = NULL;
	if (rc == ERR_OK)
		e->kit = arena_alloc(e->arena, (cap + 1) * sizeof(e->kit[0]));
	if (rc == ERR_OK && !e->kit)
		rc = err_nomem(err);
	if (rc == ERR_OK)
		rc = stmt_prepare(&st, e->db, "SELECT k.platform_id, k.part_id, coalesce(p.part_number, k.part_number), k.description, k.category, k.word,"
		                  " k.required, k.confidence = 'recalled', k.when_sql, k.qty_sql, k.file || ':' || k.line"
		                  " FROM platform_kit k LEFT JOIN part p ON p.id = k.part_id"
		                  " ORDER BY k.platform_id IS NULL, k.id", err);
	while (rc == ERR_OK && i < cap && (step = stmt_step(st, err)) == 1) {
		struct kit_code *k = &e->kit[i++];

		k->where = arena_strdup(e->arena, stmt_text(st, 10));
		if (!k->where) {
			rc = err_nomem(err);
			break;
		}
		k->platform_id = stmt_i64(st, 0);
		k->kit.part_id = stmt_i64(st, 1);
		str_copy_clean(k->kit.part_number, sizeof(k->kit.part_number), stmt_text(st, 2));
		str_copy_clean(k->kit.description, sizeof(k->kit.description), stmt_text(st, 3));
		str_copy_clean(k->kit.category, sizeof(k->kit.category), stmt_text(st, 4));
		str_copy_clean(k->kit.word, sizeof(k->kit.word), stmt_text(st, 5));
		k->kit.required = stmt_i64(st, 6) != 0;
		k->kit.recalled = stmt_i64(st, 7) != 0;
		rc = query_expr(e, k->where, stmt_text(st, 8), &k->when, err);
		if (rc == ERR_OK)
			rc = query_expr(e, k->where, stmt_text(st, 9), &k->qty, err);
	}
	stmt_free(st);
	e->n_kits = i;
	return step < 0 ? ERR_DATA : rc;
}

/* One column a row: its quantity, NULL where it does not apply. */
static int kits_prepare(struct engine *e, struct err *err)
{
	struct str sql = STR_INIT;
	int rc = kits_read(e, err), put = 0;

	if (rc != ERR_OK)
		return rc;
	put |= str_add(&sql, "SELECT p.id");
	for (size_t i = 0; i < e->n_kits; i++) {
		put |= str_add(&sql, ", CASE WHEN ");
		if (e->kit[i].platform_id)
			put |= str_addf(&sql, "p.id = %lld AND ", (long long)e->kit[i].platform_id);
		put |= str_add(&sql, "(");
		put |= query_put(&sql, &e->kit[i].when, 0);
		put |= str_add(&sql, ") THEN (");
		put |= query_put(&sql, &e->kit[i].qty, 0);
		put |= str_add(&sql, ") END");
	}
	put |= query_from(&sql, CHOICE_ALL, 0);
	rc = put ? err_nomem(err) : query_prepare(e, &sql, &e->kits, err);
	str_release(&sql);
	return rc;
}

int engine_kits(struct engine *e, const struct build *b, kit_fn fn, void *data, struct err *err)
{
	struct held h;
	int rc = ERR_OK, step;

	if (!e->kits)
		rc = kits_prepare(e, err);
	if (rc == ERR_OK)
		rc = query_hold(e, b, &h, err);
	if (rc != ERR_OK)
		return rc;
	query_bind(e->kits, &h);
	step = stmt_step(e->kits, err);
	if (step != 1)
		return step < 0 ? ERR_DATA : err_set(err, ERR_DATA, _("the rule book gave no row"));
	for (size_t i = 0; rc == ERR_OK && i < e->n_kits; i++) {
		struct kit k = e->kit[i].kit;
		int64_t qty = stmt_i64(e->kits, 1 + (int)i);
		size_t j;

		if (stmt_is_null(e->kits, 1 + (int)i) || qty <= 0 || qty > 1000)
			continue;
		/* each word stands once: the platform's own row comes before the general one */
		for (j = 0; j < i; j++)
			if (strcmp(e->kit[j].kit.word, k.word) == 0 && !stmt_is_null(e->kits, 1 + (int)j) && stmt_i64(e->kits, 1 + (int)j) > 0)
				break;
		if (j < i)
			continue;
		k.quantity = qty;
		for (int w = 0; w < b->pick.options.n; w++)
			if (b->pick.options.word[w][0] == '-' && strcmp(b->pick.options.word[w] + 1, k.word) == 0)
				k.left_out = 1;
		rc = fn(data, &k);
	}
	stmt_reset(e->kits);
	return rc;
}
