/* SPDX-License-Identifier: MIT */
/* Details of the build room, for its own files only. */
#ifndef BESTEK_BUILD_BUILD_PRIV_H
#define BESTEK_BUILD_BUILD_PRIV_H

#include <libconfig.h>
#include <locale.h>

#include "../base/str.h"
#include "build.h"

/* An unknown key, as text that can be written back. */
struct extra {
	char *parent; /* path of its group with the dot: "need.", "build.nics.", "" at the top */
	char *item;   /* in a list of parts: the part's text, else NULL */
	int nth;      /* which of the items with that text, from 0 */
	char *text;   /* "key = value" on one line */
};

/* Never changed after loading, so copies of a build share it. */
struct build_extra {
	int refs;
	size_t n;
	struct extra *list;
};

/* Adds to b->extra, which must not be shared yet. Takes text over, also on failure. */
int extra_add(struct build *b, const char *parent, const char *item, int nth, char *text, struct err *err);
/* The flag that says whether the file held that half ("need." or "build."), NULL for another group. */
int *build_half(struct build *b, const char *group);

/* Where the field lives in b. */
void *field_at(struct build *b, const struct field *f);
const void *field_in(const struct build *b, const struct field *f);
void field_unset(struct build *b, const struct field *f);
int field_is_set(const struct build *b, const struct field *f);
int field_equal(const struct build *a, const struct build *b, const struct field *f);
/* 1 when a field's key begins with path and a dot. */
int field_is_group(const char *path);
/* 1 for a key that has no field but is no mistake: kept without a word. */
int field_is_kept(const char *path);
/* The known key most like name in the group parent (with its dot); dst is "" when none is close. */
void field_nearest(char *dst, size_t size, const char *parent, const char *name);

/* err_set with "NAME:LINE: " before the sentence. */
int bad_line(struct err *err, int code, const char *name, int line, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));

/*
 * Checks the text before libconfig sees it: encoding, nesting, number of keys, include directives, closed quotes and
 * braces, and numbers that libconfig would wrap, cut or turn into infinity. *out gets the text with the L that it needs
 * on numbers beyond 32 bits; lines stay the same.
 */
int scan_text(struct str *out, const char *name, const char *text, size_t len, struct err *err);

/* While in force, this thread reads and writes numbers with a point; messages must be made outside. */
struct plain_numbers { locale_t plain, before; };
void plain_numbers_begin(struct plain_numbers *p);
void plain_numbers_end(struct plain_numbers *p);

/* Values in libconfig's own notation. A whole real is written without a fraction unless keep_real. */
void save_real(struct str *out, double v, int keep_real);
void save_int(struct str *out, int64_t v);
/* "key = value", or the value alone for an element of a list. */
void save_setting(struct str *out, const config_setting_t *s);

#endif
