/* SPDX-License-Identifier: MIT */
/*
 * Why nothing is possible: a smallest set of demands that cannot hold together, and for each demand of the set the least
 * that must be given up, with the machine that then comes out. A demand is a field of the need or a pick that the user made.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../base/num.h"
#include "solve_priv.h"

/* After so many checks or seconds a minimal set stands for a smallest one, and the nearest value found for the nearest. */
enum { CHECKS_MAX = 600, SECONDS_MAX = 3 };

/* How a number may be relaxed: towards what, and in which field. */
enum relax { RELAX_DROP, RELAX_DOWN, RELAX_UP };
static const struct { const char *key; enum relax relax; int64_t limit; } fields[] = {
	{ "need.memory_per_socket_gb", RELAX_DOWN, 1 },
	{ "need.gpu", RELAX_DROP, 0 },
	{ "need.gpu.count", RELAX_DOWN, 1 },
	{ "need.network_gbps", RELAX_DOWN, 1 },
	{ "need.storage_tb", RELAX_DROP, 0 },
	{ "need.cores", RELAX_DOWN, 1 },
	{ "need.redundancy", RELAX_DROP, 0 },
	{ "need.rack_units", RELAX_UP, 20 },
	{ "need.feed_w", RELAX_UP, 60000 },
	{ "need.site_voltage", RELAX_DROP, 0 },
	{ "need.deliver_weeks", RELAX_UP, 260 },
	{ "need.budget_eur", RELAX_DROP, 0 },
	{ "need.growth.gpus", RELAX_DOWN, 1 },
	{ "need.growth.memory_per_socket_gb", RELAX_DOWN, 1 },
	{ "need.stack", RELAX_DROP, 0 },
	{ "need.certified", RELAX_DROP, 0 },
	{ "build.platform", RELAX_DROP, 0 },
	{ "build.cpu", RELAX_DROP, 0 },
	{ "build.sockets", RELAX_DROP, 0 },
	{ "build.gpu", RELAX_DROP, 0 },
	{ "build.gpus", RELAX_DROP, 0 },
	{ "build.dimm", RELAX_DROP, 0 },
	{ "build.dimms_per_socket", RELAX_DROP, 0 },
	{ "build.psu", RELAX_DROP, 0 },
	{ "build.nics", RELAX_DROP, 0 },
	{ "build.drives", RELAX_DROP, 0 },
	{ "build.boot", RELAX_DROP, 0 },
};
enum { FIELDS = sizeof(fields) / sizeof(fields[0]) };

static int64_t *number_of(struct build *b, const char *key)
{
	const struct { const char *key; int64_t *v; } numbers[] = {
		{ "need.memory_per_socket_gb", &b->need.memory_per_socket_gb }, { "need.gpu.count", &b->need.gpus },
		{ "need.network_gbps", &b->need.network_gbps }, { "need.cores", &b->need.cores }, { "need.rack_units", &b->need.rack_units },
		{ "need.feed_w", &b->need.feed_w }, { "need.site_voltage", &b->need.site_voltage },
		{ "need.deliver_weeks", &b->need.deliver_weeks }, { "need.growth.gpus", &b->need.growth_gpus },
		{ "need.growth.memory_per_socket_gb", &b->need.growth_memory_per_socket_gb }, { "build.sockets", &b->pick.sockets },
		{ "build.gpus", &b->pick.gpus }, { "build.dimms_per_socket", &b->pick.dimms_per_socket },
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (strcmp(numbers[i].key, key) == 0)
			return numbers[i].v;
	return NULL;
}

/* Takes a demand out of b. Returns 1 when it was there. */
static int drop(struct build *b, const char *key)
{
	int64_t *v = number_of(b, key);
	const struct { const char *key; struct part_ref *r; } refs[] = { { "need.gpu", &b->need.gpu }, { "build.platform", &b->pick.platform },
		{ "build.cpu", &b->pick.cpu }, { "build.gpu", &b->pick.gpu }, { "build.dimm", &b->pick.dimm }, { "build.psu", &b->pick.psu } };
	const struct { const char *key; struct item_list *l; } lists[] = { { "build.nics", &b->pick.nics }, { "build.drives", &b->pick.drives },
		{ "build.boot", &b->pick.boot } };
	const struct { const char *key; struct word_list *l; } words[] = { { "need.stack", &b->need.stack }, { "need.certified", &b->need.certified } };
	int had = 0;

	if (v) {
		had = *v != BUILD_UNSET;
		*v = BUILD_UNSET;
		return had;
	}
	for (size_t i = 0; i < sizeof(refs) / sizeof(refs[0]); i++)
		if (strcmp(refs[i].key, key) == 0) {
			had = refs[i].r->text[0] && refs[i].r->origin != PICK_SOLVER;
			memset(refs[i].r, 0, sizeof(*refs[i].r));
		}
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		if (strcmp(lists[i].key, key) == 0) {
			had = lists[i].l->n > 0 && lists[i].l->item[0].part.origin != PICK_SOLVER;
			memset(lists[i].l, 0, sizeof(*lists[i].l));
		}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(words[i].key, key) == 0) {
			had = words[i].l->n > 0;
			memset(words[i].l, 0, sizeof(*words[i].l));
		}
	if (strcmp(key, "need.redundancy") == 0) {
		had = b->need.redundancy[0] != '\0';
		b->need.redundancy[0] = '\0';
	} else if (strcmp(key, "need.storage_tb") == 0) {
		had = b->need.storage_tb > BUILD_UNSET_F;
		b->need.storage_tb = BUILD_UNSET_F;
	} else if (strcmp(key, "need.budget_eur") == 0) {
		had = b->need.budget_eur > BUILD_UNSET_F;
		b->need.budget_eur = BUILD_UNSET_F;
	}
	return had;
}

