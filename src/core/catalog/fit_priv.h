/* SPDX-License-Identifier: MIT */
/* Does a text name this part? Inside the catalogue room only: resolve.c, fit.c. */
#ifndef BESTEK_CATALOG_FIT_PRIV_H
#define BESTEK_CATALOG_FIT_PRIV_H

#include "resolve_priv.h"

enum { CHUNKS = 12, NUMBER_MIN = 4, NUMBER_WHOLE_MIN = 8 };

/* The figures of memory in a text; 0 or "" when it does not say. */
struct memory {
	double capacity_gb;
	int generation; /* 4, 5 */
	int mts, ranks;
	char type[12];  /* as in table dimm, lower case */
	char width[4];
	double die_gbit;
	unsigned char used[WORDS_MAX]; /* words that are figures */
	int broken;                    /* it contradicts itself */
};

struct query {
	int kind;
	struct words w;
	int first, last; /* the words between the counts "2x ..." and "... x 12" */
	int chunks;
	struct {
		int from, to;
		char key[KEY_BYTES];
	} chunk[CHUNKS];
	struct memory memory;
};

struct candidate {
	struct part part;
	struct words model, number;
	struct words label; /* of the kinds that have no figures here, else empty */
	char form[16], memory_type[16], architecture[48];
	double memory_gb, tdp_w; /* GPU; 0 when unknown */
	double capacity_tb;      /* drive */
	char drive_form[8];
	struct {
		double capacity_gb, die_gbit;
		int generation, mts, ranks;
		char type[12], width[4];
	} dimm;
};

/* How sure it is, from not at all: by the beginning of its number, its name, a name that says more, its number. */
enum rank { RANK_NONE, RANK_PREFIX, RANK_NAME, RANK_VARIANT, RANK_NUMBER };

/* Reads text, which stays the caller's. */
void query_init(struct query *q, int kind, const char *text);
enum rank fit(const struct query *q, const struct candidate *c);
/* The same by figures alone, for memory. */
enum rank fit_memory(const struct query *q, const struct candidate *c);
/* 1 when the part fits but is a maybe: one of its sisters, even if not in the catalogue, can be meant as well. */
int fit_is_maybe(const struct query *q, const struct candidate *c);

/* 1 when the text is one about memory. */
int memory_given(const struct memory *m);
/* 1 when what the text says of memory is true of the module. */
int memory_agrees(const struct memory *m, const struct candidate *c);
/* 1 when both are modules of the same figures. */
int memory_same(const struct candidate *a, const struct candidate *b);

#endif
