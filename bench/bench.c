/* SPDX-License-Identifier: MIT */
/* Measures the program on the shipped catalogue. What is printed is information: only a wrong optimum is an error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "core/build/build.h"
#include "core/rules/engine.h"
#include "core/solve/solve.h"
#include "loop.h"
#include "timing.h"
#include "wizard.h"

/* The aims, in milliseconds and MiB. */
#define AIM_START 50.0
#define AIM_KEY 16.0
#define AIM_CHECK 0.5
#define AIM_GREY_OUT 4.0
#define AIM_SOLVE 30.0
#define AIM_SOLVE_TIMES 10.0
#define AIM_MEMORY 40.0

static char program[1024], catalogue[1024], sample[1024], held[1024];

static void die(const char *what, const struct err *err)
{
	fprintf(stderr, "bench: %s%s%s\n", what, err ? ": " : "", err ? err->msg : "");
	exit(1);
}

/* Where things stand, and surroundings that are the same everywhere: nothing of the user's own is read or written. */
static void find_files(void)
{
	const char *src = getenv("BESTEK_SRCDIR"), *build = getenv("BESTEK_BUILDDIR");
	char home[1024];

	src = src ? src : ".";
	build = build ? build : "build";
	snprintf(program, sizeof(program), "%s/bestek", build);
	snprintf(catalogue, sizeof(catalogue), "%s/data/catalog.db", build);
	snprintf(sample, sizeof(sample), "%s/data/samples/01-llm-inference.bestek", src);
	snprintf(held, sizeof(held), "%s/tests/cases/builds/pcie-l40s-genoa-four.bestek", src);
	snprintf(home, sizeof(home), "%s/bench/home", build);
	setenv("XDG_STATE_HOME", home, 1);
	setenv("XDG_CONFIG_HOME", home, 1);
	setenv("TERM", "xterm-256color", 1);
	setenv("LC_ALL", "C.UTF-8", 1);
	setenv("LANGUAGE", "en", 1);
	unsetenv("BESTEK_CATALOG");
	unsetenv("BESTEK_DATA");
}

static void print_machine(void)
{
	char line[256] = "", date[16] = "", *cpu;
	time_t now = time(NULL);
	struct utsname name;
	FILE *f = fopen("/proc/cpuinfo", "r");

	while (f && fgets(line, sizeof(line), f) && strncmp(line, "model name", 10) != 0)
		line[0] = '\0';
	if (f)
		fclose(f);
	line[strcspn(line, "\n")] = '\0';
	cpu = strchr(line, ':');
	strftime(date, sizeof(date), "%Y-%m-%d", localtime(&now));
	if (uname(&name) == 0)
		printf("%s, %s %s,%s\n", date, name.sysname, name.machine, cpu ? cpu + 1 : "");
	printf("%d runs after the first one; CPU: time of the process that does the work\n\n", (int)TIMING_RUNS);
}

static void print_memory(const char *what, long kib)
{
	double mib = (double)kib / 1024;

	if (kib < 0)
		printf("%-36s failed\n", what);
	else
		printf("%-36s %9.1f MiB, aim %g, %.2f of it\n", what, mib, AIM_MEMORY, mib / AIM_MEMORY);
}

/* Before anything else: a new process starts with the peak of the one that made it. */
static void measure_memory(void)
{
	static const char *const by[] = { "cost", "fit" };

	for (int i = 0; i < 2; i++) {
		const char *argv[] = { program, "solve", sample, "--by", by[i], NULL };
		char what[64];

		snprintf(what, sizeof(what), "peak memory, solve --by %s", by[i]);
		print_memory(what, command_peak((char *const *)argv));
	}
}

/* --- in a terminal --- */

static void measure_start(void)
{
	struct timing title = { 0 }, whole = { 0 };
	long peak = 0;

	while (!timing_full(&whole)) {
		struct moment from, seen, last;
		struct wizard w;
		long kib;

		if (wizard_start(&w, program, sample, &from, &seen, &last) != 0) {
			printf("the wizard shows no screen: start and keys are not measured\n\n");
			return;
		}
		kib = wizard_end(&w);
		peak = kib > peak ? kib : peak;
		timing_add(&title, &from, &seen);
		timing_add(&whole, &from, &last);
	}
	print_memory("peak memory, wizard's first screen", peak);
	printf("\n");
	timing_heading();
	timing_row("start to title line", &title, 0);
	timing_row("start to whole first screen", &whole, AIM_START);
}

