/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "i18n.h"
#include "num.h"
#include "str.h"

int num_add(int64_t a, int64_t b, int64_t *out)
{
	int64_t sum;

	if (__builtin_add_overflow(a, b, &sum))
		return -1;
	*out = sum;
	return 0;
}

int num_mul(int64_t a, int64_t b, int64_t *out)
{
	int64_t product;

	if (__builtin_mul_overflow(a, b, &product))
		return -1;
	*out = product;
	return 0;
}

int num_muldiv(int64_t a, int64_t b, int64_t c, int64_t *out)
{
	__extension__ typedef __int128 wide;
	wide product = (wide)a * b, divisor = c, q, rest;

	if (c == 0)
		return -1;
	if (divisor < 0) {
		product = -product;
		divisor = -divisor;
	}
	q = product / divisor;
	rest = product % divisor;
	if (rest < 0)
		rest = -rest;
	if (rest * 2 >= divisor)
		q += product < 0 ? -1 : 1;
	if (q > INT64_MAX || q < INT64_MIN)
		return -1;
	*out = (int64_t)q;
	return 0;
}

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Skips digits. */
static const char *digits(const char *s)
{
	while (is_digit(*s))
		s++;
	return s;
}

int num_parse_i64(const char *s, int64_t *out)
{
	const char *start = s + (*s == '-' || *s == '+'), *end = digits(start);
	long long v;

	if (end == start || *end != '\0')
		return -1;
	errno = 0;
	v = strtoll(s, NULL, 10);
	if (errno == ERANGE)
		return -1;
	*out = v;
	return 0;
}

/* Numbers in files have a point whatever LC_NUMERIC a library may have set. Made once, kept until the end. */
static locale_t c_locale(void)
{
	static locale_t loc;

	if (!loc)
		loc = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
	return loc;
}

int num_parse_double(const char *s, double *out)
{
	const char *start = s + (*s == '-' || *s == '+'), *end = digits(start);
	locale_t loc = c_locale();
	double v;

	/* Our own grammar: strtod would also take "inf", "nan", hexadecimal and blanks. */
	if (end == start)
		return -1;
	if (*end == '.') {
		start = end + 1;
		end = digits(start);
		if (end == start)
			return -1;
	}
	if (*end == 'e' || *end == 'E') {
		start = end + 1;
		start += *start == '-' || *start == '+';
		end = digits(start);
		if (end == start)
			return -1;
	}
	if (*end != '\0' || !loc)
		return -1;
	v = strtod_l(s, NULL, loc);
	if (!isfinite(v))
		return -1;
	*out = v;
	return 0;
}

int num_parse_cents(const char *s, int64_t *out)
{
	int negative = *s == '-';
	int64_t cents = 0;
	int decimals = -1;

	s += negative;
	if (!is_digit(*s))
		return -1;
	for (; *s; s++) {
		if (*s == '.' && decimals < 0) {
			decimals = 0;
			continue;
		}
		if (!is_digit(*s) || decimals == 2)
			return -1;
		if (decimals >= 0)
			decimals++;
		if (num_mul(cents, 10, &cents) != 0 || num_add(cents, '0' - *s, &cents) != 0)
			return -1;
	}
	if (decimals == 0)
		return -1;
	for (decimals = decimals < 0 ? 0 : decimals; decimals < 2; decimals++)
		if (num_mul(cents, 10, &cents) != 0)
			return -1;
	/* Counted below zero, where the range is one larger. */
	if (!negative && num_mul(cents, -1, &cents) != 0)
		return -1;
	*out = cents;
	return 0;
}

/* printf of one double with a point as mark. */
static void print_double(char *dst, size_t size, const char *kind, int decimals, double v)
{
	locale_t loc = c_locale(), old = loc ? uselocale(loc) : (locale_t)0;

	if (*kind == 'e')
		snprintf(dst, size, "%.*e", decimals, v);
	else
		snprintf(dst, size, "%.*f", decimals, v);
	if (loc)
		uselocale(old);
}

