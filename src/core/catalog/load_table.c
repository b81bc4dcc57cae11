/* SPDX-License-Identifier: MIT */
/*
 * CSV files into their tables. The columns of a file are those of its table in schema.sql; what differs is worked out
 * from the schema: a reference x_id is the text column x, and cents is a decimal amount.
 */
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "../base/i18n.h"
#include "../base/num.h"
#include "../base/str.h"
#include "catalog_priv.h"
#include "csv_read.h"

/* One CSV file and its table, in load order. A part file makes a row of part and one of its own table. */
struct table {
	const char *file;
	const char *table;
	int kind; /* of part, -1 when it is no part file */
};

static const struct table tables[] = {
	{ "source.csv", "source", -1 },
	{ "platform.csv", "platform", PART_PLATFORM },
	{ "cpu.csv", "cpu", PART_CPU },
	{ "gpu.csv", "gpu", PART_GPU },
	{ "dimm.csv", "dimm", PART_DIMM },
	{ "nic.csv", "nic", PART_NIC },
	{ "drive.csv", "drive", PART_DRIVE },
	{ "psu.csv", "psu", PART_PSU },
	{ "cable.csv", "cable", PART_CABLE },
	{ "switch.csv", "switch", PART_SWITCH },
	{ "accessory.csv", "accessory", PART_ACCESSORY },
	{ "order_number.csv", "order_number", -1 },
	{ "baseboard.csv", "baseboard", -1 },
	{ "platform_family.csv", "platform_family", -1 },
	{ "platform_gpu.csv", "platform_gpu", -1 },
	{ "platform_lanes.csv", "platform_lanes", -1 },
	{ "platform_slot.csv", "platform_slot", -1 },
	{ "platform_kit.csv", "platform_kit", -1 },
	{ "psu_rating.csv", "psu_rating", -1 },
	{ "psu_option.csv", "psu_option", -1 },
	{ "memory_speed.csv", "memory_speed", -1 },
	{ "memory_population.csv", "memory_population", -1 },
	{ "llm_model.csv", "llm_model", -1 },
	{ "gpu_rule.csv", "gpu_rule", -1 },
	{ "price.csv", "price", -1 },
	{ "market_price.csv", "market_price", -1 },
	{ "fx.csv", "fx", -1 },
	{ "vat.csv", "vat", -1 },
	{ "lead_time.csv", "lead_time", -1 },
	{ "constant.csv", "constant", -1 },
	{ "certification.csv", "certification", -1 },
};

enum type { TYPE_TEXT, TYPE_INT, TYPE_REAL, TYPE_MONEY, TYPE_DATE, TYPE_RECALLED, TYPE_SOURCE, TYPE_PART, TYPE_LINE,
	TYPE_FILE };

struct column {
	char name[48];    /* in the table */
	char csv[48];     /* in the file */
	enum type type;
	int kind;         /* TYPE_PART: of the part, -1 any */
	int own;          /* 0: a column of part, of a part file */
	int field;        /* its place in the file */
};

struct file {
	struct load *l;
	const struct table *table;
	char name[64];    /* "catalog/cpu.csv" */
	struct column column[LOAD_COLUMNS_MAX];
	int columns;
	int headed;       /* the header has been read */
	int fields;
	struct stmt *part, *own; /* inserts */
	struct stmt *source, *tier[4]; /* look-ups of references */
	int fatal;        /* an error that is not the file's */
	int line;         /* of the row at hand */
	char *const *row;
};

static int fatal(struct file *f, int rc)
{
	f->fatal = rc;
	return 1;
}

/* --- what the schema says --- */

static int is_own_key(const char *name, const char *type)
{
	return strcmp(name, "id") == 0 && strcmp(type, "INTEGER") == 0;
}

