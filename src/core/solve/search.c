/* SPDX-License-Identifier: MIT */
/*
 * The search. Stages, each one prepared query in which the choices of earlier stages are held:
 *   frame   GPU, count, platform, supplies, sockets      cpu     the CPU
 *   nic, drive, boot   each alone                        memory  module and DIMMs per socket
 *   joint   adapters and drives together                 whole   the complete machine
 * A stage applies every rule that it is the first to decide, and adds its share of the objective. What a machine costs at
 * least (shares so far, and the cheapest of what is still to come) is compared with the best so far at every stage, so
 * nothing that could win is cut: the result is exact. Equal machines are told apart by warnings, power, rack units, names.
 */
#include <stdio.h>
#include <stdlib.h>
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
enum { LIMITS = 2 };
static const struct {
	const char *rule, *const *sum, *limit;
	double scale;
	int wanted; /* 1: a limit that is unknown cannot be proven to hold */
} limits[LIMITS] = {
	{ "budget", sum_price, "price_limit", 1, 0 },
	{ "power.capacity", sum_power, "power_limit", 1000, 1 },
};

/* One step of what counts first outweighs every sum: sums stay below 10^12 (EUR 10 billion). */
#define FIRST_WEIGHT INT64_C(1000000000000)

const struct objective *objective_find(const char *name)
{
	for (size_t i = 0; i < sizeof(objectives) / sizeof(objectives[0]); i++)
		if (strcmp(objectives[i].name, name) == 0)
			return &objectives[i];
	return NULL;
}

/* Technical warnings; what only the price list lacks is no fault of a machine. */
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
static int prune_groups(struct search *s, unsigned open, struct err *err)
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


enum stage { FRAME, CPU, NIC, DRIVE, BOOT, MEMORY, PAIR, JOINT, WHOLE, STAGES };
#define EXTRAS (CHOICE_BIT(CHOICE_NIC) | CHOICE_BIT(CHOICE_DRIVE) | CHOICE_BIT(CHOICE_BOOT))
#define BASE (CHOICE_ALL & ~(EXTRAS | CHOICE_MEMORY))
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

/* A share of the objective. */
struct share { int64_t sum, first, warnings, used[LIMITS]; };
/* One candidate of a stage. floor: what comes with it at least (the memory of a CPU). */
struct row { struct share share; int64_t id[6], count, floor, limit[LIMITS]; int key; };
/* least: the smallest of each part of a share; no row adds less. */
struct rows { struct row *row; int n, cap; struct share least; };

enum { KEYS_MAX = 24 };

struct run {
	struct search *s;
	struct stmt *st[STAGES];
	struct held held;
	struct rows list[MEMORY];      /* candidates of frame, CPU, adapters and drives for what is held */
	/*
	 * Memory by what its rules read of a CPU: CPUs that agree in these columns take the same memory, so it is collected
	 * once a frame.
	 */
	struct rows memory[KEYS_MAX];
	char key[KEYS_MAX][96], key_sql[512];
	int n_keys, collected[KEYS_MAX];
	struct share floor[3];         /* least share of adapters, drives, boot drives */
	int64_t limit[LIMITS];         /* of the present frame */
	int64_t bound;                 /* objective of the worst machine still wanted */
	int rc;
	struct err *err;
};

static int64_t value(const struct objective *o, const struct share *x)
{
	return x->sum + (o->first ? x->first * FIRST_WEIGHT : 0) + (o->warnings ? x->warnings * FIRST_WEIGHT : 0);
}

static struct share plus(struct share a, const struct share *b)
{
	a.sum += b->sum;
	a.warnings += b->warnings;
	for (int i = 0; i < LIMITS; i++)
		a.used[i] += b->used[i];
	if (b->first > a.first)
		a.first = b->first;
	return a;
}

/* The smaller of each part. */
static struct share smaller(const struct share *a, const struct share *b)
{
	struct share x = *a;

