/* SPDX-License-Identifier: MIT */
/* The solver on the tiny catalogue with the shipped rules. Expected machines and prices by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/core/base/file.h"
#include "../../src/core/base/mem.h"
#include "../../src/core/base/str.h"
#include "../../src/core/solve/solve.h"
#include "engine_world.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

static const char *const objectives[] = { "cost", "power", "lead-time", "tco", "fit" };

static struct solution *solve_top(struct world *w, const struct build *b, const char *by, int top)
{
	struct solve_opts opts = { .by = by, .top = top };
	struct solution *s = test_calloc(1, sizeof(*s));
	struct err err = { 0 };

	if (solve(w->e, b, &opts, s, &err) != ERR_OK)
		fail_msg("%s: %s", by, err.msg);
	return s;
}

static void done(struct solution *s)
{
	solution_release(s);
	test_free(s);
}

static int64_t rank(struct world *w, const struct build *b)
{
	struct figures f;
	struct err err = { 0 };

	assert_int_equal(engine_figures(w->e, b, &f, &err), ERR_OK);
	return f.rank_cents;
}

/* A machine as its file; caller mem_free's. */
static char *written(const struct build *b)
{
	struct err err = { 0 };
	char *text = NULL;
	size_t len;

	assert_int_equal(build_write(b, &text, &len, &err), ERR_OK);
	return text;
}

static void same_solution(const struct solution *a, const struct solution *b)
{
	assert_int_equal(a->n, b->n);
	for (int i = 0; i < a->n; i++) {
		char *x = written(&a->build[i]), *y = written(&b->build[i]);

		assert_string_equal(x, y);
		assert_int_equal(a->proven[i], b->proven[i]);
		mem_free(x);
		mem_free(y);
	}
}

/* No error, and nothing unproven in a machine that is called proven. */
static void is_sound(struct world *w, const struct build *b, int proven)
{
	struct findings f = { 0 };

	check(w, b, &f);
	assert_int_equal(f.n_silent, 0);
	for (size_t i = 0; i < f.n; i++) {
		const struct finding *x = &f.item[i];

		if (x->severity == SEV_ERROR ||
		    (proven && x->rule->severity == SEV_ERROR && !x->proven && strcmp(x->rule->step, "bill") != 0))
			fail_msg("%s: %s", x->rule->id, x->text);
	}
	findings_release(&f);
}

/* --- what comes out --- */

/*
 * 256 GB per socket, no GPU. One socket of each board; EUR (USD at 0.85673):
 *   AS-4125GS-TNRT 6,000 + EPYC 9354P 2,730 USD = 2,338.87 + 8 x 32 GB at 200 + 2 boot drives in bays at 150 = 10,238.87
 *   SYS-421GE-TNRT 7,000 + Xeon Gold 6530 2,128 USD = 1,823.12 + 8 x 200 + 2 boot drives in M.2 slots at 100 = 10,623.12
 *   the same with its other supplies, which have no price of their own                                       = 10,623.12
 *   AS-4125GS-TNRT with EPYC 9354 3,420 USD = 2,930.02                                                       = 10,830.02
 * The AS-4125GS-TNRT has one M.2 slot. SYS-621C-TN12R is cheaper, but its CPU power limit is unknown.
 */
