/* SPDX-License-Identifier: MIT */
/* A growing string, and small text helpers. UTF-8 throughout. */
#ifndef BESTEK_BASE_STR_H
#define BESTEK_BASE_STR_H

#include <stdarg.h>
#include <stddef.h>

struct str {
	char *s;    /* NUL-terminated when len > 0 or after str_c; owned */
	size_t len; /* bytes without the NUL */
	size_t cap;
	int failed; /* out of memory happened: the text is incomplete */
};
#define STR_INIT { 0, 0, 0, 0 }

void str_release(struct str *b);
void str_clear(struct str *b);
/* Each add returns 0, or -1 when out of memory (and sets failed, so that a run of adds is checked once). */
int str_add(struct str *b, const char *s);
int str_add_n(struct str *b, const char *s, size_t n);
int str_add_c(struct str *b, char c);
int str_addf(struct str *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int str_vaddf(struct str *b, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
/* The text, never NULL. */
const char *str_c(const struct str *b);
/* Hands the text over (caller mem_free's it); NULL when failed. The builder is empty afterwards. */
char *str_take(struct str *b);

/*
 * Copies src into dst (size bytes with the NUL), cutting at a character boundary. Returns 1 when it was cut.
 * Control characters (C0, DEL, C1) become spaces and bytes that are not valid UTF-8 become '?', so that the copy is
 * safe to show. src NULL counts as "".
 */
int str_copy_clean(char *dst, size_t size, const char *src);
/* Plain bounded copy at a character boundary; returns 1 when cut. */
int str_copy(char *dst, size_t size, const char *src);
/* Columns on a terminal (wide characters 2, combining 0); needs no locale. */
int str_width(const char *s);
/* Bytes of s that fit in columns, whole characters (with their combining marks) only. */
size_t str_fit(const char *s, int columns);
/* 1 when s is valid UTF-8 (no overlong forms, no surrogates). */
int str_utf8_valid(const char *s, size_t n);
/* Compares ASCII letters without case. */
int str_casecmp(const char *a, const char *b);

#endif
