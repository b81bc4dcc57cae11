/* SPDX-License-Identifier: MIT */
#include "build_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The text of b; freed by the caller. */
static char *written(const struct build *b)
{
	char *text = NULL;
	size_t len = 0;
	struct err err = { 0 };

	if (build_write(b, &text, &len, &err) != ERR_OK)
		fail_msg("%s", err.msg);
	assert_int_equal(strlen(text), len);
	return text;
}

static void test_text(void **state)
{
	static const char expected[] =
		"# A configuration for bestek; bestek(5) explains each key.\n"
		"customer = \"A \\\"B\\\" \\\\ Zoë\";\n"
		"currency = \"EUR\";\n"
		"vat_percent = 20.75;\n"
		"need = {\n"
		"\tgpu = {\n"
		"\t\tcount = 4;\n"
		"\t};\n"
		"\tstorage_tb = 30;\n"
		"\tper_core_licence = false;\n"
		"\tbudget_eur = 3000000000.0;\n"
		"\tstack = [ \"cuda\", \"rhel\" ];\n"
		"};\n"
		"build = {\n"
		"\tcpu = \"EPYC 9354\";\n"
		"\tsockets = 2;\n"
		"\tnics = (\n"
		"\t\t{ part = \"a\"; count = 2; },\n"
		"\t\t{ part = \"b\"; count = 1; }\n"
		"\t);\n"
		"};\n";
	struct build b;
	char *text;

	(void)state;
	build_init(&b);
	str_copy(b.customer, sizeof(b.customer), "A \"B\" \\ Zoë");
	b.vat_percent = 20.75;
	b.need.gpus = 4;
	b.need.storage_tb = 30;
	b.need.per_core_licence = 0;
	b.need.budget_eur = 3e9;
	b.need.stack.n = 2;
	str_copy(b.need.stack.word[0], BUILD_WORD, "cuda");
	str_copy(b.need.stack.word[1], BUILD_WORD, "rhel");
	/* what the solver chose looks like the user's */
	str_copy(b.pick.cpu.text, BUILD_TEXT, "EPYC 9354");
	b.pick.cpu.origin = PICK_SOLVER;
	b.pick.cpu.id = 12;
	str_copy(b.pick.cpu.reason, BUILD_WORD, "cost");
	b.pick.sockets = 2;
	b.pick.nics.n = 2;
	str_copy(b.pick.nics.item[0].part.text, BUILD_TEXT, "a");
	b.pick.nics.item[0].count = 2;
	str_copy(b.pick.nics.item[1].part.text, BUILD_TEXT, "b");
	b.pick.nics.item[1].count = 1;
	text = written(&b);
	assert_string_equal(text, expected);
	mem_free(text);
	build_release(&b);
}

/* B062: the same file whatever the locale. */
static void test_locale(void **state)
{
	struct build b;
	char *text;

	(void)state;
	build_init(&b);
	b.need.storage_tb = 7.68;
	if (!decimal_comma())
		print_message("# no locale with a decimal comma here: tested under C\n");
	text = written(&b);
	setlocale(LC_NUMERIC, "C");
	assert_non_null(strstr(text, "storage_tb = 7.68;"));
	mem_free(text);
	build_release(&b);
}

static void test_empty_halves(void **state)
{
	struct build b;
	struct notes notes;
	char *text;

	(void)state;
	build_init(&b);
	text = written(&b);
	assert_null(strstr(text, "need"));
	parse_good(&b, text, &notes);
	mem_free(text);
	b.has_need = 1;
	text = written(&b);
	assert_non_null(strstr(text, "need = {\n};\n"));
	assert_null(strstr(text, "build = "));
	parse_good(&b, text, &notes);
	assert_true(b.has_need && !b.has_build);
	mem_free(text);
	build_release(&b);
}

