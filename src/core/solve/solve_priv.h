/* SPDX-License-Identifier: MIT */
/* Inside the solve room only. */
#ifndef BESTEK_SOLVE_SOLVE_PRIV_H
#define BESTEK_SOLVE_SOLVE_PRIV_H

#include "../base/i18n.h"
#include "../base/mem.h"
#include "../rules/query.h"
#include "solve.h"

/* What is minimised: terms that are added; each depends on few choices, so that a part of the sum bounds the whole. */
struct objective {
	const char *name;
	const char *const *sum;   /* terms added up, times scale */
	const char *const *low;   /* terms that together never exceed sum and depend on fewer choices each; NULL: sum itself */
	double scale;
	const char *const *first; /* terms of which the largest counts first, weighted above any sum; or NULL */
	int warnings;             /* 1: warnings count first */
};
const struct objective *objective_find(const char *name); /* NULL when unknown */

/* One complete machine as the search saw it. */
struct candidate {
	int64_t objective, warnings, power_w, rack_u;
	int64_t id[CHOICE_COUNT], count[CHOICE_COUNT];
	char name[256];           /* model names, the last tie-breaker */
};

/* One search: need and fixed picks in b, everything else open. */
struct search {
	struct engine *e;
	const struct objective *objective;
	int strict;               /* 1: every error rule must be proven; 0: none may be broken for certain */
	int top;                  /* candidates wanted; 0: stop at the first that is possible */
	struct candidate best[SOLVE_TOP_MAX];
	int n;
	int64_t rows;
	unsigned open;
};
/* Runs the search on b (solver picks are free). ERR_OK also when nothing is possible. */
int search_run(struct search *s, const struct build *b, const struct solve_opts *opts, struct err *err);
/* The build of a candidate. */
int search_build(struct search *s, const struct build *b, const struct candidate *c, struct build *out, struct err *err);

/* --- stages (stage.c) --- */
enum stage { FRAME, CPU, NIC, DRIVE, BOOT, MEMORY, PAIR, JOINT, WHOLE, STAGES };
#define EXTRAS (CHOICE_BIT(CHOICE_NIC) | CHOICE_BIT(CHOICE_DRIVE) | CHOICE_BIT(CHOICE_BOOT))
#define BASE (CHOICE_ALL & ~(EXTRAS | CHOICE_MEMORY))

/* Limits to a sum over all parts: the budget, and the power of the supplies. */
enum { LIMITS = 2 };
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
	int64_t own;                   /* of the best so far with the present frame and CPU: a machine stands once */
	int rc;
	struct err *err;
};
/* Columns of a share in a stage's query, after the columns that name the candidate. */
enum { SHARE = 3 + LIMITS };
/* One step of what counts first outweighs every sum: sums stay below 10^12 (EUR 10 billion). */
#define FIRST_WEIGHT INT64_C(1000000000000)

int search_priced(const struct search *s);      /* 1: the objective holds prices */
int search_by_price(const struct search *s);    /* 1: it is prices and what counts first, nothing else */
int search_takes_memory(const struct search *s); /* 1: module and count are both open */
int stage_limit_wanted(int i);                  /* 1: a limit that is unknown cannot be proven to hold */
int stage_prepare(struct run *r, enum stage st, struct err *err);
int stage_prune(struct search *s, unsigned open, struct err *err);
int stage_memory_floor(struct search *s, const struct build *b, struct err *err);
int stage_floor(struct run *r, int k, struct err *err);

/* conflict.c: fills conflict and relaxations of an impossible need. */
int conflict_explain(struct engine *e, const struct build *b, const struct solve_opts *opts, struct solution *out, struct err *err);

#endif
