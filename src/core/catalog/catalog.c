/* SPDX-License-Identifier: MIT */
#include "catalog.h"

#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/i18n.h"
#include "../base/num.h"
#include "../base/str.h"
#include "catalog_priv.h"

static const char *const kind_names[PART_KIND_COUNT] = {
	[PART_PLATFORM] = "platform", [PART_CPU] = "cpu", [PART_GPU] = "gpu", [PART_DIMM] = "dimm", [PART_NIC] = "nic",
	[PART_DRIVE] = "drive", [PART_PSU] = "psu", [PART_CABLE] = "cable", [PART_SWITCH] = "switch",
	[PART_ACCESSORY] = "accessory",
};

static catalog_rules_check_fn rules_check;

const char *part_kind_name(enum part_kind kind)
{
	return kind_names[kind];
}

int part_kind_of(const char *name)
{
	for (int i = 0; i < PART_KIND_COUNT; i++)
		if (strcmp(kind_names[i], name) == 0)
			return i;
	return -1;
}

void catalog_set_rules_check(catalog_rules_check_fn fn)
{
	rules_check = fn;
}

int catalog_rules_check(struct catalog *cat, FILE *log, struct err *err)
{
	return rules_check ? rules_check(cat, log, err) : ERR_OK;
}

int catalog_identify(const char *path, int older_too, struct err *err)
{
	int application = 0, version = 0;
	int rc = db_peek(path, &application, &version, err);
	if (rc != ERR_OK)
		return rc;
	if (application != CATALOG_APPLICATION_ID)
		return err_set(err, ERR_SCHEMA, _("'%s' is a database of another program, not a bestek catalogue"), path);
	if (version > CATALOG_SCHEMA_VERSION)
		return err_set(err, ERR_SCHEMA,
			_("'%s' was made by a newer bestek (catalogue version %d, this one reads %d); update bestek"), path,
			version, CATALOG_SCHEMA_VERSION);
	if (version < CATALOG_SCHEMA_VERSION && !older_too)
		return err_set(err, ERR_SCHEMA, _("'%s' was made by an older bestek (catalogue version %d, this one reads %d);"
			" make it anew with 'bestek catalog build'"), path, version, CATALOG_SCHEMA_VERSION);
	return ERR_OK;
}

/* path, BESTEK_CATALOG, or catalog.db of the data folder; NULL when out of memory. */
static char *path_chosen(const char *path)
{
	char dir[4096];
	struct str text = STR_INIT;
	const char *env = getenv("BESTEK_CATALOG");
	char *chosen;
	if (path || (env && *env))
		return mem_strdup(path ? path : env);
	file_data_dir(dir, sizeof(dir));
	str_addf(&text, "%s/catalog.db", dir);
	chosen = str_take(&text);
	str_release(&text);
	return chosen;
}

int catalog_open(struct catalog **out, const char *path, struct err *err)
{
	int rc = ERR_OK;
	struct catalog *cat = mem_zalloc(sizeof(*cat));
	if (!cat)
		return err_nomem(err);
	cat->path = path_chosen(path);
	if (!cat->path)
		rc = err_nomem(err);
	if (rc == ERR_OK)
		rc = catalog_identify(cat->path, 0, err);
	if (rc == ERR_OK)
		rc = db_open(&cat->db, cat->path, DB_READONLY, err);
	if (rc == ERR_OK) {
		*out = cat;
		cat = NULL;
	}
	catalog_free(cat);
	return rc;
}

void catalog_free(struct catalog *cat)
{
	if (!cat)
		return;
	for (int i = 0; i < CATALOG_STMTS; i++)
		stmt_free(cat->cache[i].st);
	db_close(cat->db);
	mem_free(cat->path);
	mem_free(cat);
}

struct db *catalog_db(struct catalog *cat)
{
	return cat->db;
}

const char *catalog_path(const struct catalog *cat)
{
	return cat->path;
}

