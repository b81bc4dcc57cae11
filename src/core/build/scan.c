/* SPDX-License-Identifier: MIT */
/*
 * The look at a file before libconfig reads it. libconfig 1.5 lets numbers beyond 32 bits wrap unless they end in L,
 * turns 1e999 into infinity, follows include directives, takes an open comment for the end, and needs stack and time
 * that grow with nesting and with the number of keys; and its "syntax error" seldom stands on the line of the mistake.
 */
#include "build_priv.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/i18n.h"

enum { DEPTH_MAX = 32, KEYS_MAX = 4000 };

struct scan {
	const char *name, *s, *end;
	int line, keys, depth;
	struct { char close; int line; } open[DEPTH_MAX];
	struct str *out;
	struct err *err;
};

int bad_line(struct err *err, int code, const char *name, int line, const char *fmt, ...)
{
	char text[800];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return err_set(err, code, "%s:%d: %s", name, line, text);
}

static int is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("-_*", c));
}

static int is_number(char c)
{
	return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+';
}

/* Control characters and encoding, everywhere: also in comments. */
static int check_bytes(struct scan *sc)
{
	const char *line = sc->s;
	int n = 1;

	for (const char *p = sc->s; p <= sc->end; p++) {
		if (p == sc->end || *p == '\n') {
			if (!str_utf8_valid(line, (size_t)(p - line)))
				return bad_line(sc->err, ERR_SYNTAX, sc->name, n,
				                _("this line is not valid UTF-8: save the file as UTF-8"));
			line = p + 1;
			n++;
		} else if (((unsigned char)*p < 0x20 && !strchr("\t\r\f", *p)) || *p == '\0' || *p == 0x7f) {
			return bad_line(sc->err, ERR_SYNTAX, sc->name, n,
			                _("a control character stands here: this is no text file"));
		}
	}
	return ERR_OK;
}

static int comment(struct scan *sc)
{
	int begun = sc->line;

	if (*sc->s == '#' || sc->s[1] == '/') {
		while (sc->s < sc->end && *sc->s != '\n')
			sc->s++;
		return ERR_OK;
	}
	for (sc->s += 2; sc->s < sc->end; sc->s++) {
		if (sc->s[0] == '*' && sc->s[1] == '/') {
			sc->s += 2;
			return ERR_OK;
		}
		sc->line += *sc->s == '\n';
	}
	return bad_line(sc->err, ERR_SYNTAX, sc->name, begun, _("the comment that begins here has no end: add */"));
}

static int quoted(struct scan *sc)
{
	for (sc->s++; sc->s < sc->end && *sc->s != '\n'; sc->s++) {
		if (*sc->s == '"') {
			sc->s++;
			return ERR_OK;
		}
		if (*sc->s != '\\')
			continue;
		if (strncmp(sc->s, "\\x00", 4) == 0 || strncmp(sc->s, "\\X00", 4) == 0)
			return bad_line(sc->err, ERR_SYNTAX, sc->name, sc->line,
			                _("a text cannot hold \\x00: remove it"));
		if (sc->s[1] && sc->s[1] != '\n')
			sc->s++;
	}
	return bad_line(sc->err, ERR_SYNTAX, sc->name, sc->line,
	                _("a text is not closed on this line: add the missing quote (\")"));
}

/*
 * Refuses what does not fit 64 bits or a finite real, and a number that runs into letters ("64GB"), which libconfig
 * would take for two words.
 */
static int number(struct scan *sc)
{
	char text[64], *end = text;
	size_t len = 0;
	const char *from = sc->s;
	int hex, real, too_big = 0, wide = 0;

	while (sc->s < sc->end && (is_number(*sc->s) || is_name(*sc->s))) {
		if (len + 1 < sizeof(text))
			text[len++] = *sc->s;
		sc->s++;
	}
	text[len] = '\0';
	hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	real = !hex && strpbrk(text, ".eE");
	errno = 0;
	if ((size_t)(sc->s - from) > len) {
		too_big = 1; /* more digits than any number needs */
	} else if (real) {
		struct plain_numbers plain;

		plain_numbers_begin(&plain);
		too_big = !isfinite(strtod(text, &end));
		plain_numbers_end(&plain);
	} else if (hex) {
		unsigned long long v = strtoull(text, &end, 16);

		too_big = errno == ERANGE || v > LLONG_MAX;
		wide = v > INT_MAX;
	} else {
		long long v = strtoll(text, &end, 10);

		too_big = errno == ERANGE;
		wide = v > INT_MAX || v < INT_MIN;
	}
	if (too_big)
		return bad_line(sc->err, ERR_RANGE, sc->name, sc->line,
		                _("the number %.40s is too large to be read: correct it"), text);
	if (end == text || end[strcmp(end, "L") == 0 ? 1 : strcmp(end, "LL") == 0 ? 2 : 0])
		return bad_line(sc->err, ERR_SYNTAX, sc->name, sc->line,
		                _("%.40s is not a number: correct it, or put it in quotes when it is text"), text);
	str_add_n(sc->out, from, (size_t)(sc->s - from));
	if (wide && !*end)
		str_add_c(sc->out, 'L');
	return ERR_OK;
}

