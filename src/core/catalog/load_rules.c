/* SPDX-License-Identifier: MIT */
/* Rule, vocabulary and workload files (libconfig) into their tables; whether a rule compiles, the rules room says. */
#include <dirent.h>
#include <errno.h>
#include <libconfig.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/i18n.h"
#include "../base/str.h"
#include "catalog_priv.h"

enum { CFG_MAX = 1 << 20, RULE_FILES_MAX = 256 };

struct key {
	const char *name;
	const char *fallback; /* of an absent key; NULL: the key must be there */
	size_t max;           /* bytes of text */
	int null;             /* an absent key is NULL in the table */
};

/* What a file holds: one list of groups of text keys. After the keys the insert takes the tail. */
struct entries {
	const char *list;
	const struct key *keys;
	int n;
	const char *sql;
	enum { TAIL_FILE_LINE, TAIL_SEQ_FILE_LINE, TAIL_SEQ } tail;
};

enum { KEYS_MAX = 12 };

static const struct key term_keys[] = {
	{ "name", NULL, 47, 0 }, { "sql", NULL, 4000, 0 }, { "sure", "", 4000, 1 }, { "unit", NULL, 15, 0 },
	{ "meaning", NULL, 511, 0 }, { "source", "", 255, 1 },
};
enum { RULE_ID = 0, RULE_WHEN = 3, RULE_HOLDS = 4 }; /* places in rule_keys */
static const struct key rule_keys[] = {
	{ "id", NULL, 47, 0 }, { "severity", NULL, 15, 0 }, { "step", NULL, 15, 0 }, { "when", "1", 1023, 0 },
	{ "holds", NULL, 1023, 0 }, { "have", "", 255, 0 }, { "need", "", 255, 0 }, { "unit", "", 15, 0 },
	{ "text", NULL, 511, 0 }, { "why", "", 511, 0 }, { "source", NULL, 255, 0 }, { "unknown", "doubt", 15, 0 },
};
static const struct key workload_keys[] = {
	{ "id", NULL, 47, 0 }, { "title", NULL, 127, 0 }, { "help", NULL, 511, 0 },
};

static const struct entries terms = { "terms", term_keys, 6,
	"INSERT INTO term(name, sql, sure, unit, meaning, source, file, line) VALUES (?,?,?,?,?,?,?,?)", TAIL_FILE_LINE };
static const struct entries rules = { "rules", rule_keys, 12,
	"INSERT INTO rule(id, severity, step, when_sql, holds_sql, have_sql, need_sql, unit, text, why, source,"
	" unknown, seq, file, line) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", TAIL_SEQ_FILE_LINE };
static const struct entries workloads = { "workloads", workload_keys, 3,
	"INSERT INTO workload(id, title, help, seq) VALUES (?,?,?,?)", TAIL_SEQ };

struct cfg {
	struct load *l;
	const char *file;
	const struct entries *what;
	struct stmt *insert, *twin;
	int *seq;
};

/* A rule file includes no other: what is loaded is what lies in the folder. Returns the line of an @include, or 0. */
static int include_line(const char *text)
{
	int line = 1;
	while (text) {
		text += strspn(text, " \t");
		if (strncmp(text, "@include", strlen("@include")) == 0)
			return line;
		text = strchr(text, '\n');
		if (text)
			text++;
		line++;
	}
	return 0;
}

/* A number may stand where an expression is wanted. NULL for any other type than text. */
static const char *value_text(const config_setting_t *s, char *buf, size_t size)
{
	switch (config_setting_type(s)) {
	case CONFIG_TYPE_STRING:
		return config_setting_get_string(s);
	case CONFIG_TYPE_INT:
	case CONFIG_TYPE_INT64: {
		struct str b = STR_INIT;
		str_addf(&b, "%lld", config_setting_get_int64(s));
		str_copy(buf, size, str_c(&b));
		str_release(&b);
		return buf;
	}
	default:
		return NULL;
	}
}

static int key_index(const struct entries *what, const char *name)
{
	for (int i = 0; i < what->n; i++)
		if (strcmp(what->keys[i].name, name) == 0)
			return i;
	return -1;
}

static int has_control(const char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			return 1;
	return 0;
}