static void column_init(struct column *c, const char *name, const char *type)
{
	str_copy(c->name, sizeof(c->name), name);
	str_copy(c->csv, sizeof(c->csv), name);
	c->kind = -1;
	c->field = -1;
	c->type = strcmp(type, "INTEGER") == 0 ? TYPE_INT : strcmp(type, "REAL") == 0 ? TYPE_REAL : TYPE_TEXT;
	if (strcmp(name, "cents") == 0) {
		c->type = TYPE_MONEY;
		str_copy(c->csv, sizeof(c->csv), "amount");
	} else if (strcmp(name, "date") == 0 || strcmp(name, "valid_to") == 0) {
		c->type = TYPE_DATE;
	} else if (strcmp(name, "recalled") == 0) {
		c->type = TYPE_RECALLED;
	} else if (strcmp(name, "line") == 0) {
		c->type = TYPE_LINE;
	} else if (strcmp(name, "file") == 0) {
		c->type = TYPE_FILE;
	}
}

/* A reference is written as text: the id of a source, or the name of a part. */
static int column_reference(struct file *f, struct stmt *st)
{
	struct err *err = f->l->err;
	int step;
	while ((step = stmt_step(st, err)) > 0) {
		const char *from = stmt_text(st, 0), *to = stmt_text(st, 1);
		for (int i = 0; from && to && i < f->columns; i++) {
			struct column *c = &f->column[i];
			size_t stem = strlen(c->name);
			if (strcmp(c->name, from) != 0 || stem < 4 || strcmp(c->name + stem - 3, "_id") != 0)
				continue;
			c->csv[stem - 3] = '\0';
			c->type = strcmp(to, "source") == 0 ? TYPE_SOURCE : TYPE_PART;
			c->kind = part_kind_of(to);
		}
	}
	return step < 0 ? err->code : ERR_OK;
}

static int schema_columns(struct file *f, const char *table, int own)
{
	struct stmt *st = NULL;
	struct err *err = f->l->err;
	int step = 0;
	int rc = stmt_prepare(&st, f->l->db, "SELECT name, type FROM pragma_table_info(?1)", err);
	if (rc != ERR_OK)
		return rc;
	stmt_bind_text(st, 1, table);
	while (f->columns < LOAD_COLUMNS_MAX && (step = stmt_step(st, err)) > 0) {
		const char *name = stmt_text(st, 0), *type = stmt_text(st, 1);
		/* kind and label of a part are made here, not read */
		if (!name || !type || is_own_key(name, type)
		    || (!own && (strcmp(name, "kind") == 0 || strcmp(name, "label") == 0)))
			continue;
		column_init(&f->column[f->columns], name, type);
		f->column[f->columns++].own = own;
	}
	stmt_free(st);
	st = NULL;
	if (step < 0)
		return err->code;
	rc = stmt_prepare(&st, f->l->db, "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?1)", err);
	if (rc != ERR_OK)
		return rc;
	stmt_bind_text(st, 1, table);
	rc = column_reference(f, st);
	stmt_free(st);
	return rc;
}

/* INSERT of the columns of one table after its own leading ones. */
static int insert_prepare(struct file *f, struct stmt **out, const char *table, int own, const char *leading,
	int n_leading)
{
	struct str sql = STR_INIT;
	int n = n_leading, rc;
	str_addf(&sql, "INSERT INTO %s(%s", table, leading);
	for (int i = 0; i < f->columns; i++)
		if (f->column[i].own == own)
			str_addf(&sql, "%s%s", n++ ? ", " : "", f->column[i].name);
	str_add(&sql, ") VALUES (");
	for (int i = 0; i < n; i++)
		str_add(&sql, i ? ", ?" : "?");
	str_add(&sql, ")");
	rc = sql.failed ? err_nomem(f->l->err) : stmt_prepare(out, f->l->db, str_c(&sql), f->l->err);
	str_release(&sql);
	return rc;
}

static int references_prepare(struct file *f)
{
	static const char *const tier[] = {
		"SELECT id FROM part WHERE part_number = ?1 AND (?2 IS NULL OR kind = ?2) LIMIT 2",
		"SELECT id FROM part WHERE model = ?1 AND (?2 IS NULL OR kind = ?2) LIMIT 2",
		("SELECT id FROM part JOIN (SELECT DISTINCT part_id FROM order_number WHERE order_number = ?1) ON part_id = id "
			"WHERE ?2 IS NULL OR kind = ?2 LIMIT 2"),
		"SELECT id FROM part WHERE label = ?1 AND (?2 IS NULL OR kind = ?2) LIMIT 2",
	};
	int rc = stmt_prepare(&f->source, f->l->db, "SELECT 1 FROM source WHERE id = ?1", f->l->err);
	for (size_t i = 0; rc == ERR_OK && i < sizeof(tier) / sizeof(tier[0]); i++)
		rc = stmt_prepare(&f->tier[i], f->l->db, tier[i], f->l->err);
	return rc;
}

