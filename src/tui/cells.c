/* SPDX-License-Identifier: MIT */
#include "cells.h"

#include <string.h>

#include "../core/base/mem.h"
#include "../core/base/str.h"

int cells_resize(struct cells *c, int rows, int cols)
{
	struct cell *cell;

	rows = rows < 1 ? 1 : rows > CELLS_ROWS_MAX ? CELLS_ROWS_MAX : rows;
	cols = cols < 1 ? 1 : cols > CELLS_COLS_MAX ? CELLS_COLS_MAX : cols;
	if (c->cell && rows == c->rows && cols == c->cols)
		return 0;
	cell = mem_calloc((size_t)rows * (size_t)cols, sizeof(*cell));
	if (!cell)
		return -1;
	mem_free(c->cell);
	c->cell = cell;
	c->rows = rows;
	c->cols = cols;
	cells_clear(c);
	return 0;
}

void cells_release(struct cells *c)
{
	mem_free(c->cell);
	c->cell = NULL;
	c->rows = c->cols = 0;
}

static struct cell *cell_at(struct cells *c, int y, int x)
{
	return &c->cell[(size_t)y * (size_t)c->cols + (size_t)x];
}

static void put(struct cells *c, int y, int x, const char *ch, size_t n, int width, enum style style)
{
	struct cell *at;

	if (y < 0 || y >= c->rows || x < 0 || x + width > c->cols)
		return;
	/* Half of a wide character must not stay behind. */
	if (cell_at(c, y, x)->width == 0 && x > 0)
		*cell_at(c, y, x - 1) = (struct cell){ .ch = " ", .width = 1, .style = cell_at(c, y, x - 1)->style };
	if (x + width < c->cols && cell_at(c, y, x + width)->width == 0)
		*cell_at(c, y, x + width) = (struct cell){ .ch = " ", .width = 1, .style = (unsigned char)style };
	at = cell_at(c, y, x);
	if (n >= CELL_BYTES)
		n = CELL_BYTES - 1;
	memcpy(at->ch, ch, n);
	at->ch[n] = '\0';
	at->width = (unsigned char)width;
	at->style = (unsigned char)style;
	if (width == 2)
		*cell_at(c, y, x + 1) = (struct cell){ .width = 0, .style = (unsigned char)style };
}

void cells_fill(struct cells *c, struct rect r, enum style style)
{
	for (int y = r.y; y < r.y + r.h; y++)
		for (int x = r.x; x < r.x + r.w; x++)
			put(c, y, x, " ", 1, 1, style);
}

void cells_clear(struct cells *c)
{
	for (int i = 0; i < c->rows * c->cols; i++)
		c->cell[i] = (struct cell){ .ch = " ", .width = 1, .style = ST_PLAIN };
	c->cursor_y = c->cursor_x = 0;
}

/* One code point: its length in bytes (1 for a broken byte) and value. */
static size_t decode(const char *s, unsigned *cp)
{
	const unsigned char *u = (const unsigned char *)s;
	size_t n = u[0] < 0x80 ? 1 : u[0] >= 0xf0 ? 4 : u[0] >= 0xe0 ? 3 : u[0] >= 0xc2 ? 2 : 1;

	*cp = n == 1 ? u[0] : u[0] & (0xffu >> (n + 1));
	if (n == 1 && u[0] >= 0x80)
		*cp = '?';
	for (size_t i = 1; i < n; i++) {
		if ((u[i] & 0xc0) != 0x80) {
			*cp = '?';
			return i;
		}
		*cp = *cp << 6 | (u[i] & 0x3f);
	}
	return n;
}

/* Characters without a picture of their own, whose width terminals disagree on. */
static int invisible(unsigned cp)
{
	return cp == 0xad || cp == 0x61c || (cp >= 0x200b && cp <= 0x200f) || (cp >= 0x202a && cp <= 0x202e) ||
	       (cp >= 0x2060 && cp <= 0x206f) || (cp >= 0xfe00 && cp <= 0xfe0f) || cp == 0xfeff ||
	       (cp >= 0xe0000 && cp <= 0xe0fff);
}

