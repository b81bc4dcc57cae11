/* SPDX-License-Identifier: MIT */
/*
 * Fixes: hold all choices but one, then but two, and take the nearest machine (by cost for ordering) in which the finding's
 * rule is proven to hold and no rule that holds now breaks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_priv.h"

static const char *choice_word(enum choice c)
{
	switch (c) {
	case CHOICE_GPU: return _("GPU");
	case CHOICE_GPUS: return _("GPUs");
	case CHOICE_PLATFORM: return _("platform");
	case CHOICE_PSU: return _("supplies");
	case CHOICE_SOCKETS: return _("sockets");
	case CHOICE_CPU: return _("CPU");
	case CHOICE_NIC: return _("network adapters");
	case CHOICE_DRIVE: return _("data drives");
	case CHOICE_BOOT: return _("boot drives");
	case CHOICE_DIMM: return _("memory module");
	case CHOICE_DPS: return _("DIMMs per socket");
	case CHOICE_COUNT: break;
	}
	return "";
}

/* The value of a choice in a build, as text for a person. */
static void show_choice(const struct build *b, enum choice c, char *dst, size_t size)
{
	const struct picks *p = &b->pick;
	const struct item_list *l = c == CHOICE_NIC ? &p->nics : c == CHOICE_DRIVE ? &p->drives : &p->boot;
	int64_t count = c == CHOICE_GPUS ? p->gpus : c == CHOICE_SOCKETS ? p->sockets : p->dimms_per_socket;

	switch (c) {
	case CHOICE_GPU: str_copy(dst, size, p->gpu.text); break;
	case CHOICE_PLATFORM: str_copy(dst, size, p->platform.text); break;
	case CHOICE_CPU: str_copy(dst, size, p->cpu.text); break;
	case CHOICE_DIMM: str_copy(dst, size, p->dimm.text); break;
	case CHOICE_PSU:
		if (p->psu_w != BUILD_UNSET)
			snprintf(dst, size, "%lld x %lld W", (long long)(p->psu_count == BUILD_UNSET ? 1 : p->psu_count), (long long)p->psu_w);
		else if (p->psu_count != BUILD_UNSET)
			snprintf(dst, size, "%lld x %.100s", (long long)p->psu_count, p->psu.text);
		else
			str_copy(dst, size, p->psu.text[0] ? p->psu.text : _("standard"));
		break;
	case CHOICE_GPUS: case CHOICE_SOCKETS: case CHOICE_DPS:
		snprintf(dst, size, "%lld", (long long)(count == BUILD_UNSET ? 0 : count));
		break;
	case CHOICE_NIC: case CHOICE_DRIVE: case CHOICE_BOOT:
		if (l->n)
			snprintf(dst, size, "%lld x %.100s", (long long)l->item[0].count, l->item[0].part.text);
		else
			str_copy(dst, size, _("none"));
		break;
	case CHOICE_COUNT: dst[0] = '\0'; break;
	}
}

static const char *candidate_id(enum choice c)
{
	static const char *const id[CHOICE_COUNT] = {
		[CHOICE_GPU] = "g.id", [CHOICE_GPUS] = "gn.v", [CHOICE_PLATFORM] = "p.id", [CHOICE_PSU] = "u.id", [CHOICE_SOCKETS] = "sn.v",
		[CHOICE_CPU] = "c.id", [CHOICE_NIC] = "ng.id", [CHOICE_DRIVE] = "dg.id", [CHOICE_BOOT] = "bg.id", [CHOICE_DIMM] = "d.id",
		[CHOICE_DPS] = "dn.v",
	};

	return id[c];
}

static const char *candidate_count(enum choice c)
{
	return c == CHOICE_NIC ? "ng.count" : c == CHOICE_DRIVE ? "dg.count" : c == CHOICE_BOOT ? "bg.count" : "0";
}

