/* SPDX-License-Identifier: MIT */
/* The screen as data: a grid of cells that drawing fills and term.c sends. Everything is clipped to the grid. */
#ifndef BESTEK_TUI_CELLS_H
#define BESTEK_TUI_CELLS_H

#include <stddef.h>

/* What a text means; theme.c says how that looks. */
enum style {
	ST_PLAIN, ST_FRAME, ST_TITLE, ST_LABEL, ST_VALUE, ST_DIM, ST_FOCUS, ST_FIELD, ST_ERROR, ST_WARNING, ST_ADVICE,
		ST_GOOD,
	ST_KEY, ST_COUNT
};

enum { CELL_BYTES = 20, CELLS_ROWS_MAX = 200, CELLS_COLS_MAX = 500 };

struct cell {
	char ch[CELL_BYTES];  /* one visible character with its marks, UTF-8; "" in the second half of a wide one */
	unsigned char width;  /* 1 or 2; 0 in the second half */
	unsigned char style;
};
struct cells {
	int rows, cols;
	int ascii;              /* borders and ellipsis in ASCII */
	int cursor_y, cursor_x; /* where the focus is: the terminal's cursor goes there */
	struct cell *cell;      /* owned, rows * cols */
};
struct rect { int y, x, h, w; };

/* Sizes are capped; 0 on success, -1 when out of memory (the old grid stays). */
int cells_resize(struct cells *c, int rows, int cols);
void cells_release(struct cells *c);
void cells_clear(struct cells *c);
/* Blanks a rectangle. */
void cells_fill(struct cells *c, struct rect r, enum style style);
/*
 * Writes s in at most width columns from (y, x), cut with an ellipsis. Control characters become blanks, invisible
 * format characters (joiners, direction marks, variation selectors) are left out: each terminal gives them another
 * width. Returns the columns used.
 */
int cells_text(struct cells *c, int y, int x, int width, enum style style, const char *s);
/* The same, ending at column x + width. */
void cells_text_right(struct cells *c, int y, int x, int width, enum style style, const char *s);
/*
 * Word-wraps s into r from its line skip on; c NULL only counts. A newline starts a new line. Returns the lines s
 * takes in all.
 */
int cells_wrap(struct cells *c, struct rect r, int skip, enum style style, const char *s);
/* Gives the w cells from (y, x) another style. */
void cells_style(struct cells *c, int y, int x, int w, enum style style);
void cells_hline(struct cells *c, int y, int x, int w);
void cells_vline(struct cells *c, int y, int x, int h);
/* A frame along the edge of r. */
void cells_frame(struct cells *c, struct rect r);
enum line_char { LINE_H, LINE_V, LINE_TL, LINE_TR, LINE_BL, LINE_BR, LINE_LEFT, LINE_RIGHT, LINE_TOP, LINE_BOTTOM,
	LINE_CROSS };
void cells_line(struct cells *c, int y, int x, enum line_char ch);
/* Columns that cells_text would use without a limit. */
int cells_width(const char *s);
/* Row y as text without its trailing blanks, for tests and pictures. */
void cells_row(const struct cells *c, int y, char *dst, size_t size);

/* Bytes of the visible character that starts at s: a base with its marks, joined emoji as one; 0 at the end. */
size_t text_next(const char *s);
/* Offset of the visible character before pos. */
size_t text_prev(const char *s, size_t pos);

#endif
