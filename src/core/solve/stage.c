/* SPDX-License-Identifier: MIT */
/*
 * What the search asks at each stage: objectives, the rules that a stage decides, and the queries that list its candidates
 * with their share of the objective.
 */
#include <stdio.h>
#include <string.h>

#include "solve_priv.h"

static const char *const sum_cost[] = { "rank_platform", "rank_gpu", "rank_cpu", "rank_memory", "rank_nic", "rank_drive", "rank_boot", NULL };
static const char *const sum_power[] = { "watts_board", "watts_gpu", "watts_cpu", "watts_memory", "watts_nic", "watts_drive", "watts_boot", NULL };
static const char *const sum_tco[] = { "rank_platform", "rank_gpu", "rank_cpu", "rank_memory", "rank_nic", "rank_drive", "rank_boot",
	"energy_3y_cents", NULL };
/* energy at the best efficiency, by what draws it: never more than the energy that comes out */
static const char *const low_tco[] = { "rank_platform", "rank_gpu", "rank_cpu", "rank_memory", "rank_nic", "rank_drive", "rank_boot",
	"energy_low_board", "energy_low_gpu", "energy_low_cpu", "energy_low_memory", "energy_low_nic", "energy_low_drive", "energy_low_boot", NULL };
static const char *const sum_price[] = { "price_platform", "price_gpu", "price_cpu", "price_memory", "price_nic", "price_drive", "price_boot", NULL };
static const char *const first_lead[] = { "lead_platform", "lead_gpu", "lead_cpu", "lead_memory", "lead_nic", "lead_drive", NULL };

static const struct objective objectives[] = {
	{ .name = "cost", .sum = sum_cost, .scale = 1 },
	{ .name = "tco", .sum = sum_tco, .low = low_tco, .scale = 1 },
	{ .name = "power", .sum = sum_power, .scale = 1000 },
	{ .name = "lead-time", .sum = sum_cost, .scale = 1, .first = first_lead },
	{ .name = "fit", .sum = sum_cost, .scale = 1, .warnings = 1 },
};


/*
 * Rules that set a limit to a sum over all parts: what a part of the machine already exceeds, no choice of the rest mends.
 * A limit counts only while its rule is in the rule book.
 */
static const struct {
	const char *rule, *const *sum, *limit;
	double scale;
	int wanted; /* 1: a limit that is unknown cannot be proven to hold */
} limits[LIMITS] = {
	{ "budget", sum_price, "price_limit", 1, 0 },
	{ "power.capacity", sum_power, "power_limit", 1000, 1 },
};


const struct objective *objective_find(const char *name)
{
	for (size_t i = 0; i < sizeof(objectives) / sizeof(objectives[0]); i++)
		if (strcmp(objectives[i].name, name) == 0)
			return &objectives[i];
	return NULL;
}

/* Technical warnings; what only the price list or (but for unknown = "count") the catalogue lacks is no fault of a machine. */
static int counts_as_warning(const struct rule_code *r)
{
	return r->rule.severity == SEV_WARNING && strcmp(r->rule.step, "bill") != 0;
}

/* The rule's decision depends on these. */
static unsigned decided_by(const struct rule_code *r)
{
	return r->when.choices | r->holds.choices;
}

/*
 * " AND condition" for an error rule. Rules of the bill rest on prices, which are
 * on request for most platforms: a total that may be too high is a warning, not a reason to pass a machine over.
 */
static int put_rule(struct search *s, struct str *sql, const struct rule_code *r, unsigned open)
{
	return r->rule.severity == SEV_ERROR ? query_put_offer(sql, r, s->strict && strcmp(r->rule.step, "bill") != 0, open) : 0;
}

/*
 * Leaves out adapters and drives that another candidate beats or equals in everything that rules and objectives read of a
 * group: no rule rewards a lane, a watt or a slot more than needed. Equal ones are told apart by name, as machines are.
 */
