/* SPDX-License-Identifier: MIT */
/* catalog_build: the folder data/ into one database file. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/i18n.h"
#include "../base/str.h"
#include "catalog_priv.h"
#include "resolve_priv.h"

enum { SQL_MAX = 1 << 20 };

int load_problem(struct load *l, const char *file, int line, const char *fmt, ...)
{
	struct str text = STR_INIT;
	char clean[900];
	va_list ap;
	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	str_copy_clean(clean, sizeof(clean), str_c(&text));
	str_release(&text);
	if (l->log && !load_full(l)) {
		if (line > 0)
			(void)fprintf(l->log, "%s/%s:%d: %s\n", l->dir, file, line, clean);
		else
			(void)fprintf(l->log, "%s/%s: %s\n", l->dir, file, clean);
	}
	l->problems++;
	return line > 0 ? err_set(l->err, ERR_DATA, "%s:%d: %s", file, line, clean)
		: err_set(l->err, ERR_DATA, "%s: %s", file, clean);
}

int load_full(const struct load *l)
{
	return l->problems >= LOAD_PROBLEMS_MAX;
}

char *load_path(struct load *l, const char *file)
{
	struct str path = STR_INIT;
	char *text;
	str_addf(&path, "%s/%s", l->dir, file);
	text = str_take(&path);
	str_release(&path);
	if (!text)
		(void)err_nomem(l->err);
	return text;
}

/* "BETWEEN 10 AND 2000" and "IN ('a','b')" as a person would say it; another condition as it stands. */
static void check_reason(const char *condition, char *reason, size_t size)
{
	char list[300];
	const char *between = strstr(condition, " BETWEEN "), *in = strstr(condition, " IN (");
	struct str text = STR_INIT;
	if (between) {
		const char *low = between + strlen(" BETWEEN "), *and = strstr(low, " AND ");
		if (and)
			str_addf(&text, _("must be between %.*s and %s"), (int)(and - low), low, and + strlen(" AND "));
	} else if (in) {
		str_copy(list, sizeof(list), in + strlen(" IN ("));
		list[strcspn(list, ")")] = '\0';
		str_addf(&text, _("must be one of %s"), list);
	} else if (strstr(condition, "<> ''")) {
		str_add(&text, _("is empty"));
	}
	if (!text.len)
		str_addf(&text, _("must meet the condition %s"), condition);
	str_copy(reason, size, str_c(&text));
	str_release(&text);
}

/* The first name in a condition that is no function: the column, as schema.sql writes its CHECKs. */
static void first_name(const char *s, char *name, size_t size)
{
	size_t n = 0;
	while (*s) {
		s += strcspn(s, "abcdefghijklmnopqrstuvwxyz_");
		n = strspn(s, "abcdefghijklmnopqrstuvwxyz_0123456789");
		if (s[n] != '(')
			break;
		s += n;
	}
	str_copy(name, n < size ? n + 1 : size, s);
}

void load_constraint(struct load *l, char *column, size_t column_size, char *reason, size_t reason_size)
{
	const char *message = db_message(l->db);
	const char *colon = strstr(message, ": ");
	const char *detail = colon ? colon + 2 : "";
	const char *dot = strchr(detail, '.');
	column[0] = '\0';
	if (strncmp(message, "CHECK", 5) == 0) {
		first_name(detail, column, column_size);
		check_reason(detail, reason, reason_size);
	} else if (strncmp(message, "NOT NULL", 8) == 0 && dot) {
		str_copy(column, column_size, dot + 1);
		str_copy(reason, reason_size, _("may not be empty"));
	} else if (strncmp(message, "UNIQUE", 6) == 0 && dot) {
		struct str text = STR_INIT;
		first_name(dot + 1, column, column_size);
		str_addf(&text, _("an earlier row has the same (%s)"), detail);
		str_copy(reason, reason_size, str_c(&text));
		str_release(&text);
	} else {
		struct str text = STR_INIT;
		str_addf(&text, _("the row does not fit the table (%s)"), message);
		str_copy(reason, reason_size, str_c(&text));
		str_release(&text);
	}
}

/* The line of the statement that begins at or behind at, past blanks and comments. */
static int line_at(const char *sql, size_t at)
{
	int line = 1;
	for (;;) {
		at += strspn(sql + at, " \t\r\n;");
		if (strncmp(sql + at, "--", 2) != 0)
			break;
		at += strcspn(sql + at, "\n");
	}
	for (size_t i = 0; i < at; i++)
		line += sql[i] == '\n';
	return line;
}