/* The demand as a person would say it. */
static void describe(const struct build *b, const char *key, char *dst, size_t size)
{
	struct build copy = *b; /* only read: the extra is not touched */
	int64_t *v = number_of(&copy, key);
	const struct field *f = build_field(key);
	char num[64] = "";

	if (v) {
		num_show_i64(num, sizeof(num), *v);
		if (f && f->unit[0])
			snprintf(dst, size, "%s: %s %s", gettext(f->help), num, gettext(f->unit));
		else
			snprintf(dst, size, "%s: %s", f ? gettext(f->help) : key, num);
		return;
	}
	if (strcmp(key, "need.gpu") == 0)
		snprintf(dst, size, _("GPU: %s"), b->need.gpu.text);
	else if (strcmp(key, "need.storage_tb") == 0) {
		num_show_double(num, sizeof(num), b->need.storage_tb, 2);
		snprintf(dst, size, _("storage: %s TB"), num);
	} else if (strcmp(key, "need.redundancy") == 0)
		snprintf(dst, size, _("redundancy of the supplies: %s"), b->need.redundancy);
	else if (strcmp(key, "need.budget_eur") == 0) {
		num_show_money_round(num, sizeof(num), (int64_t)(b->need.budget_eur * 100.0 + 0.5), "EUR");
		snprintf(dst, size, _("budget: %s"), num);
	} else if (strcmp(key, "need.stack") == 0)
		snprintf(dst, size, _("software: %s"), b->need.stack.word[0]);
	else if (strcmp(key, "need.certified") == 0)
		snprintf(dst, size, _("certified: %s"), b->need.certified.word[0]);
	else if (strcmp(key, "build.platform") == 0)
		snprintf(dst, size, _("platform: %s"), b->pick.platform.text);
	else if (strcmp(key, "build.cpu") == 0)
		snprintf(dst, size, _("CPU: %s"), b->pick.cpu.text);
	else if (strcmp(key, "build.gpu") == 0)
		snprintf(dst, size, _("GPU: %s"), b->pick.gpu.text);
	else if (strcmp(key, "build.dimm") == 0)
		snprintf(dst, size, _("memory module: %s"), b->pick.dimm.text);
	else if (strcmp(key, "build.psu") == 0)
		snprintf(dst, size, _("supplies: %s"), b->pick.psu.text);
	else if (strcmp(key, "build.nics") == 0)
		snprintf(dst, size, _("network adapters: %s"), b->pick.nics.item[0].part.text);
	else if (strcmp(key, "build.drives") == 0)
		snprintf(dst, size, _("data drives: %s"), b->pick.drives.item[0].part.text);
	else
		snprintf(dst, size, _("boot drives: %s"), b->pick.boot.item[0].part.text);
}

struct conflict {
	struct engine *e;
	struct build asked;
	const struct solve_opts *opts;
	int demand[FIELDS], n; /* indexes into fields */
	int checks;
	struct timespec start;
};

static int used_up(const struct conflict *c)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return c->checks > CHECKS_MAX || now.tv_sec - c->start.tv_sec >= SECONDS_MAX;
}

/* b with the demands of mask only. */
static void keep_only(const struct conflict *c, uint32_t mask, struct build *out)
{
	build_copy(out, &c->asked);
	for (int i = 0; i < c->n; i++)
		if (!(mask >> i & 1))
			(void)drop(out, fields[c->demand[i]].key);
}

static int possible(struct conflict *c, const struct build *b, int *yes, struct err *err)
{
	struct search *s = mem_zalloc(sizeof(*s));
	int rc;

	if (!s)
		return err_nomem(err);
	s->e = c->e;
	s->objective = objective_find("cost");
	c->checks++;
	rc = search_run(s, b, c->opts, err);
	*yes = s->n > 0;
	mem_free(s);
	return rc;
}

