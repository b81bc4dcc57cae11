/* SPDX-License-Identifier: MIT */
/* The words of a part's name, folded for comparison. Inside the catalogue room only: resolve.c, search.c, words.c. */
#ifndef BESTEK_CATALOG_RESOLVE_PRIV_H
#define BESTEK_CATALOG_RESOLVE_PRIV_H

#include <stddef.h>

#include "catalog.h"

enum {
	WORDS_BYTES = 256, /* of a text that are read; more is no part's name */
	WORDS_MAX = 48,
	KEY_BYTES = WORDS_BYTES + 1,
};

/*
 * Lower-case words without blanks, hyphens and marks ((R), (TM)); '+' at a word's end and '.' between digits belong to
 * the word; a number and its unit are one word ("64 GB" is 64gb). "---", blanks, brackets, ',' and ';' end a chunk:
 * the words of a part number share one.
 */
struct words {
	char buf[WORDS_BYTES + WORDS_MAX + 2]; /* the words, each with its NUL, one behind the other */
	unsigned short at[WORDS_MAX];          /* where each starts */
	unsigned char chunk[WORDS_MAX];
	int n;
	int cut; /* the text went on */
};

/* Reads text, whatever its bytes. */
void words_split(struct words *w, const char *text);
/* Word i; borrowed from w. */
const char *words_get(const struct words *w, int i);
/* 1 when one of the words is word. */
int words_have(const struct words *w, const char *word);
/* The words from..to-1 without gaps into dst (KEY_BYTES): equal names have equal keys. */
void words_key(const struct words *w, int from, int to, char *dst);

int word_has_digit(const char *word);
/* 1 when the blank-separated list, with a blank at both ends, has the word. */
int word_listed(const char *list, const char *word);
/* 1 when word is a number followed by exactly unit; *value is the number. */
int word_number(const char *word, const char *unit, double *value);
/* 1 for a word that can find parts: not a brand that hundreds share, not a figure with its unit. */
int word_can_find(const char *word);
/* Insertions, deletions, replacements and swaps of neighbours that turn a into b. */
int word_distance(const char *a, const char *b);

/* An FTS5 query under construction: every word quoted, so that no text of a user is read as FTS syntax. */
struct match {
	char text[1024];
	size_t len;
};
/* Adds op ("AND", "OR") and the first n bytes of word, as a prefix when asked. What does not fit is left out. */
void match_add(struct match *m, const char *op, const char *word, size_t n, int prefix);

/*
 * The parts whose names look most like the text, best first: max at most. For what resolve does not know and search
 * does not find.
 */
int catalog_closest(struct catalog *cat, int kind, const struct words *w, struct part *out, int max, int *n,
                    struct err *err);
/* The kind's name to bind, or NULL for every kind. */
const char *kind_or_null(int kind);

#endif
