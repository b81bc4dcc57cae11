/* SPDX-License-Identifier: MIT */
/* What the server is for, and for whom. */
#include <stdio.h>
#include <string.h>

#include "../core/base/i18n.h"
#include "../core/base/num.h"
#include "tui_priv.h"

static int fill(struct tui *t, struct list *l, const char *sql, void (*row)(struct stmt *, struct list_item *),
                struct err *err)
{
	struct stmt *st = NULL;
	int rc = stmt_prepare(&st, catalog_db(engine_catalog(t->engine)), sql, err), more = 0;

	while (rc == ERR_OK && (more = stmt_step(st, err)) == 1) {
		struct list_item *it = list_add(l);

		if (!it)
			rc = err_nomem(err);
		else
			row(st, it);
	}
	stmt_free(st);
	return rc == ERR_OK && more < 0 ? ERR_DATA : rc;
}

static const char *text_of(struct stmt *st, int col)
{
	const char *s = stmt_text(st, col);

	return s ? s : "";
}

static void choose(struct list *l, const char *key)
{
	for (int i = 0; i < l->n; i++)
		l->item[i].chosen = str_casecmp(l->item[i].key, key) == 0;
}

static void workload_row(struct stmt *st, struct list_item *it)
{
	str_copy_clean(it->key, sizeof(it->key), text_of(st, 0));
	str_copy_clean(it->label, sizeof(it->label), text_of(st, 1)[0] ? _(text_of(st, 1)) : it->key);
	str_copy_clean(it->detail, sizeof(it->detail), text_of(st, 2)[0] ? _(text_of(st, 2)) : "");
}

static int fill_workloads(struct tui *t, struct list *l, struct err *err)
{
	int rc = fill(t, l, "SELECT id, title, help FROM workload ORDER BY seq", workload_row, err);

	choose(l, t->build.need.workload);
	return rc;
}

void step_workload_label(struct tui *t)
{
	struct list l = { 0 };

	str_copy_clean(t->label_workload, sizeof(t->label_workload), t->build.need.workload);
	if (t->build.need.workload[0] && fill_workloads(t, &l, NULL) == ERR_OK)
		for (int i = 0; i < l.n; i++)
			if (l.item[i].chosen)
				str_copy(t->label_workload, sizeof(t->label_workload), l.item[i].label);
	list_release(&l);
}

static void model_row(struct stmt *st, struct list_item *it)
{
	char size[64], context[64] = "";

	str_copy_clean(it->key, sizeof(it->key), text_of(st, 0));
	str_copy_clean(it->label, sizeof(it->label), text_of(st, 0));
	num_show_double(size, sizeof(size), stmt_double(st, 1), 1);
	if (!stmt_is_null(st, 2))
		num_show_i64(context, sizeof(context), stmt_i64(st, 2));
	/* TRANSLATORS: billions of parameters, longest context, number format. */
	snprintf(it->detail, sizeof(it->detail), _("%s B, context %s, %.20s"), size, context[0] ? context : "?",
	         text_of(st, 3));
}

static int fill_models(struct tui *t, struct list *l, struct err *err)
{
	int rc = fill(t, l, "SELECT model, params_b_total, max_context, native_precision FROM llm_model ORDER BY model",
	              model_row, err);

	choose(l, t->build.need.model);
	return rc;
}

static void currency_row(struct stmt *st, struct list_item *it)
{
	str_copy_clean(it->key, sizeof(it->key), text_of(st, 0));
	str_copy_clean(it->label, sizeof(it->label), text_of(st, 0));
}

static int fill_currencies(struct tui *t, struct list *l, struct err *err)
{
	int rc = fill(t, l, "SELECT currency FROM fx UNION SELECT 'EUR' ORDER BY 1", currency_row, err);

	choose(l, t->build.currency);
	return rc;
}

static int fill_precisions(struct tui *t, struct list *l, struct err *err)
{
	static const struct { const char *word, *help; } table[] = {
		{ "fp4", N_("4 bits a weight: smallest, newest GPUs only") }, { "int4", N_("4 bits a weight") },
		{ "fp8", N_("8 bits a weight: common for inference") }, { "int8", N_("8 bits a weight") },
		{ "bf16", N_("16 bits a weight: common for training") }, { "fp16", N_("16 bits a weight") },
		{ "fp32", N_("32 bits a weight") },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct list_item *it = list_add(l);

		if (!it)
			return err_nomem(err);
		str_copy(it->key, sizeof(it->key), table[i].word);
		str_copy(it->label, sizeof(it->label), table[i].word);
		str_copy(it->detail, sizeof(it->detail), _(table[i].help));
	}
	choose(l, t->build.need.precision);
	return ERR_OK;
}

static const struct row rows[] = {
	{ .label = N_("Workload"), .kind = ROW_FIELD, .key = "need.workload", .fill = fill_workloads },
	{ .label = N_("Language model"), .kind = ROW_FIELD, .key = "need.model", .fill = fill_models },
	{ .label = N_("Precision"), .kind = ROW_FIELD, .key = "need.precision", .fill = fill_precisions },
	{ .label = N_("Priority"), .kind = ROW_FIELD, .key = "need.priority" },
	{ .label = N_("Context"), .kind = ROW_FIELD, .key = "need.context", .scale = SCALE_TOKENS },
	{ .label = N_("Users at a time"), .kind = ROW_FIELD, .key = "need.users", .scale = SCALE_TOKENS },
	{ .label = N_("CPU cores"), .kind = ROW_FIELD, .key = "need.cores" },
	{ .label = N_("Software"), .kind = ROW_FIELD, .key = "need.stack" },
	{ .label = N_("Certificates"), .kind = ROW_FIELD, .key = "need.certified" },
	{ .label = N_("Customer"), .kind = ROW_FIELD, .key = "customer" },
	{ .label = N_("Budget"), .kind = ROW_FIELD, .key = "need.budget_eur", .scale = SCALE_MONEY },
	{ .label = N_("Currency"), .kind = ROW_FIELD, .key = "currency", .fill = fill_currencies },
	{ .kind = ROW_NEXT },
};

const struct step step_workload = {
	.id = "workload",
	.title = N_("Workload"),
	.help = N_("What the server must do, and for whom. Enter opens a list or goes on to the next field."),
	.rows = rows,
	.n_rows = sizeof(rows) / sizeof(rows[0]),
};