static int is_control(unsigned cp)
{
	return cp < 0x20 || (cp >= 0x7f && cp < 0xa0);
}

static int width_of(const char *s, size_t n)
{
	char one[8];

	memcpy(one, s, n);
	one[n] = '\0';
	return str_width(one);
}

/* The next thing to put: its bytes in ch, its columns; returns bytes eaten, 0 at the end. */
static size_t glyph(const char *s, char ch[CELL_BYTES], size_t *n, int *width)
{
	size_t at = 0;
	unsigned cp;

	*n = 0;
	*width = 0;
	while (s[at]) {
		size_t len = decode(s + at, &cp);
		int w;

		if (invisible(cp)) {
			at += len;
			continue;
		}
		w = is_control(cp) || cp == '?' ? 1 : width_of(s + at, len);
		if (w < 0)
			w = 1;
		if (w > 0 && *width > 0)
			break;
		if (w > 0 || *width > 0) { /* a mark without a base is left out */
			if (is_control(cp) || (cp == '?' && len > 0 && s[at] != '?')) {
				ch[(*n)++] = is_control(cp) ? ' ' : '?';
			} else if (*n + len < CELL_BYTES) {
				memcpy(ch + *n, s + at, len);
				*n += len;
			}
		}
		*width += w;
		at += len;
	}
	ch[*n] = '\0';
	return at;
}

int cells_width(const char *s)
{
	char ch[CELL_BYTES];
	size_t n, eaten;
	int w, sum = 0;

	while ((eaten = glyph(s, ch, &n, &w)) > 0) {
		sum += w;
		s += eaten;
	}
	return sum;
}

static int put_run(struct cells *c, int y, int x, int width, enum style style, const char *s)
{
	char ch[CELL_BYTES];
	size_t n, eaten;
	int w, used = 0;

	while ((eaten = glyph(s, ch, &n, &w)) > 0 && used + w <= width) {
		if (w > 0)
			put(c, y, x + used, ch, n, w, style);
		used += w;
		s += eaten;
	}
	return used;
}

int cells_text(struct cells *c, int y, int x, int width, enum style style, const char *s)
{
	const char *dots = c->ascii ? "..." : "\xe2\x80\xa6";
	int room, used, dot_w = c->ascii ? 3 : 1;

	if (width <= 0)
		return 0;
	if (cells_width(s) <= width || width <= dot_w)
		return put_run(c, y, x, width, style, s);
	room = width > dot_w ? width - dot_w : 0;
	used = put_run(c, y, x, room, style, s);
	return used + put_run(c, y, x + used, width - used < dot_w ? width - used : dot_w, style, dots);
}

void cells_text_right(struct cells *c, int y, int x, int width, enum style style, const char *s)
{
	int w = cells_width(s);

	cells_text(c, y, w < width ? x + width - w : x, width, style, s);
}

/* Bytes of the first line of s in width columns, and where the next line starts. */
static size_t wrap_line(const char *s, int width, const char **next)
{
	char ch[CELL_BYTES];
	size_t n, eaten, at = 0, blank = 0;
	int w, used = 0;

	while (s[at] && s[at] != '\n') {
		eaten = glyph(s + at, ch, &n, &w);
		if (eaten == 0)
			break;
		for (size_t i = 0; i < eaten; i++) /* a newline is eaten only as the first of a glyph, so never here */
			if (s[at + i] == '\n')
				eaten = i;
		if (used + w > width && used > 0) {
			if (s[at] == ' ') {
				*next = s + at + 1;
				return at;
			}
			*next = blank ? s + blank + 1 : s + at;
			return blank ? blank : at;
		}
		if (s[at] == ' ' && used > 0)
			blank = at;
		used += w;
		at += eaten;
	}
	*next = s[at] == '\n' ? s + at + 1 : s + at;
	return at;
}