/* Runs an SQL file of ours; SQLite's words help who edits it. */
static int run_sql(struct load *l, const char *file)
{
	char *sql = NULL, *path = load_path(l, file);
	size_t len = 0;
	int rc;
	if (!path)
		return l->err->code;
	rc = file_read(path, SQL_MAX, &sql, &len, l->err);
	if (rc == ERR_OK) {
		struct err err = { 0 };
		rc = db_exec(l->db, sql, &err);
		if (rc == ERR_NOMEM || rc == ERR_IO)
			rc = err_set(l->err, rc, "%s", err.msg);
		else if (rc != ERR_OK)
			rc = load_problem(l, file, line_at(sql, db_exec_failed_at(l->db)), "%s", db_message(l->db));
	}
	mem_free(sql);
	mem_free(path);
	return rc;
}

static int run_sql_if_there(struct load *l, const char *file)
{
	char *path = load_path(l, file);
	int there;
	if (!path)
		return l->err->code;
	there = file_exists(path);
	mem_free(path);
	return there ? run_sql(l, file) : ERR_OK;
}

/*
 * Every way to write the words of text: as they are, without hyphens ("as4125gstnrt"), a number joined to its unit
 * ("64gb"), and split where letters meet digits ("h 100"), so that a search finds either.
 */
static void words_forms(struct str *out, const char *text)
{
	struct words w;
	char key[KEY_BYTES];
	words_split(&w, text);
	str_add(out, text);
	for (int i = 0; i < w.n; i++) {
		const char *word = words_get(&w, i);
		int end = i + 1;
		str_add_c(out, ' ');
		str_add(out, word);
		str_add_c(out, ' ');
		for (size_t k = 0; word[k]; k++) {
			if (k > 0 && !isdigit((unsigned char)word[k - 1]) != !isdigit((unsigned char)word[k]))
				str_add_c(out, ' ');
			str_add_c(out, word[k]);
		}
		while (end < w.n && w.chunk[end] == w.chunk[i])
			end++;
		if (end > i + 1 && (i == 0 || w.chunk[i - 1] != w.chunk[i])) {
			words_key(&w, i, end, key);
			str_add_c(out, ' ');
			str_add(out, key);
		}
	}
	str_add_c(out, ' ');
}

/* The full-text rows: one a part, found by its label, numbers and order numbers. */
static int index_words(struct load *l)
{
	struct stmt *parts = NULL, *numbers = NULL, *insert = NULL;
	struct str words = STR_INIT;
	int step = 0;
	int rc = stmt_prepare(&parts, l->db, "SELECT id, kind, label, vendor, model, part_number FROM part ORDER BY id",
		l->err);
	if (rc == ERR_OK)
		rc = stmt_prepare(&numbers, l->db, "SELECT order_number FROM order_number WHERE part_id = ?1 ORDER BY 1",
			l->err);
	if (rc == ERR_OK)
		rc = stmt_prepare(&insert, l->db, "INSERT INTO part_fts(rowid, words, kind) VALUES (?1, ?2, ?3)", l->err);
	while (rc == ERR_OK && (step = stmt_step(parts, l->err)) > 0) {
		int64_t id = stmt_i64(parts, 0);
		str_clear(&words);
		for (int col = 2; col < 6; col++)
			if (!stmt_is_null(parts, col))
				words_forms(&words, stmt_text(parts, col));
		stmt_bind_i64(numbers, 1, id);
		while ((step = stmt_step(numbers, l->err)) > 0)
			words_forms(&words, stmt_text(numbers, 0));
		stmt_reset(numbers);
		if (step < 0)
			break;
		if (words.failed) {
			rc = err_nomem(l->err);
			break;
		}
		stmt_bind_i64(insert, 1, id);
		stmt_bind_text(insert, 2, str_c(&words));
		stmt_bind_text(insert, 3, stmt_text(parts, 1));
		rc = stmt_run(insert, l->err);
	}
	if (rc == ERR_OK && step < 0)
		rc = l->err->code;
	if (rc == ERR_OK)
		rc = db_exec(l->db, "INSERT INTO part_fts(part_fts) VALUES ('optimize')", l->err);
	stmt_free(parts);
	stmt_free(numbers);
	stmt_free(insert);
	str_release(&words);
	return rc;
}

