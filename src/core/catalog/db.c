/* SPDX-License-Identifier: MIT */
#include "db.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/i18n.h"
#include "../base/mem.h"
#include "../base/str.h"

struct db {
	sqlite3 *sq;
	char *path;
	int locked;
	size_t failed_at; /* of the text of the last failed db_exec */
};

struct stmt {
	sqlite3_stmt *sq;
	struct db *db;
	int bind_rc; /* the first failed bind since the last step */
};

enum { HEADER_SIZE = 100, BUSY_MS = 5000, MAX_VALUE_BYTES = 1 << 24 };

/* One sentence for a failed call; SQLite's own text stays with db_message. */
static int db_fail(struct db *db, int rc, struct err *err)
{
	switch (rc & 0xff) {
	case SQLITE_NOMEM:
		return err_nomem(err);
	case SQLITE_INTERRUPT:
		return err_set(err, ERR_INTERRUPTED, _("interrupted"));
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return err_set(err, ERR_SCHEMA, _("'%s' is damaged; make it anew with 'bestek catalog build'"), db->path);
	case SQLITE_IOERR:
	case SQLITE_FULL:
	case SQLITE_CANTOPEN:
	case SQLITE_PERM:
	case SQLITE_READONLY:
		return err_set(err, ERR_IO, _("cannot read or write '%s': %s"), db->path, sqlite3_errstr(rc & 0xff));
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return err_set(err, ERR_IO, _("'%s' is in use by another program; try again"), db->path);
	case SQLITE_AUTH:
		return err_set(err, ERR_DATA, _("the expression may only read the catalogue and call functions"));
	case SQLITE_CONSTRAINT:
	case SQLITE_MISMATCH:
	case SQLITE_TOOBIG:
	case SQLITE_RANGE:
		return err_set(err, ERR_DATA, _("a value does not fit the tables of the catalogue '%s'"), db->path);
	default:
		if (db->locked)
			return err_set(err, ERR_DATA, _("the expression cannot be worked out: %s"), sqlite3_errmsg(db->sq));
		return err_set(err, ERR_SCHEMA,
			_("the tables of '%s' are not those of this bestek; make it anew with 'bestek catalog build'"), db->path);
	}
}

