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

#include "../../src/core/catalog/db.h"

static struct db *memory(void)
{
	struct db *db = NULL;
	struct err err = { 0 };
	assert_int_equal(db_open(&db, NULL, DB_MEMORY, &err), ERR_OK);
	assert_int_equal(db_exec(db, "CREATE TABLE t(a INTEGER, b TEXT); CREATE INDEX ti ON t(a);"
		"INSERT INTO t VALUES (1, 'x'), (2, NULL);", &err), ERR_OK);
	return db;
}

static int prepare(struct db *db, const char *sql, struct err *err)
{
	struct stmt *st = NULL;
	int rc;
	memset(err, 0, sizeof(*err));
	rc = stmt_prepare(&st, db, sql, err);
	if (rc == ERR_OK && stmt_step(st, err) < 0)
		rc = err->code;
	stmt_free(st);
	return rc;
}

static void values(void **state)
{
	struct db *db = memory();
	struct stmt *st = NULL;
	struct err err = { 0 };
	(void)state;
	assert_int_equal(stmt_prepare(&st, db, "SELECT ?1, ?2, ?3, ?4, b FROM t WHERE a = 2", &err), ERR_OK);
	stmt_bind_i64(st, 1, INT64_MIN);
	stmt_bind_double(st, 2, 2.5);
	stmt_bind_text(st, 3, "'; DROP TABLE t; --");
	stmt_bind_text(st, 4, NULL);
	assert_int_equal(stmt_step(st, &err), 1);
	assert_int_equal(stmt_columns(st), 5);
	assert_true(stmt_i64(st, 0) == INT64_MIN);
	assert_true(stmt_double(st, 1) == 2.5);
	assert_string_equal(stmt_text(st, 2), "'; DROP TABLE t; --");
	assert_true(stmt_is_null(st, 3) && stmt_is_null(st, 4));
	assert_int_equal(stmt_type(st, 0), 'i');
	assert_int_equal(stmt_type(st, 1), 'f');
	assert_int_equal(stmt_type(st, 2), 't');
	assert_int_equal(stmt_type(st, 3), 'n');
	assert_string_equal(stmt_column_name(st, 4), "b");
	assert_int_equal(stmt_step(st, &err), 0);
	stmt_free(st);
	db_close(db);
}

/* A bind that cannot be is told by the next step, and only by that. */
static void bind_error(void **state)
{
	struct db *db = memory();
	struct stmt *st = NULL;
	struct err err = { 0 };
	(void)state;
	assert_int_equal(stmt_prepare(&st, db, "SELECT ?1", &err), ERR_OK);
	stmt_bind_i64(st, 2, 1);
	assert_int_equal(stmt_step(st, &err), -1);
	assert_int_equal(err.code, ERR_DATA);
	stmt_bind_i64(st, 1, 7);
	assert_int_equal(stmt_step(st, &err), 1);
	assert_int_equal(stmt_i64(st, 0), 7);
	stmt_free(st);
	db_close(db);
}

static void one_statement_only(void **state)
{
	struct db *db = memory();
	struct err err;
	(void)state;
	assert_int_equal(prepare(db, "SELECT 1; DROP TABLE t", &err), ERR_DATA);
	assert_int_equal(prepare(db, "", &err), ERR_DATA);
	assert_int_equal(prepare(db, "SELECT 1 ; ", &err), ERR_OK);
	db_close(db);
}

/* B031: no SQL in a message, except about an expression of the user's own. */
static void messages(void **state)
{
	struct db *db = memory();
	struct err err;
	(void)state;
	assert_int_equal(prepare(db, "SELECT nothing FROM t", &err), ERR_SCHEMA);
	assert_null(strstr(err.msg, "nothing"));
	assert_non_null(strstr(db_message(db), "nothing"));
	db_lock_down(db, 1);
	assert_int_equal(prepare(db, "SELECT nothing FROM t", &err), ERR_DATA);
	assert_non_null(strstr(err.msg, "nothing"));
	db_close(db);
}

