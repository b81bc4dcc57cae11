/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mini_catalog.h"

static int setup(void **state)
{
	struct catalog *cat = NULL;
	if (mini_catalog_open(&cat, NULL) != ERR_OK)
		return -1;
	*state = cat;
	return 0;
}

static int teardown(void **state)
{
	mini_catalog_close(*state);
	return 0;
}

/* Pairs as lines "name=value". */
struct lines {
	char text[20000];
	size_t len;
	int n;
};

static int add_line(void *data, const char *name, const char *value)
{
	struct lines *l = data;
	l->len += (size_t)snprintf(l->text + l->len, sizeof(l->text) - l->len, "%s=%s\n", name, value);
	assert_true(l->len < sizeof(l->text));
	l->n++;
	return 0;
}

static void has(const struct lines *l, const char *line)
{
	if (!strstr(l->text, line))
		fail_msg("lacks '%s': %s", line, l->text);
}

static void kinds(void **state)
{
	(void)state;
	for (int k = 0; k < PART_KIND_COUNT; k++)
		assert_int_equal(part_kind_of(part_kind_name((enum part_kind)k)), k);
	assert_int_equal(part_kind_of("chassis"), -1);
	assert_int_equal(part_kind_of("CPU"), -1);
}

static void labels(void **state)
{
	static const char *const want[][3] = {
		{ "cpu", "EPYC 9654", "AMD EPYC 9654" },
		{ "gpu", "H100 NVL 94GB", "NVIDIA H100 NVL 94GB" },
		{ "dimm", "M321R8GA0BB0-CQKZJ", "64 GB DDR5-4800 RDIMM 2Rx4 Samsung M321R8GA0BB0-CQKZJ" },
		{ "drive", "MTFDKCC7T6TFR", "Micron 7450 PRO 7.68TB U.3" },
		{ "drive", "MTFDKBA960TFR", "Micron 7450 PRO M.2 2280 960GB" },
		{ "nic", "MCX75310AAS-NEAT", "NVIDIA ConnectX-7 NDR MCX75310AAS-NEAT" },
		{ "platform", "AS-4125GS-TNRT", "Supermicro AS-4125GS-TNRT" },
		{ "psu", "PWS-3K06G-2R", "Supermicro PWS-3K06G-2R 3000 W" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct part part;
		struct err err = { 0 };
		int64_t id = mini_part(*state, want[i][0], want[i][1]);
		assert_true(id > 0);
		assert_int_equal(catalog_part(*state, id, &part, &err), ERR_OK);
		assert_string_equal(part.label, want[i][2]);
		assert_int_equal(part.kind, part_kind_of(want[i][0]));
		assert_true(part.id == id);
	}
}

static void no_such_part(void **state)
{
	struct part part;
	struct err err = { 0 };
	assert_int_equal(catalog_part(*state, 999999, &part, &err), ERR_NOT_FOUND);
	memset(&err, 0, sizeof(err));
	assert_int_equal(catalog_facts(*state, -1, add_line, NULL, &err), ERR_NOT_FOUND);
}

static void facts(void **state)
{
	struct lines l = { "", 0, 0 };
	struct err err = { 0 };
	assert_int_equal(catalog_facts(*state, mini_part(*state, "cpu", "EPYC 9654"), add_line, &l, &err), ERR_OK);
	has(&l, "kind=cpu\n");
	has(&l, "part_number=100-000000789\n");
	has(&l, "base_ghz=2.4\n");
	has(&l, "tdp_w=360\n");
	has(&l, "price=USD 8452.00 list 2026-08 VAT excl global\n");
	has(&l, "source=as in the shipped catalogue\n");
	assert_null(strstr(l.text, "rank_cents"));
	memset(&l, 0, sizeof(l));
	assert_int_equal(catalog_facts(*state, mini_part(*state, "gpu", "H200 NVL 141GB"), add_line, &l, &err), ERR_OK);
	has(&l, "order_number=Supermicro GPU-NVH200NVL\n");
	memset(&l, 0, sizeof(l));
	assert_int_equal(catalog_facts(*state, mini_part(*state, "platform", "AS-4125GS-TNRT"), add_line, &l, &err), ERR_OK);
	has(&l, "family=genoa\n");
	has(&l, "gpu=NVIDIA L40S\n");
	has(&l, "psu_option=4 x Supermicro PWS-2K05A-1R 2000 W 2+2 (standard)\n");
}

static int stop_at_once(void *data, const char *name, const char *value)
{
	(void)name;
	(void)value;
	++*(int *)data;
	return 1;
}

static void facts_stop(void **state)
{
	int calls = 0;
	struct err err = { 0 };
	assert_int_equal(catalog_facts(*state, mini_part(*state, "cpu", "EPYC 9654"), stop_at_once, &calls, &err),
		ERR_INTERRUPTED);
	assert_int_equal(calls, 1);
}

static void info(void **state)
{
	struct lines l = { "", 0, 0 };
	struct err err = { 0 };
	char date[16];
	assert_int_equal(catalog_info(*state, add_line, &l, &err), ERR_OK);
	has(&l, "schema_version=1\n");
	has(&l, "cpu=8\n");
	has(&l, "dimm=6\n");
	has(&l, "source=2\n");
	has(&l, "workload=3\n");
	assert_null(strstr(l.text, "part_fts"));
	assert_int_equal(catalog_price_date(*state, date, sizeof(date), &err), ERR_OK);
	assert_string_equal(date, "2026-11");
}

static void no_prices(void **state)
{
	const struct mini_file extra[] = {
		{ "catalog/price.csv", "part,kind,currency,amount,vat,date,valid_to,region,quantity,used,note,confidence,source\n" },
		{ NULL, NULL },
	};
	struct catalog *cat = NULL;
	struct err err = { 0 };
	char date[16] = "x";
	(void)state;
	assert_int_equal(mini_catalog_open(&cat, extra), ERR_OK);
	assert_int_equal(catalog_price_date(cat, date, sizeof(date), &err), ERR_OK);
	assert_string_equal(date, "");
	mini_catalog_close(cat);
}

static void words(void **state)
{
	/* typed as people type them */
	static const char *const query[] = { "\"as4125gstnrt\"", "\"as\" AND \"4125gs\" AND \"tn\"*", "\"4125\"*" };
	struct stmt *st = NULL;
	struct err err = { 0 };
	int64_t id = mini_part(*state, "platform", "AS-4125GS-TNRT");
	assert_int_equal(stmt_prepare(&st, catalog_db(*state), "SELECT rowid, kind FROM part_fts WHERE words MATCH ?1", &err),
		ERR_OK);
	for (size_t i = 0; i < sizeof(query) / sizeof(query[0]); i++) {
		stmt_bind_text(st, 1, query[i]);
		assert_int_equal(stmt_step(st, &err), 1);
		assert_true(stmt_i64(st, 0) == id);
		assert_string_equal(stmt_text(st, 1), "platform");
		stmt_reset(st);
	}
	stmt_free(st);
}

static void verify(void **state)
{
	struct lines l = { "", 0, 0 };
	struct err err = { 0 };
	assert_int_equal(catalog_verify(*state, add_line, &l, &err), ERR_OK);
	assert_string_equal(l.text, "");
}

/* --- files that are not what we want; each copy is changed at its two numbers --- */

static void copy_with(struct catalog *cat, const char *to, int application, int version)
{
	static char buf[1 << 20];
	FILE *f = fopen(catalog_path(cat), "rb");
	size_t n;
	assert_non_null(f);
	n = fread(buf, 1, sizeof(buf), f);
	assert_true(n > 4096 && n < sizeof(buf));
	(void)fclose(f);
	for (int i = 0; i < 4; i++) {
		buf[60 + i] = (char)(version >> (24 - 8 * i));
		buf[68 + i] = (char)(application >> (24 - 8 * i));
	}
	f = fopen(to, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(buf, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static char *slurp(const char *path, size_t *n)
{
	char *buf = malloc(1 << 20);
	FILE *f = fopen(path, "rb");
	assert_non_null(buf);
	assert_non_null(f);
	*n = fread(buf, 1, 1 << 20, f);
	(void)fclose(f);
	return buf;
}

/* B031: version and id are read before anything else, and each case has its own words; never an SQL text. */
static void b031_version(void **state)
{
	static const struct {
		int application, version;
		const char *words;
	} cases[] = {
		{ CATALOG_APPLICATION_ID, 0, "made by an older bestek" },
		{ CATALOG_APPLICATION_ID, CATALOG_SCHEMA_VERSION - 1, "catalog build" },
		{ CATALOG_APPLICATION_ID, CATALOG_SCHEMA_VERSION + 1, "made by a newer bestek" },
		{ CATALOG_APPLICATION_ID, 2147483647, "update bestek" },
		{ 0, CATALOG_SCHEMA_VERSION, "another program" },
		{ 7, 2147483647, "another program" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct catalog *cat = NULL;
		struct err err = { 0 };
		copy_with(*state, "other.db", cases[i].application, cases[i].version);
		assert_int_equal(catalog_open(&cat, "other.db", &err), ERR_SCHEMA);
		assert_null(cat);
		assert_int_equal(err_exit_status(err.code), 3);
		if (!strstr(err.msg, cases[i].words) || strstr(err.msg, "SELECT"))
			fail_msg("case %zu: %s", i, err.msg);
	}
	unlink("other.db");
}

/* B031: the right version, but a column is missing: the sentence names no SQL. */
static void b031_column(void **state)
{
	struct catalog *cat = NULL;
	struct db *db = NULL;
	struct part part;
	struct err err = { 0 };
	copy_with(*state, "other.db", CATALOG_APPLICATION_ID, CATALOG_SCHEMA_VERSION);
	assert_int_equal(db_open(&db, "other.db", DB_CREATE, &err), ERR_OK);
	assert_int_equal(db_exec(db, "ALTER TABLE part RENAME COLUMN status TO state", &err), ERR_OK);
	db_close(db);
	assert_int_equal(catalog_open(&cat, "other.db", &err), ERR_OK);
	assert_int_equal(catalog_part(cat, 1, &part, &err), ERR_SCHEMA);
	assert_null(strstr(err.msg, "status"));
	assert_non_null(strstr(err.msg, "catalog build"));
	catalog_free(cat);
	unlink("other.db");
}

static void b029_empty(void **state)
{
	struct catalog *cat = NULL;
	struct err err = { 0 };
	FILE *f = fopen("empty.db", "wb");
	size_t n;
	(void)state;
	assert_non_null(f);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(catalog_open(&cat, "empty.db", &err), ERR_SCHEMA);
	assert_non_null(strstr(err.msg, "empty"));
	free(slurp("empty.db", &n));
	assert_int_equal(n, 0);
	unlink("empty.db");
}

/* B032: what is newer, or not ours, is never written over. */
static void b032_newer(void **state)
{
	static const int cases[][2] = { { CATALOG_APPLICATION_ID, CATALOG_SCHEMA_VERSION + 1 }, { 7, 1 } };
	char dir[64];
	assert_int_equal(mini_data_make(dir, NULL, 0), 0);
	for (size_t i = 0; i < 2; i++) {
		struct err err = { 0 };
		size_t n, m;
		char *before, *after;
		copy_with(*state, "newer.db", cases[i][0], cases[i][1]);
		before = slurp("newer.db", &n);
		assert_int_equal(catalog_build(dir, "newer.db", NULL, &err), ERR_SCHEMA);
		after = slurp("newer.db", &m);
		assert_int_equal(n, m);
		assert_memory_equal(before, after, n);
		free(before);
		free(after);
	}
	mini_data_remove(dir);
	unlink("newer.db");
}

/* A build replaces an older one and the empty file of a failed copy, and a failed build leaves the old file alone. */
static void build_replaces(void **state)
{
	const struct mini_file bad[] = { { "catalog/fx.csv", "+USD,0,2026,mini\n" }, { NULL, NULL } };
	char dir[64];
	struct catalog *cat = NULL;
	struct err err = { 0 };
	size_t n, m;
	char *before, *after;
	FILE *f;
	assert_int_equal(mini_data_make(dir, bad, 0), 0);
	copy_with(*state, "old.db", CATALOG_APPLICATION_ID, 0);
	before = slurp("old.db", &n);
	assert_int_equal(catalog_build(dir, "old.db", NULL, &err), ERR_DATA);
	after = slurp("old.db", &m);
	assert_int_equal(n, m);
	assert_memory_equal(before, after, n);
	free(before);
	free(after);
	mini_data_remove(dir);
	memset(&err, 0, sizeof(err));
	assert_int_equal(mini_data_make(dir, NULL, 0), 0);
	assert_int_equal(catalog_build(dir, "old.db", NULL, &err), ERR_OK);
	f = fopen("old.db", "wb");
	assert_non_null(f);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(catalog_build(dir, "old.db", NULL, &err), ERR_OK);
	assert_int_equal(catalog_open(&cat, "old.db", &err), ERR_OK);
	catalog_free(cat);
	mini_data_remove(dir);
	unlink("old.db");
}

/* A copy cut off behind its first page, and one with rubbish inside. */
static void damaged(void **state)
{
	struct catalog *cat = NULL;
	struct lines l = { "", 0, 0 };
	struct err err = { 0 };
	FILE *f;
	copy_with(*state, "cut.db", CATALOG_APPLICATION_ID, CATALOG_SCHEMA_VERSION);
	assert_int_equal(truncate("cut.db", 8192), 0);
	assert_int_equal(catalog_open(&cat, "cut.db", &err), ERR_SCHEMA);
	assert_non_null(strstr(err.msg, "cut short"));
	copy_with(*state, "cut.db", CATALOG_APPLICATION_ID, CATALOG_SCHEMA_VERSION);
	f = fopen("cut.db", "r+b");
	assert_non_null(f);
	assert_int_equal(fseek(f, 3 * 4096, SEEK_SET), 0);
	for (int i = 0; i < 40000; i++)
		(void)fputc(0xa5, f);
	assert_int_equal(fclose(f), 0);
	memset(&err, 0, sizeof(err));
	if (catalog_open(&cat, "cut.db", &err) == ERR_OK)
		assert_int_not_equal(catalog_verify(cat, add_line, &l, &err), ERR_OK);
	assert_int_not_equal(err.code, ERR_OK);
	catalog_free(cat);
	unlink("cut.db");
}

static int hook_lines(struct catalog *cat, FILE *log, struct err *err)
{
	(void)cat;
	(void)fputs("rules/a.cfg:1: one\nrules/a.cfg:2: two\n", log);
	return err_set(err, ERR_DATA, "rules/a.cfg:1: one");
}

static void verify_rules(void **state)
{
	struct lines l = { "", 0, 0 };
	struct err err = { 0 };
	catalog_set_rules_check(hook_lines);
	assert_int_equal(catalog_verify(*state, add_line, &l, &err), ERR_DATA);
	catalog_set_rules_check(NULL);
	assert_string_equal(l.text, "rule=rules/a.cfg:1: one\nrule=rules/a.cfg:2: two\n");
	assert_string_equal(err.msg, "rules/a.cfg:1: one");
}

static void environment(void **state)
{
	struct catalog *cat = NULL;
	struct err err = { 0 };
	assert_int_equal(setenv("BESTEK_CATALOG", catalog_path(*state), 1), 0);
	assert_int_equal(catalog_open(&cat, NULL, &err), ERR_OK);
	assert_string_equal(catalog_path(cat), catalog_path(*state));
	catalog_free(cat);
	cat = NULL;
	assert_int_equal(setenv("BESTEK_CATALOG", "no-such.db", 1), 0);
	assert_int_equal(catalog_open(&cat, NULL, &err), ERR_IO);
	assert_null(cat);
	assert_int_equal(unsetenv("BESTEK_CATALOG"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds), cmocka_unit_test(labels), cmocka_unit_test(no_such_part), cmocka_unit_test(facts),
		cmocka_unit_test(facts_stop), cmocka_unit_test(info), cmocka_unit_test(no_prices), cmocka_unit_test(words),
		cmocka_unit_test(verify), cmocka_unit_test(b031_version), cmocka_unit_test(b031_column),
		cmocka_unit_test(b029_empty), cmocka_unit_test(b032_newer), cmocka_unit_test(build_replaces),
		cmocka_unit_test(damaged), cmocka_unit_test(verify_rules), cmocka_unit_test(environment),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