/* Reads the keys of one entry into value[]. Returns 0 when all is well. */
static int entry_read(struct cfg *c, config_setting_t *entry, const char *value[KEYS_MAX], char number[KEYS_MAX][24])
{
	int line = (int)config_setting_source_line(entry), bad = 0;
	for (int i = 0; i < config_setting_length(entry); i++) {
		const config_setting_t *s = config_setting_get_elem(entry, (unsigned)i);
		const char *name = config_setting_name(s);
		int at = (int)config_setting_source_line(s), k = key_index(c->what, name);
		if (k < 0) {
			load_problem(c->l, c->file, at, _("'%.60s' is no key of an entry of %s"), name, c->what->list);
			bad = 1;
			continue;
		}
		value[k] = value_text(s, number[k], sizeof(number[k]));
		if (!value[k]) {
			load_problem(c->l, c->file, at, _("'%s' must be text"), name);
			bad = 1;
		} else if (strlen(value[k]) > c->what->keys[k].max) {
			load_problem(c->l, c->file, at, _("'%s' is longer than %zu bytes"), name, c->what->keys[k].max);
			bad = 1;
		} else if (!str_utf8_valid(value[k], strlen(value[k])) || has_control(value[k])) {
			load_problem(c->l, c->file, at, _("'%s' holds a control character, or is not UTF-8"), name);
			bad = 1;
		}
	}
	for (int k = 0; k < c->what->n; k++) {
		const struct key *key = &c->what->keys[k];
		if (!bad && !value[k] && !key->fallback) {
			load_problem(c->l, c->file, line, _("the key '%s' is missing"), key->name);
			bad = 1;
		} else if (!bad && value[k] && !*value[k] && !key->fallback && strcmp(key->name, "unit") != 0) {
			load_problem(c->l, c->file, line, _("the key '%s' is empty"), key->name);
			bad = 1;
		}
		if (!value[k] && !key->null)
			value[k] = key->fallback;
	}
	return bad;
}

/* One rule may take several entries of one id, but the same condition twice is a slip. */
static int twin_check(struct cfg *c, int line, const char *const value[KEYS_MAX])
{
	int step;
	if (!c->twin)
		return ERR_OK;
	stmt_bind_text(c->twin, 1, value[RULE_ID]);
	stmt_bind_text(c->twin, 2, value[RULE_WHEN]);
	stmt_bind_text(c->twin, 3, value[RULE_HOLDS]);
	step = stmt_step(c->twin, c->l->err);
	if (step > 0)
		load_problem(c->l, c->file, line, _("the rule '%s' stands already in %s, line %d"), value[RULE_ID],
			stmt_text(c->twin, 0), (int)stmt_i64(c->twin, 1));
	stmt_reset(c->twin);
	return step == 0 ? ERR_OK : ERR_DATA;
}

static int entry_load(struct cfg *c, config_setting_t *entry)
{
	const char *value[KEYS_MAX] = { NULL };
	char number[KEYS_MAX][24];
	char column[48], reason[512];
	struct err err = { 0 };
	int line = (int)config_setting_source_line(entry), n = 0, rc;
	if (!config_setting_is_group(entry)) {
		load_problem(c->l, c->file, line, _("an entry of %s must be a group"), c->what->list);
		return ERR_OK;
	}
	++*c->seq;
	if (entry_read(c, entry, value, number) != 0 || twin_check(c, line, value) != ERR_OK)
		return c->l->problems ? ERR_OK : c->l->err->code;
	for (; n < c->what->n; n++)
		stmt_bind_text(c->insert, n + 1, value[n]);
	if (c->what->tail != TAIL_FILE_LINE)
		stmt_bind_i64(c->insert, ++n, *c->seq);
	if (c->what->tail != TAIL_SEQ) {
		stmt_bind_text(c->insert, ++n, c->file);
		stmt_bind_i64(c->insert, ++n, line);
	}
	rc = stmt_run(c->insert, &err);
	if (rc == ERR_DATA) {
		load_constraint(c->l, column, sizeof(column), reason, sizeof(reason));
		load_problem(c->l, c->file, line, _("'%s': key %s: %s"), value[0], column, reason);
		return ERR_OK;
	}
	return rc == ERR_OK ? ERR_OK : err_set(c->l->err, rc, "%s", err.msg);
}

