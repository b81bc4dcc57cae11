/* SPDX-License-Identifier: MIT */
/* How each style looks. Colour only adds to marks and words: the mono column is complete. */
#ifndef BESTEK_TUI_THEME_H
#define BESTEK_TUI_THEME_H

#include "cells.h"

enum { LOOK_BOLD = 1 << 0, LOOK_DIM = 1 << 1, LOOK_REVERSE = 1 << 2, LOOK_UNDERLINE = 1 << 3 };
struct look {
	unsigned attrs; /* LOOK_ */
	int color;      /* 1..7 as in ANSI, 0 = the terminal's own; the background is always the terminal's own */
};
struct look theme_look(enum style style, int color);

#endif
