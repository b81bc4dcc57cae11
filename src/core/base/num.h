/* SPDX-License-Identifier: MIT */
/*
 * Numbers, money and dates. Two faces: machine text (always '.', no grouping, whatever the locale) and text for
 * people (the reader's language decides mark and grouping, through translated strings, so that it works on a host with
 * only the C locales).
 */
#ifndef BESTEK_BASE_NUM_H
#define BESTEK_BASE_NUM_H

#include <stddef.h>
#include <stdint.h>

/* Checked arithmetic: 0 on success, -1 on overflow (and *out untouched). */
int num_add(int64_t a, int64_t b, int64_t *out);
int num_mul(int64_t a, int64_t b, int64_t *out);
/* a * b / c rounded half away from zero, through 128 bits; -1 on overflow or c = 0. */
int num_muldiv(int64_t a, int64_t b, int64_t c, int64_t *out);

/* Reads the whole string as a number with '.' as mark; -1 when it is not one, or not finite. */
int num_parse_i64(const char *s, int64_t *out);
int num_parse_double(const char *s, double *out);
/* Money text "1234.5" -> cents; at most two decimals; -1 when wrong. */
int num_parse_cents(const char *s, int64_t *out);

/* Machine text. size 32 is enough for each. */
void num_write_double(char *dst, size_t size, double v, int decimals); /* decimals < 0: shortest that round-trips to 6 significant digits, no exponent */
void num_write_cents(char *dst, size_t size, int64_t cents); /* "-1234.50" */

/* Text for people, in the current language. size 64 is enough for each. */
void num_show_i64(char *dst, size_t size, int64_t v);
void num_show_double(char *dst, size_t size, double v, int max_decimals); /* trailing zeros dropped */
void num_show_money(char *dst, size_t size, int64_t cents, const char *currency); /* "EUR 1,234.50" */
void num_show_money_round(char *dst, size_t size, int64_t cents, const char *currency); /* whole units: "EUR 1,235" */

/* Dates are plain calendar days, "YYYY-MM-DD"; a price list may also say "YYYY-MM" or "YYYY", "YYYY-Qn". */
int date_valid(const char *s); /* full date, real day */
void date_today(char dst[11]); /* local calendar day; BESTEK_TODAY overrides it, for tests and reproducible quotes */
/* Days from a to b (both full dates); INT64_MIN when one is not a date. */
int64_t date_diff_days(const char *a, const char *b);
/* Adds days to a full date. -1 when s is not one. */
int date_add_days(const char *s, int days, char dst[11]);

#endif