static uint32_t be32(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The first bytes of a file tell what it is before SQLite touches it. */
static int head_read(const char *path, unsigned char head[HEADER_SIZE], int64_t *size, struct err *err)
{
	struct stat sb;
	ssize_t n;
	int rc = ERR_OK;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return err_errno(err, _("open"), path, errno);
	if (fstat(fd, &sb) != 0) {
		rc = err_errno(err, _("read"), path, errno);
	} else if (!S_ISREG(sb.st_mode)) {
		rc = err_set(err, ERR_IO, _("'%s' is not a regular file"), path);
	} else if (sb.st_size == 0) {
		rc = err_set(err, ERR_SCHEMA,
			_("'%s' is empty, likely a failed copy; copy it again or make it anew with 'bestek catalog build'"), path);
	} else {
		n = pread(fd, head, HEADER_SIZE, 0);
		if (n < 0)
			rc = err_errno(err, _("read"), path, errno);
		else if (n < HEADER_SIZE || memcmp(head, "SQLite format 3", 16) != 0)
			rc = err_set(err, ERR_SCHEMA, _("'%s' is not a bestek catalogue"), path);
		*size = sb.st_size;
	}
	(void)close(fd);
	return rc;
}

int db_peek(const char *path, int *application_id, int *user_version, struct err *err)
{
	unsigned char head[HEADER_SIZE];
	int64_t size = 0;
	int rc = head_read(path, head, &size, err);
	if (rc != ERR_OK)
		return rc;
	*application_id = (int)be32(head + 68);
	*user_version = (int)be32(head + 60);
	return ERR_OK;
}

static int whole_check(const char *path, struct err *err)
{
	unsigned char head[HEADER_SIZE];
	int64_t size = 0, page;
	int rc = head_read(path, head, &size, err);
	if (rc != ERR_OK)
		return rc;
	page = (int64_t)head[16] << 8 | head[17];
	if (page == 1)
		page = 65536;
	if (page * be32(head + 28) > size)
		rc = err_set(err, ERR_SCHEMA,
			_("'%s' is cut short, likely a failed copy; copy it again or make it anew with 'bestek catalog build'"),
			path);
	return rc;
}

/* SQLite's name of a file that nobody writes while it is open: it takes no locks and looks for no journal. */
static char *immutable_uri(const char *path)
{
	struct str uri = STR_INIT;
	str_add(&uri, path[0] == '/' ? "file://" : "file:");
	for (; *path; path++) {
		if (strchr("?#%", *path))
			str_addf(&uri, "%%%02X", (unsigned char)*path);
		else
			str_add_c(&uri, *path);
	}
	str_add(&uri, "?immutable=1");
	char *text = str_take(&uri);
	str_release(&uri);
	return text;
}

/* Long generated queries need the room; a value never does. */
static void set_limits(sqlite3 *sq)
{
	static const int most[] = { SQLITE_LIMIT_EXPR_DEPTH, SQLITE_LIMIT_COLUMN, SQLITE_LIMIT_COMPOUND_SELECT,
		SQLITE_LIMIT_VDBE_OP, SQLITE_LIMIT_VARIABLE_NUMBER, SQLITE_LIMIT_SQL_LENGTH };
	for (size_t i = 0; i < sizeof(most) / sizeof(most[0]); i++)
		sqlite3_limit(sq, most[i], INT_MAX);
	sqlite3_limit(sq, SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES);
	sqlite3_limit(sq, SQLITE_LIMIT_ATTACHED, 0);
}

static int connection_setup(struct db *db, enum db_mode mode, struct err *err)
{
	set_limits(db->sq);
	sqlite3_extended_result_codes(db->sq, 1);
	sqlite3_busy_timeout(db->sq, BUSY_MS);
	/* A file may come from anybody: its schema may call nothing that has side effects. */
	sqlite3_db_config(db->sq, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db->sq, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db->sq, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
	sqlite3_db_config(db->sq, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
	if (mode == DB_READONLY)
		return db_exec(db, "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA cell_size_check = 1;", err);
	/* Nobody else sees a file that is being made, and its maker fsyncs it once, at the end. */
	return db_exec(db, "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA journal_mode = MEMORY;"
		"PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON;", err);
}

int db_open(struct db **out, const char *path, enum db_mode mode, struct err *err)
{
	char *uri = NULL;
	int rc = ERR_OK, sq_rc;
	int flags = mode == DB_READONLY ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
		: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
	struct db *db = mem_zalloc(sizeof(*db));
	if (!db)
		return err_nomem(err);
	if (mode == DB_MEMORY)
		path = ":memory:";
	db->path = mem_strdup(path);
	if (!db->path)
		rc = err_nomem(err);
	if (rc == ERR_OK && mode == DB_READONLY) {
		rc = whole_check(path, err);
		uri = immutable_uri(path);
		if (rc == ERR_OK && !uri)
			rc = err_nomem(err);
	}
	if (rc == ERR_OK) {
		sq_rc = sqlite3_open_v2(uri ? uri : path, &db->sq, flags, NULL);
		if (sq_rc != SQLITE_OK)
			rc = db_fail(db, sq_rc, err);
	}
	if (rc == ERR_OK)
		rc = connection_setup(db, mode, err);
	mem_free(uri);
	if (rc == ERR_OK) {
		*out = db;
		db = NULL;
	}
	db_close(db);
	return rc;
}

void db_close(struct db *db)
{
	if (!db)
		return;
	sqlite3_close_v2(db->sq);
	mem_free(db->path);
	mem_free(db);
}

int db_exec(struct db *db, const char *sql, struct err *err)
{
	const char *next = sql;
	int rc = SQLITE_OK;
	while (*next) {
		sqlite3_stmt *sq = NULL;
		const char *at = next;
		rc = sqlite3_prepare_v2(db->sq, at, -1, &sq, &next);
		while (rc == SQLITE_OK && sq && (rc = sqlite3_step(sq)) == SQLITE_ROW)
			rc = SQLITE_OK;
		if (rc == SQLITE_DONE)
			rc = SQLITE_OK;
		sqlite3_finalize(sq);
		if (rc != SQLITE_OK) {
			db->failed_at = (size_t)(at - sql);
			return db_fail(db, rc, err);
		}
	}
	return ERR_OK;
}

size_t db_exec_failed_at(struct db *db)
{
	return db->failed_at;
}

static int pragma_int(struct db *db, const char *sql)
{
	sqlite3_stmt *sq = NULL;
	int value = 0;
	if (sqlite3_prepare_v2(db->sq, sql, -1, &sq, NULL) == SQLITE_OK && sqlite3_step(sq) == SQLITE_ROW)
		value = sqlite3_column_int(sq, 0);
	sqlite3_finalize(sq);
	return value;
}

int db_user_version(struct db *db)
{
	return pragma_int(db, "PRAGMA user_version");
}

int db_application_id(struct db *db)
{
	return pragma_int(db, "PRAGMA application_id");
}

int64_t db_last_id(struct db *db)
{
	return sqlite3_last_insert_rowid(db->sq);
}

const char *db_message(struct db *db)
{
	return sqlite3_errmsg(db->sq);
}

/* Functions that load code, reach into full-text tables, answer differently each time or only eat memory. */
static int function_refused(const char *name)
{
	static const char *const refused[] = { "load_extension", "fts3_tokenizer", "match", "highlight", "snippet", "bm25",
		"random", "randomblob", "zeroblob", "sqlite_log" };
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (sqlite3_stricmp(name, refused[i]) == 0)
			return 1;
	return sqlite3_strnicmp(name, "fts", 3) == 0 || sqlite3_strnicmp(name, "rtree", 5) == 0;
}

static int authorize(void *data, int action, const char *arg1, const char *arg2, const char *schema,
	const char *trigger)
{
	(void)data;
	(void)arg1;
	(void)schema;
	(void)trigger;
	switch (action) {
	case SQLITE_SELECT:
	case SQLITE_READ:
	case SQLITE_RECURSIVE:
		return SQLITE_OK;
	case SQLITE_FUNCTION:
		return arg2 && !function_refused(arg2) ? SQLITE_OK : SQLITE_DENY;
	default:
		return SQLITE_DENY;
	}
}

void db_lock_down(struct db *db, int on)
{
	db->locked = on;
	sqlite3_set_authorizer(db->sq, on ? authorize : NULL, NULL);
}

void db_progress(struct db *db, int every_ops, int (*fn)(void *), void *data)
{
	sqlite3_progress_handler(db->sq, fn ? every_ops : 0, fn, data);
}

static void bound_fn(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
	const int64_t *value = sqlite3_user_data(ctx);
	(void)argc;
	(void)argv;
	sqlite3_result_int64(ctx, *value);
}

int db_register_bound(struct db *db, const int64_t *value, struct err *err)
{
	/* Not SQLITE_DETERMINISTIC: SQLite would ask once and keep the answer. */
	int rc = sqlite3_create_function_v2(db->sq, "bestek_bound", 0, SQLITE_UTF8, (void *)(uintptr_t)value, bound_fn,
		NULL, NULL, NULL);
	return rc == SQLITE_OK ? ERR_OK : db_fail(db, rc, err);
}

int stmt_prepare(struct stmt **out, struct db *db, const char *sql, struct err *err)
{
	const char *tail = "";
	int rc;
	struct stmt *st = mem_zalloc(sizeof(*st));
	if (!st)
		return err_nomem(err);
	st->db = db;
	rc = sqlite3_prepare_v3(db->sq, sql, -1, SQLITE_PREPARE_PERSISTENT, &st->sq, &tail);
	if (rc != SQLITE_OK) {
		rc = db_fail(db, rc, err);
	} else if (!st->sq || tail[strspn(tail, " \t\r\n;")]) {
		rc = err_set(err, ERR_DATA, _("an expression must be one, and not empty"));
	} else {
		*out = st;
		st = NULL;
	}
	stmt_free(st);
	return rc;
}

void stmt_free(struct stmt *st)
{
	if (!st)
		return;
	sqlite3_finalize(st->sq);
	mem_free(st);
}

static void bound(struct stmt *st, int rc)
{
	if (st->bind_rc == SQLITE_OK)
		st->bind_rc = rc;
}

void stmt_bind_i64(struct stmt *st, int n, int64_t v)
{
	bound(st, sqlite3_bind_int64(st->sq, n, v));
}

void stmt_bind_double(struct stmt *st, int n, double v)
{
	bound(st, sqlite3_bind_double(st->sq, n, v));
}

void stmt_bind_text(struct stmt *st, int n, const char *s)
{
	bound(st, s ? sqlite3_bind_text(st->sq, n, s, -1, SQLITE_TRANSIENT) : sqlite3_bind_null(st->sq, n));
}

void stmt_bind_null(struct stmt *st, int n)
{
	bound(st, sqlite3_bind_null(st->sq, n));
}

int stmt_step(struct stmt *st, struct err *err)
{
	int rc = st->bind_rc;
	st->bind_rc = SQLITE_OK;
	if (rc == SQLITE_OK)
		rc = sqlite3_step(st->sq);
	if (rc == SQLITE_ROW)
		return 1;
	if (rc == SQLITE_DONE)
		return 0;
	/* Told first: a reset may change SQLite's text. */
	(void)db_fail(st->db, rc, err);
	sqlite3_reset(st->sq);
	return -1;
}

void stmt_reset(struct stmt *st)
{
	sqlite3_reset(st->sq);
}

int stmt_run(struct stmt *st, struct err *err)
{
	struct err own = { 0 };
	int rc, step;
	/* The code is needed though the caller may want no message. */
	while ((step = stmt_step(st, &own)) > 0)
		;
	rc = step < 0 ? own.code : ERR_OK;
	if (step == 0)
		sqlite3_reset(st->sq);
	if (rc != ERR_OK)
		(void)err_set(err, rc, "%s", own.msg);
	return rc;
}

int stmt_columns(struct stmt *st)
{
	return sqlite3_column_count(st->sq);
}

const char *stmt_column_name(struct stmt *st, int col)
{
	const char *name = sqlite3_column_name(st->sq, col);
	return name ? name : "";
}

int stmt_is_null(struct stmt *st, int col)
{
	return sqlite3_column_type(st->sq, col) == SQLITE_NULL;
}

int64_t stmt_i64(struct stmt *st, int col)
{
	return sqlite3_column_int64(st->sq, col);
}

double stmt_double(struct stmt *st, int col)
{
	return sqlite3_column_double(st->sq, col);
}

const char *stmt_text(struct stmt *st, int col)
{
	return (const char *)sqlite3_column_text(st->sq, col);
}

char stmt_type(struct stmt *st, int col)
{
	switch (sqlite3_column_type(st->sq, col)) {
	case SQLITE_INTEGER:
		return 'i';
	case SQLITE_FLOAT:
		return 'f';
	case SQLITE_TEXT:
		return 't';
	case SQLITE_BLOB:
		return 'b';
	default:
		return 'n';
	}
}