static int possible_with(struct conflict *c, uint32_t mask, int *yes, struct err *err)
{
	struct build b;
	int rc;

	build_init(&b);
	keep_only(c, mask, &b);
	rc = possible(c, &b, yes, err);
	build_release(&b);
	return rc;
}

/* Sets of exactly size demands of all, in order; the first that is impossible. */
static int find_of_size(struct conflict *c, uint32_t all, int size, uint32_t *mask, int *found, struct err *err)
{
	int at[FIELDS], demand[FIELDS] = { 0 }, n = 0, rc = ERR_OK, yes;

	for (int i = 0; i < c->n; i++)
		if (all >> i & 1)
			demand[n++] = i;
	for (int i = 0; i < size; i++)
		at[i] = i;
	*found = 0;
	for (;;) {
		uint32_t m = 0;
		int i;

		for (i = 0; i < size; i++)
			m |= 1u << demand[at[i]];
		rc = possible_with(c, m, &yes, err);
		if (rc != ERR_OK)
			return rc;
		if (!yes) {
			*mask = m;
			*found = 1;
			return ERR_OK;
		}
		if (used_up(c))
			return ERR_OK;
		for (i = size - 1; i >= 0 && at[i] == n - size + i; i--)
			;
		if (i < 0)
			return ERR_OK;
		at[i]++;
		for (int k = i + 1; k < size; k++)
			at[k] = at[k - 1] + 1;
	}
}

/* A smallest impossible set among the demands of all; 0 when they can hold together. */
static int smallest(struct conflict *c, uint32_t all, uint32_t *mask, struct err *err)
{
	uint32_t minimal = all;
	int size = 0, rc = possible_with(c, all, &size, err), yes, found;

	*mask = 0;
	if (rc != ERR_OK || size)
		return rc;
	/* first a set from which nothing can be left out; its size is the most that need be looked at */
	for (int i = 0; i < c->n; i++) {
		if (!(minimal >> i & 1))
			continue;
		rc = possible_with(c, minimal & ~(1u << i), &yes, err);
		if (rc != ERR_OK)
			return rc;
		if (!yes)
			minimal &= ~(1u << i);
	}
	for (int i = 0; i < c->n; i++)
		size += minimal >> i & 1;
	*mask = minimal;
	for (int k = 1; k < size && !used_up(c); k++) {
		rc = find_of_size(c, all, k, mask, &found, err);
		if (rc != ERR_OK || found)
			return rc;
	}
	return ERR_OK;
}

/* The nearest value of a number that is possible, everything else held; the demand is dropped when none is. */
static int nearest(struct conflict *c, int field, struct build *b, struct err *err)
{
	int64_t *v = number_of(b, fields[field].key), good, bad;
	int yes, rc = ERR_OK;

	if (!v || fields[field].relax == RELAX_DROP) {
		(void)drop(b, fields[field].key);
		return ERR_OK;
	}
	/* away from what was asked in steps that double, until it is possible; then back between the last two */
	bad = good = *v;
	for (yes = 0; rc == ERR_OK && !yes;) {
		int64_t limit = fields[field].limit;

		bad = good;
		if (good == limit) {
			*v = BUILD_UNSET;
			return ERR_OK;
		}
		good = fields[field].relax == RELAX_DOWN ? (good / 2 > limit ? good / 2 : limit) : (good * 2 < limit ? good * 2 : limit);
		*v = good;
		rc = possible(c, b, &yes, err);
	}
	while (rc == ERR_OK && (fields[field].relax == RELAX_DOWN ? bad - good : good - bad) > 1 && !used_up(c)) {
		int64_t mid = good + (bad - good) / 2;

		*v = mid;
		rc = possible(c, b, &yes, err);
		if (yes)
			good = mid;
		else
			bad = mid;
	}
	*v = good;
	return rc;
}

static void add_relaxation(struct solution *out, struct relaxation *r)
{
	int at = 0;

	while (at < out->n_relax && out->relax[at].rank_cents <= r->rank_cents)
		at++;
	if (at == 4) {
		build_release(&r->after);
		return;
	}
	if (out->n_relax == 4)
		build_release(&out->relax[--out->n_relax].after);
	memmove(&out->relax[at + 1], &out->relax[at], (size_t)(out->n_relax - at) * sizeof(*r));
	out->relax[at] = *r;
	out->n_relax++;
}

