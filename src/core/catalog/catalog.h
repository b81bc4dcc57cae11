/* SPDX-License-Identifier: MIT */
/* The parts database: one read-only SQLite file, built from data/ by catalog_build. */
#ifndef BESTEK_CATALOG_CATALOG_H
#define BESTEK_CATALOG_CATALOG_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../base/err.h"
#include "../base/mem.h"
#include "db.h"

#define CATALOG_SCHEMA_VERSION 1
#define CATALOG_APPLICATION_ID 0x42535445 /* "BSTE" */

struct catalog;

/*
 * Opens a catalogue: path, or NULL for BESTEK_CATALOG, else <data dir>/catalog.db. application_id and user_version are
 * read first. Caller catalog_free's.
 */
int catalog_open(struct catalog **out, const char *path, struct err *err);
void catalog_free(struct catalog *cat);
struct db *catalog_db(struct catalog *cat);      /* borrowed */
const char *catalog_path(const struct catalog *cat); /* borrowed */

/*
 * Builds out_path from the folder data_dir (schema.sql, catalog/ *.csv, rules/ *.cfg). Every row is validated; problems
 * go one a line to log (which may be NULL) as "FILE:LINE: REASON", at most 50, and the first is the error. The file is
 * written beside and renamed; nothing is left on failure. A file that is not a catalogue, or one of a newer bestek, is
 * never replaced.
 */
int catalog_build(const char *data_dir, const char *out_path, FILE *log, struct err *err);

/*
 * The rules room sits above this one: it gives catalog_build and catalog_verify its judge of rules here. fn compiles
 * every rule of cat, writes one line a problem to log (which may be NULL) and returns the first as err.
 */
typedef int (*catalog_rules_check_fn)(struct catalog *cat, FILE *log, struct err *err);
void catalog_set_rules_check(catalog_rules_check_fn fn); /* NULL: rules are stored unjudged */

/* --- parts --- */
enum part_kind { PART_PLATFORM, PART_CPU, PART_GPU, PART_DIMM, PART_NIC, PART_DRIVE, PART_PSU, PART_CABLE, PART_SWITCH,
	PART_ACCESSORY, PART_KIND_COUNT };
/* "platform", "cpu", ... as in the table part; not translated */
const char *part_kind_name(enum part_kind kind);
/* the kind of that name, or -1 */
int part_kind_of(const char *name);

struct part {
	int64_t id;
	enum part_kind kind;
	char vendor[64];
	char model[128];
	char part_number[96];  /* maker's; empty when unknown: then it must not be ordered */
	char label[192];       /* one line for a person: "64 GB DDR5-4800 RDIMM 2Rx4 Samsung M321R8GA0BB0-CQKZJ" */
	char status[32];
	int recalled;          /* confidence = recalled */
};

/* ERR_NOT_FOUND when there is no such id. */
int catalog_part(struct catalog *cat, int64_t id, struct part *out, struct err *err);

/*
 * Turns text into one part; kind limits the search (-1: any). Case, blanks, hyphens, (R) and (TM), full width and a
 * count ("2x ...", "... x 12") do not matter. In this order:
 * - an order number, part number or label; the model, with or without its maker; the number behind a bill's "---";
 * - memory by its figures ("64GB DDR5-4800 RDIMM 2Rx4"): capacity and speed, with type or ranks; what is given must
 *   fit, and what is left must be one class. Of several makers: those still sold, the cheapest, the smallest number;
 * - the name as people write it ("AMD EPYC 9654 96-Core Processor", "NVIDIA H100-SXM-80GB", "Micron 7450 PRO 7.68TB"):
 *   every word must be explained by the part or say nothing, and what tells it from its sisters must be there;
 * - the beginning of one part's number (4 characters or more, whole words; of memory and drives any beginning, and a
 *   number with letters behind it).
 * Never guesses between parts of different figures: then it is unknown. A text of more than 256 bytes is no name.
 * Returns ERR_OK, or ERR_UNKNOWN with up to max close parts in near[0..*n_near) (best first, may be none; near may be
 * NULL). Not while db_lock_down is on.
 */
int catalog_resolve(struct catalog *cat, int kind, const char *text, struct part *out,
                    struct part *near, int max, int *n_near, struct err *err);
/*
 * Type-ahead: every word is the beginning of a word of the part. Parts still sold first, then by weight, then the
 * shorter label; when there is none, close spellings. Letters are found without their marks too. An empty text finds
 * nothing; *n <= max. Not while db_lock_down is on.
 */
int catalog_search(struct catalog *cat, int kind, const char *text, struct part *out, int max, int *n, struct err *err);

/* Writes facts of one part as (name, value) pairs in table order, then prices, order numbers, sources. */
typedef int (*catalog_fact_fn)(void *data, const char *name, const char *value);
int catalog_facts(struct catalog *cat, int64_t id, catalog_fact_fn fn, void *data, struct err *err);
/* Counts: rows per table, price-list date, source counts: pairs as above. */
int catalog_info(struct catalog *cat, catalog_fact_fn fn, void *data, struct err *err);
/* Newest price date in the catalogue ("2026-11-30" or shorter), "" when none. */
int catalog_price_date(struct catalog *cat, char *dst, size_t size, struct err *err);
/* A planning value of constant.csv; ERR_DATA, naming the file, when it is not there. */
int catalog_constant(struct catalog *cat, const char *name, double *out, struct err *err);
/* integrity_check, foreign keys, every rule compiles; each problem one call; returns ERR_DATA when there was one. */
int catalog_verify(struct catalog *cat, catalog_fact_fn fn, void *data, struct err *err);

#endif
