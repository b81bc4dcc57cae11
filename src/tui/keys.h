/* SPDX-License-Identifier: MIT */
/* Keys, events and commands: one table maps keys to commands and prints the hints and the help. */
#ifndef BESTEK_TUI_KEYS_H
#define BESTEK_TUI_KEYS_H

#include <stddef.h>

/* Printable characters and control characters are themselves (Ctrl-R is 0x12); the others follow. */
enum key {
	K_NONE = 0, K_TAB = '\t', K_ENTER = '\r', K_ESC = 0x1b, K_BACKSPACE = 0x7f,
	K_TEXT = 0x100, /* a character beyond ASCII: in event.text */
	K_UP, K_DOWN, K_LEFT, K_RIGHT, K_PGUP, K_PGDN, K_HOME, K_END, K_BACKTAB, K_DELETE, K_F1, K_F2, K_F9, K_F10,
	K_OTHER /* a key we have no use for */
};
#define K_CTRL(letter) ((letter) & 0x1f)

enum event_type {
	EV_NONE, EV_KEY, EV_PASTE, EV_RESIZE, EV_HANGUP,
	EV_DONE,   /* an effect was carried out, or not: done */
	EV_EXISTS, /* the file to write is there already: done */
	EV_SOLVED, /* the solver came back */
};
struct solution;
struct event {
	enum event_type type;
	int key;                  /* EV_KEY */
	char text[8];             /* EV_KEY: the character typed, "" for other keys */
	const char *paste;        /* EV_PASTE: borrowed */
	int rows, cols;           /* EV_RESIZE */
	unsigned done;            /* EV_DONE: the FX_ that ran */
	int code;                 /* EV_DONE, EV_SOLVED: an err code */
	const char *message;      /* EV_DONE, EV_SOLVED: the error's sentence, or NULL; borrowed */
	struct solution *solution;/* EV_SOLVED: owned by the state from now on */
};

enum command {
	CMD_NONE, CMD_UP, CMD_DOWN, CMD_PGUP, CMD_PGDN, CMD_FIRST, CMD_LAST, CMD_NEXT_FIELD, CMD_PREV_FIELD, CMD_ACCEPT,
	CMD_PREV_STEP, CMD_NEXT_STEP, CMD_BACK, CMD_STEP, CMD_FIX, CMD_SOLVE, CMD_OTHERS, CMD_RELEASE, CMD_SEARCH,
	CMD_MATCH_NEXT, CMD_MATCH_PREV, CMD_CHECKS, CMD_UNDO, CMD_REDO, CMD_SAVE, CMD_EXPORT, CMD_OPEN, CMD_HELP,
		CMD_MENU,
	CMD_QUIT, CMD_REDRAW, CMD_SUSPEND, CMD_INTERRUPT, CMD_COUNT
};
struct command_info {
	enum command command;
	int keys[6];       /* 0 ends */
	const char *shown; /* how the keys are named in hints and help, N_() where it has words */
	const char *hint;  /* N_(), short; NULL: not in the hint line */
	const char *help;  /* N_(), one line of the help; NULL: not listed */
};
/* The table, in the order of the hints. */
const struct command_info *tui_commands(size_t *n);
/* The command of a key; while text is typed only keys that type nothing count. */
enum command tui_command_of(const struct event *ev, int typing);

#endif