static int file_init(struct file *f, struct load *l, const struct table *table)
{
	int part = table->kind >= 0, rc = ERR_OK;
	memset(f, 0, sizeof(*f));
	f->l = l;
	f->table = table;
	str_copy(f->name, sizeof(f->name), "catalog/");
	str_copy(f->name + strlen("catalog/"), sizeof(f->name) - strlen("catalog/"), table->file);
	if (part)
		rc = schema_columns(f, "part", 0);
	if (rc == ERR_OK)
		rc = schema_columns(f, table->table, 1);
	if (rc == ERR_OK && part)
		rc = insert_prepare(f, &f->part, "part", 0, "kind, label", 2);
	if (rc == ERR_OK)
		rc = insert_prepare(f, &f->own, table->table, 1, part ? "id" : "", part);
	if (rc == ERR_OK)
		rc = references_prepare(f);
	return rc;
}

static void file_release(struct file *f)
{
	stmt_free(f->part);
	stmt_free(f->own);
	stmt_free(f->source);
	for (size_t i = 0; i < sizeof(f->tier) / sizeof(f->tier[0]); i++)
		stmt_free(f->tier[i]);
}

/* --- one row --- */

/* The text of a column; "" when the file has no such column. */
static const char *field(const struct file *f, const char *csv)
{
	for (int i = 0; i < f->columns; i++)
		if (f->column[i].field >= 0 && strcmp(f->column[i].csv, csv) == 0)
			return f->row[f->column[i].field];
	return "";
}

static int wrong(struct file *f, const struct column *c, const char *reason)
{
	return load_problem(f->l, f->name, f->line, _("column %s: value '%.200s': %s"), c->csv, f->row[c->field], reason);
}

/* First and last day of a date that may be a year, a quarter, a month or a day; -1 when it is none. */
static int date_span(const char *s, char first[11], char last[11])
{
	static const char *const quarter[] = { "01-01", "03-31", "04-01", "06-30", "07-01", "09-30", "10-01", "12-31" };
	size_t n = strlen(s);
	int ok = 0;
	for (size_t i = 0; i < n && i < 4; i++)
		if (!isdigit((unsigned char)s[i]))
			return -1;
	str_copy(first, 11, s);
	str_copy(last, 11, s);
	if (n == 4) {
		str_copy(first + 4, 7, "-01-01");
		str_copy(last + 4, 7, "-12-31");
		ok = 1;
	} else if (n == 7 && s[4] == '-' && s[5] == 'Q' && s[6] >= '1' && s[6] <= '4') {
		str_copy(first + 5, 6, quarter[2 * (s[6] - '1')]);
		str_copy(last + 5, 6, quarter[2 * (s[6] - '1') + 1]);
		ok = 1;
	} else if (n == 7) {
		static const char *const end[] = { "-31", "-30", "-29", "-28" };
		str_copy(first + 7, 4, "-01");
		for (size_t i = 0; !ok && i < sizeof(end) / sizeof(end[0]); i++) {
			str_copy(last + 7, 4, end[i]);
			ok = date_valid(last);
		}
	} else {
		ok = n == 10;
	}
	return ok && date_valid(first) && date_valid(last) ? 0 : -1;
}

/* valid_to ends on or after the first day of date. */
static int date_check(struct file *f, const struct column *c, const char *text)
{
	char first[11], last[11], start[11], rest[11];
	if (date_span(text, first, last) != 0)
		return wrong(f, c, _("not a date (YYYY, YYYY-Qn, YYYY-MM or YYYY-MM-DD)"));
	if (strcmp(c->name, "valid_to") == 0 && date_span(field(f, "date"), start, rest) == 0 && strcmp(last, start) < 0)
		return wrong(f, c, _("lies before the date"));
	return ERR_OK;
}

