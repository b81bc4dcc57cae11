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

static struct share read_share(struct stmt *st, int col)
{
	struct share x = { .sum = stmt_i64(st, col), .first = stmt_i64(st, col + 1), .warnings = stmt_i64(st, col + 2) };

	for (int i = 0; i < LIMITS; i++)
		x.used[i] = stmt_i64(st, col + 3 + i);
	return x;
}

/* Within one machine only what is as good as its best so far counts. */
static int64_t machine_bound(const struct run *r)
{
	return r->own < r->bound ? r->own : r->bound;
}

static int over_limit(const struct run *r, const struct share *x)
{
	for (int i = 0; i < LIMITS; i++)
		if (x->used[i] > r->limit[i])
			return 1;
	return 0;
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
		if (r->s->strict && stage_limit_wanted(i) && stmt_is_null(r->st[FRAME], col + i))
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
	int by_price = st == MEMORY && search_takes_memory(r->s) && search_by_price(r->s);

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
		if (st == CPU && search_takes_memory(r->s)) {
			if (stmt_is_null(r->st[st], ids + SHARE)) /* no memory fits */
				continue;
			x.floor = search_priced(r->s) ? stmt_i64(r->st[st], ids + SHARE) : 0;
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
		if (c.objective < r->own)
			r->own = c.objective;
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

		if (value(r->s->objective, &share) > machine_bound(r)) {
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

	r->own = INT64_MAX;
	for (int k = 0; k < 3; k++)
		base = plus(base, &r->floor[k]);
	memory = memory_of(r, key, rest);
	if (done(r) || memory->n == 0)
		return;
	base = plus(base, &memory->least);
	if (value(o, &base) > machine_bound(r) || over_limit(r, &base))
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
			if (value(o, &least) > machine_bound(r) || over_limit(r, &least))
				continue;
			hold_group(r, CHOICE_BOOT, boot);
			if (!together(r, PAIR, &pair))
				continue;
			b = plus(b, &pair);
			for (int k = 0; k < nics->n && !done(r); k++) {
				const struct row *nic = &nics->row[k];
				struct share c = plus(b, &nic->share), joint;

				least = plus(c, &memory->least);
				if (value(o, &least) > machine_bound(r) || over_limit(r, &least))
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
	if (p->psu.origin == PICK_SOLVER || (!p->psu.text[0] && p->psu_count == BUILD_UNSET && p->psu_w == BUILD_UNSET)) {
		memset(&p->psu, 0, sizeof(p->psu));
		p->psu_count = p->psu_w = BUILD_UNSET;
		open |= CHOICE_BIT(CHOICE_PSU);
	}
	/* nobody asked for a GPU: none */
	if ((open & CHOICE_BIT(CHOICE_GPU)) && (b->need.gpus == 0 || (!b->need.gpu.text[0] && b->need.gpus == BUILD_UNSET)) &&
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
		r->rc = stage_prune(s, s->open, err);
	if (r->rc == ERR_OK)
		r->rc = stage_memory_floor(s, &b, err);
	for (int k = 0; k < 3 && r->rc == ERR_OK; k++)
		r->rc = stage_floor(r, k, err);
	for (int st = STAGES - 1; st >= 0 && r->rc == ERR_OK; st--) /* memory before CPU: it tells the key */
		r->rc = stage_prepare(r, (enum stage)st, err);
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
