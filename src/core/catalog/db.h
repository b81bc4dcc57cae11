/* SPDX-License-Identifier: MIT */
/* The only door to SQLite: db.c alone includes sqlite3.h. Statements bind every value. */
#ifndef BESTEK_CATALOG_DB_H
#define BESTEK_CATALOG_DB_H

#include <stddef.h>
#include <stdint.h>

#include "../base/err.h"

struct db;
struct stmt;

enum db_mode {
	DB_READONLY,  /* an existing file, immutable while open, guarded by an authorizer after db_lock_down */
	DB_CREATE,    /* a new file for building a catalogue */
	DB_MEMORY,    /* a new in-memory database, for tests */
};

/*
 * Opens path. An empty file is refused as a failed copy. *out is written only on success; the caller db_close's it.
 * A read-only database gets an attached in-memory temp schema, so that CREATE TEMP TABLE works on it.
 */
int db_open(struct db **out, const char *path, enum db_mode mode, struct err *err);
void db_close(struct db *db);
/* What a file says it is, from its first bytes, before SQLite opens it. ERR_SCHEMA when it is empty or no database. */
int db_peek(const char *path, int *application_id, int *user_version, struct err *err);
/* Runs statements one by one, their rows unread (schema, temp tables). sql is ours, never a user's text. */
int db_exec(struct db *db, const char *sql, struct err *err);
/* Where in its sql the statement began that made the last db_exec fail. */
size_t db_exec_failed_at(struct db *db);
/* PRAGMA user_version / application_id. */
int db_user_version(struct db *db);
int db_application_id(struct db *db);
/* rows changed by the last statement, id of the last inserted row, SQLite's last message (for --verbose only) */
int64_t db_last_id(struct db *db);
const char *db_message(struct db *db);
/*
 * From now on new statements may only read and call functions (rule text is judged under it). on = 0 lifts it.
 */
void db_lock_down(struct db *db, int on);
/*
 * Calls fn(data) now and then while a statement runs; non-zero stops it with ERR_INTERRUPTED. NULL turns it off.
 */
void db_progress(struct db *db, int every_ops, int (*fn)(void *), void *data);
/*
 * A number that SQL reads as bestek_bound(): the solver's best cost so far. The function is not deterministic, so
 * each row asks anew. *value must outlive the connection's statements.
 */
int db_register_bound(struct db *db, const int64_t *value, struct err *err);

/*
 * Prepares sql, one statement. On failure the message holds SQLite's text (behind a translated sentence) only under
 * db_lock_down; else db_message has it. Caller stmt_free's.
 */
int stmt_prepare(struct stmt **out, struct db *db, const char *sql, struct err *err);
void stmt_free(struct stmt *st);
/* Parameters count from 1. Text is copied. Errors surface at the next stmt_step. */
void stmt_bind_i64(struct stmt *st, int n, int64_t v);
void stmt_bind_double(struct stmt *st, int n, double v);
void stmt_bind_text(struct stmt *st, int n, const char *s); /* NULL binds NULL */
void stmt_bind_null(struct stmt *st, int n);
/* 1: a row is ready, 0: done, -1: failed (err is set, the statement is reset). */
int stmt_step(struct stmt *st, struct err *err);
/* Makes the statement ready to run again; bindings stay. */
void stmt_reset(struct stmt *st);
/* step + reset for a statement without rows. ERR_OK or an error code. */
int stmt_run(struct stmt *st, struct err *err);
int stmt_columns(struct stmt *st);
const char *stmt_column_name(struct stmt *st, int col);
/* Columns count from 0. Text is borrowed until the next step; NULL when the value is NULL. */
int stmt_is_null(struct stmt *st, int col);
int64_t stmt_i64(struct stmt *st, int col);
double stmt_double(struct stmt *st, int col);
const char *stmt_text(struct stmt *st, int col);
/* 'i' integer, 'f' float, 't' text, 'n' null, 'b' blob */
char stmt_type(struct stmt *st, int col);

#endif
