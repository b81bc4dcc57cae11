/* SPDX-License-Identifier: MIT */
/*
 * The wizard's state. tui_update changes it for one event and returns effects as data; tui_draw reads it and writes
 * cells. Neither knows a terminal, a file or a signal: tui.c carries the effects out.
 */
#ifndef BESTEK_TUI_TUI_PRIV_H
#define BESTEK_TUI_TUI_PRIV_H

#include "../core/base/str.h"
#include "../core/bom/bom.h"
#include "../core/export/export.h"
#include "../core/rules/engine.h"
#include "../core/solve/solve.h"
#include "cells.h"
#include "keys.h"
#include "widgets.h"

enum { TUI_ROWS_MIN = 24, TUI_COLS_MIN = 80, STEP_COUNT = 6, TUI_OTHERS = 8 };
enum { STEP_WORKLOAD, STEP_MEMORY, STEP_GPU, STEP_GROWTH, STEP_SYSTEM, STEP_BILL };

/* --- effects --- */
enum {
	FX_SAVE = 1 << 0,      /* effects.path */
	FX_AUTOSAVE = 1 << 1,
	FX_EXPORT = 1 << 2,    /* effects.format, path, force */
	FX_OPEN = 1 << 3,      /* load effects.path */
	FX_RESUME = 1 << 4,    /* load the session of last time */
	FX_SOLVE = 1 << 5,     /* effects.top */
	FX_REDRAW = 1 << 6,
	FX_SUSPEND = 1 << 7,
	FX_INTERRUPT = 1 << 8, /* leave as if by SIGINT */
	FX_QUIT = 1 << 9
};
struct effects {
	unsigned what;
	char path[1024];
	const struct exporter *format;
	int force, top;
};

/* --- rows of a step --- */
struct tui;
enum row_kind {
	ROW_FIELD,  /* a field of the build: typed, or chosen from its words */
	ROW_CHOICE, /* a choice of the engine: the list greys what does not go */
	ROW_OWN,    /* the step draws and moves it by itself */
	ROW_NEXT    /* on to the next step */
};
struct row {
	const char *label;        /* N_() */
	enum row_kind kind;
	const char *key;          /* ROW_FIELD: as in build_fields */
	enum scale scale;         /* ROW_FIELD, numbers */
	enum choice choice;       /* ROW_CHOICE */
	int in_place;             /* ROW_CHOICE: the list stands in the step itself */
	/* ROW_FIELD: fills the list of values; NULL: the field's own words, or typing */
	int (*fill)(struct tui *t, struct list *l, struct err *err);
};
struct step {
	const char *id;           /* as the rules name it */
	const char *title;        /* N_() */
	const char *help;         /* N_() */
	const struct row *rows;
	int n_rows;
	/* NULL: form_draw */
	void (*draw)(const struct tui *t, struct cells *c, struct rect r);
	/* 1 when it used the command; NULL: none of its own */
	int (*command)(struct tui *t, enum command cmd, struct effects *fx);
	/* on arrival; NULL: nothing */
	void (*enter)(struct tui *t, struct effects *fx);
};
const struct step *tui_step_at(int i); /* 0 .. STEP_COUNT - 1 */
extern const struct step step_workload, step_memory, step_gpu, step_growth, step_system, step_bill;

/* --- boxes --- */
enum box_kind { BOX_NONE, BOX_LIST, BOX_INPUT };
enum box_purpose {
	FOR_ROW, FOR_WORDS, FOR_MENU, FOR_EXPORT, FOR_EXPORT_PATH, FOR_OVERWRITE, FOR_SAVE_PATH, FOR_SAVE_OVERWRITE,
		FOR_OPEN_PATH, FOR_OPEN_SURE,
	FOR_QUIT, FOR_RESUME, FOR_FIX, FOR_OTHERS, FOR_RELAX, FOR_PARTS
};
struct box {
	enum box_kind kind;
	enum box_purpose purpose;
	char title[160];
	char intro[2048];      /* above the list or field */
	struct list list;
	struct edit edit;
	const struct exporter *format;
	const struct row *row; /* FOR_ROW, FOR_WORDS */
	char path[1024];
};
/* Text to read, over everything else. */
struct pager { int on, top; char title[160]; struct str text; };

struct tui {
	struct engine *engine; /* borrowed */
	int ascii;
	int rows, cols;

	struct build build, saved; /* saved: as it was last loaded or saved */
	struct history *history;
	int step;
	unsigned reached;          /* bit per step */
	int focus[STEP_COUNT];     /* row with the focus; n_rows = the checks */
	int check_at;              /* finding with the focus */
	int bill_at, bill_top;

	struct findings findings;
	struct figures figures;
	struct bom bom;
	int bom_ok;
	char label[CHOICE_COUNT][192]; /* the present picks, for people */
	char label_workload[64];
	char price_date[16];

	int editing;               /* the focused field is being typed */
	struct edit edit;
	struct build edit_before;
	char field_error[256];