/* recalled names columns; stored with a blank at both ends. An empty one of a recalled row is the whole row. */
static int recalled_bind(struct file *f, const struct column *c, struct stmt *st, int n, const char *text)
{
	char out[512] = " ", name[48];
	size_t len = 1;
	if (!*text && strcmp(field(f, "confidence"), "recalled") == 0)
		text = "*";
	while (*(text += strspn(text, " ;"))) {
		size_t word = strcspn(text, " ;");
		int known = word == 1 && *text == '*';
		for (int i = 0; !known && i < f->columns; i++)
			known = strlen(f->column[i].csv) == word && strncmp(f->column[i].csv, text, word) == 0;
		if (!known || len + word + 2 > sizeof(out)) {
			str_copy(name, word < sizeof(name) ? word + 1 : sizeof(name), text);
			return load_problem(f->l, f->name, f->line, _("column %s: '%s' is no column of this file"), c->csv, name);
		}
		memcpy(out + len, text, word);
		len += word;
		out[len++] = ' ';
		out[len] = '\0';
		text += word;
	}
	stmt_bind_text(st, n, out);
	return ERR_OK;
}

static int source_bind(struct file *f, const struct column *c, struct stmt *st, int n, const char *text)
{
	int step;
	stmt_bind_text(f->source, 1, text);
	step = stmt_step(f->source, f->l->err);
	stmt_reset(f->source);
	if (step < 0)
		return fatal(f, f->l->err->code);
	if (step == 0)
		return wrong(f, c, _("source.csv has no such id"));
	stmt_bind_text(st, n, text);
	return ERR_OK;
}

/*
 * A part by its exact part number, model, order number or label, in this order; "kind:text" says which kind. Two parts
 * of one name are an error: the row must say more.
 */
static int part_bind(struct file *f, const struct column *c, struct stmt *st, int n, const char *text)
{
	const char *name = text, *colon = strchr(text, ':');
	char word[16];
	int kind = c->kind;
	if (colon && (size_t)(colon - text) < sizeof(word)) {
		str_copy(word, (size_t)(colon - text) + 1, text);
		if (part_kind_of(word) >= 0) {
			if (kind >= 0 && kind != part_kind_of(word))
				return wrong(f, c, _("a part of another kind is needed here"));
			kind = part_kind_of(word);
			name = colon + 1;
		}
	}
	for (size_t i = 0; i < sizeof(f->tier) / sizeof(f->tier[0]); i++) {
		struct stmt *q = f->tier[i];
		int64_t id = 0;
		int step, found = 0;
		stmt_bind_text(q, 1, name);
		stmt_bind_text(q, 2, kind >= 0 ? part_kind_name((enum part_kind)kind) : NULL);
		while ((step = stmt_step(q, f->l->err)) > 0) {
			id = stmt_i64(q, 0);
			found++;
		}
		stmt_reset(q);
		if (step < 0)
			return fatal(f, f->l->err->code);
		if (found > 1)
			return wrong(f, c, _("two parts have this name; write the part number, or 'kind:name'"));
		if (found == 1) {
			stmt_bind_i64(st, n, id);
			return ERR_OK;
		}
	}
	return wrong(f, c, _("no part has this part number, model or order number"));
}

/* Binds the row's text as the column's type. ERR_OK, or not when a problem was told (or f->fatal set). */
static int column_bind(struct file *f, const struct column *c, struct stmt *st, int n)
{
	const char *text = c->field >= 0 ? f->row[c->field] : "";
	int64_t i64;
	double real;
	if (c->type == TYPE_LINE) {
		stmt_bind_i64(st, n, f->line);
		return ERR_OK;
	}
	if (c->type == TYPE_FILE) {
		stmt_bind_text(st, n, f->name);
		return ERR_OK;
	}
	if (c->type == TYPE_RECALLED)
		return recalled_bind(f, c, st, n, text);
	if (!*text) { /* unknown; NOT NULL of the schema says where that may not be */
		stmt_bind_null(st, n);
		return ERR_OK;
	}
	switch (c->type) {
	case TYPE_INT:
		if (num_parse_i64(text, &i64) != 0)
			return wrong(f, c, _("not a whole number"));
		stmt_bind_i64(st, n, i64);
		return ERR_OK;
	case TYPE_REAL:
		if (num_parse_double(text, &real) != 0)
			return wrong(f, c, _("not a number"));
		stmt_bind_double(st, n, real);
		return ERR_OK;
	case TYPE_MONEY:
		if (num_parse_cents(text, &i64) != 0)
			return wrong(f, c, _("not an amount (1234.50)"));
		stmt_bind_i64(st, n, i64);
		return ERR_OK;
	case TYPE_SOURCE:
		return source_bind(f, c, st, n, text);
	case TYPE_PART:
		return part_bind(f, c, st, n, text);
	case TYPE_DATE:
		if (date_check(f, c, text) != ERR_OK)
			return ERR_DATA;
		stmt_bind_text(st, n, text);
		return ERR_OK;
	case TYPE_TEXT:
	case TYPE_RECALLED:
	case TYPE_LINE:
	case TYPE_FILE:
		break;
	}
	stmt_bind_text(st, n, text);
	return ERR_OK;
}

