/* SPDX-License-Identifier: MIT */
/* Completes and optimises a build: exact over the whole catalogue, the same every time. */
#ifndef BESTEK_SOLVE_SOLVE_H
#define BESTEK_SOLVE_SOLVE_H

#include "../rules/engine.h"

enum { SOLVE_TOP_MAX = 20, SOLVE_DEMANDS_MAX = 24 };

struct solve_opts {
	const char *by;  /* fit (fewest technical warnings, then cost) | cost | tco | power | lead-time; NULL = cost when that is the need's priority, else fit */
	int top;         /* 1..SOLVE_TOP_MAX */
	int (*stop)(void *); void *stop_data; /* non-zero interrupts (ERR_INTERRUPTED) */
};
/* One demand: a field of need, or a pick that the user fixed. */
struct demand { const char *field; char text[192]; /* "memory per socket: 768 GB", translated */ };
struct relaxation {
	char text[256];       /* "accept 384 GB per socket", translated */
	const char *field;
	struct build after;   /* the solved build under it; build_release it */
	int64_t rank_cents;
};
struct solution {
	int n;                /* builds found */
	struct build build[SOLVE_TOP_MAX];
	int proven[SOLVE_TOP_MAX]; /* no error rule is unproven for it */
	struct demand conflict[SOLVE_DEMANDS_MAX]; int n_conflict; /* when n = 0: a smallest set that cannot hold together */
	struct relaxation relax[4]; int n_relax; /* cheapest first */
	int64_t rows;         /* candidates looked at */
};
void solution_release(struct solution *s);
/*
 * Picks that the file or the user fixed stay; all others are chosen. Distinct machines differ in platform, CPU, sockets,
 * GPU or supplies. Order: the objective, then fewer warnings, power, rack units, then model names.
 */
int solve(struct engine *e, const struct build *b, const struct solve_opts *opts, struct solution *out, struct err *err);

#endif
