/* SPDX-License-Identifier: MIT */
#include "resolve_priv.h"

#include <string.h>

static int is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static int is_word_byte(int c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || c >= 0x80;
}

/* One character of UTF-8 at s (not its end); *len bytes long. -1 for bytes that are none. */
static int32_t decode(const unsigned char *s, size_t *len)
{
	static const int32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
	int32_t c = n == 1 ? s[0] : n == 2 ? s[0] & 0x1f : n == 3 ? s[0] & 0x0f : s[0] & 0x07;

	*len = 1;
	if (n == 0)
		return -1;
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return -1;
		c = c << 6 | (s[i] & 0x3f);
	}
	*len = n;
	return c < least[n] ? -1 : c;
}

/* What a character counts as: 0 nothing, an ASCII character, or -1 for itself. */
static int fold(int32_t c)
{
	if (c >= 0xff01 && c <= 0xff5e) /* full width */
		c -= 0xfee0;
	if (c == 0xad || (c >= 0x200b && c <= 0x200f) || c == 0x2060 || c == 0xfeff)
		return 0;
	if (c < 0x20 || (c >= 0x7f && c <= 0xa0) || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f)
		return ' ';
	if (c == 0xa9 || c == 0xae || c == 0x2120 || c == 0x2122) /* (C) (R) SM TM */
		return ' ';
	if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212)
		return '-';
	if (c == 0xd7) /* multiplication sign */
		return 'x';
	if (c >= 0x3000 && c <= 0x303f)
		return ' ';
	if (c >= 'A' && c <= 'Z')
		return (int)c - 'A' + 'a';
	return c < 0x80 ? (int)c : -1;
}

/* The folded text in dst (WORDS_BYTES + 1). Returns 1 when the text went on. */
static int fold_text(char *dst, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t used = 0, len;

	while (*s) {
		int32_t c = decode(s, &len);
		int f = c < 0 ? ' ' : fold(c);

		if (used + len > WORDS_BYTES)
			break;
		if (f > 0) {
			dst[used++] = (char)f;
		} else if (f < 0) {
			memcpy(dst + used, s, len);
			used += len;
		}
		s += len;
	}
	dst[used] = '\0';
	return *s != '\0';
}

/* Bytes of "(r)", "(tm)", "(c)" at s, else 0. */
static size_t mark_length(const char *s)
{
	static const char *const marks[] = { "(r)", "(tm)", "(c)" };

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (strncmp(s, marks[i], strlen(marks[i])) == 0)
			return strlen(marks[i]);
	return 0;
}

/* Bytes of the word that starts at s. */
static size_t word_length(const char *s)
{
	size_t n = 0;

	for (; s[n]; n++) {
		int c = (unsigned char)s[n], next = (unsigned char)s[n + 1];

		if (is_word_byte(c))
			continue;
		/* 8592+, 7.68, M.2, E1.S: part of the word */
		if (c == '+' && n > 0 && !is_word_byte(next))
			continue;
		if (c == '.' && n > 0 && is_word_byte(next) &&
		    (is_digit((unsigned char)s[n - 1]) || is_digit(next) || n == 1))
			continue;
		break;
	}
	return n;
}

/* Joins word i with the one behind it. */
static void join(struct words *w, int i)
{
	size_t end = (size_t)w->at[w->n - 1] + strlen(words_get(w, w->n - 1)) + 1;
	size_t cut = (size_t)w->at[i + 1] - 1;

	memmove(w->buf + cut, w->buf + cut + 1, end - cut - 1);
	for (int k = i + 1; k < w->n - 1; k++) {
		w->at[k] = (unsigned short)(w->at[k + 1] - 1);
		w->chunk[k] = w->chunk[k + 1];
	}
	w->n--;
}

/* Adds a word; glued names are taken apart: EPYC9654, H100NVL, Gaudi2. */
static void add_word(struct words *w, const char *s, size_t n, int chunk)
{
	static const char *const heads[] = { "epyc", "xeon", "hgx", "instinct", "gaudi", "tesla", "rtx" };
	static const char *const tails[] = { "nvl", "pcie", "sxm" };
	size_t end = w->n ? (size_t)w->at[w->n - 1] + strlen(words_get(w, w->n - 1)) + 1 : 0;

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		size_t len = strlen(heads[i]);

		if (n > len && memcmp(s, heads[i], len) == 0 && (is_digit((unsigned char)s[len]) ||
		    (n > len + 1 && is_digit((unsigned char)s[len + 1])))) {
			add_word(w, s, len, chunk);
			add_word(w, s + len, n - len, chunk);
			return;
		}
	}
	for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
		size_t len = strlen(tails[i]);

		if (n > len + 1 && memcmp(s + n - len, tails[i], len) == 0 && is_digit((unsigned char)s[n - len - 1])) {
			add_word(w, s, n - len, chunk);
			add_word(w, s + n - len, len, chunk);
			return;
		}
	}
	if (w->n == WORDS_MAX || end + n + 1 > sizeof(w->buf)) {
		w->cut = 1;
		return;
	}
	memcpy(w->buf + end, s, n);
	w->buf[end + n] = '\0';
	w->at[w->n] = (unsigned short)end;
	w->chunk[w->n] = (unsigned char)chunk;
	w->n++;
}

static int is_number(const char *word)
{
	double v;

	return word_number(word, "", &v);
}