static int entries_load(struct cfg *c, config_t *config)
{
	config_setting_t *root = config_root_setting(config), *list = NULL;
	int rc = ERR_OK;
	for (int i = 0; i < config_setting_length(root); i++) {
		config_setting_t *s = config_setting_get_elem(root, (unsigned)i);
		if (strcmp(config_setting_name(s), c->what->list) == 0 && config_setting_is_list(s))
			list = s;
		else
			load_problem(c->l, c->file, (int)config_setting_source_line(s), _("the file may hold only the list '%s'"),
				c->what->list);
	}
	if (!list && root && config_setting_length(root) == 0)
		load_problem(c->l, c->file, 1, _("the list '%s' is missing"), c->what->list);
	for (int i = 0; list && rc == ERR_OK && i < config_setting_length(list) && !load_full(c->l); i++)
		rc = entry_load(c, config_setting_get_elem(list, (unsigned)i));
	return rc;
}

static int cfg_load(struct load *l, const char *file, const struct entries *what, int *seq)
{
	struct cfg c = { .l = l, .file = file, .what = what, .seq = seq };
	struct err err = { 0 };
	config_t config;
	char *text = NULL, *path = load_path(l, file);
	size_t len = 0;
	int rc;
	if (!path)
		return l->err->code;
	rc = file_read(path, CFG_MAX, &text, &len, &err);
	mem_free(path);
	if (rc == ERR_NOMEM)
		return err_nomem(l->err);
	if (rc != ERR_OK || strlen(text) != len) {
		load_problem(l, file, 0, "%s", rc != ERR_OK ? err.msg : _("the file holds a NUL byte"));
		mem_free(text);
		return ERR_OK;
	}
	if (include_line(text)) {
		load_problem(l, file, include_line(text), _("@include is not allowed"));
		mem_free(text);
		return ERR_OK;
	}
	config_init(&config);
	rc = stmt_prepare(&c.insert, l->db, what->sql, l->err);
	if (rc == ERR_OK && what->tail == TAIL_SEQ_FILE_LINE)
		rc = stmt_prepare(&c.twin, l->db,
			"SELECT file, line FROM rule WHERE id = ?1 AND when_sql = ?2 AND holds_sql = ?3", l->err);
	if (rc == ERR_OK) {
		if (config_read_string(&config, text) == CONFIG_TRUE)
			rc = entries_load(&c, &config);
		else
			load_problem(l, file, config_error_line(&config), _("the text cannot be read: %s"),
				config_error_text(&config));
	}
	stmt_free(c.insert);
	stmt_free(c.twin);
	config_destroy(&config);
	mem_free(text);
	return rc;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the .cfg files of a folder, sorted bytewise: the order of rules must not hang on the locale. */
static int list_cfg(struct load *l, const char *folder, char **name, int *n)
{
	struct dirent *entry;
	char *path = load_path(l, folder);
	DIR *dir;
	int rc = ERR_OK;
	*n = 0;
	if (!path)
		return l->err->code;
	dir = opendir(path);
	if (!dir)
		rc = err_errno(l->err, _("open"), path, errno);
	while (dir && rc == ERR_OK && (entry = readdir(dir))) {
		size_t len = strlen(entry->d_name);
		if (len < 5 || strcmp(entry->d_name + len - 4, ".cfg") != 0 || entry->d_name[0] == '.')
			continue;
		if (*n == RULE_FILES_MAX)
			rc = err_set(l->err, ERR_DATA, _("'%s' holds too many files"), path);
		else if (!(name[*n] = mem_strdup(entry->d_name)))
			rc = err_nomem(l->err);
		else
			++*n;
	}
	if (dir)
		(void)closedir(dir);
	mem_free(path);
	qsort(name, (size_t)*n, sizeof(*name), by_name);
	return rc;
}

int load_rules(struct load *l)
{
	char *name[RULE_FILES_MAX];
	int n = 0, seq = 0, term_seq = 0, workload_seq = 0;
	int rc = list_cfg(l, "rules", name, &n);
	for (int i = 0; i < n; i++) {
		struct str file = STR_INIT;
		str_addf(&file, "rules/%s", name[i]);
		if (rc == ERR_OK && file.failed)
			rc = err_nomem(l->err);
		if (rc == ERR_OK && !load_full(l)) {
			int vocabulary = strcmp(name[i], "vocabulary.cfg") == 0;
			rc = cfg_load(l, str_c(&file), vocabulary ? &terms : &rules, vocabulary ? &term_seq : &seq);
		}
		str_release(&file);
		mem_free(name[i]);
	}
	if (rc == ERR_OK && !load_full(l))
		rc = cfg_load(l, "workloads.cfg", &workloads, &workload_seq);
	return rc;
}
