/* SPDX-License-Identifier: MIT */
/* The wizard: six steps in a terminal. */
#ifndef BESTEK_TUI_TUI_H
#define BESTEK_TUI_TUI_H

#include "../core/rules/engine.h"

struct tui_opts {
	int ascii;      /* borders in ASCII even in a UTF-8 terminal */
	int color;      /* 1 always, 0 by terminal and NO_COLOR, -1 never */
	int no_resume;  /* do not offer the session of last time */
};
/*
 * Runs the wizard on the file, or on a new configuration (NULL). opts may be NULL. ERR_USAGE when there is no terminal
 * that can do it, with the headless way named; other codes when the file cannot be read. The terminal is as before on
 * return. After a fatal signal the session is saved, the terminal restored and the signal raised again.
 */
int tui_run(struct engine *e, const char *file, const struct tui_opts *opts, struct err *err);

#endif