	x.sum = b->sum < x.sum ? b->sum : x.sum;
	x.first = b->first < x.first ? b->first : x.first;
	x.warnings = b->warnings < x.warnings ? b->warnings : x.warnings;
	for (int i = 0; i < LIMITS; i++)
		x.used[i] = b->used[i] < x.used[i] ? b->used[i] : x.used[i];
	return x;
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
		rc |= str_add(sql, " + ");
		rc |= query_put_doubtful(sql, r, open);
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

/* Columns of a share. */
enum { SHARE = 3 + LIMITS };

static struct share read_share(struct stmt *st, int col)
{
	struct share x = { .sum = stmt_i64(st, col), .first = stmt_i64(st, col + 1), .warnings = stmt_i64(st, col + 2) };

	for (int i = 0; i < LIMITS; i++)
		x.used[i] = stmt_i64(st, col + 3 + i);
	return x;
}

static int over_limit(const struct run *r, const struct share *x)
{
	for (int i = 0; i < LIMITS; i++)
		if (x->used[i] > r->limit[i])
			return 1;
	return 0;
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

static int priced(const struct search *s)
{
	return s->objective->sum == sum_cost || s->objective->sum == sum_tco;
}

static int both_memory(const struct search *s)
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

static int prepare_stage(struct run *r, enum stage st, struct err *err)
{
	struct search *s = r->s;
	struct str sql = STR_INIT;
	unsigned open = s->open & stages[st].own;
	int put = str_add(&sql, "SELECT "), rc;

	put |= put_ids(&sql, st, open);
	put |= str_add(&sql, ", ");
	rc = put_share(s, &sql, st, open, err);
	if (st == CPU && both_memory(s)) /* what its memory costs at least; no row when nothing fits the slots */
		put |= str_addf(&sql, ", (SELECT f.cents FROM temp.memory_floor f WHERE f.family = c.family AND f.channels = c.channels AND f.slots ="
		                      " coalesce(p.dimm_slots / p.sockets, 0)) * ?%d", CHOICE_SOCKETS + 1);
	if (st == FRAME)
		put |= put_limits(s, &sql, open);
	if (st == CPU)
		put |= str_addf(&sql, "%s, %s", both_memory(s) ? "" : ", 0", r->key_sql);
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

static int add_row(struct rows *l, const struct row *x, struct err *err)
{
	if (l->n == l->cap) {
		int cap = l->cap ? l->cap * 2 : 64;
		struct row *p = mem_realloc(l->row, (size_t)cap, sizeof(*p));

		if (!p)
			return err_nomem(err);
		l->row = p;
		l->cap = cap;
	}
	l->row[l->n++] = *x;
	return ERR_OK;
}

static const struct objective *sort_by; /* qsort has no argument of ours; searches do not run side by side */

static int row_order(const void *va, const void *vb)
{
	const struct row *a = va, *b = vb;
	int64_t x = value(sort_by, &a->share) + a->floor, y = value(sort_by, &b->share) + b->floor;

	if (x != y)
		return x < y ? -1 : 1;
	return a->id[0] < b->id[0] ? -1 : a->id[0] > b->id[0];
}

/* A frame without a limit that must be proven is passed over at once. */
static int has_limits(const struct run *r, int col)
{
	for (int i = 0; i < LIMITS; i++)
		if (r->s->strict && limits[i].wanted && stmt_is_null(r->st[FRAME], col + i))
			return 0;
	return 1;
}

/* The number of a key; the last place is for all that find none. */
static int find_or_add_key(struct run *r, const char *text)
{
	int i;

	for (i = 0; i < r->n_keys; i++)
		if (strcmp(r->key[i], text) == 0)
			return i;
	if (i == KEYS_MAX - 1 || strlen(text) >= sizeof(r->key[0]))
		return KEYS_MAX - 1;
	str_copy(r->key[i], sizeof(r->key[i]), text);
	return r->n_keys++;
}

/* Runs a stage for the held choices and collects its candidates into l, cheapest first. base: the objective so far. */
static void collect(struct run *r, enum stage st, const struct share *base, struct rows *l)
{
	int ids = st == FRAME ? 5 : st == CPU ? 1 : 2, step;
	int by_price = st == MEMORY && both_memory(r->s) && priced(r->s) && r->s->objective->sum == sum_cost;

	l->n = 0;
	query_bind(r->st[st], &r->held);
	while (r->rc == ERR_OK && (step = stmt_step(r->st[st], r->err)) != 0) {
		struct row x;
		struct share least;

		if (step < 0) {
			r->rc = r->err && r->err->code ? r->err->code : ERR_DATA;
			break;
		}
		memset(&x, 0, sizeof(x));
		for (int i = 0; i < ids; i++)
			x.id[i] = stmt_is_null(r->st[st], i) ? 0 : stmt_i64(r->st[st], i);
		x.count = st == NIC || st == DRIVE || st == BOOT ? x.id[1] : 0;
		x.share = read_share(r->st[st], ids);
		if (st == FRAME && !has_limits(r, ids + SHARE))
			continue;
		for (int i = 0; st == FRAME && i < LIMITS; i++)
			x.limit[i] = stmt_is_null(r->st[st], ids + SHARE + i) ? INT64_MAX : stmt_i64(r->st[st], ids + SHARE + i);
		r->s->rows++;
		if (st == CPU && both_memory(r->s)) {
			if (stmt_is_null(r->st[st], ids + SHARE)) /* no memory fits */
				continue;
			x.floor = priced(r->s) ? stmt_i64(r->st[st], ids + SHARE) : 0;
		}
		if (st == CPU)
			x.key = find_or_add_key(r, stmt_text(r->st[st], ids + SHARE + 1));
		least = plus(*base, &x.share);
		if (st != FRAME && over_limit(r, &least))
			continue;
		least.sum += x.floor;
		if (value(r->s->objective, &least) > r->bound) {
			/* dearer memory only makes it worse, unless it brings fewer warnings or a shorter wait */
			struct share cost = { .sum = base->sum + x.share.sum, .first = base->first, .warnings = base->warnings };

			if (by_price && value(r->s->objective, &cost) > r->bound)
				break;
			continue;
		}
		r->rc = add_row(l, &x, r->err);
	}
	stmt_reset(r->st[st]);
	for (int i = 0; i < l->n; i++)
		l->least = i ? smaller(&l->least, &l->row[i].share) : l->row[i].share;
	if (l->n > 1) {
		sort_by = r->s->objective;
		qsort(l->row, (size_t)l->n, sizeof(l->row[0]), row_order);
	}
}

static int better(const struct candidate *a, const struct candidate *b)
{
	if (a->objective != b->objective)
		return a->objective < b->objective;
	if (a->warnings != b->warnings)
		return a->warnings < b->warnings;
	if (a->power_w != b->power_w)
		return a->power_w < b->power_w;
	if (a->rack_u != b->rack_u)
		return a->rack_u < b->rack_u;
	return strcmp(a->name, b->name) < 0;
}

static int same_machine(const struct candidate *a, const struct candidate *b)
{
	static const enum choice makes[] = { CHOICE_PLATFORM, CHOICE_CPU, CHOICE_SOCKETS, CHOICE_GPU, CHOICE_GPUS, CHOICE_PSU };

	for (size_t i = 0; i < sizeof(makes) / sizeof(makes[0]); i++)
		if (a->id[makes[i]] != b->id[makes[i]])
			return 0;
	return 1;
}

/* Keeps the best machines in order; a machine stands once. */
static void keep(struct search *s, const struct candidate *c)
{
	int at;

	for (int i = 0; i < s->n; i++) {
		if (!same_machine(&s->best[i], c))
			continue;
		if (!better(c, &s->best[i]))
			return;
		memmove(&s->best[i], &s->best[i + 1], (size_t)(s->n - i - 1) * sizeof(*c));
		s->n--;
		break;
	}
	for (at = 0; at < s->n && !better(c, &s->best[at]); at++)
		;
	if (at >= s->top)
		return;
	if (s->n == s->top)
		s->n--;
	memmove(&s->best[at + 1], &s->best[at], (size_t)(s->n - at) * sizeof(*c));
	s->best[at] = *c;
	s->n++;
}


static void hold_group(struct run *r, enum choice c, const struct row *x)
{
	if (r->s->open & CHOICE_BIT(c))
		r->held.id[c] = x->id[0];
}

/* One complete machine: the last rules, and what it is worth. */
static void try_whole(struct run *r, const struct row *nic, const struct row *drive, const struct row *boot)
{
	struct stmt *st = r->st[WHOLE];
	struct share share;
	struct candidate c;
	int step;

	query_bind(st, &r->held);
	step = stmt_step(st, r->err);
	r->s->rows++;
	if (step == 1) {
		memset(&c, 0, sizeof(c));
		share = read_share(st, 1);
		c.objective = value(r->s->objective, &share);
		c.warnings = share.warnings;
		c.power_w = stmt_i64(st, 1 + SHARE);
		c.rack_u = stmt_i64(st, 2 + SHARE);
		str_copy(c.name, sizeof(c.name), stmt_text(st, 3 + SHARE));
		memcpy(c.id, r->held.id, sizeof(c.id));
		c.count[CHOICE_NIC] = nic->count;
		c.count[CHOICE_DRIVE] = drive->count;
		c.count[CHOICE_BOOT] = boot->count;
		if (r->s->top == 0) {
			r->s->best[0] = c;
			r->s->n = 1;
		} else if (c.objective <= r->bound) {
			keep(r->s, &c);
			if (r->s->n == r->s->top)
				r->bound = r->s->best[r->s->n - 1].objective;
		}
	} else if (step < 0) {
		r->rc = r->err && r->err->code ? r->err->code : ERR_DATA;
	}
	stmt_reset(st);
}

/* Adapters and drives together under the rules of stage PAIR or JOINT, which have one row or none. */
static int together(struct run *r, enum stage st, struct share *share)
{
	int step;

	query_bind(r->st[st], &r->held);
	step = stmt_step(r->st[st], r->err);
	if (step == 1)
		*share = read_share(r->st[st], 1);
	else if (step < 0)
		r->rc = r->err && r->err->code ? r->err->code : ERR_DATA;
	stmt_reset(r->st[st]);
	return step == 1;
}

static int done(const struct run *r)
{
	return r->rc != ERR_OK || (r->s->top == 0 && r->s->n > 0);
}

/* In a list sorted by value, is what follows a row never worth less together with the rest? Not where the largest counts. */
static int adds_up(const struct search *s)
{
	return !s->objective->first;
}

/* The memory for adapters and drives that go together. */
static void take_memory(struct run *r, const struct rows *memory, const struct row *nic, const struct row *drive, const struct row *boot,
                        const struct share *so_far)
{
	for (int i = 0; i < memory->n && !done(r); i++) {
		const struct row *m = &memory->row[i];
		struct share share = plus(*so_far, &m->share);

		if (value(r->s->objective, &share) > r->bound) {
			if (adds_up(r->s))
				break;
			continue;
		}
		if (over_limit(r, &share))
			continue;
		if (r->s->open & CHOICE_BIT(CHOICE_DIMM))
			r->held.id[CHOICE_DIMM] = m->id[0];
		if (r->s->open & CHOICE_BIT(CHOICE_DPS))
			r->held.id[CHOICE_DPS] = m->id[1];
		try_whole(r, nic, drive, boot);
	}
}

/* The memory that a CPU of this key takes in the present frame. */
static struct rows *memory_of(struct run *r, int key, const struct share *rest)
{
	if (!r->collected[key]) {
		collect(r, MEMORY, rest, &r->memory[key]);
		r->collected[key] = key < KEYS_MAX - 1;
	}
	return &r->memory[key];
}

/* Everything below one CPU. so_far: frame and CPU; rest: frame and the least of adapters and drives. */
static void take_cpu(struct run *r, int key, const struct share *so_far, const struct share *rest)
{
	const struct objective *o = r->s->objective;
	const struct rows *nics = &r->list[NIC], *drives = &r->list[DRIVE], *boots = &r->list[BOOT], *memory;
	struct share base = *so_far;

	for (int k = 0; k < 3; k++)
		base = plus(base, &r->floor[k]);
	memory = memory_of(r, key, rest);
	if (done(r) || memory->n == 0)
		return;
	base = plus(base, &memory->least);
	if (value(o, &base) > r->bound || over_limit(r, &base))
		return;
	for (int st = NIC; st <= BOOT; st++) {
		struct share others = plus(*so_far, &memory->least);

		for (int k = 0; k < 3; k++)
			if (k != st - NIC)
				others = plus(others, &r->floor[k]);
		collect(r, (enum stage)st, &others, &r->list[st]);
		if (done(r) || r->list[st].n == 0)
			return;
	}
	for (int i = 0; i < drives->n && !done(r); i++) {
		const struct row *drive = &drives->row[i];
		struct share a = plus(*so_far, &drive->share);

		hold_group(r, CHOICE_DRIVE, drive);
		for (int j = 0; j < boots->n && !done(r); j++) {
			const struct row *boot = &boots->row[j];
			struct share b = plus(a, &boot->share), pair, least = plus(b, &memory->least);

			least = plus(least, &nics->least);
			if (value(o, &least) > r->bound || over_limit(r, &least))
				continue;
			hold_group(r, CHOICE_BOOT, boot);
			if (!together(r, PAIR, &pair))
				continue;
			b = plus(b, &pair);
			for (int k = 0; k < nics->n && !done(r); k++) {
				const struct row *nic = &nics->row[k];
				struct share c = plus(b, &nic->share), joint;

				least = plus(c, &memory->least);
				if (value(o, &least) > r->bound || over_limit(r, &least))
					continue;
				hold_group(r, CHOICE_NIC, nic);
				if (!together(r, JOINT, &joint))
					continue;
				c = plus(c, &joint);
				take_memory(r, memory, nic, drive, boot, &c);
			}
		}
	}
}

/* Every CPU of one frame, the most promising first. */
static void take_frame(struct run *r, const struct row *frame)
{
	static const enum choice order[5] = { CHOICE_GPU, CHOICE_GPUS, CHOICE_PLATFORM, CHOICE_PSU, CHOICE_SOCKETS };
	struct share rest = frame->share;

	for (int i = 0; i < 5; i++)
		if (r->s->open & CHOICE_BIT(order[i]))
			r->held.id[order[i]] = frame->id[i];
	for (int k = 0; k < 3; k++)
		rest = plus(rest, &r->floor[k]);
	memcpy(r->limit, frame->limit, sizeof(r->limit));
	if (value(r->s->objective, &rest) > r->bound || over_limit(r, &rest))
		return;
	memset(r->collected, 0, sizeof(r->collected));
	r->n_keys = 0;
	collect(r, CPU, &rest, &r->list[CPU]);
	for (int i = 0; i < r->list[CPU].n && !done(r); i++) {
		const struct row *cpu = &r->list[CPU].row[i];
		struct share least = plus(rest, &cpu->share), so_far = plus(frame->share, &cpu->share);

		least.sum += cpu->floor;
		if (value(r->s->objective, &least) > r->bound) {
			if (adds_up(r->s))
				break;
			continue;
		}
		if (r->s->open & CHOICE_BIT(CHOICE_CPU))
			r->held.id[CHOICE_CPU] = cpu->id[0];
		take_cpu(r, cpu->key, &so_far, &rest);
	}
}

/* The cheapest memory per family and slots of a socket under what was asked. */
static int fill_memory_floor(struct search *s, const struct build *b, struct err *err)
{
	struct db *db = catalog_db(engine_catalog(s->e));
	struct stmt *st = NULL;
	int rc = db_exec(db, "CREATE TEMP TABLE IF NOT EXISTS memory_floor (family TEXT, channels INTEGER, slots INTEGER, cents INTEGER,"
	                     " PRIMARY KEY (family, channels, slots)) WITHOUT ROWID; DELETE FROM temp.memory_floor", err);

	if (rc == ERR_OK)
		rc = stmt_prepare(&st, db, "INSERT INTO temp.memory_floor SELECT f.family, f.channels, w.slots,"
		                           " (SELECT m.rank_cents FROM memory_option m WHERE m.family = f.family AND m.channels = f.channels AND m.gb >= ?1"
		                           "  AND (m.dps <= w.slots OR w.slots = 0) ORDER BY m.rank_cents LIMIT 1)"
		                           " FROM (SELECT DISTINCT family, channels FROM cpu WHERE status = 'active') f,"
		                           " (SELECT DISTINCT coalesce(dimm_slots / sockets, 0) AS slots FROM platform) w", err);
	if (rc == ERR_OK) {
		stmt_bind_i64(st, 1, b->need.memory_per_socket_gb == BUILD_UNSET ? 0 : b->need.memory_per_socket_gb);
		rc = stmt_run(st, err);
	}
	stmt_free(st);
	return rc;
}

/* The least share that a group can add: over the candidates that meet the rules which look at nothing else. */
static int find_floor(struct run *r, int k, struct err *err)
{
	static const struct { const char *table, *alias, *term; } groups[3] = { { "nic_group", "ng", "rank_nic" },
		{ "drive_group", "dg", "rank_drive" }, { "boot_group", "bg", "rank_boot" } };
	struct str sql = STR_INIT;
	struct stmt *st = NULL;
	unsigned bit = CHOICE_BIT(CHOICE_NIC + k);
	int rc, put;

	memset(&r->floor[k], 0, sizeof(r->floor[k]));
	if (!(r->s->open & bit) || !priced(r->s))
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

static int free_choice(const struct part_ref *r)
{
	return !r->text[0] || r->origin == PICK_SOLVER;
}

static int free_items(const struct item_list *l)
{
	return l->n == 0 || l->item[0].part.origin == PICK_SOLVER;
}

static int free_count(int64_t v, enum pick_origin origin)
{
	return v == BUILD_UNSET || origin == PICK_SOLVER;
}

/* Clears what the solver may choose anew and tells which choices are open. */
static unsigned open_choices(struct build *b)
{
	struct picks *p = &b->pick;
	struct part_ref *const refs[CHOICE_COUNT] = { [CHOICE_GPU] = &p->gpu, [CHOICE_PLATFORM] = &p->platform, [CHOICE_CPU] = &p->cpu, [CHOICE_DIMM] = &p->dimm };
	struct { int64_t *v; enum pick_origin origin; } counts[CHOICE_COUNT] = { [CHOICE_GPUS] = { &p->gpus, p->gpus_origin },
		[CHOICE_SOCKETS] = { &p->sockets, p->sockets_origin }, [CHOICE_DPS] = { &p->dimms_per_socket, p->dimms_per_socket_origin } };
	struct item_list *const lists[CHOICE_COUNT] = { [CHOICE_NIC] = &p->nics, [CHOICE_DRIVE] = &p->drives, [CHOICE_BOOT] = &p->boot };
	unsigned open = 0;

	for (int c = 0; c < CHOICE_COUNT; c++) {
		if (refs[c] && free_choice(refs[c])) {
			memset(refs[c], 0, sizeof(*refs[c]));
			open |= CHOICE_BIT(c);
		} else if (counts[c].v && free_count(*counts[c].v, counts[c].origin)) {
			*counts[c].v = BUILD_UNSET;
			open |= CHOICE_BIT(c);
		} else if (lists[c] && free_items(lists[c])) {
			memset(lists[c], 0, sizeof(*lists[c]));
			open |= CHOICE_BIT(c);
		}
	}
	if (p->psu.origin == PICK_SOLVER || (!p->psu.text[0] && p->psu_count == BUILD_UNSET)) {
		memset(&p->psu, 0, sizeof(p->psu));
		p->psu_count = BUILD_UNSET;
		open |= CHOICE_BIT(CHOICE_PSU);
	}
	/* nobody asked for a GPU: none */
	if ((open & CHOICE_BIT(CHOICE_GPU)) && !b->need.gpu.text[0] && b->need.gpus == BUILD_UNSET &&
	    (p->gpus == BUILD_UNSET || p->gpus == 0)) {
		open &= ~(CHOICE_BIT(CHOICE_GPU) | CHOICE_BIT(CHOICE_GPUS));
		p->gpus = 0;
	} else if (p->gpus == 0) {
		open &= ~CHOICE_BIT(CHOICE_GPU);
	}
	return open;
}

int search_run(struct search *s, const struct build *given, const struct solve_opts *opts, struct err *err)
{
	static const struct share nothing;
	struct run *r = mem_zalloc(sizeof(*r));
	struct db *db = catalog_db(engine_catalog(s->e));
	struct build b;
	int rc;

	s->n = 0;
	if (!r)
		return err_nomem(err);
	r->s = s;
	r->err = err;
	r->bound = INT64_MAX;
	build_init(&b);
	build_copy(&b, given);
	b.has_need = 1; /* what is solved is to be ordered */
	s->open = open_choices(&b);
	r->rc = query_hold(s->e, &b, &r->held, err);
	for (enum choice c = CHOICE_NIC; c <= CHOICE_BOOT && r->rc == ERR_OK; c++)
		if (s->open & CHOICE_BIT(c))
			r->rc = query_fill_candidates(s->e, &b, c, err);
	/* nobody asked for storage: no rule rewards a data drive */
	if (r->rc == ERR_OK && (s->open & CHOICE_BIT(CHOICE_DRIVE)) && b.need.storage_tb <= BUILD_UNSET_F)
		r->rc = db_exec(db, "DELETE FROM temp.drive_group WHERE id > 0", err);
	if (r->rc == ERR_OK)
		r->rc = prune_groups(s, s->open, err);
	if (r->rc == ERR_OK)
		r->rc = fill_memory_floor(s, &b, err);
	for (int k = 0; k < 3 && r->rc == ERR_OK; k++)
		r->rc = find_floor(r, k, err);
	for (int st = STAGES - 1; st >= 0 && r->rc == ERR_OK; st--) /* memory before CPU: it tells the key */
		r->rc = prepare_stage(r, (enum stage)st, err);
	if (r->rc == ERR_OK) {
		if (opts && opts->stop)
			db_progress(db, 2000, opts->stop, opts->stop_data);
		collect(r, FRAME, &nothing, &r->list[FRAME]);
		for (int i = 0; i < r->list[FRAME].n && !done(r); i++)
			take_frame(r, &r->list[FRAME].row[i]);
		db_progress(db, 0, NULL, NULL);
	}
	for (int st = 0; st < STAGES; st++)
		stmt_free(r->st[st]);
	for (int st = 0; st < MEMORY; st++)
		mem_free(r->list[st].row);
	for (int k = 0; k < KEYS_MAX; k++)
		mem_free(r->memory[k].row);
	build_release(&b);
	rc = r->rc;
	mem_free(r);
	return rc;
}

int search_build(struct search *s, const struct build *b, const struct candidate *c, struct build *out, struct err *err)
{
	static const enum choice order[] = { CHOICE_PLATFORM, CHOICE_PSU, CHOICE_SOCKETS, CHOICE_CPU, CHOICE_GPU, CHOICE_GPUS, CHOICE_DIMM, CHOICE_DPS,
		CHOICE_NIC, CHOICE_DRIVE, CHOICE_BOOT };
	struct picks *p = &out->pick;
	struct part_ref *refs[] = { &p->platform, &p->cpu, &p->dimm, &p->gpu, &p->psu };
	struct item_list *lists[] = { &p->nics, &p->drives, &p->boot };
	int rc = ERR_OK;

	build_init(out);
	build_copy(out, b);
	out->has_build = 1;
	(void)open_choices(out);
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]) && rc == ERR_OK; i++) {
		struct option o;

		memset(&o, 0, sizeof(o));
		o.id = c->id[order[i]];
		o.count = c->count[order[i]];
		if (!(s->open & CHOICE_BIT(order[i])) || o.id == 0)
			continue;
		rc = engine_apply(s->e, out, order[i], &o, PICK_SOLVER, err);
	}
	for (size_t i = 0; i < sizeof(refs) / sizeof(refs[0]); i++)
		if (refs[i]->origin == PICK_SOLVER)
			str_copy(refs[i]->reason, sizeof(refs[i]->reason), s->objective->name);
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		if (lists[i]->n && lists[i]->item[0].part.origin == PICK_SOLVER)
			str_copy(lists[i]->item[0].part.reason, sizeof(lists[i]->item[0].part.reason), s->objective->name);
	if (rc != ERR_OK)
		build_release(out);
	return rc;
}