static void the_cheapest_by_hand(void **state)
{
	static const struct { const char *platform, *cpu, *boot; int64_t psu_w, cents; } want[] = {
		{ "AS-4125GS-TNRT", "EPYC 9354P", "MTFDKCC960TFR", BUILD_UNSET, 1023887 },
		{ "SYS-421GE-TNRT", "Xeon Gold 6530", "MTFDKBA960TFR", BUILD_UNSET, 1062312 },
		{ "SYS-421GE-TNRT", "Xeon Gold 6530", "MTFDKBA960TFR", 3200, 1062312 },
		{ "AS-4125GS-TNRT", "EPYC 9354", "MTFDKCC960TFR", BUILD_UNSET, 1083002 },
	};
	struct world *w = *state;
	struct solution *s;
	struct build b;

	make_build(w, &b, "need = { memory_per_socket_gb = 256; };");
	s = solve_top(w, &b, "cost", 4);
	assert_true(s->n == 4);
	for (size_t i = 0; i < LENGTH(want); i++) {
		const struct picks *p = &s->build[i].pick;

		assert_string_equal(p->platform.text, want[i].platform);
		assert_string_equal(p->cpu.text, want[i].cpu);
		assert_int_equal(p->psu_w, want[i].psu_w);
		assert_int_equal(p->sockets, 1);
		assert_string_equal(p->dimm.text, "M321R4GA3BB6-CQK");
		assert_int_equal(p->dimms_per_socket, 8);
		assert_string_equal(p->boot.item[0].part.text, want[i].boot);
		assert_int_equal(p->boot.item[0].count, 2);
		assert_int_equal(p->nics.n, 0);
		assert_int_equal(p->drives.n, 0);
		assert_int_equal(p->gpus, 0);
		assert_int_equal(rank(w, &s->build[i]), want[i].cents);
		assert_int_equal(s->proven[i], 1);
		is_sound(w, &s->build[i], 1);
	}
	done(s);
	build_release(&b);
}

static const char gpu_need[] =
	"need = { workload = \"llm-inference\"; memory_per_socket_gb = 384; gpu = { model = \"L40S\"; count = 2; };"
	" network_gbps = 200; storage_tb = 7.0; };";

/* The figure that an objective makes small; fit: technical warnings first. */
static double worth(struct world *w, const struct build *b, const char *by)
{
	struct findings f = { 0 };
	struct figures x;
	struct err err = { 0 };
	double warnings = 0;

	assert_int_equal(engine_figures(w->e, b, &x, &err), ERR_OK);
	if (strcmp(by, "cost") == 0)
		return (double)x.rank_cents;
	if (strcmp(by, "power") == 0)
		return (double)x.power_w;
	if (strcmp(by, "lead-time") == 0)
		return (double)x.lead_weeks;
	if (strcmp(by, "tco") == 0) /* three years: 8,760 h at 70 %, PUE 1.3, 0.20 EUR/kWh */
		return (double)x.rank_cents + (double)x.power_ac_w / 1000 * 8760 * 3 * 0.7 * 1.3 * 20;
	check(w, b, &f);
	for (size_t i = 0; i < f.n; i++)
		warnings += f.item[i].rule->severity == SEV_WARNING &&
			    (f.item[i].proven || strcmp(f.item[i].rule->id, "gpu.validated") == 0) &&
			    strcmp(f.item[i].rule->step, "bill") != 0;
	findings_release(&f);
	return warnings * 1e12 + (double)x.rank_cents;
}

/* Figures are whole: a watt from the wall is 4.78 EUR in three years. */
static double rounding(const char *by)
{
	return strcmp(by, "tco") == 0 ? 479 : 1;
}

static void same_kind(const struct build *a, const struct build *b)
{
	const struct picks *p = &a->pick, *q = &b->pick;

	if (p->platform.id == q->platform.id && p->cpu.id == q->cpu.id && p->sockets == q->sockets &&
	    p->gpu.id == q->gpu.id && p->gpus == q->gpus && p->psu.id == q->psu.id && p->psu_w == q->psu_w &&
	    p->psu_count == q->psu_count)
		fail_msg("%s with %s stands twice", p->platform.text, p->cpu.text);
}