void words_split(struct words *w, const char *text)
{
	static const char units[] = " gb tb w ghz mhz mt mts ";
	static const char counted[] = " core cores ";
	char folded[WORDS_BYTES + 1];
	int chunk = 0, started = 0;
	char gap = 0; /* the first character since the last word */

	w->n = 0;
	w->buf[0] = '\0';
	w->cut = fold_text(folded, text);
	for (const char *s = folded; *s;) {
		size_t n = mark_length(s);
		int last = w->n - 1;

		if (n > 0) {
			s += n;
			gap = gap ? gap : ' ';
			continue;
		}
		n = word_length(s);
		if (n > 0) {
			add_word(w, s, n, chunk);
			if (last >= 0 && w->n == last + 2 && is_number(words_get(w, last)) &&
			    ((gap == ' ' && word_listed(units, words_get(w, last + 1))) ||
			     word_listed(counted, words_get(w, last + 1))))
				join(w, last);
			started = 1;
			gap = 0;
			s += n;
			continue;
		}
		if (*s == '+' && last >= 0 && gap == ' ') { /* "8592 +" */
			size_t end = (size_t)w->at[last] + strlen(words_get(w, last));

			if (end + 2 <= sizeof(w->buf)) {
				w->buf[end] = '+';
				w->buf[end + 1] = '\0';
			}
		}
		if (strchr(" ,;()[]{}\"|=", *s) || strncmp(s, "---", 3) == 0)
			chunk += started && (w->n == 0 || w->chunk[w->n - 1] == chunk) && chunk < 255;
		gap = gap ? gap : *s;
		s++;
	}
}

const char *words_get(const struct words *w, int i)
{
	return w->buf + w->at[i];
}

int words_have(const struct words *w, const char *word)
{
	for (int i = 0; i < w->n; i++)
		if (strcmp(words_get(w, i), word) == 0)
			return 1;
	return 0;
}

void words_key(const struct words *w, int from, int to, char *dst)
{
	size_t used = 0;

	for (int i = from; i < to; i++) {
		size_t n = strlen(words_get(w, i));

		if (used + n >= KEY_BYTES)
			break;
		memcpy(dst + used, words_get(w, i), n);
		used += n;
	}
	dst[used] = '\0';
}

int word_has_digit(const char *word)
{
	return word[strcspn(word, "0123456789")] != '\0';
}

int word_listed(const char *list, const char *word)
{
	size_t n = strlen(word);

	if (n == 0)
		return 0;
	for (const char *s = strstr(list, word); s; s = strstr(s + 1, word))
		if (s > list && s[-1] == ' ' && s[n] == ' ')
			return 1;
	return 0;
}

int word_number(const char *word, const char *unit, double *value)
{
	double v = 0, scale = 1;
	const char *s = word;

	if (!is_digit((unsigned char)*s))
		return 0;
	for (; is_digit((unsigned char)*s) && v < 1e12; s++)
		v = v * 10 + (*s - '0');
	if (*s == '.' && is_digit((unsigned char)s[1]))
		for (s++; is_digit((unsigned char)*s) && scale > 1e-9; s++)
			v += (*s - '0') * (scale /= 10);
	*value = v;
	return strcmp(s, unit) == 0;
}

int word_can_find(const char *word)
{
	static const char units[][6] = { "gb", "tb", "w", "ghz", "mhz", "core", "cores", "mt", "mts", "gt", "mb", "mm",
		"c", "t", "g", "m", "x" };
	double v;

	for (size_t k = 0; k < sizeof(units) / sizeof(units[0]); k++)
		/* 8480C is a name */
		if (word_number(word, units[k], &v) && (v < 1000 || strlen(units[k]) > 1 || units[k][0] == 'w'))
			return 0;
	return strlen(word) >= 2 && !strchr(word, '.') &&
	       !word_listed(" amd intel nvidia epyc xeon gold platinum silver bronze supermicro cpu processor pcie nvme"
		" ddr4 ddr5 ", word);
}

int word_distance(const char *a, const char *b)
{
	enum { LONG = 40 };
	int row[3][LONG + 1];
	int na = (int)strlen(a), nb = (int)strlen(b);

	na = na < LONG ? na : LONG;
	nb = nb < LONG ? nb : LONG;

	for (int j = 0; j <= nb; j++)
		row[0][j] = j;
	for (int i = 1; i <= na; i++) {
		int *now = row[i % 3], *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];

		now[0] = i;
		for (int j = 1; j <= nb; j++) {
			int d = up[j - 1] + (a[i - 1] != b[j - 1]);

			if (up[j] + 1 < d)
				d = up[j] + 1;
			if (now[j - 1] + 1 < d)
				d = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && up2[j - 2] + 1 < d)
				d = up2[j - 2] + 1;
			now[j] = d;
		}
	}
	return row[na % 3][nb];
}

void match_add(struct match *m, const char *op, const char *word, size_t n, int prefix)
{
	size_t need = strlen(op) + n + 8;

	if (m->len + need >= sizeof(m->text))
		return;
	if (m->len > 0) {
		m->text[m->len++] = ' ';
		memcpy(m->text + m->len, op, strlen(op));
		m->len += strlen(op);
		m->text[m->len++] = ' ';
	}
	m->text[m->len++] = '"';
	for (size_t i = 0; i < n; i++)
		m->text[m->len++] = word[i] == '"' ? ' ' : word[i];
	m->text[m->len++] = '"';
	if (prefix)
		m->text[m->len++] = '*';
	m->text[m->len] = '\0';
}