/* Two keys that undo each other, so that each of them changes the screen. */
static void measure_keys(const char *what, const char *there, const char *back)
{
	struct timing t = { 0 };
	struct moment from, to, seen;
	struct wizard w;

	if (wizard_start(&w, program, sample, &from, &seen, &to) != 0)
		return;
	for (int i = 0; !timing_full(&t); i++) {
		if (wizard_key(&w, i % 2 ? back : there, &from, &to) != 0)
			break;
		timing_add(&t, &from, &to);
	}
	wizard_end(&w);
	if (timing_full(&t))
		timing_row(what, &t, AIM_KEY);
	else
		printf("%-36s the screen does not answer\n", what);
}

/* --- in this process --- */

static void measure_open(void)
{
	struct timing catalog_time = { 0 }, engine_time = { 0 };
	struct err err = { 0 };

	while (!timing_full(&engine_time)) {
		struct catalog *cat = NULL;
		struct engine *e = NULL;
		struct moment a = timing_now(0), b, c;

		if (catalog_open(&cat, catalogue, &err) != ERR_OK)
			die("the catalogue does not open", &err);
		b = timing_now(0);
		if (engine_open(&e, cat, &err) != ERR_OK)
			die("the rules do not compile", &err);
		c = timing_now(0);
		timing_add(&catalog_time, &a, &b);
		timing_add(&engine_time, &b, &c);
		engine_free(e);
		catalog_free(cat);
	}
	timing_row("catalogue open", &catalog_time, 0);
	timing_row("engine open", &engine_time, 0);
}

static void load(struct engine *e, struct build *b, const char *path)
{
	static struct unresolved_list unknown;
	struct err err = { 0 };

	unknown.n = 0;
	build_init(b);
	if (build_load(b, path, NULL, NULL, &err) != ERR_OK ||
	    build_resolve(b, engine_catalog(e), &unknown, &err) != ERR_OK)
		die("a sample does not load", &err);
	if (unknown.n > 0)
		die("a sample names a part that the catalogue lacks", NULL);
}

static void measure_check(struct engine *e)
{
	struct timing t = { 0 };
	struct findings f = { 0 };
	struct err err = { 0 };
	static struct build b;

	load(e, &b, held);
	while (!timing_full(&t)) {
		struct moment from = timing_now(0), to;

		if (engine_check(e, &b, &f, &err) != ERR_OK)
			die("the check fails", &err);
		to = timing_now(0);
		timing_add(&t, &from, &to);
	}
	timing_row("check of one build", &t, AIM_CHECK);
	findings_release(&f);
	build_release(&b);
}

static void measure_grey_out(struct engine *e)
{
	static struct build b;
	struct err err = { 0 };

	load(e, &b, held);
	for (enum choice c = CHOICE_GPU; c < CHOICE_COUNT; c++) {
		struct timing t = { 0 };
		struct options o = { 0 };
		char what[64];

		while (!timing_full(&t)) {
			struct moment from = timing_now(0), to;

			if (engine_options(e, &b, c, &o, &err) != ERR_OK)
				die("the grey-out fails", &err);
			to = timing_now(0);
			timing_add(&t, &from, &to);
		}
		snprintf(what, sizeof(what), "grey-out, %s (%zu)", choice_name(c), o.n);
		timing_row(what, &t, AIM_GREY_OUT);
		options_release(&o);
	}
	build_release(&b);
}

static int count_warnings(struct engine *e, const struct build *b)
{
	struct findings f = { 0 };
	struct err err = { 0 };
	int n = 0;

	if (engine_check(e, b, &f, &err) != ERR_OK)
		die("the solved build cannot be checked", &err);
	for (size_t i = 0; i < f.n; i++)
		n += f.item[i].rule->severity == SEV_WARNING && strcmp(f.item[i].rule->step, "bill") != 0;
	findings_release(&f);
	return n;
}

