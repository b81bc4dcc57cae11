/* SPDX-License-Identifier: MIT */
/* Times of repeated runs and the table they are shown in. All times are milliseconds. */
#ifndef BESTEK_BENCH_TIMING_H
#define BESTEK_BENCH_TIMING_H

#include <sys/types.h>

enum { TIMING_RUNS = 100 };

/* The first run stands apart: it pays for what later runs find ready (prepared queries, warm caches). */
struct timing {
	double first_wall, first_cpu;
	double wall[TIMING_RUNS], cpu[TIMING_RUNS];
	int n;       /* runs after the first */
	int started; /* the first is there */
};
struct moment { double wall, cpu; };

/* Now, with the CPU time of process pid (0: this one) that was used so far. */
struct moment timing_now(pid_t pid);
/* Adds a run; more than TIMING_RUNS after the first are ignored. */
void timing_add(struct timing *t, const struct moment *from, const struct moment *to);
int timing_full(const struct timing *t);
double timing_median_wall(const struct timing *t);
double timing_median_cpu(const struct timing *t);

void timing_heading(void);
/* One row; aim 0: none was set. */
void timing_row(const char *what, const struct timing *t, double aim);

#endif