/* Relaxes one demand in from and solves what is left. also: what was given up before, "" for nothing. */
static int relax_one(struct conflict *c, const struct build *from, int field, const char *also, struct solution *out, struct err *err)
{
	struct solve_opts opts = { .by = "cost", .top = 1, .stop = c->opts ? c->opts->stop : NULL, .stop_data = c->opts ? c->opts->stop_data : NULL };
	struct search *s = mem_zalloc(sizeof(*s));
	struct relaxation *r = mem_zalloc(sizeof(*r));
	struct figures f;
	struct build b;
	char was[160], is[160];
	int rc = s && r ? ERR_OK : err_nomem(err);

	build_init(&b);
	build_copy(&b, from);
	if (rc == ERR_OK)
		rc = nearest(c, field, &b, err);
	if (rc == ERR_OK) {
		s->e = c->e;
		s->objective = objective_find("cost");
		s->top = 1;
		for (s->strict = 1; rc == ERR_OK && s->strict >= 0; s->strict--) {
			rc = search_run(s, &b, &opts, err);
			if (s->n)
				break;
		}
	}
	if (rc == ERR_OK && s->n) {
		int64_t *v = number_of(&b, fields[field].key);

		rc = search_build(s, &b, &s->best[0], &r->after, err);
		if (rc == ERR_OK)
			rc = engine_figures(c->e, &r->after, &f, err);
		if (rc == ERR_OK) {
			r->field = fields[field].key;
			r->rank_cents = f.rank_cents == BUILD_UNSET ? 0 : f.rank_cents;
			describe(&c->asked, fields[field].key, was, sizeof(was));
			if (v && *v != BUILD_UNSET) {
				char asked[64];

				describe(&b, fields[field].key, is, sizeof(is));
				num_show_i64(asked, sizeof(asked), *number_of(&c->asked, fields[field].key));
				snprintf(r->text, sizeof(r->text), _("accept %.150s (%s was asked)"), is, asked);
			} else if (strcmp(fields[field].key, "need.budget_eur") == 0) {
				num_show_money_round(is, sizeof(is), r->rank_cents, "EUR");
				snprintf(r->text, sizeof(r->text), _("raise the budget to %.60s (%.100s)"), is, was);
			} else {
				snprintf(r->text, sizeof(r->text), _("give up: %.200s"), was);
			}
			if (also[0]) {
				str_copy(was, sizeof(was), r->text);
				snprintf(r->text, sizeof(r->text), _("%.120s; and %.120s"), also, was);
			}
			add_relaxation(out, r);
		}
	}
	build_release(&b);
	mem_free(s);
	mem_free(r);
	return rc;
}

/*
 * No single demand mends it: demands of one conflict after another are given up, the first of each, until the rest can hold.
 */
static int relax_more(struct conflict *c, uint32_t mask, struct solution *out, struct err *err)
{
	struct str also = STR_INIT;
	struct build rest;
	uint32_t all = c->n == 32 ? UINT32_MAX : (1u << c->n) - 1;
	int rc = ERR_OK;

	build_init(&rest);
	build_copy(&rest, &c->asked);
	for (int round = 0; round < 4 && rc == ERR_OK && mask && out->n_relax == 0; round++) {
		char text[160], one[192];
		int first = 0;

		while (!(mask >> first & 1))
			first++;
		if (round > 0) {
			rc = relax_one(c, &rest, c->demand[first], str_c(&also), out, err);
			if (rc != ERR_OK || out->n_relax)
				break;
		}
		(void)drop(&rest, fields[c->demand[first]].key);
		describe(&c->asked, fields[c->demand[first]].key, text, sizeof(text));
		snprintf(one, sizeof(one), _("give up: %.150s"), text);
		str_addf(&also, "%s%s", also.len ? "; " : "", one);
		all &= ~(1u << first);
		rc = smallest(c, all, &mask, err);
	}
	build_release(&rest);
	str_release(&also);
	return rc;
}

int conflict_explain(struct engine *e, const struct build *b, const struct solve_opts *opts, struct solution *out, struct err *err)
{
	struct conflict c = { .e = e, .opts = opts };
	uint32_t mask = 0;
	int rc = ERR_OK;

	clock_gettime(CLOCK_MONOTONIC, &c.start);
	build_init(&c.asked);
	build_copy(&c.asked, b);
	for (int i = 0; i < FIELDS; i++) {
		struct build copy;

		build_init(&copy);
		build_copy(&copy, b);
		if (drop(&copy, fields[i].key))
			c.demand[c.n++] = i;
		build_release(&copy);
	}
	if (c.n > 0)
		rc = smallest(&c, c.n == 32 ? UINT32_MAX : (1u << c.n) - 1, &mask, err);
	for (int i = 0; i < c.n && rc == ERR_OK; i++) {
		if (!(mask >> i & 1))
			continue;
		if (out->n_conflict < SOLVE_DEMANDS_MAX) {
			struct demand *d = &out->conflict[out->n_conflict++];

			d->field = fields[c.demand[i]].key;
			describe(b, d->field, d->text, sizeof(d->text));
		}
		rc = relax_one(&c, &c.asked, c.demand[i], "", out, err);
	}
	if (rc == ERR_OK && out->n_relax == 0)
		rc = relax_more(&c, mask, out, err);
	build_release(&c.asked);
	return rc;
}