int stage_prune(struct search *s, unsigned open, struct err *err)
{
	static const struct { enum choice choice; const char *table, *column[12]; } groups[] = {
		{ CHOICE_NIC, "nic_group", { "rank_cents", "cards", "ocp", "lanes", "starved", "dpus", "watts", "cents", "unknown", "lead_weeks" } },
		{ CHOICE_DRIVE, "drive_group", { "rank_cents", "bays", "m2", "lanes", "watts", "cents", "unknown", "lead_weeks" } },
		{ CHOICE_BOOT, "boot_group", { "rank_cents", "bays", "m2", "lanes", "watts", "cents", "unknown", "lead_weeks" } },
	};
	int rc = ERR_OK;

	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]) && rc == ERR_OK; i++) {
		struct str sql = STR_INIT;
		const char *t = groups[i].table;

		if (!(open & CHOICE_BIT(groups[i].choice)))
			continue;
		str_addf(&sql, "DELETE FROM temp.%s WHERE id IN (SELECT a.id FROM temp.%s a, temp.%s b WHERE a.id > 0 AND b.id > 0 AND a.id <> b.id", t, t, t);
		for (int k = 0; groups[i].column[k]; k++)
			str_addf(&sql, " AND b.%s <= a.%s", groups[i].column[k], groups[i].column[k]);
		str_add(&sql, " AND ((");
		for (int k = 0; groups[i].column[k]; k++)
			str_addf(&sql, "%sb.%s < a.%s", k ? " OR " : "", groups[i].column[k], groups[i].column[k]);
		str_add(&sql, ") OR b.model < a.model OR (b.model = a.model AND b.id < a.id)))");
		rc = sql.failed ? err_nomem(err) : db_exec(catalog_db(engine_catalog(s->e)), str_c(&sql), err);
		str_release(&sql);
	}
	return rc;
}

static const struct { unsigned own, known, before[2]; } stages[STAGES] = {
	[FRAME] = { BASE & ~CHOICE_BIT(CHOICE_CPU), BASE & ~CHOICE_BIT(CHOICE_CPU), { 0, 0 } },
	[CPU] = { CHOICE_BIT(CHOICE_CPU), BASE, { BASE & ~CHOICE_BIT(CHOICE_CPU), 0 } },
	[NIC] = { CHOICE_BIT(CHOICE_NIC), BASE | CHOICE_BIT(CHOICE_NIC), { BASE, 0 } },
	[DRIVE] = { CHOICE_BIT(CHOICE_DRIVE), BASE | CHOICE_BIT(CHOICE_DRIVE), { BASE, 0 } },
	[BOOT] = { CHOICE_BIT(CHOICE_BOOT), BASE | CHOICE_BIT(CHOICE_BOOT), { BASE, 0 } },
	[MEMORY] = { CHOICE_MEMORY, BASE | CHOICE_MEMORY, { BASE, 0 } },
	[PAIR] = { 0, BASE | CHOICE_BIT(CHOICE_DRIVE) | CHOICE_BIT(CHOICE_BOOT), { 0, 0 } },
	[JOINT] = { 0, BASE | EXTRAS, { 0, 0 } },
	[WHOLE] = { 0, CHOICE_ALL, { BASE | EXTRAS, BASE | CHOICE_MEMORY } },
};

/* Is this stage the first that can decide what depends on choices? */
static int decides(enum stage st, unsigned choices)
{
	if (choices & ~stages[st].known)
		return 0;
	if (st == FRAME)
		return 1;
	if (st == PAIR || st == JOINT) { /* not what one group, or drives together, decide */
		for (int i = NIC; i <= BOOT; i++)
			if (!(choices & ~stages[i].known))
				return 0;
		return st == PAIR || (choices & ~stages[PAIR].known) != 0;
	}
	if (!(choices & ~stages[st].before[0]))
		return 0;
	return st != WHOLE || (choices & ~stages[st].before[1]) != 0;
}

/*
 * sum, first, warnings: the least that this stage adds to the objective (cut to whole numbers, so that the parts never come
 * to more than the whole); of the whole machine, all of it.
 */
