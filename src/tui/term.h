/* SPDX-License-Identifier: MIT */
/* The terminal: cells go out, events come in. term.c alone knows curses. */
#ifndef BESTEK_TUI_TERM_H
#define BESTEK_TUI_TERM_H

#include "../core/base/err.h"
#include "cells.h"
#include "keys.h"

struct terminal;

/*
 * Takes the terminal over. color: as in struct tui_opts. ERR_USAGE when stdin or stdout is no terminal, or TERM names
 * one that is unknown or cannot place the cursor: the terminal is untouched then. One at a time.
 */
int term_open(struct terminal **out, int color, struct err *err);
/* Gives it back as it was. */
void term_close(struct terminal *t);
/* Reads the present size (80x24 when the terminal does not say, capped) and tells curses. */
void term_resize(struct terminal *t, int *rows, int *cols);
/* Sends what differs from the last time. */
void term_show(struct terminal *t, const struct cells *c);
/* The next term_show sends everything. */
void term_forget(struct terminal *t);
/* Gives the terminal back, stops (the whole job when all is set), and takes it again. */
void term_stop(struct terminal *t, int all);
/*
 * Waits for a key, at most timeout_ms (-1: for ever), or until fd is readable: then EV_NONE. EV_HANGUP when the
 * terminal is gone. A paste's text is valid until the next call.
 */
void term_wait(struct terminal *t, int fd, int timeout_ms, struct event *ev);
/* For handlers of deadly signals: puts the terminal right with nothing but write and tcsetattr. */
void term_panic(void);

#endif