static void every_objective_is_in_order(void **state)
{
	struct world *w = *state;
	struct solution *s[LENGTH(objectives)];
	struct build b;

	make_build(w, &b, gpu_need);
	for (size_t k = 0; k < LENGTH(objectives); k++) {
		s[k] = solve_top(w, &b, objectives[k], 8);
		assert_true(s[k]->n > 3);
		for (int i = 0; i < s[k]->n; i++) {
			is_sound(w, &s[k]->build[i], s[k]->proven[i]);
			for (int j = 0; j < i; j++)
				same_kind(&s[k]->build[j], &s[k]->build[i]);
			if (i && worth(w, &s[k]->build[i - 1], objectives[k]) >
					 worth(w, &s[k]->build[i], objectives[k]) + rounding(objectives[k]))
				fail_msg("%s: machine %d is better than machine %d", objectives[k], i + 1, i);
		}
	}
	/* and the first by one objective is no worse by it than the machines of all others */
	for (size_t k = 0; k < LENGTH(objectives); k++)
		for (size_t m = 0; m < LENGTH(objectives); m++)
			for (int i = 0; i < s[m]->n; i++)
				if (worth(w, &s[k]->build[0], objectives[k]) >
				    worth(w, &s[m]->build[i], objectives[k]) + rounding(objectives[k]))
					fail_msg("machine %d by %s is better by %s than the first by %s", i + 1,
						 objectives[m], objectives[k], objectives[k]);
	for (size_t k = 0; k < LENGTH(objectives); k++)
		done(s[k]);
	build_release(&b);
}

/* The need's demands, each with its hand-made least. */
static void the_need_is_met(void **state)
{
	struct world *w = *state;
	struct solution *s;
	struct build b;

	make_build(w, &b, gpu_need);
	s = solve_top(w, &b, "cost", 1);
	assert_int_equal(s->n, 1);
	assert_string_equal(s->build[0].pick.gpu.text, "L40S");
	assert_int_equal(s->build[0].pick.gpus, 2);
	assert_int_equal(s->build[0].pick.nics.n, 1); /* one adapter of 2 x 200 Gb/s (1,200 EUR) does it */
	assert_string_equal(s->build[0].pick.nics.item[0].part.text, "MCX713106AS-VEAT");
	assert_int_equal(s->build[0].pick.nics.item[0].count, 1);
	assert_string_equal(s->build[0].pick.drives.item[0].part.text, "MTFDKCC7T6TFR"); /* 700 EUR, or 2 x 400 */
	assert_int_equal(s->build[0].pick.drives.item[0].count, 1);
	done(s);
	build_release(&b);
}

static void the_same_answer_twice(void **state)
{
	struct world *w = *state;
	struct build b;

	make_build(w, &b, gpu_need);
	for (size_t k = 0; k < LENGTH(objectives); k++) {
		struct solution *one = solve_top(w, &b, objectives[k], 6), *two = solve_top(w, &b, objectives[k], 6);
		struct solution *first = solve_top(w, &b, objectives[k], 1);
		char *x = written(&one->build[0]), *y = written(&first->build[0]);

		same_solution(one, two);
		assert_string_equal(x, y); /* however many are asked for, the first is the first */
		mem_free(x);
		mem_free(y);
		done(one);
		done(two);
		done(first);
	}
	build_release(&b);
}

/* --- whose pick it is --- */

static void the_users_picks_stay(void **state)
{
	struct world *w = *state;
	struct solution *s;
	struct build b;

	make_build(
		w, &b,
		"need = { memory_per_socket_gb = 256; };"
		"build = { cpu = \"EPYC 9654\"; sockets = 2; dimm = \"M321R8GA0BB0-CQKZJ\"; boot = ( { part = \"MTFDKCC960TFR\"; count = 3; } ); };");
	s = solve_top(w, &b, "cost", 3);
	assert_int_equal(s->n, 1); /* one platform takes that CPU */
	assert_string_equal(s->build[0].pick.cpu.text, "EPYC 9654");
	assert_int_equal(s->build[0].pick.cpu.origin, PICK_USER);
	assert_int_equal(s->build[0].pick.sockets, 2);
	assert_int_not_equal(s->build[0].pick.sockets_origin, PICK_SOLVER);
	assert_int_equal(s->build[0].pick.dimm.origin, PICK_USER);
	assert_int_equal(s->build[0].pick.dimms_per_socket, 4); /* 4 x 64 GB */
	assert_int_equal(s->build[0].pick.dimms_per_socket_origin, PICK_SOLVER);
	assert_int_equal(s->build[0].pick.boot.item[0].count, 3);
	assert_string_equal(s->build[0].pick.platform.text, "AS-4125GS-TNRT");
	assert_int_equal(s->build[0].pick.platform.origin, PICK_SOLVER);
	assert_string_equal(s->build[0].pick.platform.reason, "cost");
	done(s);
	build_release(&b);
}