static int put_share(struct search *s, struct str *sql, enum stage st, unsigned open, struct err *err)
{
	const struct objective *o = s->objective;
	const char *const *sum = o->low && st != WHOLE ? o->low : o->sum;
	int rc = str_add(sql, st == WHOLE ? "CAST(round(0" : "CAST((0");

	for (int i = 0; sum[i]; i++) {
		const struct expr *x = query_term(s->e, sum[i]);

		if (!x)
			return err_set(err, ERR_DATA, _("the vocabulary lacks the term '%s'"), sum[i]);
		if (st != WHOLE && !decides(st, x->choices))
			continue;
		rc |= str_addf(sql, " + %g * coalesce(", o->scale);
		rc |= query_put(sql, x, open);
		rc |= str_add(sql, ", 0)");
	}
	rc |= str_add(sql, ") AS INTEGER), max(0, 0");
	for (int i = 0; o->first && o->first[i]; i++) {
		const struct expr *x = query_term(s->e, o->first[i]);

		if (!x)
			return err_set(err, ERR_DATA, _("the vocabulary lacks the term '%s'"), o->first[i]);
		if (st != WHOLE && !decides(st, x->choices))
			continue;
		rc |= str_add(sql, ", coalesce(");
		rc |= query_put(sql, x, open);
		rc |= str_add(sql, ", 0)");
	}
	rc |= str_add(sql, "), 0");
	for (size_t i = 0; (o->warnings || st == WHOLE) && i < engine_rules(s->e); i++) {
		const struct rule_code *r = query_rule(s->e, i);

		if (!counts_as_warning(r) || (st != WHOLE && !decides(st, decided_by(r))))
			continue;
		rc |= str_add(sql, " + (");
		rc |= r->rule.counts_unknown ? query_put_proven(sql, r, open) : query_put_broken(sql, r, open);
		rc |= str_add(sql, r->rule.counts_unknown ? " IS NOT TRUE)" : " IS TRUE)");
	}
	for (int k = 0; k < LIMITS; k++) {
		rc |= str_add(sql, ", CAST((0");
		for (int i = 0; limits[k].sum[i] && st != WHOLE; i++) {
			const struct expr *x = query_term(s->e, limits[k].sum[i]);

			if (!x)
				return err_set(err, ERR_DATA, _("the vocabulary lacks the term '%s'"), limits[k].sum[i]);
			if (!decides(st, x->choices))
				continue;
			rc |= str_addf(sql, " + %g * coalesce(", limits[k].scale);
			rc |= query_put(sql, x, open);
			rc |= str_add(sql, ", 0)");
		}
		rc |= str_add(sql, ") AS INTEGER)");
	}
	return rc ? err_nomem(err) : ERR_OK;
}

/* The limits of a frame, NULL where a limit is unknown. */
static int put_limits(struct search *s, struct str *sql, unsigned open)
{
	int rc = 0;

	for (int k = 0; k < LIMITS; k++) {
		const struct expr *x = query_term(s->e, limits[k].limit);
		int stands = 0;

		for (size_t i = 0; i < engine_rules(s->e); i++) {
			const struct rule *u = &query_rule(s->e, i)->rule;

			stands |= u->severity == SEV_ERROR && strcmp(u->id, limits[k].rule) == 0;
		}
		if (!x || !stands) {
			rc |= str_addf(sql, ", %lld", (long long)INT64_MAX);
			continue;
		}
		rc |= str_addf(sql, ", CAST((%g * ", limits[k].scale);
		rc |= query_put(sql, x, open);
		rc |= str_add(sql, ") AS INTEGER)");
	}
	return rc;
}

/* The columns that name a stage's candidates, before the share. */
static int put_ids(struct str *sql, enum stage st, unsigned open)
{
	int rc = 0;

	switch (st) {
	case FRAME:
		rc |= str_add(sql, "g.id, ");
		rc |= query_put_text(sql, "$gpus", open);
		rc |= str_add(sql, ", p.id, u.id, ");
		rc |= query_put_text(sql, "$sockets", open);
		return rc;
	case CPU: return str_add(sql, "c.id");
	case NIC: return str_add(sql, "ng.id, ng.count");
	case DRIVE: return str_add(sql, "dg.id, dg.count");
	case BOOT: return str_add(sql, "bg.id, bg.count");
	case MEMORY:
		rc |= str_add(sql, "d.id, ");
		return rc | query_put_text(sql, "$dps", open);
	case PAIR: case JOINT: case WHOLE: case STAGES: break;
	}
	return str_add(sql, "0");
}

