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

/* conflict.c: fills conflict and relaxations of an impossible need. */
int conflict_explain(struct engine *e, const struct build *b, const struct solve_opts *opts, struct solution *out, struct err *err);

#endif