/* Is the part one that a salesperson may offer? */
static const char *offerable(enum choice c)
{
	switch (c) {
	case CHOICE_PLATFORM: return " AND p.class = 'system' AND p.status IN ('active','mature')";
	case CHOICE_CPU: return " AND c.status = 'active'";
	case CHOICE_GPU: return " AND g.status IN ('active','mature','legacy')";
	case CHOICE_DIMM: return " AND d.status = 'active' AND d.part_number IS NOT NULL";
	case CHOICE_PSU: return " AND u.id IS NOT NULL";
	case CHOICE_DPS: return " AND mp.allowed = 'yes'";
	case CHOICE_NIC: return " AND ng.id > 0"; /* to take away what was chosen is no fix */
	case CHOICE_DRIVE: return " AND dg.id > 0";
	case CHOICE_BOOT: return " AND bg.id > 0";
	case CHOICE_GPUS: case CHOICE_SOCKETS: case CHOICE_COUNT: break;
	}
	return "";
}

struct target { const struct build *b; const struct rule_code *rule; struct held held; const signed char *broken; int64_t rank_cents; int applies; };

/* The nearest machine with the choices of c[0..n) open; *found = 0 when there is none. */
static int search(struct engine *e, const struct target *t, const enum choice *c, int n, struct option *pick, int64_t *distance, int *found,
                  struct err *err)
{
	const struct expr *rank = query_term(e, "rank_cents");
	struct stmt *st = NULL;
	struct str sql = STR_INIT;
	unsigned open = 0;
	int rc = 0, step;

	*found = 0;
	if (!rank)
		return err_set(err, ERR_DATA, _("the vocabulary lacks the term '%s'"), "rank_cents");
	for (int i = 0; i < n; i++)
		open |= CHOICE_BIT(c[i]);
	if ((open & CHOICE_MEMORY) == CHOICE_MEMORY)
		return ERR_OK; /* module and count together are the solver's work */
	rc |= str_add(&sql, "SELECT ");
	for (int i = 0; i < n; i++)
		rc |= str_addf(&sql, "%s, %s, ", candidate_id(c[i]), candidate_count(c[i]));
	rc |= str_add(&sql, "coalesce(");
	rc |= query_put(&sql, rank, open);
	rc |= str_add(&sql, ", 0) AS cost");
	rc |= query_from(&sql, CHOICE_ALL, open);
	for (int i = 0; i < n; i++) /* every open choice changes: fewer changes were looked at before */
		rc |= str_addf(&sql, " AND %s IS NOT ?%d%s", candidate_id(c[i]), c[i] + 1, offerable(c[i]));
	rc |= str_add(&sql, " AND ");
	rc |= query_put_proven(&sql, t->rule, open);
	if (t->applies && !(t->rule->when.choices == 0)) { /* it must hold, not only cease to apply */
		rc |= str_add(&sql, " AND (");
		rc |= query_put(&sql, &t->rule->when, open);
		rc |= str_add(&sql, ") IS TRUE");
	}
	for (size_t i = 0; i < e->n_rules; i++) {
		const struct rule_code *r = e->rule[i];

		if (r == t->rule || r->rule.severity != SEV_ERROR || !(r->choices & open) || (r->choices & t->held.missing) || t->broken[i])
			continue;
		rc |= query_put_offer(&sql, r, 0, open);
	}
	rc |= str_addf(&sql, " ORDER BY abs(cost - %lld), cost DESC", (long long)t->rank_cents);
	for (int i = 0; i < n; i++)
		rc |= str_addf(&sql, ", %s", candidate_id(c[i]));
	rc |= str_add(&sql, " LIMIT 1");
	rc = rc ? err_nomem(err) : query_prepare(e, &sql, &st, err);
	str_release(&sql);
	if (rc != ERR_OK)
		return rc;
	query_bind(st, &t->held);
	step = stmt_step(st, err);
	if (step == 1) {
		for (int i = 0; i < n; i++) {
			memset(&pick[i], 0, sizeof(pick[i]));
			pick[i].id = stmt_i64(st, 2 * i);
			pick[i].count = stmt_i64(st, 2 * i + 1);
		}
		*distance = llabs(stmt_i64(st, 2 * n) - t->rank_cents);
		*found = 1;
	}
	stmt_free(st);
	return step < 0 ? ERR_DATA : ERR_OK;
}

