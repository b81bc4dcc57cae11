/* SPDX-License-Identifier: MIT */
/* Inside the catalogue room only. */
#ifndef BESTEK_CATALOG_PRIV_H
#define BESTEK_CATALOG_PRIV_H

#include "catalog.h"

enum { CATALOG_STMTS = 48 };

struct catalog {
	struct db *db;
	char *path;
	struct {
		const char *sql; /* compared by its text */
		struct stmt *st;
	} cache[CATALOG_STMTS];
};

/*
 * The prepared statement of a literal SQL text, made when first asked and kept till catalog_free; handed out reset. Do
 * not free it, and do not ask for the same text again while its rows are being read.
 */
int catalog_stmt(struct catalog *cat, struct stmt **out, const char *sql, struct err *err);

/* What catalog_part_read reads, from a table part AS p. */
#define PART_COLUMNS "p.id, p.kind, p.vendor, p.model, p.part_number, p.label, p.status, p.confidence"
enum { PART_COLUMN_COUNT = 8 };
/* Reads PART_COLUMNS of the row that st stands on, from column first on. */
void catalog_part_read(struct stmt *st, int first, struct part *out);

/*
 * What path is, before SQLite opens it: ERR_SCHEMA unless it is a catalogue of this version (or, with older_too, an
 * older one).
 */
int catalog_identify(const char *path, int older_too, struct err *err);
/* The judge set by catalog_set_rules_check; ERR_OK when there is none. */
int catalog_rules_check(struct catalog *cat, FILE *log, struct err *err);

/* catalog_verify without the rules. */
int catalog_verify_tables(struct catalog *cat, catalog_fact_fn fn, void *data, struct err *err);

/* --- a build in progress (load.c, load_table.c, load_rules.c) --- */
enum { LOAD_PROBLEMS_MAX = 50, LOAD_COLUMNS_MAX = 64 };

struct load {
	const char *dir;
	FILE *log;
	struct err *err; /* the first problem */
	struct db *db;
	int problems;
};

/* Records one problem of a file below dir; line 0: of the whole file. Returns ERR_DATA. */
int load_problem(struct load *l, const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* 1 when enough problems have been told. */
int load_full(const struct load *l);
/* dir/file; NULL when out of memory (told). Caller mem_free's. */
char *load_path(struct load *l, const char *file);
/*
 * After a failed insert: which constraint failed, as (column, reason). column is a name of the table or "" when the
 * fault is not one column's.
 */
void load_constraint(struct load *l, char *column, size_t column_size, char *reason, size_t reason_size);

/* The files of dir/catalog, in the order of their references. ERR_OK though there were problems; else stop the load. */
int load_tables(struct load *l);
/* dir/rules and dir/workloads.cfg into the tables term, rule and workload; as load_tables. */
int load_rules(struct load *l);

#endif