/* The first failed constraint of an insert, in the file's words. */
static void constraint_problem(struct file *f)
{
	char name[48], reason[512];
	load_constraint(f->l, name, sizeof(name), reason, sizeof(reason));
	for (int i = 0; i < f->columns; i++) {
		if (f->column[i].field >= 0 && strcmp(f->column[i].name, name) == 0) {
			(void)wrong(f, &f->column[i], reason);
			return;
		}
	}
	(void)load_problem(f->l, f->name, f->line, "%s", reason);
}

/* Adds a blank and text, unless the label has it already. */
static void label_add(struct str *label, const char *text)
{
	if (!*text || strstr(str_c(label), text))
		return;
	if (label->len)
		str_add_c(label, ' ');
	str_add(label, text);
}

/* Maker and model; some makers begin their models with their name. */
static void label_start(const struct file *f, struct str *label)
{
	const char *vendor = field(f, "vendor"), *model = field(f, "model");
	if (strncmp(model, vendor, strlen(vendor)) != 0)
		label_add(label, vendor);
	label_add(label, model);
}

/* A drive's capacity, unless its model gives it, in whichever unit. */
static void label_capacity(const struct file *f, struct str *label)
{
	char figure[64];
	double tb;
	if (num_parse_double(field(f, "capacity_tb"), &tb) != 0)
		return;
	num_write_double(figure, sizeof(figure) - 2, tb * 1000, 0);
	str_copy(figure + strlen(figure), 3, "GB");
	if (strstr(str_c(label), figure))
		return;
	num_write_double(figure, sizeof(figure) - 2, tb, -1);
	str_copy(figure + strlen(figure), 3, "TB");
	label_add(label, figure);
}

/* One line for a person, per kind. */
static void label_make(const struct file *f, struct str *label)
{
	const char *vendor = field(f, "vendor"), *model = field(f, "model"), *number = field(f, "part_number");
	struct str figure = STR_INIT;
	switch ((enum part_kind)f->table->kind) {
	case PART_DIMM:
		str_addf(label, "%s GB %s-%s %s", field(f, "capacity_gb"), field(f, "generation"), field(f, "mts"),
			field(f, "type"));
		if (*field(f, "ranks") && *field(f, "width"))
			str_addf(label, " %sR%s", field(f, "ranks"), field(f, "width"));
		label_add(label, vendor);
		label_add(label, *number ? number : model);
		return;
	case PART_DRIVE:
		label_start(f, label);
		label_capacity(f, label);
		label_add(label, field(f, "form"));
		return;
	case PART_PSU:
		label_start(f, label);
		str_addf(&figure, "%s W", field(f, "rated_w"));
		label_add(label, str_c(&figure));
		str_release(&figure);
		return;
	case PART_NIC:
	case PART_CABLE:
	case PART_SWITCH:
	case PART_ACCESSORY:
		label_start(f, label);
		label_add(label, number);
		return;
	case PART_PLATFORM:
	case PART_CPU:
	case PART_GPU:
	case PART_KIND_COUNT:
		break;
	}
	label_start(f, label);
}

/* Binds the columns of one table from parameter n + 1 on. Returns how many problems were told. */
static int row_bind(struct file *f, struct stmt *st, int own, int n)
{
	int bad = 0;
	for (int i = 0; i < f->columns && !f->fatal; i++)
		if (f->column[i].own == own)
			bad += column_bind(f, &f->column[i], st, ++n) != ERR_OK;
	return bad;
}