int cells_wrap(struct cells *c, struct rect r, int skip, enum style style, const char *s)
{
	int line = 0;

	if (r.w < 1)
		return 0;
	while (*s) {
		const char *next;
		char text[1024];
		size_t n = wrap_line(s, r.w, &next);

		if (c && line >= skip && line - skip < r.h) {
			if (n >= sizeof(text))
				n = sizeof(text) - 1;
			memcpy(text, s, n);
			text[n] = '\0';
			put_run(c, r.y + line - skip, r.x, r.w, style, text);
		}
		line++;
		if (next == s) /* nothing fits: never spin */
			break;
		s = next;
	}
	return line;
}

void cells_style(struct cells *c, int y, int x, int w, enum style style)
{
	for (int i = x < 0 ? 0 : x; i < x + w && i < c->cols; i++)
		if (y >= 0 && y < c->rows)
			cell_at(c, y, i)->style = (unsigned char)style;
}

void cells_line(struct cells *c, int y, int x, enum line_char ch)
{
	static const char *const fine[] = { "\xe2\x94\x80", "\xe2\x94\x82", "\xe2\x94\x8c", "\xe2\x94\x90",
		"\xe2\x94\x94",
		"\xe2\x94\x98", "\xe2\x94\x9c", "\xe2\x94\xa4", "\xe2\x94\xac", "\xe2\x94\xb4", "\xe2\x94\xbc" };
	static const char *const plain[] = { "-", "|", "+", "+", "+", "+", "+", "+", "+", "+", "+" };
	const char *s = c->ascii ? plain[ch] : fine[ch];

	put(c, y, x, s, strlen(s), 1, ST_FRAME);
}

void cells_hline(struct cells *c, int y, int x, int w)
{
	for (int i = 0; i < w; i++)
		cells_line(c, y, x + i, LINE_H);
}

void cells_vline(struct cells *c, int y, int x, int h)
{
	for (int i = 0; i < h; i++)
		cells_line(c, y + i, x, LINE_V);
}

void cells_frame(struct cells *c, struct rect r)
{
	if (r.h < 2 || r.w < 2)
		return;
	cells_hline(c, r.y, r.x, r.w);
	cells_hline(c, r.y + r.h - 1, r.x, r.w);
	cells_vline(c, r.y, r.x, r.h);
	cells_vline(c, r.y, r.x + r.w - 1, r.h);
	cells_line(c, r.y, r.x, LINE_TL);
	cells_line(c, r.y, r.x + r.w - 1, LINE_TR);
	cells_line(c, r.y + r.h - 1, r.x, LINE_BL);
	cells_line(c, r.y + r.h - 1, r.x + r.w - 1, LINE_BR);
}

void cells_row(const struct cells *c, int y, char *dst, size_t size)
{
	size_t len = 0;

	if (y >= 0 && y < c->rows)
		for (int x = 0; x < c->cols; x++) {
			const char *ch = c->cell[(size_t)y * (size_t)c->cols + (size_t)x].ch;
			size_t n = strlen(ch);

			if (len + n + 1 > size)
				break;
			memcpy(dst + len, ch, n);
			len += n;
		}
	while (len > 0 && dst[len - 1] == ' ')
		len--;
	if (size > 0)
		dst[len] = '\0';
}

size_t text_next(const char *s)
{
	size_t at = 0;
	unsigned cp = 0;
	int joined = 1; /* the first character always belongs */

	while (s[at]) {
		unsigned was = cp;
		size_t len = decode(s + at, &cp);

		if (!joined && !invisible(cp) && (is_control(cp) || width_of(s + at, len) != 0) && was != 0x200d)
			break;
		joined = 0;
		at += len;
	}
	return at;
}

size_t text_prev(const char *s, size_t pos)
{
	size_t at = 0, before = 0;

	while (at < pos) {
		size_t n = text_next(s + at);

		if (n == 0)
			break;
		before = at;
		at += n;
	}
	return before;
}