static void the_solvers_picks_are_changed(void **state)
{
	struct world *w = *state;
	struct solution *s, *again, *fresh;
	struct build b;

	make_build(w, &b, "need = { memory_per_socket_gb = 256; };");
	s = solve_top(w, &b, "cost", 1);
	/* 16 x 96 GB at 900 EUR beside a Xeon, 23,423.12 in all; 12 x 128 GB at 1,500 beside an EPYC are 26,638.87 */
	s->build[0].need.memory_per_socket_gb = 1536;
	again = solve_top(w, &s->build[0], "cost", 1);
	b.need.memory_per_socket_gb = 1536;
	fresh = solve_top(w, &b, "cost", 1);
	same_solution(again, fresh);
	assert_string_equal(again->build[0].pick.dimm.text, "M321RYGA0PB0-CWM");
	assert_int_equal(again->build[0].pick.dimms_per_socket, 16);
	assert_int_equal(rank(w, &again->build[0]), 2342312);
	/* what the user then takes for fixed stays */
	again->build[0].pick.cpu.origin = PICK_USER;
	again->build[0].need.memory_per_socket_gb = 256;
	done(fresh);
	fresh = solve_top(w, &again->build[0], "cost", 1);
	assert_string_equal(fresh->build[0].pick.cpu.text, again->build[0].pick.cpu.text);
	assert_int_equal(fresh->build[0].pick.dimms_per_socket, 8);
	done(s);
	done(again);
	done(fresh);
	build_release(&b);
}

static void a_solved_machine_is_saved_whole(void **state)
{
	struct world *w = *state;
	struct build b;

	make_build(w, &b, gpu_need);
	for (size_t k = 0; k < LENGTH(objectives); k++) {
		struct solution *s = solve_top(w, &b, objectives[k], 4);

		for (int i = 0; i < s->n; i++) {
			struct findings before = { 0 }, after = { 0 };
			char *text = written(&s->build[i]);
			struct build read;

			make_build(w, &read, text);
			assert_true(build_equal(&s->build[i], &read));
			check(w, &s->build[i], &before);
			check(w, &read, &after);
			assert_int_equal(after.errors, 0);
			assert_int_equal(after.n, before.n);
			assert_int_equal(rank(w, &read), rank(w, &s->build[i]));
			findings_release(&before);
			findings_release(&after);
			build_release(&read);
			mem_free(text);
		}
		done(s);
	}
	build_release(&b);
}

/* --- the rule files in another order --- */

static char *shipped(const char *name)
{
	const char *root = getenv("BESTEK_SRCDIR");
	struct err err = { 0 };
	char path[1024], *text = NULL;
	size_t len;

	(void)snprintf(path, sizeof(path), "%s/data/rules/%s", root && *root ? root : ".", name);
	if (file_read(path, 1 << 20, &text, &len, &err) != ERR_OK)
		fail_msg("%s", err.msg);
	return text;
}