	struct list list;          /* the in-place list of this step */
	struct box box;
	struct pager pager;
	struct fix fix;            /* FOR_FIX */
	struct solution *solution; /* FOR_OTHERS, FOR_RELAX; owned */
	int solving;               /* the solver runs */
	int64_t solving_s;         /* for how long */
	int undos, redos;          /* how many steps history has either way */
	int want_solve;            /* a pick was made: the solver's own picks may have to follow */
	int solve_joins;           /* the coming solution belongs to the change just made: one undo takes both back */
	int quit_after_save;
	int session_waits;         /* a session of last time is there, not yet answered */
	char session_path[1024];   /* for messages; "" when nothing can be kept */
	char notice[320];          /* until the next key */
	int notice_bad;
};

/* Takes nothing but memory. */
int tui_init(struct tui *t, struct engine *e, int ascii, struct err *err);
void tui_release(struct tui *t);
/* Replaces the configuration (a loaded file); resolves its parts. */
int tui_load(struct tui *t, const struct build *b, struct err *err);
/* Offers the session of last time; about says when and whose it is. */
void tui_offer_resume(struct tui *t, const char *about);
void tui_update(struct tui *t, const struct event *ev, struct effects *fx);
void tui_draw(const struct tui *t, struct cells *c);
/* 1 when something is not saved. */
int tui_dirty(const struct tui *t);
/* 1 when nothing was entered at all. */
int tui_blank(const struct tui *t);

/* --- shared by the files of the room --- */
struct layout { struct rect rail, work, checks; int gauges, status, hints, list_page, box_page; struct rect box; };
struct layout tui_layout(const struct tui *t);
const struct step *tui_step(const struct tui *t);
void tui_notice(struct tui *t, int bad, const char *text);
void tui_goto(struct tui *t, int step, struct effects *fx);
/* Remembers the build as it was, for undo. Call before a change, tui_changed after it. */
void tui_change(struct tui *t);
void tui_changed(struct tui *t);
/* The focused row; NULL when the checks have the focus. */
const struct row *tui_row(const struct tui *t);
/* 1 when the command does something now: hints and menu show only those. */
int tui_works(const struct tui *t, enum command cmd);
void tui_run_command(struct tui *t, enum command cmd, const struct event *ev, struct effects *fx);
void tui_page(struct tui *t, const char *title, const char *text);

/* step_workload.c: the translated title of the present workload. */
void step_workload_label(struct tui *t);
/* step_bill.c: rows of lines in a work area of h rows; the full text of the focused line. */
int step_bill_page(int h);
void step_bill_status(const struct tui *t, char *dst, size_t size);

/* form.c */
void form_draw(const struct tui *t, struct cells *c, struct rect r);
int form_is_typed(const struct row *row); /* 1 when the row is a typed field */
int form_is_text(const struct row *row);  /* 1 when letters type in it at once */
int form_key(struct tui *t, const struct row *row, const struct event *ev); /* 1 when used */
void form_paste(struct tui *t, const struct row *row, const char *text);
int form_commit(struct tui *t);           /* 0 when the text is wrong: the field stays open */
void form_cancel(struct tui *t);
void form_open(struct tui *t, const struct row *row); /* opens the row's list, or its field */
void form_accept(struct tui *t, struct list *l, const struct row *row); /* takes the focused list row */
int form_fill(struct tui *t, const struct row *row, struct list *l);
void form_release(struct tui *t, const struct row *row);
int form_list_height(const struct tui *t, int h);
void form_value(const struct tui *t, const struct row *row, char *dst, size_t size);
void form_labels(struct tui *t); /* works out t->label */
void form_why(struct tui *t, struct list *l, int page); /* reasons of the greyed rows in view */
enum pick_origin form_origin(const struct build *b, enum choice c);
/* Takes every pick that the user did not make out of b: the solver may fill it. */
void form_keep_user(struct build *b);
/*
 * A GPU chosen here is a need and a pick; the solver is asked with the need alone, so that a conflict names one
 * demand.
 */
void form_demand_gpu(struct build *b);
void form_adopt_gpu(struct build *b); /* a GPU that a file only asks for stands as chosen in the GPU step */
void form_own_gpu(struct build *b); /* the way back: the pick is the user's again */

/* box.c */
void box_close(struct tui *t);
struct box *box_list(struct tui *t, enum box_purpose purpose, const char *title, const char *intro);
struct box *box_input(struct tui *t, enum box_purpose purpose, const char *title, const char *intro, const char *text,
                      size_t max);
void box_key(struct tui *t, const struct event *ev, struct effects *fx);
void box_draw(const struct tui *t, struct cells *c);
void box_menu(struct tui *t);
void box_export(struct tui *t);
void box_save(struct tui *t, struct effects *fx);
void box_quit(struct tui *t, struct effects *fx);
void box_fix(struct tui *t);
void box_parts(struct tui *t);
void box_open(struct tui *t);
void box_solved(struct tui *t, const struct event *ev);
void box_help(struct tui *t);
void box_finding(struct tui *t, const struct finding *f);

#endif