int catalog_stmt(struct catalog *cat, struct stmt **out, const char *sql, struct err *err)
{
	int i = 0, rc;
	while (i < CATALOG_STMTS - 1 && cat->cache[i].sql && strcmp(cat->cache[i].sql, sql) != 0)
		i++;
	if (cat->cache[i].sql && strcmp(cat->cache[i].sql, sql) != 0) {
		/* A full cache gives up its last one. */
		stmt_free(cat->cache[i].st);
		cat->cache[i].st = NULL;
		cat->cache[i].sql = NULL;
	}
	if (!cat->cache[i].st) {
		rc = stmt_prepare(&cat->cache[i].st, cat->db, sql, err);
		if (rc != ERR_OK)
			return rc;
		cat->cache[i].sql = sql;
	}
	stmt_reset(cat->cache[i].st);
	*out = cat->cache[i].st;
	return ERR_OK;
}

void catalog_part_read(struct stmt *st, int first, struct part *out)
{
	const char *kind = stmt_text(st, first + 1), *confidence = stmt_text(st, first + 7);
	int k = kind ? part_kind_of(kind) : -1;
	memset(out, 0, sizeof(*out));
	out->id = stmt_i64(st, first);
	out->kind = k < 0 ? PART_ACCESSORY : (enum part_kind)k;
	str_copy_clean(out->vendor, sizeof(out->vendor), stmt_text(st, first + 2));
	str_copy_clean(out->model, sizeof(out->model), stmt_text(st, first + 3));
	str_copy_clean(out->part_number, sizeof(out->part_number), stmt_text(st, first + 4));
	str_copy_clean(out->label, sizeof(out->label), stmt_text(st, first + 5));
	str_copy_clean(out->status, sizeof(out->status), stmt_text(st, first + 6));
	out->recalled = confidence && strcmp(confidence, "recalled") == 0;
}

int catalog_part(struct catalog *cat, int64_t id, struct part *out, struct err *err)
{
	struct stmt *st = NULL;
	int step;
	int rc = catalog_stmt(cat, &st, "SELECT " PART_COLUMNS " FROM part AS p WHERE p.id = ?1", err);
	if (rc != ERR_OK)
		return rc;
	stmt_bind_i64(st, 1, id);
	step = stmt_step(st, err);
	if (step > 0)
		catalog_part_read(st, 0, out);
	stmt_reset(st);
	if (step < 0)
		return err ? err->code : ERR_IO;
	return step > 0 ? ERR_OK : err_set(err, ERR_NOT_FOUND, _("the catalogue has no part of id %lld"), (long long)id);
}

/* --- pairs --- */

struct pairs {
	catalog_fact_fn fn;
	void *data;
	struct err *err;
	int rc;      /* ERR_OK until something fails; ERR_INTERRUPTED when fn says stop */
	int told;
};

static void tell(struct pairs *p, const char *name, const char *value)
{
	p->told++;
	if (p->rc == ERR_OK && p->fn(p->data, name, value) != 0)
		p->rc = ERR_INTERRUPTED;
}

/* A value as machine text; "" for NULL. */
static void value_text(struct stmt *st, int col, char *dst, size_t size)
{
	dst[0] = '\0';
	if (stmt_type(st, col) == 'f')
		num_write_double(dst, size, stmt_double(st, col), -1);
	else if (!stmt_is_null(st, col))
		str_copy_clean(dst, size, stmt_text(st, col));
}

typedef void (*row_fn)(struct pairs *p, struct stmt *st);

/* Every row of a query of ours; id is bound when the query has a parameter and id is not 0. */
static void each_row(struct pairs *p, struct catalog *cat, const char *sql, int64_t id, row_fn fn)
{
	struct stmt *st = NULL;
	struct err own = { 0 };
	int step = 0;
	if (p->rc != ERR_OK)
		return;
	p->rc = catalog_stmt(cat, &st, sql, p->err);
	if (p->rc != ERR_OK)
		return;
	if (id)
		stmt_bind_i64(st, 1, id);
	while (p->rc == ERR_OK && (step = stmt_step(st, &own)) > 0)
		fn(p, st);
	if (step < 0)
		p->rc = err_set(p->err, own.code, "%s", own.msg);
	stmt_reset(st);
}