static void the_order_of_rule_files_changes_nothing(void **state)
{
	static const char *const from[] = { "rules/bill.cfg", "rules/gpu.cfg", "rules/growth.cfg", "rules/memory.cfg",
					    "rules/system.cfg" };
	static const char *const to[] = { "rules/z5.cfg", "rules/z4.cfg", "rules/z3.cfg", "rules/z2.cfg",
					  "rules/z1.cfg" };
	static const char *const needs[] = {
		gpu_need, "need = { memory_per_socket_gb = 256; rack_units = 2; gpu = { count = 4; }; };"
	};
	struct mini_file extra[24];
	struct world *w = *state;
	void *other = NULL;
	size_t n = 0;

	for (; world_files[n].name; n++)
		extra[n] = world_files[n];
	for (size_t i = 0; i < LENGTH(from); i++) {
		extra[n++] = (struct mini_file){ from[i], NULL };
		extra[n++] = (struct mini_file){ to[i], shipped(from[i] + strlen("rules/")) };
	}
	extra[n] = (struct mini_file){ NULL, NULL };
	assert_int_equal(world_open(&other, extra, 1), 0);
	for (size_t k = 0; k < LENGTH(needs); k++) {
		struct solution *a, *c;
		struct build b, b2;

		make_build(w, &b, needs[k]);
		make_build(other, &b2, needs[k]);
		for (size_t m = 0; m < (k ? 1 : LENGTH(objectives)); m++) { /* what cannot be hangs on no objective */
			a = solve_top(w, &b, objectives[m], 6);
			c = solve_top(other, &b2, objectives[m], 6);
			same_solution(a, c);
			assert_int_equal(a->n_conflict, c->n_conflict);
			for (int i = 0; i < a->n_conflict; i++)
				assert_string_equal(a->conflict[i].field, c->conflict[i].field);
			done(a);
			done(c);
		}
		build_release(&b);
		build_release(&b2);
	}
	for (size_t i = 0; i < n; i++)
		if (extra[i].text && strncmp(extra[i].name, "rules/z", 7) == 0)
			mem_free((void *)(uintptr_t)extra[i].text);
	(void)world_close(&other);
}

/* --- what cannot be --- */

static int has_field(const struct solution *s, const char *field)
{
	for (int i = 0; i < s->n_conflict; i++)
		if (strcmp(s->conflict[i].field, field) == 0)
			return 1;
	return 0;
}

/* A relaxation's machine is without error, and its need can be solved from the beginning. */
static void relaxations_hold(struct world *w, const struct solution *s)
{
	assert_true(s->n_relax > 0);
	for (int i = 0; i < s->n_relax; i++) {
		struct solution *again;
		struct build need;

		is_sound(w, &s->relax[i].after, 0);
		assert_int_equal(rank(w, &s->relax[i].after), s->relax[i].rank_cents);
		if (i)
			assert_true(s->relax[i - 1].rank_cents <= s->relax[i].rank_cents);
		build_init(&need);
		need.has_need = 1;
		need.need = s->relax[i].after.need;
		again = solve_top(w, &need, "cost", 1);
		assert_int_equal(again->n, 1);
		assert_int_equal(rank(w, &again->build[0]), s->relax[i].rank_cents);
		done(again);
		build_release(&need);
	}
}

static void one_demand_too_many(void **state)
{
	struct world *w = *state;
	struct solution *s;
	struct build b;

	/* 16 slots of a Xeon socket take 16 x 128 GB = 2,048 GB: nothing takes more */
	make_build(w, &b, "need = { memory_per_socket_gb = 3000; network_gbps = 200; storage_tb = 7.0; };");
	s = solve_top(w, &b, "cost", 3);
	assert_int_equal(s->n, 0);
	assert_int_equal(s->n_conflict, 1);
	assert_string_equal(s->conflict[0].field, "need.memory_per_socket_gb");
	assert_non_null(strstr(s->conflict[0].text, "3,000 GB"));
	assert_int_equal(s->n_relax, 1);
	assert_string_equal(s->relax[0].field, "need.memory_per_socket_gb");
	assert_int_equal(s->relax[0].after.need.memory_per_socket_gb, 2048);
	assert_non_null(strstr(s->relax[0].text, "2,048 GB"));
	assert_non_null(strstr(s->relax[0].text, "3,000"));
	relaxations_hold(w, s);
	done(s);
	build_release(&b);
}