static void test_unknown_kept(void **state)
{
	static const char *const lines[] = {
		"total = 3000000000L;", "memory_bytes = 6597069766656L;", "least = -9223372036854775808L;",
		"small = 7;", "long = 7L;", "mask = 0x10;", "wide = 0x1FFFFFFFFL;", "r = 1.5;",
		"whole = 2.0;", "tiny = 1e-300;", "yes = true;",
		"text = \"a\\\\b \\\"c\\\" \\nd\\x09e\";", "bytes = \"\\xFF\";",
		"none = ( );", "nothing = [ ];", "hollow = { };",
		"mixed = ( 1, \"two\", { three = 3; four = [ 4, 5 ]; }, ( 6.5 ) );",
		"\tphases = ( { gpus = 4; months = 6; } );",
		"\t\tcolour = \"red\";",
		"{ part = \"a\"; count = 1; slot = 3; rack = { u = 2; }; },",
		"{ part = \"a\"; count = 2; slot = 4; },",
		"{ part = \"b\"; count = 3; }",
		"\toddity = { part = \"a\"; };",
	};
	static const char source[] =
		"total = 3000000000; memory_bytes = 6597069766656; least = -9223372036854775808; small = 7;\n"
		"long = 7L; mask = 0x10; wide = 0x1FFFFFFFF; r = 1.5; whole = 2.; tiny = 1e-300; yes = TRUE;\n"
		"text = \"a\\\\b \\\"c\\\" \\nd\" \"\\x09e\"; bytes = \"\\xff\";\n"
		"none = (); nothing = []; hollow = {};\n"
		"mixed = ( 1, \"two\", { three = 3, four = [ 4, 5 ] }, ( 6.5 ) );\n"
		"need = { phases = ( { gpus = 4; months = 6; } ); gpu = { colour = \"red\"; }; };\n"
		"build = { oddity = { part = \"a\"; }; nics = ( { slot = 3; part = \"a\"; rack = { u = 2; }; },\n"
		" { part = \"a\"; slot = 4; count = 2; }, { part = \"b\"; count = 3; } ); };\n";
	struct build b, copy;
	struct notes notes;
	char *text, *again;

	(void)state;
	build_init(&b);
	build_init(&copy);
	parse_good(&b, source, &notes);
	text = written(&b);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (!strstr(text, lines[i]))
			fail_msg("'%s' is not in\n%s", lines[i], text);
	}
	parse_good(&copy, text, &notes);
	again = written(&copy);
	assert_string_equal(text, again);
	mem_free(again);

	/* Copies share; the first to go takes nothing away. Copying onto itself is harmless. */
	build_copy(&copy, &b);
	build_copy(&copy, &copy);
	build_release(&b);
	again = written(&copy);
	assert_string_equal(text, again);
	mem_free(again);
	mem_free(text);

	/* An entry that goes takes its own unknown keys along. */
	copy.pick.nics.n = 0;
	text = written(&copy);
	assert_null(strstr(text, "slot"));
	assert_non_null(strstr(text, "oddity"));
	mem_free(text);
	build_release(&copy);
}

/* What came from the screen unclean does not make a file that cannot be read. */
static void test_unclean(void **state)
{
	struct build b;
	struct notes notes;
	char *text;

	(void)state;
	build_init(&b);
	str_copy(b.customer, sizeof(b.customer), "a\tb\"; x = 1; \"");
	text = written(&b);
	parse_good(&b, text, &notes);
	assert_int_equal(notes.n, 0);
	assert_string_equal(b.customer, "a b\"; x = 1; \"");
	mem_free(text);
	build_release(&b);
}

static uint64_t seed;

static uint64_t draw(uint64_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % n;
}

static const char *draw_text(void)
{
	static const char *const texts[] = { "EPYC 9354", "\"quoted\"", "back\\slash\\", "Jiří Dvořák",
		"株式会社サンプル", "a=1; b={", "/* no */", "// no", "# no", "@include \"x\"", "%s%n", "'", "\\n", "\\x41", " ",
		"64GB DDR5-4800 RDIMM 2Rx4" };

	return texts[draw(sizeof(texts) / sizeof(texts[0]))];
}

static double draw_real(const struct field *f)
{
	double v = f->min + (f->max - f->min) * ((double)draw(1u << 30) / (1u << 30));

	switch (draw(4)) {
	case 0: return (double)(int64_t)v;
	case 1: return f->min;
	case 2: return f->max;
	default: return v;
	}
}

static void draw_word(const struct field *f, char *dst, size_t size)
{
	size_t n = 0;

	while (f->choices && f->choices[n])
		n++;
	str_copy(dst, size, f->form ? f->form : n ? f->choices[draw(n)] : draw_text());
}