/* Every column that is known. The tables of a kind repeat some of part's, and hold the solver's own figures. */
static void row_columns(struct pairs *p, struct stmt *st)
{
	char value[4096];
	for (int i = 0; i < stmt_columns(st); i++) {
		value_text(st, i, value, sizeof(value));
		if (*value && strcmp(value, " ") != 0)
			tell(p, stmt_column_name(st, i), value);
	}
}

static void row_figures(struct pairs *p, struct stmt *st)
{
	static const char *const skipped[] = { "id", "vendor", "model", "part_number", "status", "recalled", "cents",
		"rank_cents" };
	char value[4096];
	for (int i = 0; i < stmt_columns(st); i++) {
		const char *name = stmt_column_name(st, i);
		size_t k = 0;
		while (k < sizeof(skipped) / sizeof(skipped[0]) && strcmp(name, skipped[k]) != 0)
			k++;
		value_text(st, i, value, sizeof(value));
		if (k == sizeof(skipped) / sizeof(skipped[0]) && *value)
			tell(p, name, value);
	}
}

/* Name in the first column, then the value's words, those that are known, with blanks between. */
static void row_words(struct pairs *p, struct stmt *st)
{
	char name[128], word[1024];
	struct str value = STR_INIT;
	value_text(st, 0, name, sizeof(name));
	for (int i = 1; i < stmt_columns(st); i++) {
		if (strcmp(stmt_column_name(st, i), "cents") == 0)
			num_write_cents(word, sizeof(word), stmt_i64(st, i));
		else
			value_text(st, i, word, sizeof(word));
		if (*word) {
			if (value.len)
				str_add_c(&value, ' ');
			str_add(&value, word);
		}
	}
	if (value.failed)
		p->rc = err_nomem(p->err);
	else
		tell(p, name, str_c(&value));
	str_release(&value);
}