/* Parts that cannot be ordered are no candidates, whatever the file says. */
static int put_orderable(struct str *sql, enum stage st, unsigned open)
{
	int rc = 0;

	if (st == FRAME && (open & CHOICE_BIT(CHOICE_PLATFORM)))
		rc |= str_add(sql, " AND p.class = 'system' AND p.status NOT IN ('ended','oem','announced','legacy')");
	if (st == FRAME && (open & CHOICE_BIT(CHOICE_GPU)))
		rc |= str_add(sql, " AND g.status NOT IN ('ended','oem','announced')");
	if (st == CPU && (open & CHOICE_BIT(CHOICE_CPU)))
		rc |= str_add(sql, " AND c.status NOT IN ('ended','oem','announced')");
	if (st == MEMORY && (open & CHOICE_BIT(CHOICE_DIMM)))
		rc |= str_add(sql, " AND d.status NOT IN ('ended','oem','announced') AND d.part_number IS NOT NULL");
	return rc;
}

int search_priced(const struct search *s)
{
	return s->objective->sum == sum_cost || s->objective->sum == sum_tco;
}

int search_takes_memory(const struct search *s)
{
	return (s->open & CHOICE_MEMORY) == CHOICE_MEMORY;
}

/* The columns of the CPU that the memory query reads, as one text. */
static void find_key(struct run *r, const char *sql)
{
	struct str key = STR_INIT;

	str_add(&key, "''");
	for (const char *p = strstr(sql, "c."); p; p = strstr(p + 1, "c.")) {
		char column[64];
		size_t n = strspn(p + 2, "abcdefghijklmnopqrstuvwxyz0123456789_");

		if (n == 2 && strncmp(p, "c.id", 4) == 0) /* the join itself */
			continue;
		if ((p > sql && (strchr("abcdefghijklmnopqrstuvwxyz0123456789_", p[-1]) || p[-1] == '.')) || n == 0 || n > 40)
			continue;
		snprintf(column, sizeof(column), " || '|' || coalesce(%.*s, '')", (int)n + 2, p);
		if (!strstr(str_c(&key), column))
			str_add(&key, column);
	}
	/* too many to tell apart: then each CPU is its own */
	str_copy(r->key_sql, sizeof(r->key_sql), key.failed || key.len >= sizeof(r->key_sql) ? "c.id" : str_c(&key));
	str_release(&key);
}

int stage_prepare(struct run *r, enum stage st, struct err *err)
{
	struct search *s = r->s;
	struct str sql = STR_INIT;
	unsigned open = s->open & stages[st].own;
	int put = str_add(&sql, "SELECT "), rc;

	put |= put_ids(&sql, st, open);
	put |= str_add(&sql, ", ");
	rc = put_share(s, &sql, st, open, err);
	if (st == CPU && search_takes_memory(s)) /* what its memory costs at least; no row when nothing fits the slots */
		put |= str_addf(&sql, ", (SELECT f.cents FROM temp.memory_floor f WHERE f.family = c.family AND f.channels = c.channels AND f.slots ="
		                      " coalesce(p.dimm_slots / p.sockets, 0)) * ?%d", CHOICE_SOCKETS + 1);
	if (st == FRAME)
		put |= put_limits(s, &sql, open);
	if (st == CPU)
		put |= str_addf(&sql, "%s, %s", search_takes_memory(s) ? "" : ", 0", r->key_sql);
	if (st == WHOLE) { /* what tells equal machines apart */
		const struct expr *power = query_term(s->e, "power_w"), *rack = query_term(s->e, "rack_u");

		put |= str_add(&sql, ", CAST(round(coalesce(");
		put |= power ? query_put(&sql, power, open) : -1;
		put |= str_add(&sql, ", 0)) AS INTEGER), coalesce(");
		put |= rack ? query_put(&sql, rack, open) : -1;
		put |= str_add(&sql, ", 0), (coalesce(u.standard, 1) = 0) || '|' || p.model || '|' || c.model || '|' || coalesce(d.part_number, d.model)"
		                     " || '|' || coalesce(ng.model, '') || '|' || coalesce(dg.model, '') || '|' || coalesce(bg.model, '') || '|' ||"
		                     " coalesce(g.model, '')");
	}
	put |= query_from(&sql, stages[st].known, open);
	put |= put_orderable(&sql, st, open);
	if (st == CPU && open)
		put |= str_add(&sql, " AND c.socket = p.cpu_socket");
	if (st == MEMORY && open == CHOICE_MEMORY)
		put |= str_add(&sql, " AND m.gb >= coalesce(n.memory_per_socket_gb, 0)");
	for (size_t i = 0; i < engine_rules(s->e); i++)
		if (decides(st, decided_by(query_rule(s->e, i))))
			put |= put_rule(s, &sql, query_rule(s->e, i), open);
	if (st == CPU && open)
		put |= str_add(&sql, " ORDER BY c.rank_cents");
	if (st == MEMORY && open == CHOICE_MEMORY)
		put |= str_add(&sql, " ORDER BY m.rank_cents");
	if (st == MEMORY)
		find_key(r, str_c(&sql));
	if (rc == ERR_OK)
		rc = put ? err_nomem(err) : query_prepare(s->e, &sql, &r->st[st], err);
	str_release(&sql);
	return rc;
}

