/* SPDX-License-Identifier: MIT */
/* What the steps are composed of: text field, list, gauge, frames. State is changed by events, drawing only reads. */
#ifndef BESTEK_TUI_WIDGETS_H
#define BESTEK_TUI_WIDGETS_H

#include <stdint.h>

#include "../core/rules/engine.h"
#include "cells.h"
#include "keys.h"

/* --- a text field --- */
enum { EDIT_MAX = 1024 };
struct edit {
	char s[EDIT_MAX];
	size_t len, pos, max;  /* max: most bytes with the NUL */
	char before[EDIT_MAX]; /* for Ctrl-_: the text before the last paste or cut */
};
void edit_set(struct edit *e, const char *s, size_t max);
/* 1 when the key was used. */
int edit_key(struct edit *e, const struct event *ev);
/*
 * Inserts text made safe (line ends become blanks, control sequences go); 1 when it had to be cut. One undo takes it
 * back.
 */
int edit_paste(struct edit *e, const char *s);
/* Drawn with the cursor in it. */
void edit_draw(const struct edit *e, struct cells *c, int y, int x, int w);

/* --- a list, with greyed rows --- */
struct list_item {
	char label[192], detail[160];
	char key[BUILD_TEXT];   /* what choosing it writes, for lists that are not engine options */
	int64_t id, cents;      /* cents: BUILD_UNSET no price column, -1 on request */
	int grey, chosen;
	char reason[320];       /* why it is grey; filled when it comes into view */
};
struct list {
	struct list_item *item; /* owned */
	int n, cap;
	int *shown, n_shown;    /* indexes that pass the filter; owned */
	int at, top;            /* within shown */
	struct edit filter;
	int filtering;          /* the filter is being typed */
	struct options options; /* when the rows are the engine's: same order */
};
void list_release(struct list *l);
/* A new empty row, or NULL when out of memory. */
struct list_item *list_add(struct list *l);
/* Works out shown from the filter (each word must occur), keeps the focused row when it still shows. */
void list_refilter(struct list *l);
/* Sets the focus on the chosen row, else on the first. */
void list_focus_chosen(struct list *l);
/* The focused row or NULL. */
struct list_item *list_at(const struct list *l);
/* Moves; 1 when the command was one of movement. page: rows in view. */
int list_command(struct list *l, enum command cmd, int page);
/* Brings the focus into a window of page rows. */
void list_scroll(struct list *l, int page);
void list_draw(const struct list *l, struct cells *c, struct rect r, int focused, const char *currency);

/*
 * --- gauge --- "PCIe ####.. 112/160": label, a bar of bar columns when both are known, text. Returns the columns
 * used.
 */
int gauge_draw(struct cells *c, int y, int x, int w, int bar, const char *label, int64_t have, int64_t total,
               const char *text);

/* --- numbers typed by people --- */
enum scale { SCALE_NONE, SCALE_GB, SCALE_TB, SCALE_WATT, SCALE_GBPS, SCALE_TOKENS, SCALE_MONEY };
enum amount { AMOUNT_OK, AMOUNT_EMPTY, AMOUNT_WRONG, AMOUNT_AMBIGUOUS };
/*
 * Reads "512", "512G", "0.5 TB", "1,5 kW", "32k" into the scale's unit. AMOUNT_AMBIGUOUS: "1.024" may be 1024 or
 * 1.024.
 */
enum amount amount_parse(const char *s, enum scale scale, double *out);

#endif