static void lock_down(void **state)
{
	static const char *const good[] = { "SELECT a, length(b) FROM t", "SELECT max(a) FROM t WHERE b LIKE 'x%'",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT sum(i) FROM n" };
	static const char *const bad[] = { "DELETE FROM t", "INSERT INTO t VALUES (3, 'y')", "UPDATE t SET a = 0",
		"DROP TABLE t", "CREATE TABLE u(a)", "CREATE TEMP TABLE u(a)", "ATTACH ':memory:' AS other",
		"PRAGMA user_version = 9", "SELECT load_extension('x')", "SELECT randomblob(9)", "SELECT zeroblob(99999999)",
		"SELECT fts5(1)", "SELECT fts3_tokenizer('x')", "BEGIN", "VACUUM", "ANALYZE", "REINDEX",
		"SELECT * FROM pragma_table_info('t')" };
	struct db *db = memory();
	struct err err;
	(void)state;
	db_lock_down(db, 1);
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		assert_int_equal(prepare(db, good[i], &err), ERR_OK);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (prepare(db, bad[i], &err) == ERR_OK)
			fail_msg("allowed: %s", bad[i]);
	db_lock_down(db, 0);
	assert_int_equal(prepare(db, "CREATE TEMP TABLE u(a)", &err), ERR_OK);
	db_close(db);
}

/* Each row asks for the bound anew. */
static void bound(void **state)
{
	int64_t value = 10;
	struct db *db = memory();
	struct stmt *st = NULL;
	struct err err = { 0 };
	(void)state;
	assert_int_equal(db_register_bound(db, &value, &err), ERR_OK);
	assert_int_equal(stmt_prepare(&st, db, "SELECT bestek_bound() FROM t", &err), ERR_OK);
	assert_int_equal(stmt_step(st, &err), 1);
	assert_int_equal(stmt_i64(st, 0), 10);
	value = 3;
	assert_int_equal(stmt_step(st, &err), 1);
	assert_int_equal(stmt_i64(st, 0), 3);
	stmt_free(st);
	db_close(db);
}

static int stop(void *data)
{
	return ++*(int *)data > 3;
}

static void progress(void **state)
{
	static const char endless[] = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
	int calls = 0;
	struct db *db = memory();
	struct err err;
	(void)state;
	db_progress(db, 100, stop, &calls);
	assert_int_equal(prepare(db, endless, &err), ERR_INTERRUPTED);
	assert_int_equal(calls, 4);
	db_progress(db, 0, NULL, NULL);
	assert_int_equal(prepare(db, "SELECT count(*) FROM t", &err), ERR_OK);
	db_close(db);
}

/* A WHERE of 120 rules with room to spare, and a join's worth of columns. */
static void long_queries(void **state)
{
	static char sql[100000];
	size_t len = 0;
	struct db *db = memory();
	struct err err;
	(void)state;
	len += (size_t)snprintf(sql + len, sizeof(sql) - len, "SELECT 1 FROM t WHERE 1");
	for (int i = 0; i < 800; i++)
		len += (size_t)snprintf(sql + len, sizeof(sql) - len, " AND (a <= %d OR b IS NULL)", i + 2);
	assert_int_equal(prepare(db, sql, &err), ERR_OK);
	db_close(db);
}

static void write_bytes(const char *path, const void *bytes, size_t n)
{
	FILE *f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static int open_bytes(const void *bytes, size_t n, struct err *err)
{
	char path[] = "test-db-XXXXXX";
	struct db *db = NULL;
	int fd = mkstemp(path), rc;
	assert_true(fd >= 0);
	close(fd);
	write_bytes(path, bytes, n);
	memset(err, 0, sizeof(*err));
	rc = db_open(&db, path, DB_READONLY, err);
	if (rc != ERR_OK)
		assert_null(db);
	db_close(db);
	unlink(path);
	return rc;
}

/* B029: a file without bytes is a failed copy, not a new database. */
static void b029_empty(void **state)
{
	struct err err;
	(void)state;
	assert_int_equal(open_bytes("", 0, &err), ERR_SCHEMA);
	assert_non_null(strstr(err.msg, "is empty"));
	assert_non_null(strstr(err.msg, "catalog build"));
}

static void not_a_database(void **state)
{
	static char head[4096] = "SQLite format 3";
	struct err err;
	struct db *db = NULL;
	(void)state;
	assert_int_equal(open_bytes("hello", 5, &err), ERR_SCHEMA);
	memset(&err, 0, sizeof(err));
	assert_int_equal(db_open(&db, "no-such-file.db", DB_READONLY, &err), ERR_IO);
	memset(&err, 0, sizeof(err));
	assert_int_equal(db_open(&db, ".", DB_READONLY, &err), ERR_IO);
	assert_null(db);
	head[16] = 16; /* pages of 4096 bytes, 9 of them: eight are missing */
	head[31] = 9;
	assert_int_equal(open_bytes(head, sizeof(head), &err), ERR_SCHEMA);
	assert_non_null(strstr(err.msg, "cut short"));
}

/* A read-only file stays as it is; temporary tables work on it all the same; odd names are no URI. */
static void readonly(void **state)
{
	const char *path = "test db?mode=rwc#%41.db";
	struct db *db = NULL;
	struct err err = { 0 };
	int application = 0, version = 0;
	(void)state;
	unlink(path);
	assert_int_equal(db_open(&db, path, DB_CREATE, &err), ERR_OK);
	assert_int_equal(db_exec(db, "CREATE TABLE t(a); INSERT INTO t VALUES (5); PRAGMA user_version = 7;"
		"PRAGMA application_id = 1112757317", &err), ERR_OK);
	db_close(db);
	assert_int_equal(db_peek(path, &application, &version, &err), ERR_OK);
	assert_int_equal(application, 0x42535445);
	assert_int_equal(version, 7);
	assert_int_equal(db_open(&db, path, DB_READONLY, &err), ERR_OK);
	assert_int_equal(db_user_version(db), 7);
	assert_int_equal(db_application_id(db), 0x42535445);
	assert_int_equal(db_exec(db, "INSERT INTO t VALUES (6)", &err), ERR_IO);
	memset(&err, 0, sizeof(err));
	assert_int_equal(db_exec(db, "CREATE TEMP TABLE u AS SELECT a FROM t", &err), ERR_OK);
	assert_int_equal(prepare(db, "SELECT a FROM u WHERE a = 5", &err), ERR_OK);
	db_close(db);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values), cmocka_unit_test(bind_error), cmocka_unit_test(one_statement_only),
		cmocka_unit_test(messages), cmocka_unit_test(lock_down), cmocka_unit_test(bound), cmocka_unit_test(progress),
		cmocka_unit_test(long_queries), cmocka_unit_test(b029_empty), cmocka_unit_test(not_a_database),
		cmocka_unit_test(readonly),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