static void two_demands_that_exclude_each_other(void **state)
{
	struct world *w = *state;
	struct solution *s;
	struct build b;

	/* the machine of two rack units takes two cards, the next has four units */
	make_build(w, &b,
		   "need = { memory_per_socket_gb = 256; gpu = { model = \"L40S\"; count = 4; }; rack_units = 2; };");
	s = solve_top(w, &b, "cost", 1);
	assert_int_equal(s->n, 0);
	assert_int_equal(s->n_conflict, 2);
	assert_true(has_field(s, "need.gpu.count"));
	assert_true(has_field(s, "need.rack_units"));
	for (int i = 0; i < s->n_relax; i++) {
		if (strcmp(s->relax[i].field, "need.rack_units") == 0)
			assert_int_equal(s->relax[i].after.need.rack_units, 4);
		else
			assert_string_equal(s->relax[i].field, "need.gpu.count");
	}
	relaxations_hold(w, s);
	done(s);
	/* no smaller set: each of the two alone can be met */
	b.need.rack_units = BUILD_UNSET;
	s = solve_top(w, &b, "cost", 1);
	assert_int_equal(s->n, 1);
	done(s);
	build_release(&b);
	make_build(w, &b,
		   "need = { memory_per_socket_gb = 256; gpu = { model = \"L40S\"; count = 2; }; rack_units = 2; };");
	s = solve_top(w, &b, "cost", 1);
	assert_int_equal(s->n, 1);
	done(s);
	build_release(&b);
}

static void a_pick_of_the_user_may_be_the_conflict(void **state)
{
	struct world *w = *state;
	struct solution *s;
	struct build b;

	make_build(
		w, &b,
		"need = { memory_per_socket_gb = 256; }; build = { platform = \"AS-4125GS-TNRT\"; cpu = \"Xeon Gold 6530\"; };");
	s = solve_top(w, &b, "cost", 1);
	assert_int_equal(s->n, 0);
	assert_int_equal(s->n_conflict, 2);
	assert_true(has_field(s, "build.platform"));
	assert_true(has_field(s, "build.cpu"));
	assert_int_equal(s->n_relax, 2);
	/* the cheapest without one of the two: 9354P on the platform, or the CPU on its own (see the_cheapest_by_hand) */
	assert_string_equal(s->relax[0].field, "build.cpu");
	assert_int_equal(s->relax[0].rank_cents, 1023887);
	assert_string_equal(s->relax[1].field, "build.platform");
	assert_int_equal(s->relax[1].rank_cents, 1062312);
	done(s);
	build_release(&b);
}

static void an_unproven_machine_is_offered_last(void **state)
{
	struct world *w = *state;
	struct findings f = { 0 };
	struct solution *s;
	struct build b;

	/* the one machine of two units: nobody knows up to which power it cools a CPU */
	make_build(w, &b, "need = { memory_per_socket_gb = 256; rack_units = 2; };");
	s = solve_top(w, &b, "cost", 2);
	assert_true(s->n >= 1);
	assert_string_equal(s->build[0].pick.platform.text, "SYS-621C-TN12R");
	assert_string_equal(s->build[0].pick.cpu.text, "Xeon Gold 6530");
	assert_string_equal(s->build[0].pick.nics.item[0].part.text,
			    "MCX753436MC-HEAB"); /* no LAN of its own: a card for its OCP slot */
	assert_int_equal(s->proven[0], 0);
	check(w, &s->build[0], &f);
	assert_int_equal(f.errors, 0);
	assert_non_null(find(&f, "cpu.tdp"));
	assert_int_equal(find(&f, "cpu.tdp")->proven, 0);
	findings_release(&f);
	/* 3,000 + 1,823.12 + 8 x 200 + 1,300 + 2 x 100 EUR */
	assert_int_equal(rank(w, &s->build[0]), 792312);
	done(s);
	build_release(&b);
}

/* --- the caller --- */

static int stop_at_once(void *data)
{
	++*(int *)data;
	return 1;
}

static int go_on(void *data)
{
	++*(int *)data;
	return 0;
}

