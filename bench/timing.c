/* SPDX-License-Identifier: MIT */
#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double clock_ms(clockid_t clock)
{
	struct timespec ts;

	return clock_gettime(clock, &ts) == 0 ? (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6 : (double)NAN;
}

struct moment timing_now(pid_t pid)
{
	struct moment m = { .wall = clock_ms(CLOCK_MONOTONIC), .cpu = (double)NAN };
	clockid_t clock = CLOCK_PROCESS_CPUTIME_ID;

	if (pid == 0 || clock_getcpuclockid(pid, &clock) == 0)
		m.cpu = clock_ms(clock);
	return m;
}

void timing_add(struct timing *t, const struct moment *from, const struct moment *to)
{
	double wall = to->wall - from->wall, cpu = to->cpu - from->cpu;

	if (!t->started) {
		t->started = 1;
		t->first_wall = wall;
		t->first_cpu = cpu;
	} else if (!timing_full(t)) {
		t->wall[t->n] = wall;
		t->cpu[t->n++] = cpu;
	}
}

int timing_full(const struct timing *t)
{
	return t->n == TIMING_RUNS;
}

static int order(const void *va, const void *vb)
{
	double a = *(const double *)va, b = *(const double *)vb;

	return a < b ? -1 : a > b;
}

/* The value at a rank (0..1) of the sorted times. */
static double at_rank(const double *times, int n, double rank)
{
	double sorted[TIMING_RUNS];

	if (n == 0)
		return (double)NAN;
	memcpy(sorted, times, (size_t)n * sizeof(*times));
	qsort(sorted, (size_t)n, sizeof(*sorted), order);
	return sorted[(int)(rank * (n - 1) + 0.5)];
}

double timing_median_wall(const struct timing *t)
{
	return at_rank(t->wall, t->n, 0.5);
}

double timing_median_cpu(const struct timing *t)
{
	return at_rank(t->cpu, t->n, 0.5);
}

void timing_heading(void)
{
	printf("%-36s %9s %9s %9s %9s %9s %7s %9s\n", "milliseconds", "first", "median", "worst", "CPU med.",
	       "CPU worst", "aim", "median/aim");
}

void timing_row(const char *what, const struct timing *t, double aim)
{
	printf("%-36s %9.3f %9.3f %9.3f %9.3f %9.3f", what, t->first_wall, timing_median_wall(t),
	       at_rank(t->wall, t->n, 1), timing_median_cpu(t), at_rank(t->cpu, t->n, 1));
	if (aim > 0)
		printf(" %7g %9.2f\n", aim, timing_median_wall(t) / aim);
	else
		printf(" %7s %9s\n", "-", "-");
	fflush(stdout);
}