/* A difference of prices says nothing while a platform's price is on request. */
static int platform_priced(struct engine *e, int64_t a, int64_t b)
{
	struct stmt *st = NULL;
	int yes = 0;

	if (stmt_prepare(&st, e->db, "SELECT count(*) = 2 FROM platform WHERE id IN (?1, ?2) AND cents IS NOT NULL", NULL) == ERR_OK) {
		stmt_bind_i64(st, 1, a);
		stmt_bind_i64(st, 2, b);
		yes = stmt_step(st, NULL) == 1 && stmt_i64(st, 0);
	}
	stmt_free(st);
	return yes;
}

/* Fills the fix from the picks found. */
static int fill(struct engine *e, const struct build *b, const enum choice *c, const struct option *pick, int n, struct fix *out, struct err *err)
{
	struct figures before, after;
	int rc = ERR_OK;

	memset(out, 0, sizeof(*out));
	build_init(&out->after);
	build_copy(&out->after, b);
	for (int i = 0; i < n && rc == ERR_OK; i++)
		rc = engine_apply(e, &out->after, c[i], &pick[i], PICK_USER, err);
	for (int i = 0; i < n && rc == ERR_OK; i++) {
		char was[128], is[128];

		show_choice(b, c[i], was, sizeof(was));
		show_choice(&out->after, c[i], is, sizeof(is));
		snprintf(out->changes[i], sizeof(out->changes[i]), "%.60s: %.60s -> %.60s", choice_word(c[i]), was, is);
	}
	out->n_changes = n;
	if (rc == ERR_OK)
		rc = engine_figures(e, b, &before, err);
	if (rc == ERR_OK)
		rc = engine_figures(e, &out->after, &after, err);
	if (rc != ERR_OK) {
		build_release(&out->after);
		return rc;
	}
	if (n == 1)
		snprintf(out->text, sizeof(out->text), _("change %s"), out->changes[0]);
	else
		snprintf(out->text, sizeof(out->text), _("change %.110s and %.110s"), out->changes[0], out->changes[1]);
	out->price_known = before.rank_cents != BUILD_UNSET && after.rank_cents != BUILD_UNSET &&
		(b->pick.platform.id == out->after.pick.platform.id || platform_priced(e, b->pick.platform.id, out->after.pick.platform.id));
	out->price_delta_cents = out->price_known ? after.rank_cents - before.rank_cents : 0;
	if (before.power_w != BUILD_UNSET && after.power_w != BUILD_UNSET)
		out->power_delta_w = after.power_w - before.power_w;
	if (before.rack_u != BUILD_UNSET && after.rack_u != BUILD_UNSET)
		out->rack_delta_u = after.rack_u - before.rack_u;
	if (before.lead_weeks != BUILD_UNSET && after.lead_weeks != BUILD_UNSET)
		out->lead_delta_weeks = after.lead_weeks - before.lead_weeks;
	return ERR_OK;
}

/* Which error rules are broken now. */
static int present_state(struct engine *e, const struct held *h, signed char *broken, struct err *err)
{
	int step;

	query_bind(e->check, h);
	step = stmt_step(e->check, err);
	for (size_t i = 0; step == 1 && i < e->n_rules; i++) {
		int col = 1 + 2 * (int)i;

		broken[i] = !stmt_is_null(e->check, col) && stmt_i64(e->check, col) == 0 && e->rule[i]->rule.severity == SEV_ERROR;
	}
	stmt_reset(e->check);
	return step == 1 ? ERR_OK : ERR_DATA;
}