static void drop_zeros(char *s)
{
	char *end;

	if (!strchr(s, '.'))
		return;
	end = s + strlen(s);
	while (end[-1] == '0')
		end--;
	if (end[-1] == '.')
		end--;
	*end = '\0';
}

void num_write_double(char *dst, size_t size, double v, int decimals)
{
	char text[400];

	if (!isfinite(v)) {
		str_copy(dst, size, "null");
		return;
	}
	if (decimals < 0) {
		int64_t exponent = 0;
		double rounded = v;

		print_double(text, sizeof(text), "e", 5, v);
		if (num_parse_double(text, &rounded) != 0 || num_parse_i64(strchr(text, 'e') + 1, &exponent) != 0)
			exponent = 0;
		print_double(text, sizeof(text), "f", exponent < 5 ? (int)(5 - exponent) : 0, rounded);
		drop_zeros(text);
	} else {
		print_double(text, sizeof(text), "f", decimals, v);
	}
	/* "-0.00" is zero. */
	if (text[0] == '-' && strspn(text + 1, "0.") == strlen(text + 1))
		memmove(text, text + 1, strlen(text));
	/* A number cut short would be another number: an exponent is the lesser evil where 32 characters do not do. */
	if (strlen(text) >= size)
		print_double(text, sizeof(text), "e", 5, v);
	str_copy(dst, size, text);
}

static uint64_t magnitude(int64_t v)
{
	return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

void num_write_cents(char *dst, size_t size, int64_t cents)
{
	uint64_t m = magnitude(cents);

	snprintf(dst, size, "%s%llu.%02llu", cents < 0 ? "-" : "", (unsigned long long)(m / 100),
	         (unsigned long long)(m % 100));
}

/* A bounded text that grows at its end. */
struct out {
	char *dst;
	size_t size, len;
};

static void put_n(struct out *o, const char *s, size_t n)
{
	if (o->len + n >= o->size)
		n = o->size - 1 - o->len;
	memcpy(o->dst + o->len, s, n);
	o->len += n;
	o->dst[o->len] = '\0';
}

static void put(struct out *o, const char *s)
{
	put_n(o, s, strlen(s));
}

/* "-1234.50" in the reader's marks. */
static void put_number(struct out *o, const char *s)
{
	/* TRANSLATORS: what parts groups of three digits: "," in English, "." in Dutch and German. */
	const char *group = pgettext("thousands separator", ",");
	/* TRANSLATORS: the mark between whole and fraction: "." in English, "," in Dutch and German. */
	const char *mark = pgettext("decimal mark", ".");
	size_t whole;

	if (*s == '-')
		put_n(o, s++, 1);
	for (whole = strspn(s, "0123456789"); whole > 0; s++) {
		put_n(o, s, 1);
		if (--whole > 0 && whole % 3 == 0)
			put(o, group);
	}
	if (*s == '.') {
		put(o, mark);
		s++;
	}
	put(o, s);
}

void num_show_i64(char *dst, size_t size, int64_t v)
{
	struct out o = { dst, size, 0 };
	char text[32];

	snprintf(text, sizeof(text), "%lld", (long long)v);
	put_number(&o, text);
}

void num_show_double(char *dst, size_t size, double v, int max_decimals)
{
	struct out o = { dst, size, 0 };
	char text[48];

	num_write_double(text, sizeof(text), v, max_decimals < 0 ? 0 : max_decimals);
	if (!strchr(text, 'e'))
		drop_zeros(text);
	put_number(&o, text);
}

static void show_money(char *dst, size_t size, const char *number, const char *currency)
{
	/* TRANSLATORS: where the currency code stands: "EUR 1,234.50". */ /* xgettext:python-brace-format */
	const char *pattern = pgettext("money", "{currency} {amount}");
	static const char currency_slot[] = "{currency}", amount_slot[] = "{amount}";
	struct out o = { dst, size, 0 };

	dst[0] = '\0';
	if (!currency || !*currency) {
		put_number(&o, number);
		return;
	}
	while (*pattern) {
		if (strncmp(pattern, currency_slot, sizeof(currency_slot) - 1) == 0) {
			put(&o, currency);
			pattern += sizeof(currency_slot) - 1;
		} else if (strncmp(pattern, amount_slot, sizeof(amount_slot) - 1) == 0) {
			put_number(&o, number);
			pattern += sizeof(amount_slot) - 1;
		} else {
			put_n(&o, pattern++, 1);
		}
	}
}

void num_show_money(char *dst, size_t size, int64_t cents, const char *currency)
{
	char text[32];

	num_write_cents(text, sizeof(text), cents);
	show_money(dst, size, text, currency);
}

void num_show_money_round(char *dst, size_t size, int64_t cents, const char *currency)
{
	char text[32];
	uint64_t units = (magnitude(cents) + 50) / 100;

	snprintf(text, sizeof(text), "%s%llu", cents < 0 && units > 0 ? "-" : "", (unsigned long long)units);
	show_money(dst, size, text, currency);
}

static int days_in_month(int y, int m)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;

	return days[m - 1] + (m == 2 && leap);
}