int catalog_facts(struct catalog *cat, int64_t id, catalog_fact_fn fn, void *data, struct err *err)
{
	static const char *const figures[PART_KIND_COUNT] = {
		[PART_PLATFORM] = "SELECT * FROM platform WHERE id = ?1", [PART_CPU] = "SELECT * FROM cpu WHERE id = ?1",
		[PART_GPU] = "SELECT * FROM gpu WHERE id = ?1", [PART_DIMM] = "SELECT * FROM dimm WHERE id = ?1",
		[PART_NIC] = "SELECT * FROM nic WHERE id = ?1", [PART_DRIVE] = "SELECT * FROM drive WHERE id = ?1",
		[PART_PSU] = "SELECT * FROM psu WHERE id = ?1", [PART_CABLE] = "SELECT * FROM cable WHERE id = ?1",
		[PART_SWITCH] = "SELECT * FROM switch WHERE id = ?1",
		[PART_ACCESSORY] = "SELECT * FROM accessory WHERE id = ?1",
	};
	static const char *const rows[] = {
		"SELECT 'family', family FROM platform_family WHERE platform_id = ?1 ORDER BY family",
		"SELECT 'slot', 'x' || slots, slot, purpose, 'gen' || pcie_gen, 'lanes ' || lanes, 'at ' || attached"
		" FROM platform_slot WHERE platform_id = ?1 ORDER BY slot",
		"SELECT 'gpu', g.label FROM platform_gpu v JOIN part g ON g.id = v.gpu_id WHERE v.platform_id = ?1 ORDER BY 2",
		"SELECT 'psu_option', o.count || ' x', coalesce(q.label, o.rated_w || ' W'), o.redundancy,"
		" CASE o.standard WHEN 1 THEN '(standard)' END"
		" FROM psu_option o LEFT JOIN part q ON q.id = o.psu_id WHERE o.platform_id = ?1 ORDER BY o.id",
		"SELECT 'psu_rating', watts || ' W', volt_min || '-' || volt_max || ' V' FROM psu_rating WHERE psu_id = ?1"
		" ORDER BY volt_min",
		"SELECT 'price', currency, cents, kind, date, 'VAT ' || vat, region, CASE used WHEN 0 THEN '(not used)' END"
		" FROM price WHERE part_id = ?1 ORDER BY used DESC, date DESC, id",
		"SELECT 'order_number', vendor, order_number FROM order_number WHERE part_id = ?1 ORDER BY 2, 3",
		"SELECT 'source', text FROM source WHERE id IN (SELECT source_id FROM part WHERE id = ?1"
		" UNION SELECT source_id FROM price WHERE part_id = ?1"
		" UNION SELECT source_id FROM order_number WHERE part_id = ?1"
		" UNION SELECT source_id FROM platform_slot WHERE platform_id = ?1"
		" UNION SELECT source_id FROM psu_option WHERE platform_id = ?1) ORDER BY id",
	};
	struct pairs p = { .fn = fn, .data = data, .err = err };
	struct part part;
	int rc = catalog_part(cat, id, &part, err);
	if (rc != ERR_OK)
		return rc;
	each_row(&p, cat, "SELECT kind, label, vendor, model, part_number, status, confidence, trim(recalled) AS recalled,"
		" note FROM part WHERE id = ?1", id, row_columns);
	each_row(&p, cat, figures[part.kind], id, row_figures);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		each_row(&p, cat, rows[i], id, row_words);
	return p.rc;
}

int catalog_price_date(struct catalog *cat, char *dst, size_t size, struct err *err)
{
	struct stmt *st = NULL;
	struct err own = { 0 };
	int step;
	int rc = catalog_stmt(cat, &st, "SELECT max(date) FROM price", err);
	if (rc != ERR_OK)
		return rc;
	step = stmt_step(st, &own);
	if (step > 0)
		str_copy_clean(dst, size, stmt_text(st, 0));
	stmt_reset(st);
	return step < 0 ? err_set(err, own.code, "%s", own.msg) : ERR_OK;
}

/* Rows of one table; its name comes from the file, so it is quoted. */
static void count_rows(struct pairs *p, struct catalog *cat, const char *table)
{
	struct str sql = STR_INIT;
	struct stmt *st = NULL;
	char count[32];
	str_add(&sql, "SELECT count(*) FROM \"");
	for (const char *s = table; *s; s++)
		str_add(&sql, *s == '"' ? "\"\"" : (char[2]){ *s, '\0' });
	str_add(&sql, "\"");
	p->rc = sql.failed ? err_nomem(p->err) : stmt_prepare(&st, cat->db, str_c(&sql), p->err);
	str_release(&sql);
	if (p->rc == ERR_OK && stmt_step(st, NULL) > 0) {
		value_text(st, 0, count, sizeof(count));
		tell(p, table, count);
	}
	stmt_free(st);
}

int catalog_info(struct catalog *cat, catalog_fact_fn fn, void *data, struct err *err)
{
	struct pairs p = { .fn = fn, .data = data, .err = err };
	struct stmt *st = NULL;
	struct err own = { 0 };
	char date[32] = "", table[128];
	int step = 0;
	tell(&p, "path", cat->path);
	each_row(&p, cat, "SELECT 'schema_version', user_version FROM pragma_user_version", 0, row_words);
	if (p.rc == ERR_OK)
		p.rc = catalog_price_date(cat, date, sizeof(date), err);
	if (p.rc == ERR_OK)
		tell(&p, "price_date", date);
	each_row(&p, cat, "SELECT 'parts_' || confidence, count(*) FROM part GROUP BY confidence ORDER BY confidence DESC",
		0, row_words);
	if (p.rc != ERR_OK)
		return p.rc;
	p.rc = stmt_prepare(&st, cat->db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE"
		" 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'part\\_fts%' ESCAPE '\\' ORDER BY rowid", err);
	while (p.rc == ERR_OK && (step = stmt_step(st, &own)) > 0) {
		str_copy_clean(table, sizeof(table), stmt_text(st, 0));
		count_rows(&p, cat, table);
	}
	if (step < 0)
		p.rc = err_set(err, own.code, "%s", own.msg);
	stmt_free(st);
	return p.rc;
}