/* The two searches must agree on everything that is minimised; equal machines of other parts are equal. */
static void compare(struct engine *e, const char *by, const struct solution *s, const struct machine *m)
{
	struct figures f = { 0 };
	struct err err = { 0 };
	const struct picks *p = &s->build[0].pick;
	int warnings = 0, found = s->n > 0 && s->proven[0], same;

	if (found && engine_figures(e, &s->build[0], &f, &err) != ERR_OK)
		die("the solved build has no figures", &err);
	if (found)
		warnings = count_warnings(e, &s->build[0]);
	same = f.rank_cents == m->cents && warnings == m->warnings && f.power_w == m->power_w && f.rack_u == m->rack_u;
	if (found == m->found && (same || !found))
		return;
	printf("\n*** WRONG OPTIMUM by %s ***\n", by);
	if (found)
		printf("*** solve(): %lld cents, %d warnings, %lld W, %lld U: %s, %lld x %s, %lld x %s a socket\n",
		       (long long)f.rank_cents, warnings, (long long)f.power_w, (long long)f.rack_u, p->platform.text,
		       (long long)p->sockets, p->cpu.text, (long long)p->dimms_per_socket, p->dimm.text);
	else
		printf("*** solve(): no machine that is proven\n");
	if (m->found)
		printf("*** plain loop: %lld cents, %lld warnings, %lld W, %lld U: part %lld, %lld x part %lld,"
		       " %lld x part %lld a socket\n",
		       (long long)m->cents, (long long)m->warnings, (long long)m->power_w, (long long)m->rack_u,
		       (long long)m->platform_id, (long long)m->sockets, (long long)m->cpu_id,
		       (long long)m->dimms_per_socket, (long long)m->dimm_id);
	else
		printf("*** plain loop: no machine\n");
	exit(1);
}

static void measure_solve(struct engine *e)
{
	static const char *const objectives[] = { "cost", "fit" };
	static struct build b;
	struct timing reading = { 0 };
	struct loop *loop = NULL;
	struct err err = { 0 };
	double times[2];

	load(e, &b, sample);
	while (!timing_full(&reading)) {
		struct moment from = timing_now(0), to;

		loop_free(loop);
		loop = NULL;
		if (loop_load(&loop, e, &b, &err) != ERR_OK)
			die("the plain loop", &err);
		to = timing_now(0);
		timing_add(&reading, &from, &to);
	}
	for (int i = 0; i < 2; i++) {
		struct timing solving = { 0 }, looping = { 0 };
		static struct solution s;
		struct solve_opts opts = { .by = objectives[i], .top = 1 };
		struct machine m;
		char what[64];

		while (!timing_full(&solving)) {
			struct moment from = timing_now(0), to;

			solution_release(&s);
			if (solve(e, &b, &opts, &s, &err) != ERR_OK)
				die("the solver fails", &err);
			to = timing_now(0);
			timing_add(&solving, &from, &to);
		}
		while (!timing_full(&looping)) {
			struct moment from = timing_now(0), to;

			loop_run(loop, i == 1, &m);
			to = timing_now(0);
			timing_add(&looping, &from, &to);
		}
		compare(e, objectives[i], &s, &m);
		snprintf(what, sizeof(what), "solve --by %s (%lld rows)", objectives[i], (long long)s.rows);
		timing_row(what, &solving, AIM_SOLVE);
		snprintf(what, sizeof(what), "plain loop, %s (%lld machines)", objectives[i], (long long)m.judged);
		timing_row(what, &looping, 0);
		times[i] = timing_median_cpu(&solving) / timing_median_cpu(&looping);
		solution_release(&s);
	}
	timing_row("plain loop, reading its arrays", &reading, 0);
	printf("\nsame optimum; solve takes %.1f times the plain loop's CPU time by cost, %.1f times by fit; aim %g\n",
	       times[0], times[1], AIM_SOLVE_TIMES);
	loop_free(loop);
	build_release(&b);
}

int main(void)
{
	struct catalog *cat = NULL;
	struct engine *e = NULL;
	struct err err = { 0 };

	find_files();
	print_machine();
	measure_memory();
	measure_start();
	measure_keys("key: Down and Up in a step", "\033OB", "\033OA");
	measure_keys("key: ] and [, a step forth and back", "]", "[");
	measure_open();
	if (catalog_open(&cat, catalogue, &err) != ERR_OK || engine_open(&e, cat, &err) != ERR_OK)
		die("the catalogue does not open", &err);
	measure_check(e);
	measure_grey_out(e);
	measure_solve(e);
	engine_free(e);
	catalog_free(cat);
	return 0;
}
