/* SPDX-License-Identifier: MIT */
/* The rule engine on the tiny catalogue: what it refuses, finds, greys out, mends and adds up. Expected values by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/core/base/mem.h"
#include "../../src/core/base/str.h"
#include "../../src/core/catalog/db.h"
#include "../../src/core/rules/engine.h"
#include "engine_world.h"

#define assert_near(a, b) assert_true((a) - (b) < 0.001 && (b) - (a) < 0.001)
#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

/* --- what does not compile --- */

#define KIT_HEAD "platform,when_sql,qty_sql,word,category,part,part_number,description,required,confidence,source\n"
#define TERM(name, sql) "  { name = \"" name "\"; sql = \"" sql "\"; unit = \"\"; meaning = \"" name "\"; }"
#define RULE(keys) \
	"rules = (\n  { id = \"t.rule\"; step = \"system\"; severity = \"error\"; source = \"test\"; why = \"why\"; " keys \
	" } );\n"
#define HOLDS(sql) RULE("holds = \"" sql "\"; text = \"text\";")
static const char good_terms[] = "terms = (\n" TERM("cores", "c.cores") " );\n";

/* Judges a rule book of these two files; the log goes to text. */
static int verify(const char *terms, const char *rules, const char *kits, char *text, size_t size, struct err *err)
{
	const struct mini_file extra[] = { { "rules/vocabulary.cfg", terms },
					   { "rules/t.cfg", rules },
					   { "catalog/platform_kit.csv", kits },
					   { NULL, NULL } };
	struct catalog *cat = NULL;
	FILE *log = tmpfile();
	size_t n;
	int rc;

	assert_non_null(log);
	if (mini_catalog_open(&cat, extra) != ERR_OK)
		fail_msg("%s", mini_catalog_error());
	memset(err, 0, sizeof(*err));
	rc = engine_verify(cat, log, err);
	rewind(log);
	n = fread(text, 1, size - 1, log);
	text[n] = '\0';
	(void)fclose(log);
	mini_catalog_close(cat);
	return rc;
}