/* The cheapest memory per family and slots of a socket under what was asked. */
int stage_memory_floor(struct search *s, const struct build *b, struct err *err)
{
	struct db *db = catalog_db(engine_catalog(s->e));
	struct stmt *st = NULL;
	int rc = db_exec(db, "CREATE TEMP TABLE IF NOT EXISTS memory_floor (family TEXT, channels INTEGER, slots INTEGER, cents INTEGER,"
	                     " PRIMARY KEY (family, channels, slots)) WITHOUT ROWID; DELETE FROM temp.memory_floor", err);

	if (rc == ERR_OK)
		rc = stmt_prepare(&st, db, "INSERT INTO temp.memory_floor SELECT f.family, f.channels, w.slots,"
		                           " (SELECT m.rank_cents FROM memory_option m WHERE m.family = f.family AND m.channels = f.channels AND m.gb >= ?1"
		                           "  AND (m.dps <= w.slots OR w.slots = 0) ORDER BY m.rank_cents LIMIT 1)"
		                           " FROM (SELECT DISTINCT family, channels FROM cpu) f,"
		                           " (SELECT DISTINCT coalesce(dimm_slots / sockets, 0) AS slots FROM platform) w", err);
	if (rc == ERR_OK) {
		stmt_bind_i64(st, 1, b->need.memory_per_socket_gb == BUILD_UNSET ? 0 : b->need.memory_per_socket_gb);
		rc = stmt_run(st, err);
	}
	stmt_free(st);
	return rc;
}

/* The least share that a group can add: over the candidates that meet the rules which look at nothing else. */
int stage_floor(struct run *r, int k, struct err *err)
{
	static const struct { const char *table, *alias, *term; } groups[3] = { { "nic_group", "ng", "rank_nic" },
		{ "drive_group", "dg", "rank_drive" }, { "boot_group", "bg", "rank_boot" } };
	struct str sql = STR_INIT;
	struct stmt *st = NULL;
	unsigned bit = CHOICE_BIT(CHOICE_NIC + k);
	int rc, put;

	memset(&r->floor[k], 0, sizeof(r->floor[k]));
	if (!(r->s->open & bit) || !search_priced(r->s))
		return ERR_OK;
	put = str_addf(&sql, "SELECT coalesce(min(%s.rank_cents), 0) FROM temp.need_row n, temp.%s %s WHERE %s.id <> 0", groups[k].alias,
	               groups[k].table, groups[k].alias, groups[k].alias);
	for (size_t i = 0; i < engine_rules(r->s->e); i++)
		if (decided_by(query_rule(r->s->e, i)) == bit)
			put |= put_rule(r->s, &sql, query_rule(r->s->e, i), bit);
	rc = put ? err_nomem(err) : query_prepare(r->s->e, &sql, &st, err);
	if (rc == ERR_OK && stmt_step(st, err) == 1)
		r->floor[k].sum = stmt_i64(st, 0);
	stmt_free(st);
	str_release(&sql);
	return rc;
}

int search_by_price(const struct search *s)
{
	return s->objective->sum == sum_cost;
}

int stage_limit_wanted(int i)
{
	return limits[i].wanted;
}
