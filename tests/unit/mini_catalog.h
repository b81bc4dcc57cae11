/* SPDX-License-Identifier: MIT */
/*
 * A tiny catalogue for tests, built from CSV text in a temporary folder below the working folder. Its parts are true
 * ones (5 platforms, 8 CPUs, 5 GPUs, 6 modules, ...: see mini_catalog.c); a test adds or replaces what it needs.
 */
#ifndef BESTEK_TESTS_MINI_CATALOG_H
#define BESTEK_TESTS_MINI_CATALOG_H

#include "../../src/core/catalog/catalog.h"

/*
 * One file of the data folder: "catalog/cpu.csv", "rules/x.cfg", "workloads.cfg", "derive.sql". A text that begins with
 * '+' is added behind the tiny one's rows; any other replaces the file; NULL leaves it out. Sources that rows may name:
 * "mini", "memory".
 */
struct mini_file {
	const char *name;
	const char *text;
};

/*
 * Opens the tiny catalogue. extra ends with a NULL name, or is NULL. Without rules, unless extra brings some;
 * schema.sql and derive.sql are the shipped ones. Close with mini_catalog_close.
 */
int mini_catalog_open(struct catalog **out, const struct mini_file *extra);
/* The same with the shipped vocabulary and rules. */
int mini_catalog_open_rules(struct catalog **out, const struct mini_file *extra);
/* Why the last open failed, in the words of catalog_build. */
const char *mini_catalog_error(void);
/* Frees cat and removes its folder. */
void mini_catalog_close(struct catalog *cat);

/* Writes only the data folder; dir takes its path. Remove it with mini_data_remove. -1 when it cannot be written. */
int mini_data_make(char dir[64], const struct mini_file *extra, int shipped_rules);
void mini_data_remove(const char *dir);
/* The first id of a part of that model or part number; 0 when there is none. */
int64_t mini_part(struct catalog *cat, const char *kind, const char *name);

#endif