static int date_split(const char *s, int *y, int *m, int *d)
{
	int i;

	if (!s || strlen(s) != 10 || s[4] != '-' || s[7] != '-')
		return -1;
	for (i = 0; i < 10; i++)
		if (i != 4 && i != 7 && !is_digit(s[i]))
			return -1;
	*y = (s[0] - '0') * 1000 + (s[1] - '0') * 100 + (s[2] - '0') * 10 + (s[3] - '0');
	*m = (s[5] - '0') * 10 + (s[6] - '0');
	*d = (s[8] - '0') * 10 + (s[9] - '0');
	return *y >= 1 && *m >= 1 && *m <= 12 && *d >= 1 && *d <= days_in_month(*y, *m) ? 0 : -1;
}

int date_valid(const char *s)
{
	int y, m, d;

	return date_split(s, &y, &m, &d) == 0;
}

static void date_join(char dst[11], int y, int m, int d)
{
	/* Each part is in range already: % tells the compiler that ten characters do. */
	snprintf(dst, 11, "%04u-%02u-%02u", (unsigned)y % 10000, (unsigned)m % 100, (unsigned)d % 100);
}

void date_today(char dst[11])
{
	const char *fixed = getenv("BESTEK_TODAY");
	time_t now = time(NULL);
	struct tm tm;

	if (fixed && date_valid(fixed))
		str_copy(dst, 11, fixed);
	else if (localtime_r(&now, &tm))
		date_join(dst, tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday);
	else
		date_join(dst, 1970, 1, 1);
}

/* Days since 0001-01-01 in the Gregorian calendar. */
static int64_t day_number(int y, int m, int d)
{
	int64_t years = y - 1, days = years * 365 + years / 4 - years / 100 + years / 400 + d - 1;
	int i;

	for (i = 1; i < m; i++)
		days += days_in_month(y, i);
	return days;
}

int64_t date_diff_days(const char *a, const char *b)
{
	int ya, ma, da, yb, mb, db;

	if (date_split(a, &ya, &ma, &da) != 0 || date_split(b, &yb, &mb, &db) != 0)
		return INT64_MIN;
	return day_number(yb, mb, db) - day_number(ya, ma, da);
}

int date_add_days(const char *s, int days, char dst[11])
{
	int y, m, d;
	int64_t n;

	if (date_split(s, &y, &m, &d) != 0)
		return -1;
	n = day_number(y, m, d) + days;
	if (n < 0 || n > day_number(9999, 12, 31))
		return -1;
	y = (int)(n / 366) + 1;
	while (y < 9999 && day_number(y + 1, 1, 1) <= n)
		y++;
	for (m = 1; m < 12 && day_number(y, m + 1, 1) <= n; m++)
		;
	date_join(dst, y, m, (int)(n - day_number(y, m, 1)) + 1);
	return 0;
}