static int open_bracket(struct scan *sc, char close)
{
	if (sc->depth == DEPTH_MAX)
		return bad_line(sc->err, ERR_SYNTAX, sc->name, sc->line,
		                _("groups are nested too deep (limit %d): make them flatter"), DEPTH_MAX);
	sc->open[sc->depth].close = close;
	sc->open[sc->depth++].line = sc->line;
	return ERR_OK;
}

static int close_bracket(struct scan *sc, char c)
{
	if (sc->depth == 0)
		return bad_line(sc->err, ERR_SYNTAX, sc->name, sc->line,
		                _("nothing is open that %c could close: remove it"), c);
	sc->depth--;
	if (sc->open[sc->depth].close != c)
		return bad_line(sc->err, ERR_SYNTAX, sc->name, sc->line,
		                _("%c stands where %c must close what line %d opens"), c, sc->open[sc->depth].close,
		                sc->open[sc->depth].line);
	return ERR_OK;
}

/* One mark outside names, numbers, texts and comments. */
static int mark(struct scan *sc, char c)
{
	switch (c) {
	case '{': return open_bracket(sc, '}');
	case '(': return open_bracket(sc, ')');
	case '[': return open_bracket(sc, ']');
	case '}': case ')': case ']': return close_bracket(sc, c);
	case '@':
		return bad_line(sc->err, ERR_SYNTAX, sc->name, sc->line,
		                _("include directives are not followed: copy the lines into this file"));
	case '=': case ':':
		if (++sc->keys > KEYS_MAX)
			return bad_line(sc->err, ERR_RANGE, sc->name, sc->line,
			                _("the configuration has too many keys (limit %d): make it smaller"), KEYS_MAX);
		return ERR_OK;
	case '\n':
		sc->line++;
		return ERR_OK;
	default:
		if ((unsigned char)c >= 0x80)
			return bad_line(sc->err, ERR_SYNTAX, sc->name, sc->line,
			                _("a letter or space that is not ASCII stands outside quotes (a hard space, a "
			                  "curly quote?): replace it, or put the text in \"straight quotes\""));
		return ERR_OK;
	}
}

int scan_text(struct str *out, const char *name, const char *text, size_t len, struct err *err)
{
	struct scan sc = { .name = name, .s = text, .end = text + len, .line = 1, .out = out, .err = err };
	int rc = check_bytes(&sc);

	while (rc == ERR_OK && sc.s < sc.end) {
		const char *from = sc.s;

		if (*from == '#' || (*from == '/' && (from[1] == '/' || from[1] == '*'))) {
			rc = comment(&sc);
		} else if (*from == '"') {
			rc = quoted(&sc);
		} else if (is_number(*from)) {
			rc = number(&sc);
			continue; /* it writes its own copy */
		} else if (is_name(*from)) {
			while (sc.s < sc.end && is_name(*sc.s))
				sc.s++;
		} else {
			rc = mark(&sc, *sc.s++);
		}
		str_add_n(out, from, (size_t)(sc.s - from));
	}
	if (rc == ERR_OK && sc.depth > 0)
		rc = bad_line(err, ERR_SYNTAX, name, sc.open[sc.depth - 1].line,
		              _("what opens here is never closed: add %c"), sc.open[sc.depth - 1].close);
	if (rc == ERR_OK && out->failed)
		rc = err_nomem(err);
	return rc;
}

void plain_numbers_begin(struct plain_numbers *p)
{
	p->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	/* Without memory for it the thread keeps the program's own, which is C for numbers too. */
	p->before = uselocale(p->plain);
}

void plain_numbers_end(struct plain_numbers *p)
{
	uselocale(p->before);
	if (p->plain)
		freelocale(p->plain);
}