static void bad_rules_are_refused(void **state)
{
	static const struct { const char *terms, *rules, *kits, *where, *what;
	} bad[] = {
		{ good_terms, HOLDS("c.nosuch = 1"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "c.nosuch" },
		{ good_terms, HOLDS("nosuch = 1"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "nosuch" },
		{ good_terms, HOLDS("cores >= @nosuch"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "@nosuch" },
		{ good_terms, HOLDS("cores >= $nosuch"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "$nosuch" },
		{ good_terms, HOLDS("c.model = 'x"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "quote" },
		{ good_terms, HOLDS("1; 2"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "';'" },
		{ good_terms, HOLDS("cores = ?1"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "'?'" },
		{ good_terms, HOLDS("1 -- 2"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "'-'" },
		{ good_terms, HOLDS("1 /* 2 */"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "'/'" },
		{ good_terms, HOLDS("\\\"cores\\\" = 1"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "'\"'" },
		{ good_terms, HOLDS("`cores` = 1"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "'`'" },
		{ good_terms, HOLDS("[cores] = 1"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "'['" },
		{ good_terms, HOLDS("cores ="), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "syntax" },
		{ good_terms, HOLDS("1), (0"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds",
		  "" }, /* each part must stand by itself */
		{ good_terms, HOLDS("1) OR (0"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "" },
		{ good_terms, HOLDS("boost_ghz > 1"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds",
		  "boost_ghz" }, /* whose? the search cannot tell */
		{ good_terms, HOLDS("C.cores > 1"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "C.cores" },
		{ good_terms, HOLDS("c .cores > 1"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "" },
		{ good_terms, HOLDS("random() > 1"), KIT_HEAD, "rules/t.cfg:2: t.rule: holds", "random" },
		{ good_terms, RULE("when = \"c.nosuch\"; holds = \"1\"; text = \"text\";"), KIT_HEAD,
		  "rules/t.cfg:2: t.rule: when", "c.nosuch" },
		{ good_terms, RULE("holds = \"1\"; have = \"c.nosuch\"; text = \"text\";"), KIT_HEAD,
		  "rules/t.cfg:2: t.rule: have", "c.nosuch" },
		{ good_terms, RULE("holds = \"1\"; need = \"c.nosuch\"; text = \"text\";"), KIT_HEAD,
		  "rules/t.cfg:2: t.rule: need", "c.nosuch" },
		{ good_terms, RULE("holds = \"1\"; text = \"has {cores\";"), KIT_HEAD, "rules/t.cfg:2: t.rule",
		  "not closed" },
		{ good_terms, RULE("holds = \"1\"; text = \"has {nosuch}\";"), KIT_HEAD, "rules/t.cfg:2: t.rule",
		  "{nosuch}" },
		{ "terms = (\n" TERM("a", "b + 1") ",\n" TERM("b", "a - 1") " );\n", HOLDS("1"), KIT_HEAD,
		  "rules/vocabulary.cfg:2", "leads back" },
		{ "terms = (\n" TERM("a", "a + 1") " );\n", HOLDS("1"), KIT_HEAD, "rules/vocabulary.cfg:2",
		  "leads back" },
		{ "terms = (\n" TERM("a", "c.nosuch") " );\n", HOLDS("1"), KIT_HEAD, "rules/vocabulary.cfg:2: a",
		  "c.nosuch" },
		{ good_terms, HOLDS("1"), KIT_HEAD "AS-4125GS-TNRT,nosuch > 0,1,w,kit,,X,x,1,sourced,mini\n",
		  "platform_kit.csv:2", "nosuch" },
	};
	char text[4096];
	struct err err;
	int faults = 0;

	(void)state;
	for (size_t i = 0; i < LENGTH(bad); i++) {
		int rc = verify(bad[i].terms, bad[i].rules, bad[i].kits, text, sizeof(text), &err);

		if (rc == ERR_DATA && strstr(text, bad[i].where) && strstr(text, bad[i].what) &&
		    strstr(err.msg, bad[i].where) && strstr(err.msg, bad[i].what))
			continue;
		faults++;
		print_error("case %zu: '%s' and '%s' were expected, code %d, log '%s', error '%s':\n%s", i,
			    bad[i].where, bad[i].what, rc, text, err.msg, bad[i].rules);
	}
	assert_int_equal(faults, 0);
	assert_int_equal(
		verify(good_terms, HOLDS("cores > 0 AND c.model <> ';?--/*'"), KIT_HEAD, text, sizeof(text), &err),
		ERR_OK);
	assert_string_equal(text, "");
}

/* Every fault has its line, not only the first. */
static void every_bad_rule_is_told(void **state)
{
	char text[4096];
	struct err err;

	(void)state;
	assert_int_equal(
		verify(good_terms,
		       "rules = (\n"
		       "  { id = \"t.one\"; step = \"system\"; severity = \"error\"; holds = \"c.nosuch\"; text = \"t\"; source = \"s\"; },\n"
		       "  { id = \"t.two\"; step = \"memory\"; severity = \"error\"; holds = \"d.nosuch\"; text = \"t\"; source = \"s\"; } );\n",
		       KIT_HEAD, text, sizeof(text), &err),
		ERR_DATA);
	assert_non_null(strstr(text, "rules/t.cfg:2: t.one: holds"));
	assert_non_null(strstr(text, "rules/t.cfg:3: t.two: holds"));
}

static void shipped_rules_compile(void **state)
{
	struct world *w = *state;
	struct err err = { 0 };

	close_engine(w);
	if (engine_verify(w->cat, NULL, &err) != ERR_OK)
		fail_msg("%s", err.msg);
	reopen_engine(w);
	for (size_t i = 1; i < engine_rules(w->e); i++) {
		const struct rule *a = engine_rule(w->e, i - 1), *b = engine_rule(w->e, i);

		if (strcmp(a->step, b->step) == 0)
			assert_true(strcmp(a->id, b->id) < 0 ||
				    (strcmp(a->id, b->id) == 0 && a->severity <= b->severity));
	}
	assert_null(engine_rule(w->e, engine_rules(w->e)));
}

/* --- check, on a rule book of its own --- */

static const char own_terms[] =
	"terms = (\n"
	"  { name = \"cpu_model\"; sql = \"c.model\"; unit = \"\"; meaning = \"CPU\"; },\n"
	"  { name = \"cpu_w\"; sql = \"c.tdp_w\"; unit = \"W\"; meaning = \"TDP of the CPU\"; },\n"
	"  { name = \"board_w\"; sql = \"p.max_cpu_tdp_w\"; unit = \"W\"; meaning = \"highest TDP (of CPUs)\"; },\n"
	"  { name = \"slots\"; sql = \"p.nic_slots\"; unit = \"slots\"; meaning = \"slots\"; sure = \"p.nic_slots\"; } );\n";
#define OWN(id, step, severity, when, holds, text) \
	"  { id = \"" id "\"; step = \"" step "\"; severity = \"" severity "\"; when = \"" when "\"; holds = \"" holds \
	"\"; have = \"cpu_w\"; need = \"300\"; text = \"" text "\"; why = \"w\"; source = \"s\"; }"
static const char own_rules[] =
	"rules = (\n"
	OWN("t.advice", "workload", "advice", "1", "0", "advice") ",\n"
	OWN("t.warning", "workload", "warning", "1", "0", "warning") ",\n"
	OWN("t.error", "system", "error", "1", "cpu_w <= 300", "{cpu_model} draws {have} W of {need} W") ",\n"
	OWN("t.holds", "system", "error", "1", "cpu_w <= 400", "never") ",\n"
	OWN("t.unknown", "system", "error", "1", "cpu_w <= board_w", "x") ",\n"
	OWN("t.recalled", "system", "error", "1", "slots > 99", "slots {have}") ",\n"
	OWN("t.when-unknown", "system", "error", "p.weight_kg > 0", "0", "never when the weight is unknown") ",\n"
	OWN("t.when-false", "system", "error", "cpu_w > 1000", "0", "never") ",\n"
	OWN("t.silent", "memory", "error", "1", "d.capacity_gb > 1000", "never without a module") " );\n";

static int open_own(void **state)
{
	static const struct mini_file extra[] = { { "rules/vocabulary.cfg", own_terms },
						  { "rules/t.cfg", own_rules },
						  { "catalog/platform_kit.csv", KIT_HEAD },
						  { NULL, NULL } };

	return world_open(state, extra, 0);
}

static void check_tells_each_state(void **state)
{
	struct world *w = *state;
	struct findings f = { 0 };
	const struct finding *x;
	struct build b;

	/* 360 W; this platform's TDP limit and weight are unknown */
	make_build(w, &b, "build = { platform = \"SYS-621C-TN12R\"; cpu = \"EPYC 9654\"; sockets = 1; };");
	check(w, &b, &f);
	assert_ptr_equal(f.item[0].rule, find(&f, "t.error")->rule);
	for (size_t i = 1; i < f.n; i++)
		assert_true(f.item[i - 1].severity <= f.item[i].severity);

	x = find(&f, "t.error");
	assert_int_equal(x->severity, SEV_ERROR);
	assert_int_equal(x->proven, 1);
	assert_string_equal(x->text, "EPYC 9654 draws 360 W of 300 W");
	assert_int_equal(x->have.i, 360);
	assert_int_equal(x->need.i, 300);

	x = find(&f, "t.unknown");
	assert_int_equal(x->severity, SEV_WARNING);
	assert_int_equal(x->proven, 0);
	assert_string_equal(x->text, "Not proven: the highest TDP is unknown for SYS-621C-TN12R");

	assert_int_equal(find(&f, "t.warning")->severity, SEV_WARNING);
	assert_int_equal(find(&f, "t.advice")->severity, SEV_ADVICE);
	assert_null(find(&f, "t.holds"));
	assert_null(find(&f, "t.when-unknown"));
	assert_null(find(&f, "t.when-false"));
	assert_null(find(&f, "t.silent"));
	assert_int_equal(f.n_silent, 1);
	assert_string_equal(f.silent[0], "t.silent");
	/* t.error; t.warning, t.unknown and t.recalled, whose slots are unknown here; t.advice */
	assert_int_equal(f.errors, 1);
	assert_int_equal(f.warnings, 3);
	assert_int_equal(f.advice, 1);
	findings_release(&f);
	build_release(&b);
}

static void a_recalled_value_makes_no_error(void **state)
{
	struct world *w = *state;
	struct findings f = { 0 };
	struct build b;

	make_build(
		w, &b,
		"build = { platform = \"H13SSL-N\"; cpu = \"EPYC 9654\"; sockets = 1; };"); /* nic_slots is recalled */
	check(w, &b, &f);
	assert_int_equal(find(&f, "t.recalled")->severity, SEV_WARNING);
	assert_int_equal(find(&f, "t.recalled")->proven, 0);
	assert_non_null(strstr(find(&f, "t.recalled")->text, "not confirmed"));
	build_release(&b);

	make_build(
		w, &b,
		"build = { platform = \"AS-4125GS-TNRT\"; cpu = \"EPYC 9654\"; sockets = 1; };"); /* nic_slots is sourced */
	check(w, &b, &f);
	assert_int_equal(find(&f, "t.recalled")->severity, SEV_ERROR);
	assert_int_equal(find(&f, "t.recalled")->proven, 1);
	assert_non_null(find(&f, "t.when-unknown")); /* 29.7 kg */
	findings_release(&f);
	build_release(&b);
}

static void an_empty_build_is_silent(void **state)
{
	struct world *w = *state;
	struct findings f = { 0 };
	struct build b;

	build_init(&b);
	check(w, &b, &f);
	assert_int_equal(f.errors, 0);
	assert_true(f.n_silent >= 5);
	findings_release(&f);
	build_release(&b);
}

/* --- figures --- */

static void the_good_build_has_no_error(void **state)
{
	struct world *w = *state;
	struct findings f = { 0 };
	struct build b;

	make_build(w, &b, good_build);
	check(w, &b, &f);
	if (f.errors)
		fail_msg("%s: %s", f.item[0].rule->id, f.item[0].text);
	assert_int_equal(f.n_silent, 0);
	findings_release(&f);
	build_release(&b);
}

static void figures_by_hand(void **state)
{
	struct world *w = *state;
	struct err err = { 0 };
	struct figures x;
	struct build b;

	make_build(w, &b, good_build);
	assert_int_equal(engine_figures(w->e, &b, &x, &err), ERR_OK);
	/*
	 * power_licence_tco 1.1: board 150, 2 x 360 CPU, 24 x 8 modules, 4 x 350 GPU, 24.9 adapter, 2 x 12 drives, 2 x 12 boot
	 * drives = 2534.9; fans 12 % of it: 2839.088. Load of 4 x 1980 W (230 V): 0.35847; efficiency 0.94 + 0.15847 / 0.3 * 0.02
	 * = 0.950565; 2839.088 / 0.950565 = 2986.74; x 3.412 = 10190.8.
	 */
	assert_int_equal(x.power_w, 2839);
	assert_int_equal(x.power_ac_w, 2987);
	assert_int_equal(x.heat_btu_h, 10191);
	assert_int_equal(x.psu_usable_w, 7920);
	assert_int_equal(x.rack_u, 4);
	assert_near(x.weight_kg, 29.7);
	assert_int_equal(x.lead_weeks, 70); /* a GPU platform */
	assert_int_equal(x.memory_per_socket_gb, 768);
	assert_int_equal(x.memory_gb, 1536);
	assert_int_equal(x.dimms, 24);
	assert_int_equal(x.memory_mts, 4800);
	assert_int_equal(x.channels_filled, 24);
	assert_int_equal(x.channels_total, 24);
	assert_near(x.memory_bandwidth_gbs, 2 * 460.8);
	/* 4 x 16 GPU, 16 adapter, 2 x 4 drives, 2 x 4 boot drives in bays */
	assert_int_equal(x.lanes_used, 96);
	assert_int_equal(x.lanes_total, 160);
	assert_string_equal(x.cpu_family, "genoa");
	/*
	 * EUR: platform 6,000; 4 x 8,500 USD = 4 x 7,282.21; 2 x 8,452 USD = 2 x 7,241.08; 24 x 500; adapter 2,188 USD = 1,874.53;
	 * 2 x 700; 2 x 150 (USD at 0.85673).
	 */
	assert_int_equal(x.rank_cents, 600000 + 4 * 728221 + 2 * 724108 + 24 * 50000 + 187453 + 2 * 70000 + 2 * 15000);

	b.pick.dimms_per_socket = 6; /* half of the channels */
	assert_int_equal(engine_figures(w->e, &b, &x, &err), ERR_OK);
	assert_near(x.memory_bandwidth_gbs, 460.8);
	assert_int_equal(x.channels_filled, 12);
	b.need.site_voltage = 205;
	str_copy(b.need.redundancy, sizeof(b.need.redundancy), "N+N");
	assert_int_equal(engine_figures(w->e, &b, &x, &err), ERR_OK);
	assert_int_equal(x.psu_usable_w, 2 * 1800);
	build_release(&b);

	build_init(&b);
	assert_int_equal(engine_figures(w->e, &b, &x, &err), ERR_OK);
	assert_true(x.power_w == BUILD_UNSET && x.rack_u == BUILD_UNSET && x.lead_weeks == BUILD_UNSET &&
		    x.memory_gb == BUILD_UNSET);
	assert_true(x.memory_bandwidth_gbs <= BUILD_UNSET_F);
	build_release(&b);
}

/* Puts with in the place of every what of *text. */
static void replace(char *text, size_t size, const char *what, const char *with)
{
	char *at = text;

	while ((at = strstr(at, what))) {
		size_t tail = strlen(at + strlen(what)) + 1;

		assert_true((size_t)(at - text) + strlen(with) + tail <= size);
		memmove(at + strlen(with), at + strlen(what), tail);
		memcpy(at, with, strlen(with));
		at += strlen(with);
	}
}

/* The term eta alone, at a load and for a class, with the planning values of the catalogue. */
static double eta_at(struct world *w, const char *class_name, double load)
{
	struct db *db = catalog_db(w->cat);
	struct stmt *st = NULL;
	struct err err = { 0 };
	char sql[16384] = "SELECT ", part[128], number[32];
	double eta;

	assert_int_equal(stmt_prepare(&st, db, "SELECT sql FROM term WHERE name = 'eta'", &err), ERR_OK);
	assert_int_equal(stmt_step(st, &err), 1);
	str_copy(sql + strlen(sql), sizeof(sql) - strlen(sql), stmt_text(st, 0));
	stmt_free(st);
	(void)snprintf(number, sizeof(number), "%.17g", load);
	replace(sql, sizeof(sql), "psu_load", number);
	(void)snprintf(number, sizeof(number), class_name ? "'%s'" : "NULL", class_name);
	replace(sql, sizeof(sql), "(SELECT ps.efficiency FROM psu ps WHERE ps.id = u.psu_id)", number);
	assert_int_equal(stmt_prepare(&st, db, "SELECT name, CAST(value AS TEXT) FROM constant WHERE name GLOB 'eta_*' ORDER BY length(name) DESC", &err), ERR_OK);
	while (stmt_step(st, &err) == 1) {
		(void)snprintf(part, sizeof(part), "@%s", stmt_text(st, 0));
		replace(sql, sizeof(sql), part, stmt_text(st, 1));
	}
	stmt_free(st);
	assert_int_equal(stmt_prepare(&st, db, sql, &err), ERR_OK);
	assert_int_equal(stmt_step(st, &err), 1);
	eta = stmt_double(st, 0);
	stmt_free(st);
	return eta;
}

static void efficiency_of_the_supplies(void **state)
{
	static const struct { const char *class_name; double load, eta; } want[] = {
		/* TV-01 */
		{ "titanium", 0.05, 0.90 }, { "titanium", 0.10, 0.90 }, { "titanium", 0.15, 0.92 }, { "titanium", 0.20, 0.94 },
		{ "titanium", 0.35, 0.95 }, { "titanium", 0.50, 0.96 }, { "titanium", 0.75, 0.935 }, { "titanium", 1.0, 0.91 },
		{ "titanium", 1.3, 0.91 }, { NULL, 0.35, 0.95 },
		/* TV-02 */
		{ "platinum", 0.10, 0.90 }, { "platinum", 0.20, 0.90 }, { "platinum", 0.35, 0.92 }, { "platinum", 0.75, 0.925 },
		{ "gold", 0.35, 0.90 },
	};

	for (size_t i = 0; i < LENGTH(want); i++)
		assert_near(eta_at(*state, want[i].class_name, want[i].load), want[i].eta);
	/* TV-04, TV-05: watts from the wall of 6,936.16 W out of four and of six supplies of 3,000 W; TV-08 */
	assert_true(6936.16 / eta_at(*state, "titanium", 6936.16 / 12000) - 7284.36 < 0.1);
	assert_true(7284.36 - 6936.16 / eta_at(*state, "titanium", 6936.16 / 12000) < 0.1);
	assert_true(6936.16 / eta_at(*state, "titanium", 6936.16 / 18000) - 7283.16 < 0.1);
	assert_true(7283.16 - 6936.16 / eta_at(*state, "titanium", 6936.16 / 18000) < 0.1);
	assert_true(2262.7 / eta_at(*state, "platinum", 2262.7 / 5400) - 2435.10 < 0.1);
	assert_true(2435.10 - 2262.7 / eta_at(*state, "platinum", 2262.7 / 5400) < 0.1);
}

/* --- grey-out --- */

static const struct option *labelled(const struct options *o, const char *label)
{
	for (size_t i = 0; i < o->n; i++)
		if (strcmp(o->item[i].label, label) == 0)
			return &o->item[i];
	fail_msg("no option '%s'", label);
	return NULL;
}

static void get_options(struct world *w, const struct build *b, enum choice c, struct options *o)
{
	struct err err = { 0 };

	if (engine_options(w->e, b, c, o, &err) != ERR_OK)
		fail_msg("%s: %s", choice_name(c), err.msg);
}

static void reason_is(struct world *w, const struct build *b, enum choice c, const struct option *o, const char *rule,
		      const char *text)
{
	struct err err = { 0 };
	char reason[512];

	assert_non_null(o->broken);
	assert_string_equal(o->broken->id, rule);
	assert_int_equal(engine_option_reason(w->e, b, c, o, reason, sizeof(reason), &err), ERR_OK);
	assert_string_equal(reason, text);
}

static void cpus_are_greyed_with_their_reason(void **state)
{
	struct world *w = *state;
	struct options o = { 0 };
	struct build b;
	int chosen = 0;

	make_build(w, &b, good_build);
	get_options(w, &b, CHOICE_CPU, &o);
	assert_int_equal(o.n, 8);
	for (size_t i = 0; i < o.n; i++) {
		chosen += o.item[i].chosen;
		if (i == 0)
			continue;
		assert_false(o.item[i - 1].broken && !o.item[i].broken);
		if (!o.item[i - 1].broken == !o.item[i].broken)
			assert_true(o.item[i - 1].cents <= o.item[i].cents);
	}
	assert_int_equal(chosen, 1);
	assert_int_equal(labelled(&o, "EPYC 9654")->chosen, 1);
	assert_int_equal(labelled(&o, "EPYC 9654")->cents, 724108);
	assert_null(labelled(&o, "EPYC 9654")->broken);
	assert_null(labelled(&o, "EPYC 9354")->broken);
	assert_null(labelled(&o, "EPYC 9575F")->broken); /* its memory is unknown: no reason against it */
	reason_is(w, &b, CHOICE_CPU, labelled(&o, "EPYC 9654P"), "cpu.sockets",
		  "EPYC 9654P works in 1 socket at most, the build has 2");
	reason_is(w, &b, CHOICE_CPU, labelled(&o, "Xeon Gold 6530"), "cpu.socket",
	          "Xeon Gold 6530 has socket LGA4677, AS-4125GS-TNRT has socket SP5");
	options_release(&o);

	get_options(w, &b, CHOICE_GPUS, &o); /* ten slots, nine of them x16; the chassis takes eight */
	assert_null(labelled(&o, "8")->broken);
	reason_is(w, &b, CHOICE_GPUS, labelled(&o, "9"), "gpu.count",
		  "9 cards of 2 slots do not fit: AS-4125GS-TNRT takes 8 of that width");
	assert_int_equal(labelled(&o, "4")->chosen, 1);
	options_release(&o);

	b.need.memory_per_socket_gb = 768;
	get_options(w, &b, CHOICE_DIMM, &o);
	reason_is(w, &b, CHOICE_DIMM, labelled(&o, "32 GB DDR5-4800 RDIMM 2Rx8 Samsung M321R4GA3BB6-CQK"),
		  "memory.per-socket", "12 modules of 32 GB give 384 GB per socket, 768 GB were asked");
	assert_null(labelled(&o, "128 GB DDR5-4800 3DS-RDIMM 4Rx4 Samsung M321RAGA0B20-CWK")->broken);
	options_release(&o);
	build_release(&b);
}

static void a_rule_that_all_break_greys_nothing(void **state)
{
	struct world *w = *state;
	struct options o = { 0 };
	struct build b;

	make_build(w, &b, good_build);
	b.need.cores = 1000; /* two sockets reach 256 */
	get_options(w, &b, CHOICE_CPU, &o);
	assert_null(labelled(&o, "EPYC 9654")->broken);
	assert_null(labelled(&o, "EPYC 9354")->broken);
	reason_is(w, &b, CHOICE_CPU, labelled(&o, "Xeon Gold 6530"), "cpu.socket",
	          "Xeon Gold 6530 has socket LGA4677, AS-4125GS-TNRT has socket SP5");
	options_release(&o);
	b.need.cores = 256; /* one reaches it: now it is a reason again */
	get_options(w, &b, CHOICE_CPU, &o);
	assert_null(labelled(&o, "EPYC 9754")->broken);
	reason_is(w, &b, CHOICE_CPU, labelled(&o, "EPYC 9654"), "cpu.cores", "The CPUs have 192 cores, 256 were asked");
	options_release(&o);
	build_release(&b);
}

/* Each choice: a candidate that is applied is the present one afterwards, and nothing else of the build moves. */
static void apply_each_choice(void **state)
{
	struct world *w = *state;
	struct err err = { 0 };

	for (enum choice c = 0; c < CHOICE_COUNT; c++) {
		struct options o = { 0 }, again = { 0 };
		struct build b;

		make_build(w, &b, good_build);
		get_options(w, &b, c, &o);
		assert_true(o.n > 0);
		for (size_t i = 0; i < o.n; i++) {
			struct build after;
			int chosen = 0;

			build_init(&after);
			build_copy(&after, &b);
			if (engine_apply(w->e, &after, c, &o.item[i], PICK_USER, &err) != ERR_OK)
				fail_msg("%s '%s': %s", choice_name(c), o.item[i].label, err.msg);
			get_options(w, &after, c, &again);
			for (size_t k = 0; k < again.n; k++) {
				if (!again.item[k].chosen)
					continue;
				chosen++;
				if (again.item[k].id != o.item[i].id || again.item[k].count != o.item[i].count)
					fail_msg("%s: '%s' was applied, '%s' is chosen", choice_name(c),
						 o.item[i].label, again.item[k].label);
			}
			/* the standard supplies are chosen without a word */
			if (c != CHOICE_PSU && chosen != 1)
				fail_msg("%s '%s': %d are chosen", choice_name(c), o.item[i].label, chosen);
			options_release(&again);
			build_release(&after);
		}
		options_release(&o);
		build_release(&b);
	}
}

static void supplies_without_a_number_keep_their_watts(void **state)
{
	struct world *w = *state;
	struct options o = { 0 };
	struct figures x;
	struct err err = { 0 };
	struct build b;

	make_build(w, &b, "build = { platform = \"SYS-421GE-TNRT\"; cpu = \"Xeon Gold 6530\"; sockets = 2; };");
	get_options(w, &b, CHOICE_PSU, &o);
	assert_int_equal(o.n, 2);
	assert_int_equal(engine_apply(w->e, &b, CHOICE_PSU, labelled(&o, "4 x 3200 W"), PICK_USER, &err), ERR_OK);
	assert_int_equal(b.pick.psu_w, 3200);
	assert_int_equal(b.pick.psu_count, 4);
	assert_string_equal(b.pick.psu.text, "");
	assert_int_equal(engine_figures(w->e, &b, &x, &err), ERR_OK);
	assert_int_equal(x.psu_usable_w, 4 * 3200);
	get_options(w, &b, CHOICE_PSU, &o);
	assert_int_equal(labelled(&o, "4 x 3200 W")->chosen, 1);
	assert_int_equal(engine_apply(w->e, &b, CHOICE_PSU, labelled(&o, "4 x 2700 W"), PICK_USER, &err), ERR_OK);
	assert_int_equal(b.pick.psu_w, BUILD_UNSET); /* the standard ones need no words */
	assert_int_equal(engine_figures(w->e, &b, &x, &err), ERR_OK);
	assert_int_equal(x.psu_usable_w, 4 * 2700);
	options_release(&o);
	build_release(&b);
}

/* --- fixes --- */

static int has_error(const struct findings *f, const struct rule *r)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->item[i].rule == r && f->item[i].severity == SEV_ERROR)
			return 1;
	return 0;
}

/* A change to the good build that breaks one rule, and the change that mends it. */
static const struct broken { const char *need, *build, *rule, *change; int64_t cents;
} broken[] = {
	/* three modules are not allowed; two and four are as near, the larger is taken: 2 x 500 EUR */
	{ "",
	  "platform = \"SYS-421GE-TNRT\"; cpu = \"Xeon Gold 6530\"; sockets = 2; dimm = \"M321R8GA0BB0-CQKZJ\"; dimms_per_socket = 3;",
	  "memory.population-allowed", "DIMMs per socket: 3 -> 4", 2 * 50000 },
	/* 2 x (8,452 - 7,272 USD): 7,241.08 - 6,230.14 EUR */
	{ "",
	  "platform = \"AS-4125GS-TNRT\"; cpu = \"EPYC 9654P\"; sockets = 2; dimm = \"M321R8GA0BB0-CQKZJ\"; dimms_per_socket = 12;",
	  "cpu.sockets", "CPU: EPYC 9654P -> EPYC 9654", 2 * (724108 - 623014) },
	/* 15 TB in four bays: 4 x 3.84 TB (400 EUR each) are nearer than 2 x 7.68 TB (700) */
	{ "storage_tb = 15.0;",
	  "platform = \"AS-4125GS-TNRT\"; cpu = \"EPYC 9654\"; sockets = 2; dimm = \"M321R8GA0BB0-CQKZJ\"; dimms_per_socket = 12;"
	  " drives = ( { part = \"MTFDKCC3T8TFR\"; count = 5; } );",
	  "storage.bays", "data drives: 5 x MTFDKCC3T8TFR -> 4 x MTFDKCC3T8TFR", -40000 },
	/* 24 modules do not fit twelve slots: larger ones, 24 x (1,500 - 500 EUR) */
	{ "memory_per_socket_gb = 1536;",
	  "platform = \"AS-4125GS-TNRT\"; cpu = \"EPYC 9654\"; sockets = 2; dimm = \"M321R8GA0BB0-CQKZJ\";"
	  " dimms_per_socket = 12;",
	  "memory.per-socket", "memory module: M321R8GA0BB0-CQKZJ -> M321RAGA0B20-CWK", 24 * 100000 },
	/* no module fits: of cards in its place the H100 NVL is nearest: 8 x 32,200 USD to a baseboard of 179,000 USD */
	{ "",
	  "platform = \"AS-4125GS-TNRT\"; cpu = \"EPYC 9654\"; sockets = 2; dimm = \"M321R8GA0BB0-CQKZJ\"; dimms_per_socket = 12;"
	  " gpu = \"H100 SXM5 80GB\"; gpus = 8;",
	  "gpu.form", "GPU: H100 SXM5 80GB -> H100 NVL 94GB", 8 * 2758671 - 15335467 },
	/* two supplies give 3,960 W at 230 V: 1.12 x (150 + 720 + 192 + 600 n) allows n = 4; 33,500 USD = 28,700.46 EUR */
	{ "redundancy = \"N+N\";",
	  "platform = \"AS-4125GS-TNRT\"; cpu = \"EPYC 9654\"; sockets = 2; dimm = \"M321R8GA0BB0-CQKZJ\"; dimms_per_socket = 12;"
	  " gpu = \"H200 NVL 141GB\"; gpus = 8;",
	  "power.capacity", "GPUs: 8 -> 4", -4 * INT64_C(2870046) },
};

static void a_fix_mends_and_adds_no_error(void **state)
{
	struct world *w = *state;

	for (size_t i = 0; i < LENGTH(broken); i++) {
		struct findings before = { 0 }, after = { 0 };
		const struct finding *x = NULL;
		struct err err = { 0 };
		struct fix fix;
		struct build b;
		char text[1024];
		int found = 0;

		(void)snprintf(text, sizeof(text), "%s%s%s build = { %s%s };", broken[i].need[0] ? "need = { " : "",
			       broken[i].need, broken[i].need[0] ? " };" : "", broken[i].build,
			       broken[i].need[0] ? " boot = ( { part = \"MTFDKCC960TFR\"; count = 2; } );" : "");
		if (strstr(broken[i].build, "count = 5")) /* no bay is left for boot drives */
			(void)snprintf(
				text, sizeof(text),
				"need = { %s }; build = { %s boot = ( { part = \"MTFDKBA960TFR\"; count = 1; } ); };",
				broken[i].need, broken[i].build);
		make_build(w, &b, text);
		check(w, &b, &before);
		for (size_t k = 0; k < before.n && !x; k++)
			if (before.item[k].severity == SEV_ERROR &&
			    strcmp(before.item[k].rule->id, broken[i].rule) == 0)
				x = &before.item[k];
		if (!x)
			fail_msg("case %zu: %s is no error", i, broken[i].rule);
		if (engine_fix(w->e, &b, x, &fix, &found, &err) != ERR_OK || !found)
			fail_msg("case %zu: no fix of %s: %s", i, broken[i].rule, err.msg);
		if (fix.n_changes != 1 || strcmp(fix.changes[0], broken[i].change) != 0)
			fail_msg("case %zu: '%s' was expected, the fix says '%s' '%s'", i, broken[i].change,
				 fix.changes[0], fix.n_changes > 1 ? fix.changes[1] : "");
		if (!fix.price_known || fix.price_delta_cents != broken[i].cents)
			fail_msg("case %zu: %lld cents were expected, the fix says %lld", i, (long long)broken[i].cents,
				 (long long)fix.price_delta_cents);
		check(w, &fix.after, &after);
		if (has_error(&after, x->rule))
			fail_msg("case %zu: %s is still an error", i, broken[i].rule);
		for (size_t k = 0; k < after.n; k++)
			if (after.item[k].severity == SEV_ERROR && !has_error(&before, after.item[k].rule))
				fail_msg("case %zu: the fix adds %s: %s", i, after.item[k].rule->id,
					 after.item[k].text);
		build_release(&fix.after);
		findings_release(&before);
		findings_release(&after);
		build_release(&b);
	}
}

static void what_cannot_be_mended_has_no_fix(void **state)
{
	struct world *w = *state;
	struct findings f = { 0 };
	struct err err = { 0 };
	struct fix fix;
	struct build b;
	int found = 1;

	make_build(w, &b, good_build);
	b.need.certified.n = 1;
	str_copy(b.need.certified.word[0], sizeof(b.need.certified.word[0]), "iso27001");
	check(w, &b, &f);
	assert_string_equal(f.item[0].rule->id, "certified");
	assert_int_equal(engine_fix(w->e, &b, &f.item[0], &fix, &found, &err), ERR_OK);
	assert_int_equal(found, 0);
	findings_release(&f);
	build_release(&b);
}

/* --- kits and terms --- */

struct kits { int n; struct kit kit[16]; };

static int take_kit(void *data, const struct kit *k)
{
	struct kits *kits = data;

	assert_true(kits->n < (int)LENGTH(kits->kit));
	kits->kit[kits->n++] = *k;
	return ERR_OK;
}

static void get_kits(struct world *w, const struct build *b, struct kits *kits)
{
	struct err err = { 0 };

	memset(kits, 0, sizeof(*kits));
	if (engine_kits(w->e, b, take_kit, kits, &err) != ERR_OK)
		fail_msg("%s", err.msg);
	for (int i = 0; i < kits->n; i++)
		for (int k = 0; k < i; k++)
			assert_string_not_equal(kits->kit[i].word, kits->kit[k].word);
}

static const struct kit *kit_of(const struct kits *kits, const char *word)
{
	for (int i = 0; i < kits->n; i++)
		if (strcmp(kits->kit[i].word, word) == 0)
			return &kits->kit[i];
	return NULL;
}

static void each_kit_stands_once(void **state)
{
	struct world *w = *state;
	struct findings f = { 0 };
	struct kits kits;
	struct build b;

	/* six supplies: two dummies; no adapter: a LAN card; the platform's own row of "rail" before the general one */
	make_build(
		w, &b,
		"build = { platform = \"SYS-821GE-TNHR\"; cpu = \"Xeon Gold 6530\"; sockets = 2; dimm = \"M321R8GA0BB0-CQKZJ\";"
		" dimms_per_socket = 16; gpu = \"H100 SXM5 80GB\"; gpus = 8; };");
	get_kits(w, &b, &kits);
	assert_int_equal(kits.n, 3);
	assert_int_equal(kit_of(&kits, "psu-dummy")->quantity, 2);
	assert_int_equal(kit_of(&kits, "psu-dummy")->required, 1);
	assert_int_equal(kit_of(&kits, "psu-dummy")->left_out, 0);
	assert_string_equal(kit_of(&kits, "psu-dummy")->part_number, "PWS-DF009-2F");
	assert_int_equal(kit_of(&kits, "lan-card")->required, 0);
	assert_string_equal(kit_of(&kits, "rail")->part_number, "OWN-RAIL");

	b.pick.options.n = 1;
	str_copy(b.pick.options.word[0], sizeof(b.pick.options.word[0]), "-psu-dummy");
	get_kits(w, &b, &kits);
	assert_int_equal(kits.n, 3);
	assert_int_equal(kit_of(&kits, "psu-dummy")->left_out, 1);
	assert_int_equal(kit_of(&kits, "rail")->left_out, 0);
	check(w, &b, &f);
	assert_int_equal(find(&f, "gpu.power-kit")->severity, SEV_ERROR);
	findings_release(&f);
	build_release(&b);

	make_build(w, &b, good_build); /* another platform: the general row */
	get_kits(w, &b, &kits);
	assert_int_equal(kits.n, 1);
	assert_string_equal(kits.kit[0].part_number, "ANY-RAIL");
	build_release(&b);
}

struct terms { int n; char name[512][48]; struct value v[512]; char unit[512][16], source[512][160]; };

static int take_term(void *data, const char *name, const char *unit, const char *meaning, const struct value *v,
		     const char *source)
{
	struct terms *t = data;

	assert_true(t->n < (int)LENGTH(t->name) && meaning[0]);
	str_copy(t->name[t->n], sizeof(t->name[0]), name);
	str_copy(t->unit[t->n], sizeof(t->unit[0]), unit);
	str_copy(t->source[t->n], sizeof(t->source[0]), source);
	t->v[t->n++] = *v;
	return ERR_OK;
}

static int term_at(const struct terms *t, const char *name)
{
	int at = -1;

	for (int i = 0; i < t->n; i++)
		if (strcmp(t->name[i], name) == 0) {
			assert_int_equal(at, -1);
			at = i;
		}
	if (at < 0)
		fail_msg("no term '%s'", name);
	return at;
}

static void terms_have_values_and_sources(void **state)
{
	static struct terms t;
	struct world *w = *state;
	struct err err = { 0 };
	struct build b;
	int at;

	make_build(w, &b, good_build);
	for (size_t i = 0; i < engine_rules(w->e); i++) {
		if (strcmp(engine_rule(w->e, i)->id, "cpu.tdp") != 0)
			continue;
		t.n = 0;
		assert_int_equal(engine_terms(w->e, &b, engine_rule(w->e, i), take_term, &t, &err), ERR_OK);
		assert_int_equal(t.n, 2);
		at = term_at(&t, "cpu_tdp_w");
		assert_int_equal(t.v[at].i, 360);
		assert_string_equal(t.unit[at], "W");
		assert_string_equal(t.source[at], "as in the shipped catalogue");
		assert_int_equal(t.v[term_at(&t, "board_cpu_tdp_w")].i, 400);
	}
	t.n = 0;
	assert_int_equal(engine_terms(w->e, &b, NULL, take_term, &t, &err), ERR_OK);
	at = term_at(&t, "power_w");
	assert_near(t.v[at].f, 2839.088);
	assert_string_equal(t.source[at], "power_licence_tco 1.1");
	assert_near(t.v[term_at(&t, "bandwidth_gbs")].f, 460.8);
	assert_int_equal(t.v[term_at(&t, "asked_cores")].type, 'n');
	build_release(&b);
}

/* --- one engine a catalogue --- */

static void a_second_engine_leaves_the_first_whole(void **state)
{
	struct world *w = *state;
	struct engine *second = NULL;
	struct findings f = { 0 };
	struct err err = { 0 };
	struct build b;

	assert_int_equal(engine_open(&second, w->cat, &err), ERR_USAGE);
	assert_null(second);
	err_clear(&err);
	assert_int_equal(engine_verify(w->cat, NULL, &err), ERR_USAGE);
	make_build(w, &b, good_build);
	check(w, &b, &f);
	assert_int_equal(f.errors, 0);
	assert_int_equal(f.n_silent, 0);
	findings_release(&f);
	build_release(&b);
}

/* --- no memory --- */

/* 1 when the n-th allocation came and failed. Turns the failing off. */
static int has_failed(long n)
{
	int failed = 1;

	for (long i = 0; i < n && failed; i++) {
		void *p = mem_alloc(1);

		failed = p != NULL;
		mem_free(p);
	}
	mem_fail_at(0, 0);
	return failed;
}

/* The rules of a went with its engine. */
static int same_findings(const struct findings *a, const struct findings *b, long n)
{
	if (a->n != b->n || a->errors != b->errors || a->warnings != b->warnings) {
		print_error("allocation %ld failed: %zu findings for %zu\n", n, b->n, a->n);
		return 0;
	}
	for (size_t i = 0; i < a->n; i++)
		if (a->item[i].severity != b->item[i].severity || strcmp(a->item[i].text, b->item[i].text) != 0) {
			print_error("allocation %ld failed: %s says '%s' for '%s'\n", n, b->item[i].rule->id,
				    b->item[i].text, a->item[i].text);
			return 0;
		}
	return 1;
}

static void check_without_memory(void **state)
{
	struct world *w = *state;
	struct findings good = { 0 };
	struct build b;
	int failed = 1, faults = 0;

	make_build(w, &b, good_build);
	b.need.cores = 1000;
	b.need.memory_per_socket_gb = 1000;
	check(w, &b, &good);
	assert_int_equal(good.errors, 2);
	close_engine(w);
	for (long n = 1; failed; n++) {
		struct findings f = { 0 }, again = { 0 };
		struct engine *e = NULL;
		struct err err = { 0 };
		int rc;

		assert_int_equal(engine_open(&e, w->cat, &err),
				 ERR_OK); /* a new one: its statements are written on the way */
		mem_fail_at(n, 0);
		rc = engine_check(e, &b, &f, &err);
		failed = has_failed(n);
		if (rc == ERR_OK)
			faults += !same_findings(&good, &f, n);
		else
			assert_int_equal(rc, ERR_NOMEM);
		assert_true(failed || rc == ERR_OK);
		err_clear(&err);
		assert_int_equal(engine_check(e, &b, &again, &err), ERR_OK); /* and it works again */
		faults += !same_findings(&good, &again, n);
		findings_release(&f);
		findings_release(&again);
		engine_free(e);
	}
	findings_release(&good);
	build_release(&b);
	assert_int_equal(faults, 0);
}

static void options_without_memory(void **state)
{
	static const enum choice choices[] = { CHOICE_CPU, CHOICE_NIC };
	struct world *w = *state;

	for (size_t k = 0; k < LENGTH(choices); k++) {
		struct options good = { 0 };
		struct build b;
		int failed = 1;

		if (!w->e)
			reopen_engine(w);
		make_build(w, &b, good_build);
		b.need.cores = 1000; /* nothing is free: the common rules are left out, which takes memory too */
		get_options(w, &b, choices[k], &good);
		close_engine(w);
		for (long n = 1; failed; n++) {
			struct options o = { 0 };
			struct engine *e = NULL;
			struct err err = { 0 };
			int rc;

			assert_int_equal(engine_open(&e, w->cat, &err), ERR_OK);
			mem_fail_at(n, 0);
			rc = engine_options(e, &b, choices[k], &o, &err);
			failed = has_failed(n);
			assert_true(rc == ERR_NOMEM || rc == ERR_OK);
			assert_true(failed || rc == ERR_OK);
			for (size_t i = 0; rc == ERR_OK && i < o.n; i++) {
				assert_int_equal(o.n, good.n);
				assert_string_equal(o.item[i].label, good.item[i].label);
				assert_int_equal(o.item[i].broken != NULL, good.item[i].broken != NULL);
			}
			options_release(&o);
			engine_free(e);
		}
		options_release(&good);
		build_release(&b);
	}
}

/* Every 17th allocation of opening: the rule book is long. */
static void opening_without_memory(void **state)
{
	struct world *w = *state;
	int failed = 1, faults = 0;

	close_engine(w);
	for (long n = 1; failed; n += 17) {
		struct engine *e = NULL;
		struct err err = { 0 };
		int rc;

		mem_fail_at(n, 0);
		rc = engine_open(&e, w->cat, &err);
		failed = has_failed(n);
		if (rc != (failed ? ERR_NOMEM : ERR_OK)) {
			print_error("allocation %ld failed, opening returned %d: %s\n", n, rc, err.msg);
			faults++;
		}
		if (rc == ERR_OK)
			engine_free(e);
	}
	assert_int_equal(faults, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_rules_are_refused),
		cmocka_unit_test(every_bad_rule_is_told),
		cmocka_unit_test(shipped_rules_compile),
		cmocka_unit_test_setup_teardown(check_tells_each_state, open_own, world_close),
		cmocka_unit_test_setup_teardown(a_recalled_value_makes_no_error, open_own, world_close),
		cmocka_unit_test_setup_teardown(an_empty_build_is_silent, open_own, world_close),
		cmocka_unit_test(the_good_build_has_no_error),
		cmocka_unit_test(figures_by_hand),
		cmocka_unit_test(efficiency_of_the_supplies),
		cmocka_unit_test(cpus_are_greyed_with_their_reason),
		cmocka_unit_test(a_rule_that_all_break_greys_nothing),
		cmocka_unit_test(apply_each_choice),
		cmocka_unit_test(supplies_without_a_number_keep_their_watts),
		cmocka_unit_test(a_fix_mends_and_adds_no_error),
		cmocka_unit_test(what_cannot_be_mended_has_no_fix),
		cmocka_unit_test(each_kit_stands_once),
		cmocka_unit_test(terms_have_values_and_sources),
		cmocka_unit_test(a_second_engine_leaves_the_first_whole),
		cmocka_unit_test_setup_teardown(check_without_memory, world_open_shipped, world_close),
		cmocka_unit_test_setup_teardown(options_without_memory, world_open_shipped, world_close),
		cmocka_unit_test_setup_teardown(opening_without_memory, world_open_shipped, world_close),
	};

	return cmocka_run_group_tests_name("engine", tests, world_open_shipped, world_close);
}