static void it_can_be_stopped(void **state)
{
	static struct solution s;
	struct world *w = *state;
	int calls = 0;
	struct solve_opts opts = { .by = "cost", .top = 3, .stop = stop_at_once, .stop_data = &calls };
	struct solution *good;
	struct err err = { 0 };
	struct build b;

	make_build(w, &b, gpu_need);
	good = solve_top(w, &b, "cost", 3);
	assert_int_equal(solve(w->e, &b, &opts, &s, &err), ERR_INTERRUPTED);
	assert_int_equal(calls, 1);
	assert_int_equal(s.n, 0);
	err_clear(&err);
	b.need.memory_per_socket_gb = 3000; /* also while it explains */
	assert_int_equal(solve(w->e, &b, &opts, &s, &err), ERR_INTERRUPTED);
	b.need.memory_per_socket_gb = 384;
	/* one that lets it go on changes nothing, and the engine works after a stop */
	opts.stop = go_on;
	calls = 0;
	err_clear(&err);
	assert_int_equal(solve(w->e, &b, &opts, &s, &err), ERR_OK);
	assert_true(calls > 0);
	same_solution(good, &s);
	solution_release(&s);
	done(good);
	build_release(&b);
}

static void wrong_words_are_usage(void **state)
{
	static struct solution s;
	struct world *w = *state;
	struct solve_opts opts = { .by = "beauty", .top = 1 };
	struct err err = { 0 };
	struct build b;

	make_build(w, &b, gpu_need);
	assert_int_equal(solve(w->e, &b, &opts, &s, &err), ERR_USAGE);
	assert_non_null(strstr(err.msg, "beauty"));
	err_clear(&err);
	opts = (struct solve_opts){ .by = "cost", .top = SOLVE_TOP_MAX + 1 };
	assert_int_equal(solve(w->e, &b, &opts, &s, &err), ERR_USAGE);
	err_clear(&err);
	assert_int_equal(solve(w->e, &b, NULL, &s, &err), ERR_OK); /* fit, one */
	assert_int_equal(s.n, 1);
	solution_release(&s);
	build_release(&b);
}

static void solving_without_memory(void **state)
{
	static const char *const needs[] = { "need = { memory_per_socket_gb = 256; };",
					     "need = { memory_per_socket_gb = 3000; };" };
	static struct solution s;
	struct world *w = *state;
	struct solve_opts opts = { .by = "cost", .top = 2 };

	for (size_t k = 0; k < LENGTH(needs); k++) {
		struct solution *good;
		struct build b;
		int rc = ERR_NOMEM;

		make_build(w, &b, needs[k]);
		good = solve_top(w, &b, "cost", 2);
		for (long n = 1; rc != ERR_OK; n += 1 + n / 6) { /* what fails stays failing: a success had enough */
			struct err err = { 0 };

			mem_fail_at(n, 1);
			rc = solve(w->e, &b, &opts, &s, &err);
			mem_fail_at(0, 0);
			if (rc != ERR_OK && rc != ERR_NOMEM)
				fail_msg("from allocation %ld on all failed, and solving returned %d: %s", n, rc,
					 err.msg);
			if (rc == ERR_OK) {
				same_solution(good, &s);
				assert_int_equal(good->n_relax, s.n_relax);
				solution_release(&s);
			}
		}
		done(good);
		build_release(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cheapest_by_hand),
		cmocka_unit_test(every_objective_is_in_order),
		cmocka_unit_test(the_need_is_met),
		cmocka_unit_test(the_same_answer_twice),
		cmocka_unit_test(the_users_picks_stay),
		cmocka_unit_test(the_solvers_picks_are_changed),
		cmocka_unit_test(a_solved_machine_is_saved_whole),
		cmocka_unit_test(the_order_of_rule_files_changes_nothing),
		cmocka_unit_test(one_demand_too_many),
		cmocka_unit_test(two_demands_that_exclude_each_other),
		cmocka_unit_test(a_pick_of_the_user_may_be_the_conflict),
		cmocka_unit_test(an_unproven_machine_is_offered_last),
		cmocka_unit_test(it_can_be_stopped),
		cmocka_unit_test(wrong_words_are_usage),
		cmocka_unit_test(solving_without_memory),
	};

	return cmocka_run_group_tests_name("solve", tests, world_open_shipped, world_close);
}