static void draw_field(struct build *b, const struct field *f)
{
	void *at = (char *)b + f->offset;
	struct item_list *items = at;
	struct word_list *words = at;

	switch (f->type) {
	case FIELD_TEXT: str_copy(at, f->size, draw_text()); break;
	case FIELD_WORD: draw_word(f, at, f->size); break;
	case FIELD_INT: *(int64_t *)at = (int64_t)draw_real(f); break;
	case FIELD_BOOL: *(int64_t *)at = (int64_t)draw(2); break;
	case FIELD_REAL: *(double *)at = draw_real(f); break;
	case FIELD_PART: str_copy(((struct part_ref *)at)->text, BUILD_TEXT, draw_text()); break;
	case FIELD_ITEMS:
		items->n = (int)draw(BUILD_ITEMS + 1);
		for (int i = 0; i < items->n; i++) {
			str_copy(items->item[i].part.text, BUILD_TEXT, draw_text());
			items->item[i].count = (int64_t)draw_real(f);
		}
		break;
	case FIELD_WORDS:
		words->n = (int)draw(BUILD_WORDS + 1);
		for (int i = 0; i < words->n; i++)
			draw_word(f, words->word[i], BUILD_WORD);
		break;
	}
}

/* Save, then load: equal; and the second file is the first, byte for byte. */
static void test_round_trip(void **state)
{
	size_t n;
	const struct field *f = build_fields(&n);
	struct build a, b;
	struct notes notes;

	(void)state;
	for (uint64_t run = 1; run <= 1000; run++) {
		char *text, *again;

		seed = run * 0x9e3779b97f4a7c15u;
		build_init(&a);
		build_init(&b);
		for (size_t i = 0; i < n; i++) {
			if (draw(3))
				draw_field(&a, &f[i]);
		}
		text = written(&a);
		parse_good(&b, text, &notes);
		assert_int_equal(notes.n, 0);
		again = written(&b);
		if (!build_equal(&a, &b) || strcmp(text, again) != 0)
			fail_msg("run %d:\n%s\n%s", (int)run, text, again);
		mem_free(text);
		mem_free(again);
		build_release(&a);
		build_release(&b);
	}
}

/* build_equal sees a change of any one field. */
static void test_equal(void **state)
{
	size_t n;
	const struct field *f = build_fields(&n);
	struct build a, b;

	(void)state;
	build_init(&a);
	build_init(&b);
	assert_true(build_equal(&a, &b));
	for (size_t i = 0; i < n; i++) {
		build_init(&b);
		memset(a.currency, 0, sizeof(a.currency));
		memset(b.currency, 0, sizeof(b.currency));
		seed = 77;
		for (int tries = 0; tries < 100 && build_equal(&a, &b); tries++)
			draw_field(&b, &f[i]); /* a list may come out empty */
		if (build_equal(&a, &b))
			fail_msg("%s makes no difference", f[i].key);
	}
	build_init(&a);
	build_init(&b);
	b.pick.cpu.line = 4;
	b.pick.cpu.origin = PICK_SOLVER;
	b.pick.cpu.id = 9;
	str_copy(b.path, sizeof(b.path), "x");
	assert_true(build_equal(&a, &b));
}

static void test_file(void **state)
{
	char dir[] = "/tmp/bestek-save-XXXXXX", path[64];
	struct build b, back;
	struct err err = { 0 };
	struct stat st;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/a.bestek", dir);
	build_init(&b);
	build_init(&back);
	b.pick.sockets = 2;
	assert_int_equal(build_save(&b, path, &err), ERR_OK);
	assert_int_equal(build_load(&back, path, NULL, NULL, &err), ERR_OK);
	assert_true(build_equal(&b, &back));
	/* out of memory: the old file stays */
	b.pick.sockets = 4;
	for (long n = 1; n < 1000; n++) {
		int rc;

		err_clear(&err);
		mem_fail_at(n, 1);
		rc = build_save(&b, path, &err);
		mem_fail_at(0, 0);
		if (rc == ERR_OK)
			break;
		assert_int_equal(rc, ERR_NOMEM);
		err_clear(&err);
		assert_int_equal(build_load(&back, path, NULL, NULL, &err), ERR_OK);
		assert_int_equal(back.pick.sockets, 2);
	}
	assert_int_equal(build_load(&back, path, NULL, NULL, &err), ERR_OK);
	assert_int_equal(back.pick.sockets, 4);
	snprintf(path, sizeof(path), "%s/none/a.bestek", dir);
	assert_int_equal(build_save(&b, path, &err), ERR_IO);
	assert_int_equal(stat(path, &st), -1);
	snprintf(path, sizeof(path), "%s/a.bestek", dir);
	build_release(&b);
	build_release(&back);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(dir), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_locale),
		cmocka_unit_test(test_empty_halves),
		cmocka_unit_test(test_unknown_kept),
		cmocka_unit_test(test_unclean),
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_equal),
		cmocka_unit_test(test_file),
	};

	return cmocka_run_group_tests_name("build_save", tests, NULL, NULL);
}