/* 0, or -1 when the row does not fit (told, or f->fatal). */
static int row_insert(struct file *f, struct stmt *st)
{
	struct err err = { 0 };
	int rc = stmt_run(st, &err);
	if (rc == ERR_OK)
		return 0;
	if (rc == ERR_DATA)
		constraint_problem(f);
	else
		(void)fatal(f, err_set(f->l->err, rc, "%s", err.msg));
	return -1;
}

static int row_load(struct file *f)
{
	int part = f->part != NULL, bad = 0;
	struct str label = STR_INIT;
	if (part) {
		label_make(f, &label);
		if (label.failed) {
			str_release(&label);
			return fatal(f, err_nomem(f->l->err));
		}
		stmt_bind_text(f->part, 1, part_kind_name((enum part_kind)f->table->kind));
		stmt_bind_text(f->part, 2, str_c(&label));
		bad += row_bind(f, f->part, 0, 2);
	}
	str_release(&label);
	bad += row_bind(f, f->own, 1, part);
	if (!f->fatal && !bad && (!part || row_insert(f, f->part) == 0)) {
		if (part)
			stmt_bind_i64(f->own, 1, db_last_id(f->l->db));
		(void)row_insert(f, f->own);
	}
	return f->fatal || load_full(f->l);
}

/* Every column once, in any order, and no other. */
static int header_load(struct file *f, int n)
{
	int bad = 0;
	for (int k = 0; k < n; k++) {
		int i = 0;
		while (i < f->columns && strcmp(f->column[i].csv, f->row[k]) != 0)
			i++;
		if (i == f->columns || f->column[i].type == TYPE_LINE || f->column[i].type == TYPE_FILE) {
			load_problem(f->l, f->name, f->line, _("'%.100s' is no column of this file"), f->row[k]);
			bad = 1;
		} else if (f->column[i].field >= 0) {
			load_problem(f->l, f->name, f->line, _("the column %s stands twice"), f->row[k]);
			bad = 1;
		} else {
			f->column[i].field = k;
		}
	}
	for (int i = 0; i < f->columns; i++) {
		const struct column *c = &f->column[i];
		if (c->field < 0 && c->type != TYPE_LINE && c->type != TYPE_FILE) {
			load_problem(f->l, f->name, f->line, _("the column %s is missing"), c->csv);
			bad = 1;
		}
	}
	f->headed = 1;
	f->fields = n;
	return bad;
}

static int on_row(void *data, int line, char *const *row, int n)
{
	struct file *f = data;
	f->line = line;
	f->row = row;
	if (!f->headed)
		return header_load(f, n);
	if (n != f->fields) {
		load_problem(f->l, f->name, line, ngettext("the row has %d field, the header %d",
			"the row has %d fields, the header %d", (unsigned long)n), n, f->fields);
		return load_full(f->l);
	}
	return row_load(f);
}

static void on_fault(void *data, int line, const char *reason)
{
	struct file *f = data;
	(void)load_problem(f->l, f->name, line, "%s", reason);
}

static int table_load(struct load *l, const struct table *table)
{
	struct file f;
	struct err err = { 0 };
	char *path;
	int rc = file_init(&f, l, table);
	if (rc == ERR_OK) {
		path = load_path(l, f.name);
		rc = path ? csv_read(path, on_row, on_fault, &f, &err) : ERR_NOMEM;
		mem_free(path);
		if (rc == ERR_OK)
			rc = f.fatal;
		else if (rc == ERR_NOMEM)
			(void)err_nomem(l->err);
		if (rc != ERR_OK && rc != f.fatal && rc != ERR_NOMEM) {
			/* One file that cannot be read does not hide the faults of the others. */
			load_problem(l, f.name, 0, "%s", err.msg);
			rc = ERR_OK;
		}
		if (rc == ERR_OK && err.code == ERR_OK && !f.headed)
			load_problem(l, f.name, 1, _("the file has no header"));
	}
	file_release(&f);
	return rc;
}

int load_tables(struct load *l)
{
	int rc = ERR_OK;
	for (size_t i = 0; rc == ERR_OK && i < sizeof(tables) / sizeof(tables[0]) && !load_full(l); i++)
		rc = table_load(l, &tables[i]);
	return rc;
}