/* Everything into the open database, in one transaction. */
static int fill(struct load *l)
{
	struct str stamp = STR_INIT;
	int rc = db_exec(l->db, "BEGIN", l->err);
	if (rc == ERR_OK)
		rc = run_sql(l, "schema.sql");
	if (rc == ERR_OK)
		rc = load_tables(l);
	if (rc == ERR_OK && !load_full(l))
		rc = load_rules(l);
	if (rc == ERR_OK && l->problems)
		rc = ERR_DATA;
	if (rc == ERR_OK)
		rc = index_words(l);
	if (rc == ERR_OK)
		rc = run_sql_if_there(l, "derive.sql");
	str_addf(&stamp, "PRAGMA user_version = %d; PRAGMA application_id = %d; COMMIT; ANALYZE", CATALOG_SCHEMA_VERSION,
		CATALOG_APPLICATION_ID);
	if (rc == ERR_OK)
		rc = stamp.failed ? err_nomem(l->err) : db_exec(l->db, str_c(&stamp), l->err);
	str_release(&stamp);
	return rc;
}

static int tell_problem(void *data, const char *name, const char *value)
{
	FILE *log = data;
	if (log)
		(void)fprintf(log, "%s: %s\n", name, value);
	return 0;
}

/* The finished file is judged as its readers will see it. */
static int judge(const char *path, FILE *log, struct err *err)
{
	struct catalog *cat = NULL;
	int rc = catalog_open(&cat, path, err);
	if (rc == ERR_OK)
		rc = catalog_rules_check(cat, log, err);
	if (rc == ERR_OK)
		rc = catalog_verify_tables(cat, tell_problem, log, err);
	catalog_free(cat);
	return rc;
}

static int sync_path(const char *path, int flags, struct err *err)
{
	int fd = open(path, flags | O_CLOEXEC);
	int rc = ERR_OK;
	if (fd < 0)
		return err_errno(err, _("open"), path, errno);
	if (fsync(fd) != 0 && errno != EINVAL)
		rc = err_errno(err, _("write"), path, errno);
	(void)close(fd);
	return rc;
}

static int put_in_place(const char *temp, const char *path, struct err *err)
{
	char folder[PATH_MAX];
	char *slash;
	int rc = sync_path(temp, O_RDONLY, err);
	if (rc != ERR_OK)
		return rc;
	if (rename(temp, path) != 0)
		return err_errno(err, _("replace"), path, errno);
	str_copy(folder, sizeof(folder), path);
	slash = strrchr(folder, '/');
	if (slash == folder)
		slash++;
	if (slash)
		*slash = '\0';
	return sync_path(slash ? folder : ".", O_RDONLY | O_DIRECTORY, err);
}

/* What may be replaced: nothing there, an empty file of a failed copy, or a catalogue that is not newer than we are. */
static int may_replace(const char *path, struct err *err)
{
	struct stat sb;
	if (stat(path, &sb) != 0)
		return errno == ENOENT || errno == ENOTDIR ? ERR_OK : err_errno(err, _("open"), path, errno);
	if (S_ISREG(sb.st_mode) && sb.st_size == 0)
		return ERR_OK;
	return catalog_identify(path, 1, err);
}

/* Makes the temporary file, so that nobody else's is written to, with the mode that the final file shall have. */
static int temp_create(struct str *temp, const char *path, struct err *err)
{
	struct stat sb;
	int fd;
	str_addf(temp, "%s.new-%ld", path, (long)getpid());
	if (temp->failed)
		return err_nomem(err);
	fd = open(str_c(temp), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0) {
		int rc = err_errno(err, _("write"), str_c(temp), errno);
		str_clear(temp);
		return rc;
	}
	if (stat(path, &sb) == 0)
		(void)fchmod(fd, sb.st_mode & 0777);
	(void)close(fd);
	return ERR_OK;
}

int catalog_build(const char *data_dir, const char *out_path, FILE *log, struct err *err)
{
	struct err own = { 0 };
	struct str temp = STR_INIT;
	struct load l = { .dir = data_dir, .log = log, .err = &own };
	char real[PATH_MAX];
	const char *path = realpath(out_path, real) ? real : out_path; /* a symbolic link keeps pointing */
	int rc = may_replace(path, &own);
	if (rc == ERR_OK)
		rc = temp_create(&temp, path, &own);
	if (rc == ERR_OK) {
		rc = db_open(&l.db, str_c(&temp), DB_CREATE, &own);
		if (rc == ERR_OK)
			rc = fill(&l);
		db_close(l.db);
		if (rc == ERR_OK)
			rc = judge(str_c(&temp), log, &own);
		if (rc == ERR_OK)
			rc = put_in_place(str_c(&temp), path, &own);
		if (rc != ERR_OK)
			(void)unlink(str_c(&temp));
	}
	str_release(&temp);
	return rc == ERR_OK ? ERR_OK : err_set(err, rc, "%s", own.msg);
}