/* Looks at one change, then at two. *n_best: how many choices change in the nearest that helps, 0 when nothing does. */
static int nearest_fix(struct engine *e, const struct target *t, enum choice best[2], struct option best_pick[2], int *n_best, struct err *err)
{
	struct option pick[2];
	int64_t best_distance = INT64_MAX, distance = 0;
	int rc = ERR_OK, no_gpu = t->b->pick.gpu.id == 0;

	/* the count of GPUs, the platform and last the GPU itself change only where no other single change helps */
	for (int k = 0; k < 4 * CHOICE_COUNT && rc == ERR_OK; k++) {
		enum choice c = (enum choice)(k % CHOICE_COUNT);
		int tier = c == CHOICE_GPU ? 3 : c == CHOICE_PLATFORM ? 2 : c == CHOICE_GPUS ? 1 : 0, hit;

		if (c == 0 && *n_best)
			break;
		if (tier != k / CHOICE_COUNT || !(t->rule->choices & CHOICE_BIT(c)) || (t->held.missing & CHOICE_BIT(c)))
			continue;
		if (no_gpu && (c == CHOICE_GPU || c == CHOICE_GPUS))
			continue;
		rc = search(e, t, &c, 1, pick, &distance, &hit, err);
		if (rc == ERR_OK && hit && distance < best_distance) {
			best_distance = distance;
			best[0] = c;
			best_pick[0] = pick[0];
			*n_best = 1;
		}
	}
	for (enum choice c = 0; c < CHOICE_COUNT && rc == ERR_OK && *n_best != 1; c++)
		for (enum choice d = c + 1; d < CHOICE_COUNT && rc == ERR_OK; d++) {
			enum choice both[2] = { c, d };
			int hit;

			if (!(t->rule->choices & (CHOICE_BIT(c) | CHOICE_BIT(d))) || (t->held.missing & (CHOICE_BIT(c) | CHOICE_BIT(d))))
				continue;
			if (no_gpu && (c == CHOICE_GPU || c == CHOICE_GPUS || d == CHOICE_GPU || d == CHOICE_GPUS))
				continue;
			rc = search(e, t, both, 2, pick, &distance, &hit, err);
			if (rc == ERR_OK && hit && distance < best_distance) {
				best_distance = distance;
				best[0] = c;
				best[1] = d;
				best_pick[0] = pick[0];
				best_pick[1] = pick[1];
				*n_best = 2;
			}
		}
	return rc;
}

int engine_fix(struct engine *e, const struct build *b, const struct finding *f, struct fix *out, int *found, struct err *err)
{
	struct target t = { .b = b };
	struct figures now;
	signed char *broken = mem_zalloc(e->n_rules + 1);
	enum choice best[2] = { CHOICE_COUNT, CHOICE_COUNT };
	struct option best_pick[2];
	int rc = ERR_OK, n_best = 0;

	*found = 0;
	if (!broken)
		return err_nomem(err);
	for (size_t i = 0; i < e->n_rules; i++)
		if (&e->rule[i]->rule == f->rule)
			t.rule = e->rule[i];
	if (!t.rule || !t.rule->holds.choices) /* a demand that no machine meets has no fix in parts */
		goto out;
	rc = engine_figures(e, b, &now, err);
	if (rc == ERR_OK)
		rc = query_hold(e, b, &t.held, err);
	for (enum choice c = CHOICE_NIC; c <= CHOICE_BOOT && rc == ERR_OK; c++)
		rc = query_fill_candidates(e, b, c, err);
	if (rc == ERR_OK)
		rc = present_state(e, &t.held, broken, err);
	t.broken = broken;
	t.rank_cents = now.rank_cents == BUILD_UNSET ? 0 : now.rank_cents;
	/* first a machine in which the rule holds; else one to which it does not apply */
	for (t.applies = 1; t.applies >= 0 && rc == ERR_OK && !n_best; t.applies--)
		rc = nearest_fix(e, &t, best, best_pick, &n_best, err);
	if (rc == ERR_OK && n_best) {
		rc = fill(e, b, best, best_pick, n_best, out, err);
		*found = rc == ERR_OK;
	}
out:
	mem_free(broken);
	return rc;
}