/* --- verify --- */

static void row_integrity(struct pairs *p, struct stmt *st)
{
	char text[1024];
	value_text(st, 0, text, sizeof(text));
	if (strcmp(text, "ok") != 0)
		tell(p, "integrity", text);
}

static void row_foreign(struct pairs *p, struct stmt *st)
{
	char table[128], row[32], parent[128];
	struct str text = STR_INIT;
	value_text(st, 0, table, sizeof(table));
	value_text(st, 1, row, sizeof(row));
	value_text(st, 2, parent, sizeof(parent));
	str_addf(&text, _("row %s of table %s refers to nothing in table %s"), *row ? row : "?", table, parent);
	tell(p, "foreign_key", str_c(&text));
	str_release(&text);
}

int catalog_verify_tables(struct catalog *cat, catalog_fact_fn fn, void *data, struct err *err)
{
	struct pairs p = { .fn = fn, .data = data, .err = err };
	each_row(&p, cat, "PRAGMA integrity_check(50)", 0, row_integrity);
	each_row(&p, cat, "PRAGMA foreign_key_check", 0, row_foreign);
	if (p.rc == ERR_OK && p.told)
		p.rc = err_set(err, ERR_DATA, ngettext("'%s' has %d fault", "'%s' has %d faults", (unsigned long)p.told),
			cat->path, p.told);
	return p.rc;
}

/* The judge writes lines; each becomes a pair. */
static int verify_rules(struct catalog *cat, catalog_fact_fn fn, void *data, struct err *err)
{
	char *text = NULL, *line, *end;
	size_t len = 0;
	int stop = 0, rc;
	FILE *log = open_memstream(&text, &len);
	if (!log)
		return err_nomem(err);
	rc = catalog_rules_check(cat, log, err);
	if (fclose(log) != 0 || !text) {
		free(text);
		return err_nomem(err);
	}
	for (line = text; *line && !stop; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		stop = fn(data, "rule", line);
	}
	free(text);
	return rc;
}

int catalog_constant(struct catalog *cat, const char *name, double *out, struct err *err)
{
	struct stmt *st = NULL;
	int step, rc = stmt_prepare(&st, cat->db, "SELECT value FROM constant WHERE name = ?1", err);

	if (rc != ERR_OK)
		return rc;
	stmt_bind_text(st, 1, name);
	step = stmt_step(st, err);
	if (step == 1)
		*out = stmt_double(st, 0);
	else if (step == 0)
		rc = err_set(err, ERR_DATA, _("the catalogue lacks the planning value '%s': add it to constant.csv"), name);
	else
		rc = ERR_DATA;
	stmt_free(st);
	return rc;
}

int catalog_verify(struct catalog *cat, catalog_fact_fn fn, void *data, struct err *err)
{
	struct err own = { 0 };
	int rules, rc = catalog_verify_tables(cat, fn, data, &own);
	if (rc != ERR_OK && rc != ERR_DATA)
		return err_set(err, rc, "%s", own.msg);
	rules = verify_rules(cat, fn, data, &own); /* the first problem is the error */
	rc = rc != ERR_OK ? rc : rules;
	return rc == ERR_OK ? ERR_OK : err_set(err, rc, "%s", own.msg);
}
